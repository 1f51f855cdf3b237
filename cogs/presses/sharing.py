"""Shares finished games with the channel: a moment or one's monster, a game as a film."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from time import monotonic
from typing import Any

import discord
from cachetools import LRUCache
from discord.utils import DEFAULT_FILE_SIZE_LIMIT_BYTES

from cogs.gate.answer import Answer
from cogs.gate.bot import bot_of
from cogs.gate.custom_id import Press
from cogs.gate.permissions import check_permissions
from cogs.line.allowance import Place
from cogs.line.embedded import took
from cogs.line.messages import ENVELOPE, PICTURE_NAMES, embeds, file
from cogs.line.painter import Painter
from cogs.line.sending import stand
from cogs.line.unreachable import CONNECTION, Unembedded, unreachable
from cogs.shown.pages import Pages
from cogs.shown.replay import Bookmark, ReplayPanel
from screens.frame import film
from screens.frame import replay as frame
from screens.kit.film import TooLarge
from screens.kit.film import film as cut
from screens.page import Page, Picture
from tables.lobby.admission import Admission
from tables.past.replays import Replay
from tables.room.refusal import Refusal
from tables.room.room import Room

APART = 15.0
"""Seconds between two things that one person shares in one channel."""
SHARERS = 1000
"""People in a channel of whom is known when they shared something last."""
AGAIN = 4
"""How often something may be gone or changed, and shared again, and is still posted once."""
PATIENT = 60.0
"""Seconds that a picture of a film may wait: everybody else is shown theirs first."""
LARGEST = 2_000_000
"""Bytes of a film at most."""
NAME = "replay.gif"


class Sharing:
    """Posts what people share, nobody much at once; one film is made at a time."""

    def __init__(
        self, replays: ReplayPanel, admission: Admission, pages: Pages, painter: Painter
    ) -> None:
        self._replays, self._admission = replays, admission
        self._pages, self._painter = pages, painter
        self._shared: LRUCache[tuple[int, int], float] = LRUCache(SHARERS)
        self.filming = asyncio.Lock()
        """Held while a film is made."""
        self._maker: asyncio.Task[object] | None = None

    def close(self) -> None:
        """Give up the film that is being made."""
        if self._maker is not None:
            self._maker.cancel()

    async def step(self, answer: Answer, press: Press) -> None:
        """Post the moment that a page shows."""
        bookmark = Bookmark.of(press)
        replay = await self._allowed(answer, bookmark)
        self._claim(answer, replay.table.channel)
        page = self._page(answer, replay, bookmark, frame.shared)
        page, pngs = await self._painter.paint(page)
        await self._post(answer, press, page, pngs)
        await answer.say(answer.words("replay.done"))

    async def keepsake(self, answer: Answer, press: Press, room: Room) -> None:
        """Post what somebody has made in a game that has ended."""
        user = answer.interaction.user
        page = self._pages.keepsake(room, user.id, user.display_name)
        if page is None:
            raise Refusal("error.gone")
        await self._check(answer, room.table.channel)
        self._claim(answer, room.table.channel)
        page, pngs = await self._painter.paint(page)
        await self._post(answer, press, page, pngs)
        await answer.say(answer.words("replay.done"))

    async def film(self, answer: Answer, press: Press) -> None:
        """Post what was told of a game as one film."""
        replay = await self._allowed(answer, Bookmark.of(press))
        if self.filming.locked():
            raise Refusal("error.film_busy")
        async with self.filming:
            self._maker = asyncio.current_task()
            try:
                await self._share_film(answer, press, replay)
            finally:
                self._maker = None

    async def _share_film(self, answer: Answer, press: Press, replay: Replay) -> None:
        words = answer.words
        self._claim(answer, replay.table.channel)
        said = await answer.say(words("replay.making"))
        try:
            await self._post_film(answer, press, replay)
        except BaseException as failed:  # also as the bot stops
            with suppress(discord.HTTPException, *CONNECTION):
                await said.edit({"content": words("error.film_failed")})
            if not isinstance(failed, TooLarge):
                raise
        else:
            await said.edit({"content": words("replay.done")})

    async def _post_film(self, answer: Answer, press: Press, replay: Replay) -> None:
        """Make a film and post it; raise TooLarge where it does not fit."""
        bookmark = replace(Bookmark.of(press), number=replay.last)
        page = self._page(answer, replay, bookmark, frame.filmed)
        pictures = await self._replays.film(replay, self._pages.public(replay.table))
        gif = await self._film(answer, replay, pictures)
        last = page.pictures[0]
        shown = replace(last, alt=film.told(pictures, last.alt))
        page = replace(page, pictures=[shown])
        await self._post(answer, press, page, [file(shown, gif, NAME)], [NAME])

    async def _film(self, answer: Answer, replay: Replay, pictures: Sequence[Picture]) -> bytes:
        pngs = [await self._painter.png(picture, PATIENT) for picture in pictures]
        guild = answer.interaction.guild
        limit = guild.filesize_limit if guild else DEFAULT_FILE_SIZE_LIMIT_BYTES
        palette = self._pages.of(replay.table).palette
        return await asyncio.to_thread(cut, pngs, palette, min(LARGEST, limit - ENVELOPE))

    async def _allowed(self, answer: Answer, bookmark: Bookmark) -> Replay:
        """Return the game of which somebody may share something here; raise Refusal."""
        replay = await self._replays.find(answer, bookmark)
        await self._check(answer, replay.table.channel)
        return replay

    async def _check(self, answer: Answer, channel: int) -> None:
        """Raise Refusal unless somebody may share something in this channel now."""
        interaction = answer.interaction
        await self._admission.admit(answer.guild, answer.user)
        await check_permissions(interaction, False, answer.words)
        if not _may_write(interaction):
            raise Refusal("error.share_rights")
        left = self._shared.get((channel, answer.user), -APART) + APART - monotonic()
        if left > 0:
            raise Refusal("error.share_soon", n=math.ceil(left))

    def _claim(self, answer: Answer, channel: int) -> None:
        self._shared[channel, answer.user] = monotonic()

    def _page(
        self, answer: Answer, replay: Replay, bookmark: Bookmark, make: Callable[..., Page]
    ) -> Page:
        """Return a page for the channel, in its language, with the name of who shares it."""
        words = self._pages.public(replay.table)
        by = partial(make, by=answer.interaction.user.display_name)
        return self._replays.page(replay, bookmark, by, words)

    async def _post(
        self,
        answer: Answer,
        press: Press,
        page: Page,
        attached: Sequence[discord.File],
        names: Sequence[str] = PICTURE_NAMES,
    ) -> None:
        """Post a page in the channel that somebody shares it in, once, also where they press again
        within minutes while it stands there as it was shared: what was not answered is asked once
        more."""
        here = Place(answer.guild, answer.interaction.channel_id or 0)
        shared: dict[str, Any] = {"embeds": embeds(page, names), "files": attached}
        nonces, since = _nonces(answer, press), answer.interaction.id
        for late in (False, True):
            try:
                async with bot_of(answer.interaction).at(here) as channel:
                    sent = await stand(channel, *nonces, since=since, **shared)
                    if not took(sent, shared):
                        await sent.delete()
                        raise Unembedded
                return
            except (discord.Forbidden, Unembedded) as refused:
                raise Refusal("error.share_refused") from refused
            except (discord.HTTPException, *CONNECTION) as failed:
                if not unreachable(failed):
                    raise
                if late:
                    raise Refusal("error.share_unreached") from failed
            for each in attached:
                each.reset(seek=True)


def _nonces(answer: Answer, press: Press) -> Sequence[str]:
    """Return the nonces of what a person shares, the same whenever they press for it, as long as it
    was not often gone or changed; the last is of this press."""
    shared = f"{press.verb} {press.table} {press.args} {answer.user}"
    nonce = blake2b(shared.encode(), digest_size=10).hexdigest()
    return [*(nonce + "+" * n for n in range(AGAIN)), f"share{answer.interaction.id}"]


def _may_write(interaction: discord.Interaction[Any]) -> bool:
    """Return whether a person may write here themselves."""
    rights, place = interaction.permissions, interaction.channel
    if isinstance(place, discord.Thread):
        return rights.send_messages_in_threads and (rights.manage_threads or not place.locked)
    return rights.send_messages
