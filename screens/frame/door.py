"""The host's private page about people: who is let in, who is sent away, who hosts."""

from __future__ import annotations

from collections.abc import Sequence

from screens.frame.scene import Scene
from screens.page import FIT, LABEL, Button, Choice, Page, People, Row, Select
from screens.texts import Words


def door(scene: Scene, invited: Sequence[int], words: Words) -> Page:
    """Return the switches of the door, and a select each of whom to invite, send away, let host."""
    switches = (
        _switch("private", scene.private, words),
        _switch("reliable", scene.reliable, words),
        Button(words("options.back"), "more"),
    )
    rows: list[Row] = [switches]
    told = [words.named("manners.door.text")]
    if scene.private:
        if invited:
            # A select that shows people no longer says what it is for.
            people = " ".join(f"<@{user}>" for user in invited)
            told.append(words.named("manners.door.invited", people=people))
        rows.append(
            People(
                words.named("manners.door.invite"),
                "invite",
                (),
                least=0,
                most=FIT,
                chosen=invited[:FIT],
            )
        )
    others = [
        Choice(name[:LABEL], str(seat))
        for seat, (name, sitter) in enumerate(zip(scene.names.plain, scene.sitters, strict=True))
        if not sitter.computer and not sitter.host
    ]
    if others:
        rows.append(Select(words.named("manners.door.away"), "away", others, scene.roster))
        rows.append(Select(words("more.host"), "host", others, scene.roster))
    return Page(
        title=words.named("manners.door.title", game=words.within(scene.game.id)("title")),
        text="\n".join(told),
        rows=rows,
        footer=words("board.footer", table=scene.table),
    )


def _switch(name: str, on: bool, words: Words) -> Button:
    value = words("on" if on else "off")
    label = words.named(
        "manners.door.switch", title=words.named(f"manners.door.{name}"), value=value
    )
    return Button(label, "door", f"{name}.{not on}", "success" if on else "secondary")
