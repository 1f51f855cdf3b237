"""Finds what a press of a control means: the frame's own verbs, all others are the game's."""

from __future__ import annotations

import time
from collections.abc import Mapping

import discord

from cogs.gate.answer import Answer
from cogs.gate.custom_id import Press
from cogs.gate.errors import sentence
from cogs.presses.blocking import Blocking
from cogs.presses.cutting import Cutting
from cogs.presses.decided import TRIAL, Decided
from cogs.presses.leaderboard import Leaderboard
from cogs.presses.lessons import LessonPresses
from cogs.presses.lobby import LobbyPresses, Verb
from cogs.presses.match import MatchPresses
from cogs.presses.meetings import MeetingPresses
from cogs.presses.notifying import Notifying
from cogs.presses.opening import Opening
from cogs.presses.privacy import forget
from cogs.presses.puzzle import PuzzlePresses
from cogs.presses.result import RecordPresses
from cogs.presses.sharing import Sharing
from cogs.presses.stats import Stats
from cogs.presses.tournament import TournamentPresses
from cogs.shown.puzzle_line import PLACE
from cogs.shown.services import Services
from cogs.shown.trials import Trials
from screens.frame.lesson import LEARN
from screens.frame.match import SHOW
from tables.room.refusal import Refusal
from tables.room.room import Room

OVER = ("error.running", "error.ended")
"""Why the question whether somebody leaves is out of date."""


class Dispatch:
    """Carries out presses at the tables of one bot."""

    def __init__(self, services: Services) -> None:
        host, pages, words = services.host, services.pages, services.pages.words
        boards, panels = services.boards, services.panels
        self._host, self._boards, self._pages = host, boards, pages
        self._replays, self._rulebook = services.replays, services.rulebook
        self._guide = services.guide
        self.cutting = Cutting(host.rooms, host.lobbies, pages, services.lobby_pages)
        lobby = LobbyPresses(
            host, pages, services.lobby_pages, panels, self.cutting, services.roles
        )
        self.match = MatchPresses(host, pages, boards, panels, services.in_words, services.rulebook)
        self.leaderboard = Leaderboard(
            host.records, services.pages.screens, services.painter, words
        )
        self.stats = Stats(host.records, host.store.readers, pages, services.painter)
        self.sharing = Sharing(services.replays, pages, services.painter)
        self.blocking = Blocking(host.store.manners, words)
        self.opening = Opening(host, pages, boards, panels)
        self.lessons = LessonPresses(
            services.lessons, pages.screens, services.lesson_pages, self.opening, words
        )
        self.meetings = MeetingPresses(host, pages, services.meetings)
        self.tournament = TournamentPresses(
            host, services.tournaments, services.contests, pages, services.painter
        )
        self.notifying = Notifying(host, pages, services.roles, services.whispers)
        trials = Trials(services.painter, panels.emojis)
        self.decided = Decided(host, services.replays, pages, trials)
        self.puzzle = PuzzlePresses(host.puzzles, host.admission, pages, trials)
        self._verbs: Mapping[str, Verb] = {
            **lobby.verbs,
            **self.match.verbs,
            **RecordPresses(host, services.replays, pages).verbs,
            **self.decided.verbs,
            SHOW: self.sharing.keepsake,
            LEARN: self._learn,
        }

    async def press(self, answer: Answer, press: Press) -> None:
        """Carry out one press; raise Refusal or RuleError when it is not possible."""
        at = time.time()
        if not press.table:
            await self._turn(answer, press)
            return
        if press.table == PLACE:
            await self.puzzle.press(answer, press)
            return
        if press.table.startswith(TRIAL):
            await self.decided.trial(answer, press)
            return
        room = await self._host.rooms.get(press.table)
        self._touch(answer, press.table)
        await self._host.meetings.seen(press.table, answer.interaction.user.id)
        verb = self._verbs.get(press.verb)
        if verb is None:
            await self.match.act(answer, press, room, at)
            return
        message = answer.interaction.message
        standing = await self._boards.message(press.table)
        try:
            await verb(answer, press, room)
        except Refusal as over:
            if not (answer.on_panel and over.key in OVER and press.verb == "quit"):
                raise
            # A question about a game that has ended since must not look alive any longer.
            said = sentence(over, self._pages.words(answer))
            await answer.show(content=said, embeds=[], attachments=[], view=None)
        if message and not answer.on_panel and message.id != standing:
            await self._boards.disown(room, message.id)

    def _touch(self, answer: Answer, table: str) -> None:
        interaction = answer.interaction
        thread = isinstance(interaction.channel, discord.Thread)
        self._boards.touched(table, interaction.app_permissions, thread)

    async def _learn(self, answer: Answer, press: Press, room: Room) -> None:
        """Show the lesson of a table's game beside what stands there."""
        await self.lessons.below(answer, room.table.game)

    async def _turn(self, answer: Answer, press: Press) -> None:
        """Carry out a press on pages that belong to no table."""
        match press.verb:
            case "contest":
                await self.tournament.press(answer, press)
            case "leaders":
                await self.leaderboard.turn(answer, press)
            case "accuracy":
                await self.stats.turn(answer, press)
            case "help":
                await self._guide.turn(answer, press)
            case "learn":
                await self.lessons.open(answer, press.args)
            case verb if verb in self.notifying.verbs:
                await self.notifying.verbs[verb](answer, press)
            case verb if verb in self.meetings.verbs:
                await self.meetings.press(answer, press)
            case "blocks":
                await self.blocking.choose(answer, press.values)
            case "forget":
                words, named = self._pages.words(answer), self._pages.computer_name
                await forget(answer, self._host.forgetting, named, words)
            case "replay":
                await self._replays.turn(answer, press)
            case "replay_share":
                await self.sharing.step(answer, press)
            case "replay_film":
                await self.sharing.film(answer, press)
            case _:
                await self._rulebook.turn(answer, press.args)
