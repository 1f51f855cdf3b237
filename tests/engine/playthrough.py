"""Writes one random match a game as text, with what each seat sees on the way.

Run `python -m tests.engine.playthrough` after a change of rules, and read the difference.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from engine.contract import AnyGame, Event, Seat
from engine.match import Match, Played
from tests.engine.driver import advance, start
from tests.engine.facts import known_games, settings

FOLDER = Path(__file__).resolve().parent / "playthroughs"
SHOWN = (0, 1, 9, 30, 80)
"""Sequences after which the views are shown; they are shown at the end too."""
LINES = 160
"""Entries of a long match that are written; the rest is left out."""


def text(game: AnyGame) -> str:
    """Return the playthrough of a game: the same at every call."""
    played = playthrough(game)
    header = played[0].match.header
    head = f"{game.id}, version {game.version}, {len(header.seats)} seats, {header.options}"
    return "\n".join([head, *_lines(played)]) + "\n"


@cache
def playthrough(game: AnyGame) -> Sequence[Played]:
    """Return the match of the playthrough after the set-up and after each entry."""
    all_settings = settings(game)
    options, seats = all_settings[len(all_settings) // 2]
    played, chance = [start(game, options, seats, "playthrough")], random.Random(game.id)
    while not played[-1].match.over:
        played.append(advance(played[-1].match, chance))
    return played


def views(match: Match) -> list[str]:
    """Return the lines of a playthrough that say what everybody sees of a match."""
    return list(_views(match))


def _lines(played: Sequence[Played]) -> Iterator[str]:
    for each in played[: LINES + 1]:
        yield from _entry(each)
    match = played[-1].match
    yield f"\nend after {match.sequence} entries: {match.game.outcome(match.state)}"
    yield from _views(match)


def _entry(played: Played) -> Iterator[str]:
    match, entry = played.match, played.entry
    if entry is None:
        yield "\n0 set-up"
    else:
        seconds = entry.at - match.header.at
        yield f"{entry.sequence} seat {entry.seat} at {seconds:.1f} s: {entry.action}"
    yield from (_event(match.game, event) for event in played.events)
    if match.sequence in SHOWN:
        yield from _views(match)


def _event(game: AnyGame, event: Event) -> str:
    fields = json.loads(game.codecs.event.dump(event))
    kind, audience = fields.pop("kind"), fields.pop("audience")
    whom = "" if audience is None else f" (seen by {audience})"
    return f"    {kind}{whom} {_compact(fields)}"


def _views(match: Match) -> Iterator[str]:
    public = _fields(match, None)
    yield "  what everybody sees"
    yield from (f"    {key}: {_compact(value)}" for key, value in public.items())
    for seat in range(len(match.header.seats)):
        own = {k: v for k, v in _fields(match, seat).items() if v != public[k]}
        yield f"  what seat {seat} sees besides: {_compact(own)}"


def _fields(match: Match, seat: Seat | None) -> dict[str, Any]:
    dumped = match.game.codecs.view.dump(match.view(seat))
    fields: dict[str, Any] = json.loads(dumped)
    return fields


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


if __name__ == "__main__":
    for each in known_games().values():
        (FOLDER / f"{each.id}.txt").write_text(text(each), encoding="utf-8")
