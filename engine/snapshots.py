"""A match as JSON text, from which it is made again without its log."""

from __future__ import annotations

from dataclasses import dataclass

from engine.codec import Codec
from engine.contract import CLOCK, AnyGame, By, Seat
from engine.errors import Malformed
from engine.match import Happened, Header, Match
from engine.seal import Chain


@dataclass(frozen=True, slots=True)
class _Told:
    """What happened, its events as JSON texts."""

    sequence: int
    seat: Seat
    events: tuple[str, ...]
    by: By = "person"


@dataclass(frozen=True, slots=True)
class _Snapshot:
    sequence: int
    at: float
    counts: tuple[int, ...]
    since: tuple[float, ...]
    state: str
    minds: dict[str, str]
    """By the digits of a seat what its computer remembers."""
    recent: tuple[_Told, ...] = ()
    chance: int | None = None
    """None in snapshots from before answers could be taken back: every entry counts there."""
    again: tuple[Seat, ...] = ()
    before: str = ""
    """The snapshot of the match that taking back leads to; empty where there is none."""
    chain: Chain | None = None
    news: tuple[str, ...] = ()
    """What those snapshots hold of `recent`: the events of its newest."""
    stood: float = 0.0
    put: tuple[float, ...] = ()
    """Empty in snapshots from before it was kept: `since` stands for it there."""
    pauses: tuple[tuple[float, float], ...] = ()
    rested: tuple[float, ...] = ()
    resumed: float = 0.0
    noticed: float | None = None
    """None in snapshots from before it was kept: `at` stands for it there."""

    def fits(self, seats: int) -> bool:
        """Return whether this can be of a match with so many seats."""
        lengths = len(self.counts) == seats + 1 and len(self.since) == seats
        lengths = lengths and len(self.put) in (0, seats + 1)
        return lengths and self.minds.keys() <= set(map(str, range(seats)))


_SNAPSHOT: Codec[_Snapshot] = Codec(_Snapshot)


def is_ready(game: AnyGame) -> bool:
    """Return whether what reads and writes a game's values is made."""
    return all(codec.made for codec in (*game.codecs, _SNAPSHOT))


def make_ready(game: AnyGame) -> None:
    """Make what reads and writes a game's values, which takes whoever needs it first 50 ms."""
    for codec in (*game.codecs, _SNAPSHOT):
        codec.make()


def snapshot(match: Match) -> str:
    """Return JSON text from which `restore` makes this match again."""
    codecs = match.game.codecs
    minds = {str(seat): codecs.memory.dump(memory) for seat, memory in match.minds.items()}
    shot = _Snapshot(
        sequence=match.sequence,
        at=match.at,
        counts=match.counts,
        since=match.since,
        state=codecs.state.dump(match.state),
        recent=tuple(
            _Told(each.sequence, each.seat, tuple(map(codecs.event.dump, each.events)), each.by)
            for each in match.recent
        ),
        minds=minds,
        chance=match.chance,
        again=match.again,
        chain=match.chain,
        before=snapshot(match.before) if match.before else "",
        stood=match.stood,
        put=match.put,
        pauses=match.pauses,
        rested=match.rested,
        resumed=match.resumed,
        noticed=match.noticed,
    )
    return _SNAPSHOT.dump(shot)


def restore(game: AnyGame, header: Header, snapshot: str) -> Match:
    """Return the match that `snapshot` wrote; raise Malformed when the text is none."""
    shot = _SNAPSHOT.load(snapshot)
    if not shot.fits(len(header.seats)):
        raise Malformed("error.malformed")
    state = game.codecs.state.load(shot.state)
    return Match(
        game=game,
        header=header,
        options=game.codecs.options.load(header.options),
        sequence=shot.sequence,
        state=state,
        asked=tuple(game.to_act(state)),
        counts=shot.counts,
        since=shot.since,
        at=shot.at,
        noticed=shot.at if shot.noticed is None else shot.noticed,
        recent=_recent(game, shot),
        minds={int(seat): game.codecs.memory.load(text) for seat, text in shot.minds.items()},
        chance=shot.sequence if shot.chance is None else shot.chance,
        again=shot.again,
        chain=shot.chain,
        before=restore(game, header, shot.before) if shot.before else None,
        stood=shot.stood,
        put=shot.put or (min(shot.since), *shot.since),
        pauses=shot.pauses,
        rested=shot.rested,
        resumed=shot.resumed,
    )


def _recent(game: AnyGame, shot: _Snapshot) -> tuple[Happened, ...]:
    old = [_Told(shot.sequence, CLOCK, shot.news)] if shot.news else []
    return tuple(
        Happened(told.sequence, told.seat, tuple(map(game.codecs.event.load, told.events)), told.by)
        for told in (*old, *shot.recent)
    )
