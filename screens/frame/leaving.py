"""The private pages on which a person leaves a running game: really, and how to come back."""

from __future__ import annotations

from screens.frame.scene import Scene
from screens.page import Button, Page
from screens.texts import Words

LAST = "last"
"""What the button says that ends the game: nobody else plays there themselves."""


def question(scene: Scene, last: bool, rated: bool, words: Words) -> Page:
    """Ask whether somebody really leaves; `last`: nobody else plays here themselves, `rated`:
    people play each other."""
    game = words.within(scene.game.id)("title")
    leave, stay = (
        Button(words("leave.button"), "quit", LAST if last else "", "danger"),
        Button(words("leave.stay"), "seat"),
    )
    costs = [words("leave.won" if last else "leave.rated")] if rated else []
    return Page(
        title=words("leave.title"),
        text="\n".join((words("leave.last" if last else "leave.text", game=game), *costs)),
        # What ends the game stands where nothing stood, should the question be asked anew.
        rows=((stay,), (leave,)) if last else ((leave, stay, Button(words("end.propose"), "end")),),
    )


def proposed(ended: bool, words: Words) -> Page:
    """Say to who proposed there that all stop that it counts, or has `ended` the game."""
    rows = () if ended else ((Button(words("leave.stay"), "seat"),),)
    text = words("end.done" if ended else "end.counted")
    return Page(title=words("end.propose"), text=text, rows=rows)


def ended(words: Words) -> Page:
    """Say to who has left that this has ended the game."""
    return Page(title=words("left"), text=words("leave.ended"))
