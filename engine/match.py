"""A match as the value of its log: begin, play, replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.contract import (
    CLOCK,
    CLOCKS,
    Advice,
    AnyGame,
    By,
    Event,
    Expire,
    Postpone,
    Question,
    Seat,
    Step,
    TakeBack,
    heard,
)
from engine.errors import Illegal, Stale, Unknown
from engine.rng import Rng
from engine.seal import Chain, micros

RECENT, MOST = 32, 64
"""Entries of which is kept what happened in them: at least, and at most for a person who has not
acted since."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a match starts from; with the entries it is the whole match."""

    id: str
    game: str
    version: int
    options: str
    """The table's options as JSON text."""
    seed: str
    seats: tuple[str, ...]
    """By seat its options as JSON text."""
    at: float
    """When it began, in seconds since the epoch."""
    data: str = ""
    """The digest of the game's data file that it began with."""
    cuts: tuple[str, ...] = ()
    """By seat the digest of its person's cut, from which the seed was made, empty for a computer;
    none in a match from before everybody cut."""

    @property
    def chain(self) -> Chain | None:
        """The first of the running fingerprints; None in a match from before everybody cut."""
        if not self.cuts:
            return None
        names = (self.id, self.game, self.version, self.options, self.seats, self.cuts)
        return Chain.of(self.seed, [*names, micros(self.at), self.data])


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted action; the set-up is sequence 0 and follows from the header."""

    sequence: int
    seat: Seat
    action: str
    """The action as JSON text."""
    at: float
    by: By = "person"

    @property
    def values(self) -> tuple[object, ...]:
        """What the running fingerprint is made of."""
        return self.sequence, self.seat, self.action, micros(self.at), self.by


@dataclass(frozen=True, slots=True)
class Happened:
    """What an entry, or the set-up, has led to."""

    sequence: int
    seat: Seat
    events: tuple[Event, ...]
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Match:
    """A match after its last entry."""

    game: AnyGame
    header: Header
    options: Any
    sequence: int
    state: Any
    asked: tuple[Seat, ...]
    """The seats that are asked, ascending."""
    counts: tuple[int, ...]
    """Questions answered by the clock, then by seat 0, 1, … or by the clock for them: the tokens
    of their next ones."""
    since: tuple[float, ...]
    """By seat when its question was put, time that stood still for all left out."""
    put: tuple[float, ...]
    """When the game's own limit began, then by seat when its question was put: really, with no
    time left out."""
    at: float
    """The time of the last entry."""
    noticed: float
    """The time of the last one that is no part of a decision which nobody else can see."""
    recent: tuple[Happened, ...]
    """The last entries in which anything happened, the newest last; filter with `heard`."""
    minds: Mapping[Seat, Any]
    """The memory of every seat a computer plays."""
    chance: int
    """Entries that count for what chance gives next: those taken back do not."""
    again: tuple[Seat, ...] = ()
    """The seats that answer a question once more, having taken their answer back."""
    before: Match | None = None
    """The match before the last entry, where its seat may take it back."""
    chain: Chain | None = None
    """The running fingerprints; None in a match from before everybody cut."""
    stood: float = 0.0
    """Seconds for which the clock has let time stand still since anybody acted."""
    pauses: tuple[tuple[float, float], ...] = ()
    """From when until when staff has paused, as far as a question stands that was put before."""
    rested: tuple[float, ...] = ()
    """Seconds by which the game's own limit is put off for people on vacation, each time."""
    resumed: float = 0.0
    """Until when time stood still last; 0 where it never has."""
    # Never handed on: a match with another state, also by `replace`, begins with empty ones.
    _legal: dict[Seat, Sequence[Any]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    _views: dict[Seat | None, Any] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return not self.asked and self.deadline is None

    @property
    def news(self) -> tuple[Event, ...]:
        """What happened in the last entry in which anything did; filter with `heard`."""
        return self.recent[-1].events if self.recent else ()

    @property
    def happened(self) -> tuple[Event, ...]:
        """What happened in the last entry itself, maybe nothing; filter with `heard`."""
        newest = self.recent[-1] if self.recent else None
        return newest.events if newest and newest.sequence == self.sequence else ()

    def since_turn(self, seat: Seat) -> tuple[Happened, ...]:
        """Return what happened since this seat's person acted last, as far as it was shown it; with
        what came of that, and what was decided for them."""
        own = max(
            (e.sequence for e in self.recent if e.seat == seat and e.by == "person"), default=-1
        )
        since = []
        for each in self.recent:
            told = heard(each.events, seat) if each.sequence >= own else ()
            if each.sequence == own:
                told = tuple(event for event in told if event.follows)
            if told:
                since.append(replace(each, events=told))
        return tuple(since)

    def newest_of(self, seat: Seat) -> tuple[Event, ...]:
        """Return what this seat's newest act led to that is still kept, as far as it was shown."""
        own = (each.events for each in reversed(self.recent) if each.seat == seat)
        return heard(next(own, ()), seat)

    @property
    def deadline(self) -> float | None:
        """When a time limit of the game itself runs out, in seconds since the epoch."""
        return self.game.deadline(self.state)

    def to_act(self) -> Mapping[Seat, int]:
        """Return who is asked, the clock while a deadline runs, each with its question's token."""
        clock = () if self.deadline is None else (CLOCK,)
        return {seat: self.token(seat) for seat in (*clock, *self.asked)}

    def token(self, seat: Seat) -> int:
        """Return the token of this seat's question; where it is not asked, that of its next."""
        return self.counts[seat + 1]

    @property
    def to_call(self) -> Sequence[Seat]:
        """Return the seats that hold up the others, which everybody may know; in a game over days
        all that are asked within a time limit of the game's, as it is long there."""
        view = self.view(None)
        long = self.options.slow and self.deadline is not None
        return view.waiting if long else self.game.to_call(view)

    def due(self, seat: Seat) -> float | None:
        """Return until when this asked seat has to decide, or None where it has all the time."""
        if self.deadline is not None:
            return self.deadline
        limit = CLOCKS[self.options.clock]
        return None if limit is None else self.since[seat] + limit

    def began(self, seat: Seat) -> float:
        """Return since when this asked seat decides, within a limit of the game's own where one
        runs."""
        put = self.put[seat + 1]
        return put if self.deadline is None else max(put, self.put[CLOCK + 1])

    def named(self, seat: Seat) -> int:
        """Return what names this asked seat's question to the others: when it was put, as a token
        counts what nobody else can see."""
        return int(self.put[seat + 1])

    def legal(self, seat: Seat) -> Sequence[Any]:
        """Return what this seat may do now; nothing when it is not asked."""
        if seat not in self._legal:
            asked = seat in self.asked
            self._legal[seat] = self.game.legal(self.state, seat) if asked else ()
        return self._legal[seat]

    def view(self, seat: Seat | None) -> Any:
        """Return what this seat, or a bystander (None), may know."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    def check(self, seat: Seat, token: int) -> None:
        """Raise Unknown when there is no such seat, Illegal when it is not asked, Stale when it
        is asked something newer."""
        if not CLOCK <= seat < len(self.since):
            raise Unknown("error.no_seat")
        asked = self.to_act()
        if seat not in asked:
            raise self.game.unasked(self.state, seat)
        if token != asked[seat]:
            raise Stale("error.stale")

    def play(self, seat: Seat, token: int, action: Any, now: float, by: By = "person") -> Played:
        """Return the match after this seat's answer to the question `token`.

        Raise Stale when that question is answered already, Illegal when this seat is not asked or
        the time is not right, and what the game raises. `now` in seconds since the epoch; time
        never runs backwards.
        """
        if isinstance(action, TakeBack):
            return self.take_back(seat, token, now, by)
        self.check(seat, token)
        now = max(now, self.at)
        self._check_time(seat, action, now)
        rng = Rng(self.header.seed, self.chance + 1)
        if seat == CLOCK:
            step = self.game.expire(self.state, rng, now)
        else:
            step = self.game.apply(self.state, seat, action, rng, now)
        played = self._after(seat, action, step, now, by)
        if seat == CLOCK or seat in self.again or rng.drawn or played.match.over:
            return played
        if not self.game.revocable(self.state, seat, action, step):
            return played
        return replace(played, match=replace(played.match, before=self.settled()))

    def waits_on(self, before: Match, seat: Seat) -> bool:
        """Tell whether a seat is still asked, since when it was before it acted, as nobody else can
        see what it did."""
        asked = seat in before.asked and seat in self.asked
        return asked and self.news is before.news and self.since[seat] == before.since[seat]

    def takes_back(self, seat: Seat) -> bool:
        """Tell whether this seat may take back the last entry."""
        return self.before is not None and self.before.counts[seat + 1] < self.counts[seat + 1]

    def offers_back(self, seat: Seat) -> bool:
        """Tell whether this seat's person is offered that: no clock nor staff made it for them."""
        return self.takes_back(seat) and [each.by for each in self.recent[-1:]] == ["person"]

    def settled(self) -> Match:
        """Return the match without the way back."""
        return self if self.before is None else replace(self, before=None)

    def take_back(self, seat: Seat, token: int, now: float, by: By = "person") -> Played:
        """Return the match after this seat has taken its last action back.

        Times and chance are those of before; tokens rise, also of who was asked meanwhile.
        Raise Unknown, Illegal where it may not, Stale where it has acted since.
        """
        if not CLOCK < seat < len(self.since):
            raise Unknown("error.no_seat")
        if self.before is None or not self.takes_back(seat):
            raise Illegal("error.not_revocable")
        if token != self.token(seat):
            raise Stale("error.stale")
        before, sequence, now = self.before, self.sequence + 1, max(now, self.at)
        stirred = {seat, *(each for each in self.asked if each not in before.asked)}
        match = replace(
            before,
            sequence=sequence,
            counts=tuple(n + (i - 1 in stirred) for i, n in enumerate(self.counts)),
            at=now,
            noticed=now,
            minds={s: before.minds.get(s, self.game.blank(before.view(s))) for s in self.minds},
            again=(*before.again, seat),
        )
        entry = Entry(sequence, seat, self.game.codecs.action.dump(TakeBack()), now, by)
        told = self.chain != before.chain and _step(self) > _step(before)
        return Played(replace(match, chain=self._chained(entry, told)), (), entry)

    def postpone(self, seconds: float, now: float, by: By = "clock") -> Played:
        """Return the match after time stood still for so many seconds until now."""
        played = self._postponed(Postpone(seconds), now, by)
        since, at = tuple(each + seconds for each in self.since), played.match.at
        match = replace(played.match, since=since, resumed=at)
        if by == "clock":
            match = replace(match, stood=self.stood + seconds)
        else:
            match = replace(match, pauses=(*self.pauses, (at - seconds, at)))
        return replace(played, match=match)

    def rest(self, seconds: float, now: float) -> Played:
        """Return the match after its own limit was put off by so many seconds, for people who are
        on vacation."""
        played = self._postponed(Postpone(seconds, "vacation"), now, "clock")
        return replace(played, match=replace(played.match, rested=(*self.rested, seconds)))

    def _postponed(self, action: Postpone, now: float, by: By) -> Played:
        """Return the match with the game's own limit put off; no question becomes another."""
        now = max(now, self.at)
        step: Step[Any, Any] = Step(self.game.postpone(self.state, action.seconds, now))
        played = self._after(CLOCK, action, step, now, by)
        match = replace(
            played.match,
            since=self.since,
            put=self.put,
            stood=self.stood,
            pauses=self.pauses,
            rested=self.rested,
        )
        return replace(played, match=match)

    def choose(self, seat: Seat, effort: float = 1.0) -> Any:
        """Return what a computer in this seat does now; a seat of a person's has no memory."""
        rng = Rng(self.header.seed, self.chance, "computer", seat)
        return self.game.advice(self.question(seat, effort), rng).action

    def hint(
        self, seat: Seat, effort: float = 1.0, among: Sequence[Any] | None = None
    ) -> Advice[Any]:
        """Return what the strongest computer would do in this seat, and why; or which it would do
        of some actions.

        It follows from what the seat sees alone, chance included: asked again it is the same, and
        no hidden card changes it.
        """
        asked = _by_the_strongest(self.question(seat, effort))
        if among is not None:
            asked = replace(asked, legal=among)
        rng = Rng("hint", self.game.codecs.view.dump(asked.view))
        return self.game.advice(asked, rng)

    def rather(self, seat: Seat, best: int, other: int, effort: float = 1.0) -> Advice[Any]:
        """Return one of the legal actions, with why the strongest computer does it rather than
        another, where it does."""
        legal = self.legal(seat)
        among = [legal[best], legal[other]]
        advice = self.hint(seat, effort, among)
        # In the few tries of a hint the other one may be ahead.
        return advice if advice.action == among[0] else Advice(among[0])

    def question(self, seat: Seat, effort: float = 1.0) -> Question[Any, Any, Any, Any, Any]:
        """Return what a computer in this seat would decide on now."""
        game, state, view = self.game, self.state, self.view(seat)
        return Question(
            options=self.options,
            view=view,
            memory=self.minds[seat] if seat in self.minds else game.blank(view),
            legal=self.legal(seat),
            world=lambda rng: game.redeal(state, seat, rng),
            effort=effort,
        )

    def seat_computer(self, seat: Seat) -> Match:
        """Return the match with a computer in this seat that has seen nothing so far."""
        return replace(self, minds={**self.minds, seat: self.game.blank(self.view(seat))})

    def seat_person(self, seat: Seat) -> Match:
        """Return the match with a person in this seat: what a computer remembered is gone."""
        return replace(self, minds={s: mind for s, mind in self.minds.items() if s != seat})

    def _check_time(self, seat: Seat, action: Any, now: float) -> None:
        deadline = self.deadline
        if (seat == CLOCK) != isinstance(action, Expire) or isinstance(action, Postpone):
            raise Illegal("error.not_asked")
        if deadline is not None and (now >= deadline) != (seat == CLOCK):
            raise Illegal("error.early" if seat == CLOCK else "error.too_late")

    def _after(self, seat: Seat, action: Any, step: Step[Any, Any], now: float, by: By) -> Played:
        """Return the match after a step; what was asked before and still is keeps its time, also
        for who has done a part of it that nobody else can see."""
        sequence = self.sequence + 1
        asked = tuple(self.game.to_act(step.state))
        answered = {seat, *(self._overtaken(step.state, asked) if seat == CLOCK else ())}
        unseen = by == "person" and not step.events and seat in asked and self._looks_so(step.state)
        renewed = answered - {seat} if unseen else answered
        kept = {other for other in asked if other in self.asked and other not in renewed}
        since = tuple(at if other in kept else now for other, at in enumerate(self.since))
        limit = self.game.deadline(step.state)
        kept |= {CLOCK} if limit is not None and limit == self.deadline else set()
        put = tuple(at if i - 1 in kept else now for i, at in enumerate(self.put))
        match = replace(
            self,
            sequence=sequence,
            state=step.state,
            asked=asked,
            counts=tuple(n + (i - 1 in answered) for i, n in enumerate(self.counts)),
            since=since,
            put=put,
            at=now,
            noticed=self.noticed if unseen else now,
            recent=self._recently(Happened(sequence, seat, step.events, by)),
            minds=_fold(self.game, self.minds, step.events),
            chance=self.chance + 1,
            again=tuple(other for other in self.again if other != seat),
            before=None,
            stood=0.0,
            pauses=tuple(pause for pause in self.pauses if pause[1] > min(put)),
            rested=self.rested if CLOCK in kept else (),
        )
        entry = Entry(sequence, seat, self.game.codecs.action.dump(action), now, by)
        chain = self._chained(entry, any(event.audience is None for event in step.events))
        return Played(replace(match, chain=chain), step.events, entry)

    def _chained(self, entry: Entry, told: bool) -> Chain | None:
        """Return the running fingerprints after an entry; `told`: everybody was told of it."""
        return self.chain and self.chain.after(self.header.seed, entry.values, told)

    def _looks_so(self, state: Any) -> bool:
        """Return whether everybody sees the same in another state."""
        shown: bool = self.game.view(state, None) == self.view(None)
        return shown

    def _overtaken(self, state: Any, asked: Sequence[Seat]) -> list[Seat]:
        """Return the seats that are asked something else now, though they have not answered."""
        still = (seat for seat in self.asked if seat in asked)
        return [seat for seat in still if self.game.legal(state, seat) != self.legal(seat)]

    def _recently(self, newest: Happened) -> tuple[Happened, ...]:
        if not newest.events:
            return self.recent
        recent = (*self.recent, newest)
        return recent[-max(RECENT, min(MOST, self._missed(recent))) :]

    def _missed(self, recent: Sequence[Happened]) -> int:
        """Return how many of these the person has missed who has not acted for longest, with what
        they did last."""
        away = set(range(len(self.since))) - self.minds.keys()
        for number, one in enumerate(reversed(recent)):
            if one.by == "person":
                away.discard(one.seat)
            if not away:
                return number + 1
        return 0 if self.game.race else len(recent)


@dataclass(frozen=True, slots=True)
class Played:
    """A match after an entry, what happened in it, and the entry for the log (None: the set-up)."""

    match: Match
    events: tuple[Event, ...]
    entry: Entry | None = None


def begin(game: AnyGame, header: Header, computers: Iterable[Seat] = ()) -> Played:
    """Return the match right after its set-up, with computers in these seats.

    Raise Illegal when the game is not for this number of seats or the options do not fit it.
    """
    options, seats = game.codecs.options.load(header.options), len(header.seats)
    if seats not in game.seat_counts:
        raise Illegal("error.seats")
    game.check(options, seats)
    chosen = tuple(map(game.codecs.seat_options.load, header.seats))
    step = game.setup(options, chosen, Rng(header.seed, 0), header.at)
    match = Match(
        game=game,
        header=header,
        options=options,
        sequence=0,
        state=step.state,
        asked=tuple(game.to_act(step.state)),
        counts=(0,) * (seats + 1),
        since=(header.at,) * seats,
        put=(header.at,) * (seats + 1),
        at=header.at,
        noticed=header.at,
        recent=(Happened(0, CLOCK, step.events),) if step.events else (),
        minds={},
        chance=0,
        chain=header.chain,
    )
    for seat in computers:
        match = match.seat_computer(seat)
    minds = _fold(game, match.minds, step.events)
    return Played(replace(match, minds=minds), step.events)


def replay(match: Match, entries: Iterable[Entry]) -> Match:
    """Return the match after these further entries of its log."""
    for entry in entries:
        action = match.game.codecs.action.load(entry.action)
        if isinstance(action, Postpone) and action.kind == "vacation":
            match = match.rest(action.seconds, entry.at).match
        elif isinstance(action, Postpone):
            match = match.postpone(action.seconds, entry.at, entry.by).match
        else:
            token = match.counts[entry.seat + 1]
            match = match.play(entry.seat, token, action, entry.at, entry.by).match
    return match


def turns(
    game: AnyGame, header: Header, entries: Sequence[Entry], seat: Seat, since: int = 0
) -> Iterator[tuple[Question[Any, Any, Any, Any, Any], Any]]:
    """Give what the person who has a seat since an entry was asked in the match of this log, with
    all that a hard computer would have remembered by then, and what they did."""
    match = begin(game, header, [seat]).match
    if since:
        match = replay(match, entries[:since]).seat_computer(seat)
    for entry in entries[since:]:
        action = game.codecs.action.load(entry.action)
        if entry.seat == seat and entry.by == "person" and not isinstance(action, TakeBack):
            yield _by_the_strongest(match.question(seat)), action
        match = replay(match, (entry,))


def _by_the_strongest(
    asked: Question[Any, Any, Any, Any, Any],
) -> Question[Any, Any, Any, Any, Any]:
    """Return a question as it is put to a hard computer, whatever the table's are."""
    return replace(asked, options=asked.options.model_copy(update={"level": "hard"}))


def _fold(
    game: AnyGame, minds: Mapping[Seat, Any], events: tuple[Event, ...]
) -> Mapping[Seat, Any]:
    if not minds or not events:
        return minds
    return {seat: _told(game, memory, heard(events, seat)) for seat, memory in minds.items()}


def _step(match: Match) -> int:
    return match.chain.step if match.chain else 0


def _told(game: AnyGame, memory: Any, events: tuple[Event, ...]) -> Any:
    for event in events:
        memory = game.remember(memory, event)
    return memory
