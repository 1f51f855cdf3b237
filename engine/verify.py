"""Checks what is told of a match: that its seed was fixed, and that every entry fits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal, TypeAlias

from engine.codec import Codec
from engine.contract import CLOCK, AnyGame
from engine.errors import Malformed, RuleError
from engine.match import Entry, Header, Match, begin, replay
from engine.seal import DIGITS, cut, seal

FORMATS = (1, 2)
"""Of matches from before everybody cut the deck, and of those since."""
NOTED = 8
"""Hex digits of what somebody noted down that are enough to compare it."""
MOST = 20 * 1024 * 1024
"""Bytes of the largest file that is read, far more than any match has."""


Ended: TypeAlias = Literal["finished", "aborted"]


@dataclass(frozen=True, slots=True)
class Link:
    """An entry of the log and the fingerprint of all that was logged up to it."""

    entry: Entry
    fingerprint: str
    told: int | None = None
    """How many steps everybody had been told of; None in the first format."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Everything needed to check a match that has ended; it names no person."""

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
    sealed: str = ""
    """The seed as it was sealed, before everybody cut it; empty in the first format."""
    ended: Ended = "finished"

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


def prove(
    header: Header,
    entries: Sequence[Entry],
    places: Sequence[int],
    scores: Sequence[Mapping[str, int]],
    program: str = "",
) -> Proof:
    """Return all that `verify` needs of a finished match from before everybody cut the deck; takes
    20 µs an entry."""
    first = last = _fingerprint("", header)
    log = []
    for entry in entries:
        last = _fingerprint(last, entry)
        log.append(Link(entry, last))
    told, of = tuple(map(dict, scores)), seal(header.seed)
    return Proof(1, of, header, first, tuple(log), tuple(places), told, program)


def prove_cut(
    begun: Match,
    entries: Sequence[Entry],
    sealed: str,
    head: str,
    scores: Sequence[Mapping[str, int]],
    program: str = "",
) -> Proof:
    """Return all that `verify` needs of a match that has ended, played again from its beginning;
    of one that was not played to its end there are no scores. `head` is the fingerprint of the
    header as it was stored when the match began."""
    match, log = begun, []
    for entry in entries:
        match = replay(match, (entry,))
        assert match.chain is not None
        log.append(Link(entry, match.chain.last, match.chain.step))
    outcome = match.game.outcome(match.state)
    places = outcome.places if outcome else ()
    told = tuple(map(dict, scores)) if outcome else ()
    ended: Ended = "finished" if outcome else "aborted"
    of, header = seal(sealed), begun.header
    return Proof(2, of, header, head, tuple(log), places, told, program, sealed, ended)


def seal_of(text: str) -> str:
    """Return the seal of a proof's text."""
    return _PROOF.load(text).seal


def final(text: str) -> str:
    """Return the fingerprint of the whole match from a proof's text."""
    return _PROOF.load(text).final


def verify(games: Mapping[str, AnyGame], text: str, kept: Sequence[str] = ()) -> Match:
    """Return the match that a proof's text tells of, replayed as far as it was played; raise Unfit.

    `kept` is what somebody noted down: seals, fingerprints, and those of a step ("12:0f3a…"), also
    only their beginnings.
    """
    proof = _read(text)
    match = _uncut(games, proof) if proof.format == 1 else _cut(games, proof)
    known = {proof.seal, *proof.header.cuts, *_told(proof)}
    for noted in kept:
        begun = noted.rstrip("…").lower()
        enough = len(begun.rpartition(":")[2]) >= NOTED
        if not enough or not any(each.startswith(begun) for each in known):
            raise Unfit("kept", f"{shown(noted)} is not in this file")
    return match


def _read(text: str) -> Proof:
    try:
        proof = _PROOF.load(text)
    except Malformed as error:
        raise Unfit("file", "it does not hold a match") from error
    if proof.format not in FORMATS:
        read = " and ".join(map(str, FORMATS))
        raise Unfit("file", f"its format is {shown(proof.format)}, this program reads {read}")
    if (proof.format == 2) != bool(proof.header.cuts):
        raise Unfit("cuts", "they do not belong to its format")
    return proof


