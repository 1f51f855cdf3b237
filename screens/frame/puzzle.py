"""The pages of the puzzle of the day: put, answered, not ready, and the line in a channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.match import Match
from screens.frame import computers
from screens.frame.scene import Scene, Sitter
from screens.frame.trial import WORDS, Deed
from screens.page import Button, Page, Picture
from screens.screen import Screen
from screens.texts import Words

PUZZLE, AGAIN = "puzzle", "puzzle_again"
"""The verbs: today's puzzle, and the same position once more."""
ICON = "🧩"


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How somebody fares with puzzles, and when there is a new one."""

    streak: int
    """How many days in a row they have answered."""
    answered: int
    solved: int
    over: float
    """When the next puzzle comes, in seconds since the epoch."""


def scene(match: Match, words: Words) -> Scene:
    """Return the table of a puzzle: computers, called the same for everybody who reads this
    language, so that all are shown the same pictures."""
    names = computers.several(len(match.header.seats), words)
    return Scene(
        table="",
        game=match.game,
        status="running",
        sitters=[Sitter(name, computer=True) for name in names],
        options=match.options,
        roster="",
    )


def title(game: str, words: Words) -> str:
    """Return what heads a puzzle of a game."""
    return words("puzzle.title", game=words.within(game)("title"))


def asked(stage: str, name: str, score: Score, words: Words) -> str:
    """Return what stands below the position; `name`: whose seat it is."""
    return "\n".join((words("puzzle.ask", stage=stage, name=name), *_streak(score, words)))


def asked_again(stage: str, name: str, words: Words) -> str:
    """Return what stands there once the answer has been given."""
    return words("puzzle.ask_again", stage=stage, name=name)


def back(words: Words) -> Button:
    """Return the way back to what the answer came to."""
    return Button(words("puzzle.back"), PUZZLE)


def answered(
    screen: Screen,
    stage: str,
    lines: Sequence[str],
    counted: Deed | None,
    score: Score,
    pictures: Sequence[Picture],
    words: Words,
) -> Page:
    """Return what comes of an answer, below the position, where a phone shows it; `counted`: the
    first one, where it was another; the way to all in words stays, as the pictures do."""
    more = [] if counted is None else [counted.said("puzzle.counted", words)]
    head, next_one = f"**{stage}**", words("puzzle.next", when=_when(score.over))
    return Page(
        title=title(screen.game.id, words),
        pictures=pictures,
        below="\n\n".join((head, *lines, *more, "\n".join((*_fared(score, words), next_one)))),
        rows=((Button(words("puzzle.again"), AGAIN), Button(words("board.words"), WORDS)),),
        footer=words("decided.footer"),
        colour=screen.colour,
    )


def missing(why: str, over: float, words: Words) -> Page:
    """Return what is read while there is no puzzle, and why: it is being made (`making`), another
    process of the bot has one that is not known here (`elsewhere`), or none was found (`none`)."""
    again = Button(words("puzzle.look"), PUZZLE, style="primary")
    told = {
        "making": words("puzzle.making"),
        "elsewhere": words("puzzle.elsewhere"),
        "none": words("puzzle.none", when=_when(over)),
    }
    rows = () if why == "none" else ((again,),)
    return Page(title=words("puzzle.name"), text=told[why], rows=rows)


def line(screen: Screen, stage: str, words: Words) -> Page:
    """Return the one line that a channel gets."""
    told = words("puzzle.line", game=words.within(screen.game.id)("title"), stage=stage)
    button = Button(words("puzzle.solve"), PUZZLE, style="primary", emoji=ICON)
    return Page(title="", text=told, rows=((button,),), colour=screen.colour)


def _fared(score: Score, words: Words) -> Sequence[str]:
    """Return the streak, and how many answers were right; nothing for who never answered."""
    if not score.answered:
        return ()
    solved = words("puzzle.solved", n=score.solved, of=score.answered)
    return [*_streak(score, words), solved]


def _streak(score: Score, words: Words) -> Sequence[str]:
    return (words("puzzle.streak", n=score.streak),) if score.streak > 1 else ()


def _when(at: float) -> str:
    return f"<t:{int(at)}:R>"
