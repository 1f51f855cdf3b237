"""A finished game step by step: what one person leafs through, and what is shared of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engine.contract import Seat
from engine.match import Match
from screens.frame.scene import Scene
from screens.names import escape
from screens.page import Button, Choice, Page, Row, Select
from screens.screen import Screen, Shown, Sight
from screens.texts import Words
from screens.wording import alt_text

Sees: TypeAlias = Seat | Literal["o", "b"]
"""Whose sight is shown: a seat's, everything open (o), a bystander's (b)."""
CHOICES = 25
"""Entries that fit a select."""
NAME = 40
"""Characters of a name in an entry."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A moment to jump to: where a round begins, or so many seconds after the beginning."""

    entry: int
    round: int | None
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Where in a game somebody is, and with whose eyes."""

    match: Match
    """After the entry that is shown."""
    last: int
    """The sequence of the game's last entry."""
    sees: Sees = "o"
    actor: Seat | None = None
    """Who made the entry; None for the clock."""
    stops: Sequence[Stop] = ()

    @property
    def number(self) -> int:
        """The sequence of the entry that is shown."""
        return self.match.sequence


def panel(scene: Scene, screen: Screen, moment: Moment, words: Words) -> Page:
    """Return a moment with the controls to leaf through the game."""
    page = still(scene, screen, moment, words)
    rows: list[Row] = [_leaf(scene, moment), _sights(scene, moment, words)]
    if len(moment.stops) > 1:
        rows.append(_jump(scene, moment, words))
    args = _args(scene, moment.number, moment.sees)
    share = Button(words("replay.share"), "replay_share", args)
    rows.append((share, Button(words("replay.film"), "replay_film", args)))
    return replace(page, rows=rows)


def still(scene: Scene, screen: Screen, moment: Moment, words: Words) -> Page:
    """Return a moment as it is seen, without controls."""
    sight = Sight.of(moment.match, _seat(moment.sees), scene.names, words)
    shown = _shown(screen, moment, sight)
    game, key = sight.words("title"), "replay.title_round" if screen.rounds else "replay.title"
    return Page(
        title=words(key, game=game, round=sight.view.round),
        text="\n".join((_step(scene, moment, words), _seen(scene, moment.sees, words))),
        pictures=shown.pictures,
        instead=shown.text,
        footer=words("board.footer", table=scene.table),
        colour=screen.colour,
    )


def shared(scene: Scene, screen: Screen, moment: Moment, words: Words, by: str) -> Page:
    """Return a moment as it is posted for all, with the name of who shares it."""
    page = still(scene, screen, moment, words)
    return replace(page, text=f"{words('replay.shared', name=escape(by))}\n{page.text}")


def filmed(scene: Scene, screen: Screen, moment: Moment, words: Words, by: str) -> Page:
    """Return the message with a film that ends with this moment, which its picture shows."""
    page, seen = still(scene, screen, moment, words), _seen(scene, moment.sees, words)
    title = words("replay.title", game=words.within(scene.game.id)("title"))
    return replace(page, title=title, text=f"{words('replay.filmed', name=escape(by))}\n{seen}")


def _shown(screen: Screen, moment: Moment, sight: Sight) -> Shown:
    """Return what is to be seen; a seat has its own panel's pictures below the board's."""
    if moment.sees == "o":
        return _told(screen.open(moment.match, sight))
    board = _told(screen.board(_public(moment, sight)))
    if moment.sees == "b" or sight.outcome:
        return board
    known = {picture.key for picture in board.pictures}
    own = [picture for picture in screen.panel(sight).pictures if picture.key not in known]
    return replace(board, pictures=(*board.pictures, *own))


def _public(moment: Moment, sight: Sight) -> Sight:
    return Sight.of(moment.match, None, sight.names, sight.words)


def _told(shown: Shown) -> Shown:
    """Return what is shown; a picture without words gets those of the board."""
    lines = [shown.text, *(f"{field.name}\n{field.value}" for field in shown.fields)]
    alt = alt_text("\n".join(lines))
    return replace(shown, pictures=[p if p.alt else replace(p, alt=alt) for p in shown.pictures])


def _seat(sees: Sees) -> Seat | None:
    return sees if isinstance(sees, int) else None


def _step(scene: Scene, moment: Moment, words: Words) -> str:
    """Return how far the game is; who acted may be nothing that a seat has seen."""
    if not moment.number:
        return words("replay.begin")
    step = words("replay.step", n=moment.number, last=moment.last)
    if moment.sees != "o":
        return step
    if moment.actor is None:
        return f"{step} · {words('replay.clock')}"
    return f"{step} · {words('replay.by', name=scene.names[moment.actor])}"


def _seen(scene: Scene, sees: Sees, words: Words) -> str:
    if isinstance(sees, int):
        return words("replay.seen_seat", name=scene.names[sees])
    return words(f"replay.seen_{sees}")


def _leaf(scene: Scene, moment: Moment) -> Sequence[Button]:
    now, last, sees = moment.number, moment.last, moment.sees

    def to(label: str, number: int, disabled: bool, tag: str) -> Button:
        return Button(label, "replay", f"{_args(scene, number, sees)}.{tag}", disabled=disabled)

    return (
        to("⏮", 0, now == 0, "first"),
        to("◀", max(0, now - 1), now == 0, "back"),
        to(f"{now}/{last}", now, True, "here"),
        to("▶", min(now + 1, last), now == last, "forward"),
        to("⏭", last, now == last, "last"),
    )


def _sights(scene: Scene, moment: Moment, words: Words) -> Select:
    every: list[Sees] = ["o", *range(len(scene.sitters)), "b"]
    choices = [
        Choice(_sight(scene, sees, words), str(sees), chosen=sees == moment.sees) for sees in every
    ]
    args = f"{_args(scene, moment.number, moment.sees)}.sees"
    return Select(words("replay.sight"), "replay", choices, args)


def _sight(scene: Scene, sees: Sees, words: Words) -> str:
    if isinstance(sees, int):
        return words("replay.sight_seat", name=scene.names.plain[sees][:NAME])
    return words(f"replay.sight_{sees}")


def _jump(scene: Scene, moment: Moment, words: Words) -> Select:
    """Return the stops to jump to; where they are too many those around this moment."""
    now = max(i for i, stop in enumerate(moment.stops) if stop.entry <= moment.number)
    first = max(0, min(now - CHOICES // 2, len(moment.stops) - CHOICES))
    choices = [
        Choice(_stop(stop, words), str(stop.entry), chosen=i == now)
        for i, stop in enumerate(moment.stops)
        if first <= i < first + CHOICES
    ]
    args = f"{_args(scene, moment.number, moment.sees)}.jump"
    return Select(words("replay.jump"), "replay", choices, args)


def _stop(stop: Stop, words: Words) -> str:
    if stop.round is not None:
        return words("replay.round", round=stop.round)
    minutes, seconds = divmod(int(stop.seconds), 60)
    return words("replay.time", time=f"{minutes}:{seconds:02}")


def _args(scene: Scene, number: int, sees: Sees) -> str:
    """Return the moment as it travels in a control: table, entry, whose sight."""
    return f"{scene.table}.{number}.{sees}"
