"""How a person fared on a server, and the switch that shows others how well they decide."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press, ids_of
from cogs.gate.visibility import Visibility
from cogs.line.painter import Painter
from cogs.shown.links import link_to_result
from cogs.shown.pages import Pages
from cogs.shown.painted import show_painted
from engine.errors import Malformed
from screens.frame import chart, choices, records
from screens.frame.records import WORDS, Ended, Fared, Favourite, Medal
from screens.names import NAMELESS
from screens.texts import Words
from storage.readers import Readers
from storage.records import Past
from tables.past.ratings import points
from tables.past.records import Career, Records
from tables.room.refusal import Refusal

RECENT, LATELY = 25, 5
"""Of somebody's last games, those that tell what they like to choose, and those that are shown."""


class Stats:
    """Shows how people fared."""

    def __init__(
        self,
        past: Records,
        readers: Readers,
        pages: Pages,
        painter: Painter,
        visibility: Visibility,
    ) -> None:
        self._past, self._readers, self._visibility = past, readers, visibility
        self._pages, self._painter = pages, painter

    async def switch(self, answer: Answer, press: Press) -> None:
        """Let others see from now on how well the person decides who pressed, or not any more."""
        shown, _, told = press.args.partition(".")
        person = answer.interaction.user
        await self._readers.show(person.id, shown == records.SHOWN)
        await self.show(answer, person.id, person.display_name, told == WORDS)

    async def turn(self, answer: Answer, press: Press) -> None:
        """Answer with how a person fared, in words or in pictures."""
        asked, _, told = press.args.partition(".")
        try:
            [user] = ids_of([asked])
        except Malformed as forged:
            raise Refusal("error.gone") from forged
        name = await self._past.called(answer.guild, user)
        await self.show(answer, user, name or NAMELESS, told == WORDS)

    async def show(self, answer: Answer, user: int, name: str, worded: bool = False) -> None:
        """Answer with how a person of this name fared, in pictures or `worded`."""
        guild, own = answer.guild, user == answer.user
        past, words = self._past, answer.words
        shows = await self._readers.shows(user)
        careers = await past.careers(guild, user, judged=own or shows)
        fared = sorted(map(_fared, careers), key=_played, reverse=True)
        duel, games = await past.duel(guild, user), await past.lately(guild, user, RECENT)
        lately = await self._lately(answer, games[:LATELY], user)
        favourite = self._favourite(games, user, words)
        finishes = await past.medals(guild, user, time.time())
        medals = [Medal(row.game, row.season, row.place) for row in finishes]
        screens = self._pages.screens
        pictures = (
            chart.of_person(screens, fared, favourite, words),
            *chart.of_medals(medals, words),
        )
        page = records.stats(name, fared, duel, lately, favourite, medals, words, pictures)
        if fared:
            judged = own and any(row.kept is not None for row in fared)
            page = records.controlled(page, user, shows if judged else None, worded, words)
        await show_painted(answer, self._painter, page)

    async def _lately(self, answer: Answer, games: Sequence[Past], user: int) -> list[Ended]:
        """Return somebody's last games; a link leads to those alone that the reader may see."""
        channels, own = {game.table.channel for game in games}, user == answer.user
        seen = channels if own else await self._visibility.seen(answer.interaction, channels)
        return [_ended(game, user, game.table.channel in seen) for game in games]

    def _favourite(self, games: Sequence[Past], user: int, words: Words) -> Favourite | None:
        """Return the monsters that somebody chose most often in these games, if any."""
        chosen = Counter(
            (game.table.game, name, value)
            for game in games
            for player in game.table.players
            if player.user == user
            for name, value in json.loads(player.options).items()
        )
        for (game, name, value), times in chosen.most_common():
            screen = self._pages.screens[game]
            if (art := screen.option_art(name, value)) in screen.drawings():
                shown = choices.value(name, value, words.within(game))
                return Favourite(game, art, shown, times)
        return None


def _played(fared: Fared) -> int:
    return fared.games


def _fared(career: Career) -> Fared:
    tallies = career.tallies
    return Fared(
        game=career.game,
        places={tally.place: tally.games for tally in tallies if tally.completed and tally.place},
        left=sum(tally.games for tally in tallies if not tally.completed),
        points=points(career.rating) if career.rating else None,
        kept=career.kept,
    )


def _ended(past: Past, user: int, seen: bool) -> Ended:
    own = next(result for result in past.results if result.user == user)
    return Ended(
        game=past.table.game,
        ended=own.finished,
        place=own.place,
        seats=len(past.results),
        link=link_to_result(past) if seen else "",
        left=not own.completed,
    )
