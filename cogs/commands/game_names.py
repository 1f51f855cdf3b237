"""Games by what people type into a command."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from discord import app_commands

from cogs.commands.choices import choices
from screens.texts import LANGUAGES, Catalogue
from tables.room.refusal import Refusal

UMLAUTS = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})


def offered(
    games: Iterable[str], catalogue: Catalogue, locale: object, typed: str
) -> list[app_commands.Choice[str]]:
    """Return the games whose title in any language, or id, holds what is typed; first those with a
    title that begins with it, then those with a word that does."""
    words, said = catalogue.words(locale), _folded(typed)
    ranks = {id: _rank(_names(id, catalogue), said) for id in games}
    found = sorted((rank, n, id) for n, (id, rank) in enumerate(ranks.items()) if rank is not None)
    return choices(((words.within(id)("title"), id) for *_, id in found), "")


def known(games: Iterable[str], catalogue: Catalogue, typed: str) -> str:
    """Return the id of the game that is meant, by id or title; raise Refusal for none."""
    ids, said = list(games), _folded(typed)
    for id in ids:
        if said in _names(id, catalogue):
            return id
    listed = (" / ".join(dict.fromkeys(_titles(id, catalogue))) for id in ids)
    raise Refusal("error.no_game", games=", ".join(listed))


def _titles(game: str, catalogue: Catalogue) -> list[str]:
    return [catalogue.words(each, game)("title") for each in LANGUAGES]


def _names(game: str, catalogue: Catalogue) -> list[str]:
    """Return all that a game is called by, folded."""
    return [_folded(name) for name in (game, *_titles(game, catalogue))]


def _rank(names: Sequence[str], said: str) -> int | None:
    """Return how well what is typed fits names, the smaller the better; None: not at all."""
    if any(name.startswith(said) for name in names):
        return 0
    if any(f" {said}" in name for name in names):
        return 1
    return 2 if any(said in name for name in names) else None


def _folded(text: str) -> str:
    """Return a text without capitals and umlauts, which not every keyboard has: `tuf` for `Tüf`
    and `tuef`."""
    return re.sub("([aou])e", r"\1", text.casefold().translate(UMLAUTS))
