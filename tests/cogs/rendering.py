"""A table as Discord would get it, from a match alone: what tests compare and measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import discord

from cogs.gate.custom_id import custom_ids
from cogs.line.messages import PICTURE_NAMES, controls, embeds
from cogs.shown.pages import Pages
from engine import registry
from engine.contract import AnyGame, Options
from engine.match import Match
from screens import screen as screens
from screens.kit.emojis import noted
from screens.page import Page
from screens.screen import Screen
from screens.texts import Language
from storage.records import Player, Status, Table
from tables.room.room import Room
from tests.catalogue import catalogue
from tests.engine.facts import known_games

HOST = 200_000_000_000_000_000
"""The person in seat 0; the others have the numbers after it."""
LANGUAGES: tuple[Language, ...] = ("de", "en")
ART = {
    name: discord.PartialEmoji(name=f"mr_{name}", id=number)
    for number, name in enumerate((n for id in registry.load() for n in noted(id)), 1)
}
"""All art there is, as emojis."""


class Renderer:
    """Draws tables of some games in one language."""

    def __init__(self, games: Mapping[str, AnyGame], language: Language) -> None:
        self.catalogue, self.language = catalogue(), language
        self.words = self.catalogue.words(language)
        self.screens: Mapping[str, Screen] = screens.load(games)
        self.pages = Pages(games, self.screens, self.catalogue, lambda guild, channel: language)

    def board(self, match: Match, names: Sequence[str]) -> Page:
        """Return the public page."""
        return self.pages.board(room(match, names))

    def in_words(
        self, match: Match, names: Sequence[str], seat: int | None = None, part: str = ""
    ) -> Page:
        """Return what the public page's picture shows, in words for a seat or a bystander."""
        user = 0 if seat is None else HOST + seat
        return self.pages.in_words(room(match, names), user, self.words, part)

    def panel(self, match: Match, names: Sequence[str], seat: int) -> tuple[Page, int]:
        """Return a seat's page with its token."""
        return self.pages.panel(room(match, names), HOST + seat, "", self.language)


@cache
def renderers() -> Mapping[Language, Renderer]:
    """Return for each language what draws the known games in it."""
    return {language: Renderer(known_games(), language) for language in LANGUAGES}


def table(game: AnyGame, options: Options, names: Sequence[str], status: Status = "lobby") -> Table:
    """Return a table with these people."""
    return Table(
        id="0123abcd",
        guild=1,
        channel=2,
        host=HOST,
        game=game.id,
        rules=game.version,
        options=game.codecs.options.dump(options),
        seed="",
        players=tuple(Player(HOST + seat, name) for seat, name in enumerate(names)),
        status=status,
        created=0.0,
        updated=0.0,
    )


def room(match: Match, names: Sequence[str]) -> Room:
    """Return the table at which this match is played."""
    options = match.game.codecs.options.load(match.header.options)
    status: Status = "finished" if match.over else "running"
    return Room(table(match.game, options, names, status), match)


def payload(page: Page, token: int = 0) -> dict[str, Any]:
    """Return the message's body; needs a running event loop, as discord.py's views do."""
    view = controls(page, custom_ids("0123abcd", token), ART)
    message: dict[str, Any] = {
        "embeds": [embed.to_dict() for embed in embeds(page, art=ART)],
        "components": view.to_components(),
    }
    if page.pictures:
        message["attachments"] = [
            {"id": id, "filename": name, "description": picture.alt[:1024]}
            for id, (name, picture) in enumerate(zip(PICTURE_NAMES, page.pictures, strict=False))
        ]
    return message
