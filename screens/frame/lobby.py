"""The public page of a table at which nothing has begun, and of one that was closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from screens.frame import choices
from screens.frame.invitation import TEAMS, invitation
from screens.frame.scene import Scene, Sitter
from screens.names import escape, unmarked
from screens.page import Button, Page, Picture
from screens.screen import Screen
from screens.texts import Words
from screens.wording import bold, countdown

GREY = 0x80848E
"""The colour of what is over."""


def lobby(scene: Scene, screen: Screen, words: Words) -> Page:
    """Return the invitation to a table: the game, the seats in a picture, what is chosen."""
    own = words.within(scene.game.id)
    chosen = [_chosen(sitter, own) for sitter in scene.sitters]
    players, free = _players(scene, chosen, words), words("lobby.free")
    hint = words("lobby.choose") if scene.game.seat_options_type.model_fields else ""
    goal = screen.goal(scene.options, len(scene.sitters))
    host = next(
        name for name, sitter in zip(scene.names, scene.sitters, strict=True) if sitter.host
    )
    full = len(scene.sitters) == max(scene.game.seat_counts)
    computers = sum(sitter.computer for sitter in scene.sitters)
    return Page(
        title=words("lobby.title", game=own("title")),
        text=f"{own('blurb')}\n🎯 {own(goal)}",
        rows=(
            (
                Button(words("lobby.join"), "join", style="success", disabled=full),
                Button(words("lobby.add"), "add", str(computers), disabled=full),
                Button(words("lobby.start"), "start", style="primary"),
                Button(words("lobby.more"), "more"),
            ),
        ),
        pictures=(
            Picture(
                ("lobby", scene.game.id, tuple(scene.sitters), scene.teams, tuple(chosen), free),
                unmarked(players),
                partial(invitation, screen=screen, scene=scene, chosen=chosen, free=free),
            ),
        ),
        instead=players,
        below="\n".join(
            part
            for part in (
                _missing(scene, words),
                _options(scene, words),
                *_door(scene, words),
                words("lobby.all_here" if full else "lobby.text", name=host),
                hint,
            )
            if part
        ),
        footer=words("board.footer", table=scene.table),
        colour=screen.colour,
    )


def closed(
    scene: Scene,
    words: Words,
    stayed: Sequence[str] = (),
    left: Sequence[str] = (),
    why: str = "",
) -> Page:
    """Return what stands where a table was that ended without a result, and `why` it did; who had
    `left` it comes behind those who `stayed` all the same."""
    text = words("closed.text")
    if left:
        names = {"stayed": bold(map(escape, stayed), words), "left": bold(map(escape, left), words)}
        text = f"{words('closed.rated', n=len(left), **names)}\n{text}"
    if why:
        text = f"{words.named(why)}\n{text}"
    return Page(
        title=words.within(scene.game.id)("title"),
        text=text,
        footer=words("board.footer", table=scene.table),
        colour=GREY,
    )


def outdated(scene: Scene, screen: Screen, words: Words) -> Page:
    """Return why a match that a new version of the bot cannot play ended, with its log.

    The board it had stays, where nothing has to be forgotten.
    """
    page = replace(closed(scene, words), rows=((Button(words("closed.log"), "log"),),))
    if screen.forgets:
        return replace(page, text=words("closed.outdated"))
    return replace(page, text=words("closed.outdated_kept"), keeps=True)


def past(scene: Scene, words: Words, outdated: bool, dropped: bool) -> Page:
    """Return what stands in place of a finished match that cannot be looked at any more: its rules
    are `outdated`, or its log is `dropped`, or damaged. The board it had stays."""
    why = "error.no_log" if dropped else "error.log_damaged"
    text = words("error.other_rules" if outdated else why)
    return replace(closed(scene, words), text=text, keeps=True)


def _missing(scene: Scene, words: Words) -> str:
    """Return since when a lobby waits, and for how many."""
    seated, counts = len(scene.sitters), scene.game.seat_counts
    values = {"since": countdown(scene.opened), "n": min(counts) - seated}
    if seated < min(counts):
        return words.named("company.lobby.missing", **values)
    values["n"] = max(counts) - seated
    return words.named("company.lobby.enough" if values["n"] else "company.lobby.full", **values)


def _chosen(sitter: Sitter, own: Words) -> str:
    values = sitter.options.model_dump().items()
    return " ".join(choices.value(name, value, own) for name, value in values if value is not None)


def _players(scene: Scene, chosen: Sequence[str], words: Words) -> str:
    teams, most = scene.teams, max(scene.game.seat_counts)
    lines = [words("lobby.players", n=len(scene.sitters), most=most)]
    for seat, sitter in enumerate(scene.sitters):
        marks = "👑" * sitter.host + f"🤖 {words('lobby.computer')}" * sitter.computer
        team = " " + words("lobby.team", team=TEAMS[teams[seat]]) if teams else ""
        own = f", {chosen[seat]}" if chosen[seat] else ""
        lines.append(f"{seat + 1}. {escape(sitter.name)} {marks}{team}{own}")
    return "\n".join(lines)


def _door(scene: Scene, words: Words) -> list[str]:
    """Return what has to be said of who is let in, and of who does not always stay."""
    lines = [words.named("manners.lobby.private")] if scene.private else []
    lines += [words.named("manners.lobby.reliable")] if scene.reliable else []
    for name, sitter in zip(scene.names, scene.sitters, strict=True):
        if sitter.stayed is not None:
            stayed, games = sitter.stayed
            lines.append(words.named("manners.lobby.shaky", name=name, n=stayed, games=games))
    return lines


def _options(scene: Scene, words: Words) -> str:
    own, chosen = words.within(scene.game.id), scene.options.model_dump()
    lines = [
        f"{choices.title(name, own)}: **{choices.value(name, chosen[name], own)}**"
        for name in scene.offered
    ]
    return f"⚙️ {', '.join(lines)}" if lines else ""