def _told(proof: Proof) -> Iterator[str]:
    """Yield the fingerprints that anybody may have noted, with and without their steps."""
    yield from (proof.fingerprint, f"0:{proof.fingerprint}", proof.final)
    before: int | None = 0
    for link in proof.log:
        if link.told != before:
            yield from (link.fingerprint, f"{link.told}:{link.fingerprint}")
        before = link.told


def _uncut(games: Mapping[str, AnyGame], proof: Proof) -> Match:
    """Return the match of a proof in the first format."""
    if proof.seal != seal(proof.header.seed):
        raise Unfit("seal", "it is not that of the seed")
    match = _begun(games, proof, _fingerprint("", proof.header))
    last = proof.fingerprint
    for number, link in enumerate(proof.log, 1):
        match = _checked(match, number, link, _fingerprint(last, link.entry))
        last = link.fingerprint
    _check_result(proof, match)
    return match


def _cut(games: Mapping[str, AnyGame], proof: Proof) -> Match:
    """Return the match of a proof in the second format."""
    header = proof.header
    if proof.seal != seal(proof.sealed):
        raise Unfit("seal", "it is not that of the seed")
    if len(header.cuts) != len(header.seats):
        raise Unfit("cuts", "there is not one for each seat")
    if header.seed != cut(proof.sealed, header.cuts):
        raise Unfit("cuts", "the seed that was played with does not follow from them")
    match = _begun(games, proof, header.chain.last if header.chain else "")
    for number, link in enumerate(proof.log, 1):
        match = _checked(match, number, link, None)
        assert match.chain is not None
        if link.fingerprint != match.chain.last or link.told != match.chain.step:
            raise Unfit(number, "it was changed, or something before it is missing")
    if proof.ended == "finished":
        _check_result(proof, match)
    elif match.over or proof.places or proof.scores:
        raise Unfit("result", "a match that was not played to its end has none")
    return match


def _begun(games: Mapping[str, AnyGame], proof: Proof, fingerprint: str) -> Match:
    """Return the match as it begins; raise Unfit where its header cannot be or has another
    fingerprint."""
    header, newest = proof.header, games.get(proof.header.game)
    if newest is not None and len(header.seats) not in newest.seat_counts:
        raise Unfit("header", f"the game is not for {len(header.seats)} seats")
    if proof.fingerprint != fingerprint:
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


def _checked(match: Match, number: int, link: Link, fingerprint: str | None) -> Match:
    """Return the match after an entry; raise Unfit where it cannot be the next one, or does not
    have this fingerprint, where one is known without playing it."""
    entry = link.entry
    if entry.sequence != number:
        raise Unfit(number, f"in its place stands entry {shown(entry.sequence)}")
    if entry.at < match.at:
        raise Unfit(number, "it is older than the one before")
    if not CLOCK <= entry.seat < len(match.header.seats):
        raise Unfit(number, "there is no such seat")
    if fingerprint not in (None, link.fingerprint):
        raise Unfit(number, "it was changed, or something before it is missing")
    if entry.seat == CLOCK and entry.by not in ("clock", "staff"):
        raise Unfit(number, "nobody but the clock and staff acts for the clock")
    try:
        return replay(match, (entry,))
    except RuleError as error:
        raise Unfit(number, f"the rules do not take it ({error.key})") from error


def _check_result(proof: Proof, match: Match) -> None:
    outcome = match.game.outcome(match.state)
    if outcome is None or not match.over:
        raise Unfit("result", "the match does not end with the last entry")
    rows = outcome.scores or ((),) * len(outcome.places)
    scores = tuple(dict(zip(outcome.columns, row, strict=False)) for row in rows)
    if proof.places != outcome.places or proof.scores != scores:
        raise Unfit("result", f"the places are {outcome.places}, the scores {scores}")


def _fingerprint(last: str, value: Header | Entry) -> str:
    """Return a fingerprint of the first format."""
    values = {f.name: getattr(value, f.name) for f in fields(value) if f.name != "cuts"}
    told = json.dumps([last, values], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:DIGITS]
