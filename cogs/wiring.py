"""Puts presses together; each takes the parts it needs."""

from __future__ import annotations

from collections.abc import Mapping

from cogs.presses.blocking import Blocking
from cogs.presses.controls import Submit
from cogs.presses.cutting import MODAL as CUT
from cogs.presses.cutting import Cutting
from cogs.presses.decided import TRIAL, Decided
from cogs.presses.dispatch import Dispatch
from cogs.presses.leaderboard import Leaderboard
from cogs.presses.lessons import LessonPresses
from cogs.presses.lobby import LobbyPresses
from cogs.presses.match import MatchPresses
from cogs.presses.meetings import MODAL as MEETING
from cogs.presses.meetings import MeetingPresses
from cogs.presses.notifying import AWAY, Notifying
from cogs.presses.notifying import MODAL as TIMES
from cogs.presses.opening import Opening
from cogs.presses.privacy import PrivacyPresses
from cogs.presses.puzzle import PuzzlePresses
from cogs.presses.result import RecordPresses
from cogs.presses.settings import MODAL as SETTINGS
from cogs.presses.sharing import Sharing
from cogs.presses.staff import StaffPresses
from cogs.presses.stats import Stats
from cogs.presses.tournament import MODAL as SCORES
from cogs.presses.tournament import TournamentPresses
from cogs.presses.verbs import Verbs
from cogs.services import Services
from cogs.shown.puzzle_line import PLACE
from cogs.shown.since import SincePages
from cogs.shown.trials import Trials
from screens.frame.lesson import LEARN
from screens.frame.match import SHOW
from screens.frame.records import ACCURACY, FARED
from screens.frame.tournament import VERB as CONTEST
from tables.past.lookback import Lookback


class Presses:
    """What carries out presses, one part for each kind; commands share it."""

    def __init__(self, parts: Services) -> None:
        host, pages = parts.host, parts.pages
        boards, panels, painter = parts.shown.boards, parts.shown.panels, parts.painter
        replays, trials = parts.replays, Trials(painter, panels.emojis)
        self.cutting = Cutting(host.rooms, host.lobbies, parts.lobby_pages)
        self.match = MatchPresses(host, pages, boards, panels, parts.in_words, parts.rulebook)
        self.decided = Decided(host, replays, pages, trials)
        self.puzzle = PuzzlePresses(host.puzzles, host.admission, pages, trials)
        self.leaderboard = Leaderboard(host.records, pages.screens, painter)
        self.stats = Stats(host.records, host.store.readers, pages, painter, parts.visibility)
        self.sharing = Sharing(replays, host.admission, pages, painter)
        self.blocking = Blocking(host.store.manners)
        self.since = SincePages(Lookback(host.store.tables), pages, painter)
        self.opening = Opening(host, pages, parts.lobby_pages, boards, panels, parts.shown.threads)
        self.lessons = LessonPresses(parts.lessons, pages.screens, parts.lesson_pages, self.opening)
        self.meetings = MeetingPresses(host, parts.shown.meetings)
        self.tournament = TournamentPresses(
            host, parts.tournaments, parts.tournament_boards, painter, parts.roles
        )
        self.notifying = Notifying(host, parts.roles, parts.shown.whispers, parts.shown.leftovers)
        self.staff = StaffPresses(
            host, pages, boards, parts.visibility, parts.tournaments, parts.offers, parts.roles
        )
        self.verbs = self._verbs(parts)
        self.dispatch = Dispatch(host.rooms, host.meetings, boards, self.verbs)
        self.modals: Mapping[str, Submit] = {
            SETTINGS: self.staff.submit,
            CUT: self.cutting.submit,
            SCORES: self.tournament.submit,
            TIMES: self.notifying.submit_times,
            MEETING: self.meetings.submit,
            AWAY: self.notifying.submit_vacation,
        }
        """What takes in what was typed, by how the modal's custom_id begins."""

    def _verbs(self, parts: Services) -> Verbs:
        host, pages = parts.host, parts.pages
        lobby = LobbyPresses(
            host, pages, parts.lobby_pages, parts.shown.panels, self.cutting, parts.roles,
            self.meetings.noted,
        )  # fmt: skip
        return Verbs(
            at_tables={
                **lobby.verbs,
                **self.match.verbs,
                **self.since.verbs,
                **RecordPresses(host, parts.replays, pages).verbs,
                **self.decided.verbs,
                SHOW: self.sharing.keepsake,
                LEARN: self.lessons.below,
                CONTEST: self.tournament.at_table,
            },
            act=self.match.act,
            elsewhere={
                **self.notifying.verbs,
                **dict.fromkeys(self.meetings.verbs, self.meetings.press),
                CONTEST: self.tournament.press,
                ACCURACY: self.stats.switch,
                FARED: self.stats.turn,
                LEARN: self.lessons.turn,
                "leaders": self.leaderboard.turn,
                "help": parts.guide.turn,
                "turn": parts.rulebook.turn,
                "blocks": self.blocking.choose,
                "forget": PrivacyPresses(host.forgetting).forget,
                "replay": parts.replays.turn,
                "replay_share": self.sharing.step,
                "replay_film": self.sharing.film,
            },
            trials={PLACE: self.puzzle.press, TRIAL: self.decided.trial},
        )
