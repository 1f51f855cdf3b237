"""How chance is fixed before a match and everybody cuts it, and how a log is bound to it.

Everything here can be recomputed from a proof by whoever has SHA-256 (docs/fairness.md).
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

DIGITS = 32
"""Hex digits of a seal, of a digest, and of a fingerprint."""


def seal(seed: str) -> str:
    """Return what a table shows of its secret seed: 32 hex digits of its SHA-256."""
    return _digest(seed)


def digest(table: str, cut: str) -> str:
    """Return what is shown of a person's cut at a table."""
    return _digest(f"{table}:{cut}")


def cut(seed: str, digests: Sequence[str]) -> str:
    """Return the seed that is played with: the sealed one, cut by everybody in the order of seats;
    a computer's digest is empty."""
    return _digest(_text([seed, *digests]))


def micros(at: float) -> int:
    """Return a time in whole microseconds, which every language writes alike."""
    return math.floor(at * 1e6)


@dataclass(frozen=True, slots=True)
class Chain:
    """Running fingerprints of a log, keyed by its secret seed: they betray nothing of it."""

    last: str
    """Of everything so far."""
    step: int = 0
    """How many steps everybody was told of."""
    told: str = ""
    """What stood after the last of them."""

    @staticmethod
    def of(seed: str, header: Sequence[object]) -> Chain:
        """Return the chain of a match that begins with these values."""
        first = _keyed(seed, header)
        return Chain(first, 0, first)

    def after(self, seed: str, entry: Sequence[object], told: bool) -> Chain:
        """Return the chain after one more entry; `told`: everybody was told of it."""
        last = _keyed(seed, [self.last, *entry])
        return Chain(last, self.step + told, last if told else self.told)


def _keyed(seed: str, values: Sequence[object]) -> str:
    told = hmac.digest(seed.encode(), _text(values).encode(), "sha256")
    return told.hex()[:DIGITS]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _text(values: Sequence[object]) -> str:
    """Return texts, whole numbers and lists of them as JSON, as every language writes it."""
    return json.dumps(values, separators=(",", ":"), ensure_ascii=False)
