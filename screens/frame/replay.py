"""A finished game step by step: what one person leafs through, and what is shared of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engine.contract import Seat, heard
from engine.match import Match
from screens.frame.match import at_end, gone, left
from screens.frame.ranking import winners
from screens.frame.scene import Scene
from screens.names import escape, unmarked
from screens.page import Button, Choice, Page, Picture, Row, Select
from screens.screen import Screen, Shown, Sight
from screens.texts import Words
from screens.wording import WHOLE, alt_text, joined

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
    took_back: bool = False
    """Whether the entry takes the one before it back."""
    frame: int | None = None
    """Which of the pictures that tell the entry is shown; None, or one too many, for what it led
    to."""
    stops: Sequence[Stop] = ()

    @property
    def number(self) -> int:
        """The sequence of the entry that is shown."""
        return self.match.sequence


def panel(
    scene: Scene,
    screen: Screen,
    moment: Moment,
    words: Words,
    came: Moment | None = None,
    back: Sequence[Button] = (),
) -> Page:
    """Return a moment with the controls to leaf through the game; to who comes from the moment
    before or after, its pictures tell in words only what differs; `back`: to what led here."""
    story = _story(scene, screen, moment, words)
    page = _page(scene, screen, moment, story, words)
    if came is not None and _frame(moment, len(story)) == len(story):
        page = _anew(page, _page(scene, screen, came, (), words), scene.names.plain, words)
    rows: list[Row] = [_leaf(scene, moment, len(story), words), _sights(scene, moment, words)]
    if len(moment.stops) > 1:
        rows.append(_jump(scene, moment, len(story), words))
    args = _here(scene, moment)
    share = Button(words("replay.share"), "replay_share", args)
    last = [share, Button(words("replay.film"), "replay_film", args)]
    rows.append([*last, *back])
    # Right above the controls: above the pictures it is out of sight for who steps on.
    return replace(page, text="", below=page.text, rows=rows)


def still(scene: Scene, screen: Screen, moment: Moment, words: Words) -> Page:
    """Return a moment as it is seen, without controls."""
    return _page(scene, screen, moment, _story(scene, screen, moment, words), words)


def _page(
    scene: Scene, screen: Screen, moment: Moment, told: Sequence[Shown], words: Words
) -> Page:
    sight = at_end(scene, Sight.of(moment.match, _seat(moment.sees), scene.names, words))
    frame, sees = _frame(moment, len(told)), moment.sees
    telling = frame < len(told)
    if telling:
        # It is told to all alike, before anything else is laid open.
        shown, sees = _told(told[frame]), "b"
        said = [shown.ask]
    else:
        shown, said = pictured(screen, moment, sight), [*_said(scene, screen, moment, sight)]
        if sight.outcome:
            won = winners(sight.outcome, scene.names, words, gone=gone(scene))
            said += [told for told in (won, left(scene, words)) if told]
        else:
            shown = _whole(shown)
    game, number = sight.words("title"), sight.view.round
    key = "replay.title_round" if screen.rounds and not telling else "replay.title"
    text = "\n".join((_step(moment, len(told), words), *said, _seen(scene, sees, words)))
    return Page(
        title=words(key, game=game, round=number),
        text=text,
        pictures=_besides(shown.pictures, text),
        instead=shown.text,
        footer=words("board.footer", table=scene.table),
        colour=screen.colour,
    )


def _story(scene: Scene, screen: Screen, moment: Moment, words: Words) -> Sequence[Shown]:
    """Return the pictures in which the entry was told to everybody."""
    public = Sight.of(moment.match, None, scene.names, words)
    return screen.story(heard(moment.match.happened, None), public)


def _said(scene: Scene, screen: Screen, moment: Moment, sight: Sight) -> Sequence[str]:
    """Return what happened in the entry, as far as it was seen; who acted may be nothing that
    another seat has seen."""
    words, everything = sight.words.within("frame"), moment.sees == "o"
    happened = moment.match.happened
    seen = happened if everything else heard(happened, _seat(moment.sees))
    if said := [line for event in seen for line in screen.sentences(event, sight)]:
        return said
    if not moment.number:
        return ()
    if not everything and (moment.actor is None or moment.actor != moment.sees):
        return (words("replay.unseen"),)
    if moment.actor is None:
        return (words("replay.clock"),)
    key = "replay.took_back" if moment.took_back else "replay.by"
    return (words(key, name=scene.names[moment.actor]),)


def shared(scene: Scene, screen: Screen, moment: Moment, words: Words, by: str) -> Page:
    """Return a moment as it is posted for all, with the name of who shares it."""
    page = still(scene, screen, moment, words)
    return replace(page, text=f"{words('replay.shared', name=escape(by))}\n{page.text}")


def filmed(scene: Scene, screen: Screen, moment: Moment, words: Words, by: str) -> Page:
    """Return the message with a film that ends with this moment, which its picture shows."""
    page = still(scene, screen, moment, words)
    title = words("replay.title", game=words.within(scene.game.id)("title"))
    said = joined(words("replay.filmed", name=escape(by)), left(scene, words))
    return replace(page, title=title, text=said)


def pictured(screen: Screen, moment: Moment, sight: Sight) -> Shown:
    """Return what is to be seen; a seat has its own panel's pictures below the board's."""
    if moment.sees == "o":
        return _told(screen.open(moment.match, sight))
    board = _told(screen.board(_public(moment, sight)))
    if moment.sees == "b" or sight.outcome:
        return board
    known = {picture.key for picture in board.pictures}
    own = [picture for picture in screen.panel(sight).pictures if picture.key not in known]
    if own:
        # Where nothing is pressed the controls do not say what the seat holds.
        told = "\n".join(part.told for part in screen.own(sight))
        own[0] = replace(own[0], alt=alt_text(told, WHOLE) or own[0].alt)
    return replace(board, pictures=(*board.pictures, *own))


def _public(moment: Moment, sight: Sight) -> Sight:
    return Sight.of(moment.match, None, sight.names, sight.words)


def _told(shown: Shown) -> Shown:
    """Return what is shown; a picture without words gets those of the board."""
    lines = [shown.text, *(f"{field.name}\n{field.value}" for field in shown.fields)]
    alt = alt_text("\n".join(lines))
    return replace(shown, pictures=[p if p.alt else replace(p, alt=alt) for p in shown.pictures])


def _whole(shown: Shown) -> Shown:
    """Return what is shown, all that the board says in the words of its pictures: the first one's
    tell what none of them does."""
    if not shown.pictures:
        return shown
    first, *others = shown.pictures
    known = "\n".join(picture.alt for picture in shown.pictures)
    fields = (f"{field.name}: {field.value}" for field in shown.fields)
    said = [unmarked(line) for text in (shown.text, *fields) for line in text.split("\n")]
    told = "\n".join((first.alt, *(line for line in said if line not in known)))
    return replace(shown, pictures=(replace(first, alt=alt_text(told, WHOLE)), *others))


def _besides(pictures: Sequence[Picture], said: str) -> Sequence[Picture]:
    """Return pictures whose words leave out the lines that a text says above them."""
    known = set(unmarked(said).split("\n"))
    left = ["\n".join(line for line in p.alt.split("\n") if line not in known) for p in pictures]
    return [replace(p, alt=alt or p.alt) for p, alt in zip(pictures, left, strict=True)]


def _anew(page: Page, came: Page, names: Sequence[str], words: Words) -> Page:
    """Return a page whose pictures tell what those of another did not."""
    known = {line for picture in came.pictures for line in picture.alt.split("\n")}
    pictures = [
        replace(each, alt="\n".join(_news(each.alt, known, names)) or words("replay.same"))
        for each in page.pictures
    ]
    return replace(page, pictures=pictures)


def _news(told: str, known: Set[str], names: Sequence[str]) -> Iterator[str]:
    """Give the lines that are not known, below the one that says whose they are."""
    head = ""
    for line in told.split("\n"):
        if any(line == name or line.startswith((f"{name}:", f"{name},")) for name in names):
            head = line
        if line not in known:
            if head and head != line:
                yield head
            head = ""
            yield line


def _seat(sees: Sees) -> Seat | None:
    return sees if isinstance(sees, int) else None


def _step(moment: Moment, frames: int, words: Words) -> str:
    """Return how far the game is, and which of an entry's pictures is shown."""
    if not moment.number:
        return words("replay.begin")
    step = words("replay.step", n=moment.number, last=moment.last)
    if not frames:
        return step
    return f"{step}, {words('replay.frame', n=_frame(moment, frames) + 1, last=frames + 1)}"


