"""Checks what is told of a finished match: that its seed was fixed, and that every entry fits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from engine.codec import Codec
from engine.contract import CLOCK, AnyGame, Outcome
from engine.errors import Malformed, RuleError
from engine.match import Entry, Header, Match, begin, replay

FORMAT = 1
DIGITS = 32
"""Hex digits of a seal, and of a link."""
MOST = 20 * 1024 * 1024
"""Bytes of the largest file that is read, far more than any match has."""


@dataclass(frozen=True, slots=True)
class Link:
    """An entry of the log and the fingerprint of all that was logged up to it."""

    entry: Entry
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything needed to check a finished match; it names no person."""

    format: int
    seal: str
    """What the table showed of the seed from the start."""
    header: Header
    fingerprint: str
    """Of the header; that of each entry builds on the one before."""
    log: tuple[Link, ...]
    places: tuple[int, ...]
    """By seat."""
    scores: tuple[dict[str, int], ...]
    """By seat the numbers of the result by their keys."""
    program: str = ""
    """The version of the program that tells this, for whoever asks why something does not fit."""

    @property
    def final(self) -> str:
        """The fingerprint of the whole match."""
        return self.log[-1].fingerprint if self.log else self.fingerprint

    @property
    def text(self) -> str:
        """What `verify` reads."""
        return _PROOF.dump(self)


_PROOF: Codec[Proof] = Codec(Proof)


class Unfit(Exception):
    """Something in a proof does not fit: `where` is `seal`, `header`, `result`, or an entry."""

    def __init__(self, where: str | int, why: str) -> None:
        place = f"entry {where}" if isinstance(where, int) else where
        super().__init__(f"{place}: {why}")
        self.where = where


def shown(value: object) -> str:
    """Return what a file holds as one short piece of printable text that ends where it seems to."""
    return ascii(value)[:80]


def read(path: Path) -> str:
    """Return the text of a file; raise Unfit when it is too large, OSError, UnicodeDecodeError."""
    with path.open("rb") as file:
        raw = file.read(MOST + 1)
    if len(raw) > MOST:
        raise Unfit("file", f"it is larger than {MOST // 1024**2} MB")
    return raw.decode()


def seal(seed: str) -> str:
    """Return what a table shows of its secret seed: 32 hex digits of its SHA-256."""
    return hashlib.sha256(seed.encode()).hexdigest()[:DIGITS]


def prove(
    header: Header,
    entries: Sequence[Entry],
    places: Sequence[int],
    scores: Sequence[Mapping[str, int]],
    program: str = "",
) -> Proof:
    """Return all that `verify` needs of a finished match; takes 20 µs an entry."""
    first = last = _fingerprint("", header)
    log = []
    for entry in entries:
        last = _fingerprint(last, entry)
        log.append(Link(entry, last))
    told, of = tuple(map(dict, scores)), seal(header.seed)
    return Proof(FORMAT, of, header, first, tuple(log), tuple(places), told, program)


def final(text: str) -> str:
    """Return the fingerprint of the whole match from a proof's text."""
    return _PROOF.load(text).final


def verify(games: Mapping[str, AnyGame], text: str) -> Match:
    """Return the match that a proof's text tells of, replayed to its end; raise Unfit."""
    try:
        proof = _PROOF.load(text)
    except Malformed as error:
        raise Unfit("file", "it does not hold a match") from error
    if proof.format != FORMAT:
        raise Unfit("file", f"its format is {shown(proof.format)}, this program reads {FORMAT}")
    if proof.seal != seal(proof.header.seed):
        raise Unfit("seal", "it is not that of the seed")
    match, last = _begun(games, proof), proof.fingerprint
    for number, link in enumerate(proof.log, 1):
        match = _checked(match, number, last, link)
        last = link.fingerprint
    if not match.over:
        raise Unfit("result", "the match does not end with the last entry")
    _check_result(proof, match.game.outcome(match.state))
    return match


def _begun(games: Mapping[str, AnyGame], proof: Proof) -> Match:
    header, newest = proof.header, games.get(proof.header.game)
    if newest is not None and len(header.seats) not in newest.seat_counts:
        raise Unfit("header", f"the game is not for {len(header.seats)} seats")
    if proof.fingerprint != _fingerprint("", header):
        raise Unfit("header", "it was changed")
    if newest is None or newest.of(header.version) is None:
        rules = f"{shown(header.game)}, version {shown(header.version)}"
        raise Unfit("header", f"these are not the rules of {rules}")
    game = newest.of(header.version, header.data)
    if game is None or not header.data:
        raise Unfit("header", "the game's data file is another one")
    try:
        return begin(game, header).match
    except RuleError as error:
        raise Unfit("header", f"no such match can begin ({error.key})") from error


def _checked(match: Match, number: int, last: str, link: Link) -> Match:
    """Return the match after an entry; raise Unfit where it cannot be the next one."""
    entry = link.entry
    if entry.sequence != number:
        raise Unfit(number, f"in its place stands entry {shown(entry.sequence)}")
    if entry.at < match.at:
        raise Unfit(number, "it is older than the one before")
    if not CLOCK <= entry.seat < len(match.header.seats):
        raise Unfit(number, "there is no such seat")
    if link.fingerprint != _fingerprint(last, entry):
        raise Unfit(number, "it was changed, or something before it is missing")
    try:
        return replay(match, (entry,))
    except RuleError as error:
        raise Unfit(number, f"the rules do not take it ({error.key})") from error


def _check_result(proof: Proof, outcome: Outcome | None) -> None:
    assert outcome is not None
    rows = outcome.scores or ((),) * len(outcome.places)
    scores = tuple(dict(zip(outcome.columns, row, strict=False)) for row in rows)
    if proof.places != outcome.places or proof.scores != scores:
        raise Unfit("result", f"the places are {outcome.places}, the scores {scores}")


def _fingerprint(last: str, value: Header | Entry) -> str:
    values = {field.name: getattr(value, field.name) for field in fields(value)}
    told = json.dumps([last, values], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:DIGITS]
