"""Write JSON for the wire, compactly and fast."""

from __future__ import annotations

import json

dumps = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""Return a value as ASCII JSON; the value must be a tree."""