def _frame(moment: Moment, frames: int) -> int:
    """Return which picture of an entry is shown, that of what it led to being the last."""
    return frames if moment.frame is None else min(moment.frame, frames)


def _seen(scene: Scene, sees: Sees, words: Words) -> str:
    if isinstance(sees, int):
        return words("replay.seen_seat", name=scene.names[sees])
    return words(f"replay.seen_{sees}")


def _leaf(scene: Scene, moment: Moment, frames: int, words: Words) -> Sequence[Button]:
    now, last = moment.number, moment.last
    frame = _frame(moment, frames)
    start, end = not now and not frame, now == last and frame == frames

    def to(label: str, at: tuple[int, int | None], disabled: bool, tag: str) -> Button:
        args = _args(scene, *at, moment.sees)
        return Button(label, "replay", f"{args}.{tag}", disabled=disabled)

    back = (now, frame - 1) if frame else (max(0, now - 1), None)
    forward = (now, frame + 1) if frame < frames else (min(now + 1, last), 0)
    return (
        to(words("turn.first"), (0, None), start, "first"),
        to(words("turn.back"), back, start, "back"),
        to(words("turn.on"), forward, end, "forward"),
        to(words("turn.last"), (last, None), end, "last"),
    )


def _sights(scene: Scene, moment: Moment, words: Words) -> Select:
    every: list[Sees] = ["o", *range(len(scene.sitters)), "b"]
    choices = [
        Choice(_sight(scene, sees, words), str(sees), chosen=sees == moment.sees) for sees in every
    ]
    args = f"{_here(scene, moment)}.sees"
    return Select(words("replay.sight"), "replay", choices, args)


