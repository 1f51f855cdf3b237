"""Games by what people type into a command."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

from cogs.commands.choices import choices
from screens.texts import LANGUAGES, Catalogue
from tables.room.refusal import Refusal


def offered(
    games: Iterable[str], catalogue: Catalogue, locale: object, typed: str
) -> list[app_commands.Choice[str]]:
    """Return the games whose title holds what is typed."""
    words = catalogue.words(locale)
    return choices(((words.within(id)("title"), id) for id in games), typed)


def known(games: Iterable[str], catalogue: Catalogue, typed: str) -> str:
    """Return the id of the game that is meant, by id or title; raise Refusal for none."""
    titles = {id: [catalogue.words(each, id)("title") for each in LANGUAGES] for id in games}
    for id, names in titles.items():
        if typed.casefold() in (id, *(name.casefold() for name in names)):
            return id
    listed = (" / ".join(dict.fromkeys(names)) for names in titles.values())
    raise Refusal("error.no_game", games=", ".join(listed))
