"""How Tüftelmonster looks at a table."""

from __future__ import annotations

from screens.tueftelmonster.screen import TueftelScreen

SCREEN = TueftelScreen