def _sight(scene: Scene, sees: Sees, words: Words) -> str:
    if isinstance(sees, int):
        return words("replay.sight_seat", name=scene.names.plain[sees][:NAME])
    return words(f"replay.sight_{sees}")


def _jump(scene: Scene, moment: Moment, frames: int, words: Words) -> Select:
    """Return the stops to jump to; where they are too many those around this moment. What is told
    of an entry still belongs before a stop to which it leads."""
    reached = moment.number - (_frame(moment, frames) < frames)
    now = max(i for i, stop in enumerate(moment.stops) if stop.entry <= reached)
    first = max(0, min(now - CHOICES // 2, len(moment.stops) - CHOICES))
    choices = [
        Choice(_stop(stop, words), str(stop.entry), chosen=i == now)
        for i, stop in enumerate(moment.stops)
        if first <= i < first + CHOICES
    ]
    args = f"{_here(scene, moment)}.jump"
    return Select(words("replay.jump"), "replay", choices, args)


def _stop(stop: Stop, words: Words) -> str:
    if stop.round is not None:
        return words("replay.round", round=stop.round)
    minutes, seconds = divmod(int(stop.seconds), 60)
    return words("replay.time", time=f"{minutes}:{seconds:02}")


def _here(scene: Scene, moment: Moment) -> str:
    return _args(scene, moment.number, moment.frame, moment.sees)


def _args(scene: Scene, number: int, frame: int | None, sees: Sees) -> str:
    """Return a moment as it travels in a control: table, entry, picture of it, whose sight."""
    shown = "" if frame is None else f"s{frame}"
    return f"{scene.table}.{number}{shown}.{sees}"
