"""The public page of a table at which nothing has begun, and of one that was closed."""

from __future__ import annotations

from screens.frame import choices
from screens.frame.scene import Scene
from screens.names import escape
from screens.page import Button, Field, Page
from screens.texts import Words

GREY = 0x80848E
"""The colour of what is over."""
TEAMS = "AB"


def lobby(scene: Scene, colour: int, words: Words) -> Page:
    """Return who sits at the table, what is chosen, and the buttons of a lobby."""
    own, most = words.within(scene.game.id), max(scene.game.seat_counts)
    players = words("lobby.players", n=len(scene.sitters), most=most)
    return Page(
        title=words("lobby.title", game=own("title")),
        text=f"{own('blurb')}\n{words('lobby.text')}",
        fields=(
            Field(players, _players(scene, words), True),
            Field(words("lobby.options"), _options(scene, words), True),
        ),
        rows=(
            (
                Button(words("lobby.join"), "join", style="success"),
                Button(words("lobby.leave"), "leave"),
                Button(words("lobby.add"), "add"),
                Button(words("lobby.remove"), "remove"),
            ),
            (
                Button(words("lobby.start"), "start", style="primary"),
                Button(words("lobby.options"), "options"),
                Button(words("board.rules"), "rules"),
                Button(words("lobby.cancel"), "cancel", style="danger"),
            ),
        ),
        footer=words("board.footer", table=scene.table),
        colour=colour,
    )


def closed(scene: Scene, words: Words) -> Page:
    """Return what stands where a table was that ended without a result."""
    return Page(
        title=words.within(scene.game.id)("title"),
        text=words("closed.text"),
        footer=words("board.footer", table=scene.table),
        colour=GREY,
    )


def _players(scene: Scene, words: Words) -> str:
    teams, lines = scene.teams, []
    for seat, sitter in enumerate(scene.sitters):
        marks = "👑" * sitter.host + "🤖" * sitter.computer
        team = " " + words("lobby.team", team=TEAMS[teams[seat]]) if teams else ""
        lines.append(f"{seat + 1}. {escape(sitter.name)} {marks}{team}")
    return "\n".join(lines)


def _options(scene: Scene, words: Words) -> str:
    own, chosen = words.within(scene.game.id), scene.options.model_dump()
    lines = [
        f"{choices.title(name, own)}: **{choices.value(name, chosen[name], own)}**"
        for name in scene.offered
    ]
    return "\n".join(lines) or words("lobby.no_options")
