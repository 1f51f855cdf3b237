"""The frame's pages: what every game's tables show alike."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.bugs import GAME as Bugs
from engine.contract import AnyGame, Event, Outcome
from engine.meistercoup import GAME
from screens.frame import choices, guide, lobby, match, more, options
from screens.frame.in_words import in_words
from screens.frame.invitation import LINE, invitation
from screens.frame.ranking import ranking, winners
from screens.frame.scene import Scene, Sitter
from screens.kit.studio import Studio
from screens.names import Names
from screens.page import LABEL, Page, Picture, Select
from screens.screen import Pressed, Screen, Shown, Sight, Yours, load
from screens.texts import LANGUAGES, Catalogue, Language, Words
from screens.wording import BUTTON, sentences
from tests.catalogue import catalogue
from tests.engine.driver import start
from tests.engine.facts import all_settings, known_games
from tests.engine.walks import walk
from tests.screens.rows import buttons_in

COUP, BUGS = GAME(), Bugs()
COVER = 200
"""The height of the stub's cover."""
WORDS = catalogue().words("en")
OUTCOME = Outcome(
    places=(2, 1, 3),
    winners=(1,),
    reason="meistercoup.reason.points",
    columns=("meistercoup.column.coups", "meistercoup.column.points"),
    scores=((1, -5), (0, 30), (0, -12)),
)


class Stub(Screen):
    """Shows what a test wants shown."""

    shown = Shown()

    def cover(self, studio: Studio) -> Image.Image:
        return Image.new("RGB", (1000, COVER), "#10131c")

    def board(self, sight: Sight) -> Shown:
        return self.shown

    def panel(self, sight: Sight) -> Shown:
        return self.shown

    def sentences(self, event: Event, sight: Sight) -> Sequence[str]:
        return ()

    def press(self, view: Any, verb: str, args: str, values: Sequence[str]) -> Pressed:
        return Pressed()

    def rules(self, words: Words) -> Sequence[Page]:
        return ()


def scene(*names: str) -> Scene:
    """Return a table at which these people sit, the first as host."""
    return Scene(
        table="0123abcd",
        game=COUP,
        status="running",
        sitters=[Sitter(name, host=seat == 0) for seat, name in enumerate(names)],
        options=COUP.options_type(),
        roster="x",
    )


def sight() -> Sight:
    """Return what a bystander sees of a fresh match of Anna, Ben and Chiara."""
    begun = start(COUP, COUP.options_type(), 3, "frame").match
    return Sight.of(begun, None, Names.of(["Anna", "Ben", "Chiara"]), WORDS)


def labels(page: Page) -> list[str]:
    """Return what is written on a page's buttons and selects."""
    found: list[str] = []
    for row in page.rows:
        found += [row.placeholder] if isinstance(row, Select) else [b.label for b in row]
    return found


def verbs(page: Page) -> list[str]:
    """Return the verbs of a page's buttons."""
    return [b.verb for row in page.rows if not isinstance(row, Select) for b in row]


def invited(scene: Scene) -> tuple[Page, Picture]:
    """Return a lobby's page and its picture."""
    page = lobby.lobby(scene, Stub(scene.game), WORDS)
    [picture] = page.pictures
    return page, picture


def test_the_table_of_points_lines_up_whatever_people_are_called() -> None:
    table = ranking(OUTCOME, Names.of(["``` @everyone", "Ben", "Chiara with a long name"]), WORDS)
    assert table.startswith("```\n") and table.endswith("\n```")
    lines = table[4:-4].splitlines()
    assert "`" not in "".join(lines)
    assert [line.split()[0] for line in lines[1:]] == ["1.", "2.", "3."]
    assert lines[1].endswith(" 30") and lines[2].endswith("−5") and lines[3].endswith("−12")
    assert len({len(line) for line in lines}) == 1


def test_who_won_is_named_harmlessly() -> None:
    said = winners(OUTCOME, Names.of(["Anna", "*Ben*", "Chiara"]), WORDS)
    assert r"**\*Ben\***" in said
    nobody = winners(replace(OUTCOME, winners=()), Names.of(["Anna"] * 3), WORDS)
    assert WORDS("final.won_0") in nobody
    both = winners(replace(OUTCOME, winners=(0, 2)), Names.of(["Anna", "Ben", "Chiara"]), WORDS)
    assert "**Anna** and **Chiara** win together" in both


def test_who_had_left_is_only_ahead_at_the_table() -> None:
    names = Names.of(["Anna", "Ben", "Chiara"])
    first = replace(OUTCOME, winners=(1,))
    assert "**Ben** is ahead at the table" in winners(first, names, WORDS, gone=(1, 2))
    assert "**Ben** is ahead at the table" in winners(first, names, WORDS, 1, (1,))
    assert "**Ben** wins!" in winners(first, names, WORDS, gone=(0, 2))


def test_who_has_won_is_addressed_themselves() -> None:
    names, both = Names.of(["Anna", "Ben", "Chiara"]), replace(OUTCOME, winners=(0, 2))
    assert "**You** win!" in winners(replace(OUTCOME, winners=(2,)), names, WORDS, 2)
    assert "**You** win together with **Anna**!" in winners(both, names, WORDS, 2)
    assert winners(both, names, WORDS, 1) == winners(both, names, WORDS)


@pytest.mark.parametrize(
    ("gone", "computers", "said"),
    [
        ((), (), ""),
        ((1,), (), "**Ben** left and counts behind everybody else"),
        ((0, 1), (), "**Anna** and **Ben** left and count behind everybody else"),
        ((0, 1, 2), (), WORDS("final.all_left")),
        ((0, 1), (2,), WORDS("final.all_left")),
        ((0,), (1, 2), ""),
    ],
)
def test_a_result_says_who_left_and_behind_whom_they_come(
    gone: Sequence[int], computers: Sequence[int], said: str
) -> None:
    table = scene("Anna", "Ben", "Chiara")
    sitters = [
        replace(sitter, away=seat in gone, computer=seat in computers)
        for seat, sitter in enumerate(table.sitters)
    ]
    told = match.left(replace(table, sitters=sitters), WORDS)
    assert told.startswith(said) and bool(told) == bool(said)


def test_a_result_marks_the_places_that_are_a_computer_s_wherever_it_is_told() -> None:
    """Also where a long name is cut."""
    table, over = scene("Anna", "Maximilian", "Chiara"), replace(sight(), outcome=OUTCOME)
    sitters = [replace(sitter, away=sitter.name == "Maximilian") for sitter in table.sitters]
    left, screen = replace(table, sitters=sitters), Stub(COUP)
    assert match.at_end(left, over).names == ("Anna", "Maximilian \\(computer\\)", "Chiara")
    assert match.at_end(left, over).names.plain == ("Anna", "*Maximilian", "Chiara")
    assert match.at_end(left, sight()).names == match.at_end(table, over).names == over.names
    board = match.board(left, screen, over)
    for told in (board.instead, in_words(left, screen, over, "numbers").text):
        assert "1. *Maximilian " in told
    for page in (board, match.panel(left, screen, over, 1), in_words(left, screen, over)):
        assert "ahead at the table" in page.text or "You" in page.text
        assert "**Maximilian** left" in page.text and "(*) is the computer" in page.text


def test_the_board_says_whom_the_table_waits_for_and_what_for() -> None:
    screen, seen = Stub(COUP), sight()
    waiting = seen.names[seen.view.waiting[0]]
    first = match.board(scene("Anna", "Ben", "Chiara"), screen, seen).text.splitlines()[0]
    assert first == WORDS("waits.others", names=f"**{waiting}**")
    screen.shown = Shown(ask="to play a card", text="All in words.")
    page = match.board(scene("Anna", "Ben", "Chiara"), screen, seen)
    assert page.text == f"⏳ Waiting for **{waiting}** to play a card."
    assert page.instead == "All in words."
    said = in_words(scene("Anna", "Ben", "Chiara"), screen, seen).text.splitlines()
    assert said == [page.text, "All in words."]


def test_a_panel_tells_who_is_asked_and_who_waits() -> None:
    begun = start(COUP, COUP.options_type(), 3, "frame").match
    asked = begun.asked[0]
    for seat in range(3):
        seen = Sight.of(begun, seat, Names.of(["Anna", "Ben", "Chiara"]), WORDS)
        page = match.panel(scene("Anna", "Ben", "Chiara"), Stub(COUP), seen, seat)
        assert (WORDS("waits.you") in page.text) == (seat == asked)
        assert (WORDS("waits.then") in page.text) == (seat != asked)
        assert "Anna" not in page.text and "Ben" not in page.text
        assert bool(seen.legal) == (seat == asked)


@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_the_result_s_picture_is_shown_once(game: AnyGame) -> None:
    seats = min(game.seat_counts)
    last, names = walk(game, game.options_type(), seats, "end").matches[-1], Names.of("ABC"[:seats])
    screen = load({game.id: game})[game.id]
    board = {each.key for each in screen.board(Sight.of(last, None, names, WORDS)).pictures}
    for seat in range(seats):
        panel = {each.key for each in screen.panel(Sight.of(last, seat, names, WORDS)).pictures}
        assert board and not panel & board
        assert game.id == "tueftelmonster" or not panel, "only a monster of one's own is news"


@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_the_result_tells_each_seat_s_place_once(game: AnyGame) -> None:
    people = [f"Seat {n}" for n in range(min(game.seat_counts))]
    last = walk(game, game.options_type(), len(people), "end").matches[-1]
    screen, table = load({game.id: game})[game.id], replace(scene(*people), game=game)
    page = match.board(table, screen, Sight.of(last, None, table.names, WORDS))
    told = "\n".join(picture.alt for picture in page.pictures).split("\n")
    for name in people:
        assert sum(re.match(rf"\d\. {name}\b", line) is not None for line in told) == 1, told


def test_the_result_offers_another_game() -> None:
    page = match.board(
        scene("Anna", "Ben", "Chiara"), Stub(COUP), replace(sight(), outcome=OUTCOME)
    )
    assert verbs(page) == ["again", "seat", "words", "rules"] and not page.forgets


def test_the_lobby_can_be_joined_filled_up_started_and_asked_for_more() -> None:
    page, _ = invited(scene("Anna", "Ben", "Chiara"))
    assert verbs(page) == ["join", "add", "start", "more"]
    assert WORDS.within("meistercoup")("option.mode") in page.below


@pytest.mark.parametrize("learns", [False, True])
@pytest.mark.parametrize("moderates", [False, True])
def test_nothing_final_comes_to_stand_where_another_control_of_a_lobby_s_page_stood(
    moderates: bool, learns: bool
) -> None:
    alone, filled = scene("Anna", "Ben"), scene("Anna", "Ben", "Coco")
    filled = replace(filled, sitters=[*alone.sitters, Sitter("Coco", computer=True)])
    stood = defaultdict[tuple[int, int], set[str]](set)
    for seat, table, calls in product((None, 1, 0), (alone, filled), (False, True)):
        page = more.more(table, Stub(COUP), seat, WORDS, moderates, "", calls, learns)
        for row, buttons in enumerate(page.rows):
            for column, verb in enumerate(verbs(replace(page, rows=[buttons]))):
                stood[row, column].add(verb)
        hosts = [b.disabled for b in buttons_in(*page.rows) if b.verb in ("options", "guests")]
        assert hosts == [seat != 0] * (2 if moderates or seat == 0 else 0)
        every = learns + (1 if seat is None else 4)
        assert len(buttons_in(page.rows[0])) == every, "no line of a phone moves either"
    final = [verbs for verbs in stood.values() if verbs & {"leave", "cancel", "summon"}]
    assert final and all(len(verbs) == 1 for verbs in final)


def test_the_lobby_says_in_words_who_sits_where() -> None:
    alone = scene("*Anna*", "Ben")
    page, picture = invited(replace(alone, sitters=[*alone.sitters, Sitter("Coco", computer=True)]))
    heading, *seats = picture.alt.splitlines()
    assert heading == WORDS("lobby.players", n=3, most=max(COUP.seat_counts))
    assert [seat.rstrip() for seat in seats] == [
        "1. *Anna* 👑",
        "2. Ben",
        f"3. Coco 🤖 {WORDS('lobby.computer')}",
    ]
    assert r"1. \*Anna\* 👑" in page.instead, "here formatting would show"


def test_nobody_is_asked_to_sit_down_where_all_seats_are_taken() -> None:
    for seats, asked in ((5, True), (6, False)):
        table = sat_at(COUP, seats)
        below = lobby.lobby(table, Stub(COUP), WORDS).below
        assert (WORDS("lobby.text", name=table.names[0]) in below) is asked
        assert (WORDS("lobby.all_here", name=table.names[0]) in below) is not asked


def test_a_lobby_without_its_picture_has_no_blank_lines() -> None:
    page = invited(scene("Anna", "Ben"))[0].without_pictures()
    lines = [*page.text.split("\n"), *page.below.split("\n")]
    assert len(lines) > 5 and all(line.strip() for line in lines)


def test_the_lobby_says_how_one_wins_with_these_options() -> None:
    said: dict[str, set[str]] = {}
    for game, chosen, seats in all_settings():
        own, screen = WORDS.within(game.id), load({game.id: game})[game.id]
        page = lobby.lobby(replace(sat_at(game, seats), options=chosen), screen, WORDS)
        *_, line = page.text.split("\n")
        assert line == f"🎯 {own(screen.goal(chosen, seats))}"
        said.setdefault(game.id, set()).add(line)
    goals = {id: [k for k in WORDS.catalogue.domains[id] if k.startswith("goal")] for id in said}
    assert {id: len(lines) for id, lines in said.items()} == {id: len(k) for id, k in goals.items()}


def test_the_lobby_names_teams() -> None:
    teams = COUP.options_type.model_validate({"mode": "team"})
    _, picture = invited(replace(scene(*"ABCD"), options=teams))
    said = [WORDS("lobby.team", team=team) for team in "ABAB"]
    lines = picture.alt.splitlines()[1:]
    assert [line.endswith(team) for line, team in zip(lines, said, strict=True)] == [True] * 4


def test_the_lobbys_picture_has_a_place_for_every_seat_under_the_cover() -> None:
    studio = Studio()
    (_, two), (_, three) = invited(scene("Anna", "Ben")), invited(scene("Anna", "Ben", "Chiara"))
    before, after = two.paint(studio), three.paint(studio)
    assert two.key != three.key and before.size == after.size and before.width == 1000
    cover = before.convert("RGB").crop((0, 0, 1000, COVER))
    assert cover.getcolors() == [(1000 * COVER, (0x10, 0x13, 0x1C))]
    changed = ImageChops.difference(before.convert("RGB"), after.convert("RGB")).getbbox()
    assert changed is not None
    _, top, right, bottom = changed
    assert right <= 500 and top > COVER + LINE and bottom < COVER + 3 * LINE


def test_what_a_seat_has_chosen_cuts_no_short_name() -> None:
    studio, table = Studio(), scene("Anna", "Ben")
    plain, chosen = (
        invitation(studio, Stub(COUP), table, (word, ""), "free").convert("RGB")
        for word in ("", "Sea creatures")
    )
    changed = ImageChops.difference(plain, chosen).getbbox()
    assert changed is not None and changed[0] > 200, "right of the name"


@pytest.mark.parametrize("people", [1, 4])
def test_options_are_the_games_own_first(people: int) -> None:
    page = options.options(scene(*"ABCD"[:people]), WORDS)
    titles = labels(page)
    assert titles[:3] == [
        WORDS.within("meistercoup")("option.mode"),
        WORDS("option.clock"),
        WORDS("option.level"),
    ]
    assert (WORDS("options.swap") in titles) == (people > 1)


def test_what_is_longer_than_a_choice_may_be_is_clipped() -> None:
    wordy = Catalogue()  # one of its own: what is made of texts is kept
    for domain, texts in wordy.domains.items():
        long = {"de": "T" * LABEL, "en": "T" * LABEL}
        wordy.domains[domain] = {k: long if k.startswith("option.") else texts[k] for k in texts}
    page = options.options(scene("A" * 2 * LABEL, "B"), wordy.words(WORDS.language))
    selects = [row for row in page.rows if isinstance(row, Select)]
    assert len(selects) > 1
    for select in selects:
        assert max(len(choice.label) for choice in select.choices) == LABEL


def test_a_race_offers_no_clock() -> None:
    bugs = replace(scene("Anna"), game=BUGS, options=BUGS.options_type())
    assert WORDS("option.clock") not in labels(options.options(bugs, WORDS))


def test_a_closed_table_has_no_buttons() -> None:
    assert not lobby.closed(scene("Anna"), WORDS).rows


def test_a_closed_table_says_why_above_all_else() -> None:
    said = lobby.closed(scene("Anna"), WORDS).text
    page = lobby.closed(scene("Anna"), WORDS, why="staff.note.end_gone")
    assert page.text == f"{WORDS.named('staff.note.end_gone')}\n{said}"


@pytest.mark.parametrize("game", known_games().values(), ids=known_games().keys())
def test_a_match_that_cannot_go_on_says_why_and_keeps_what_may_stay(game: AnyGame) -> None:
    screen, closed = load({game.id: game})[game.id], lobby.closed(scene("Anna"), WORDS)
    page = lobby.outdated(scene("Anna"), screen, WORDS)
    assert page.text != closed.text and labels(page) == [WORDS("closed.log")]
    assert page.keeps == (not screen.forgets)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", known_games().values(), ids=known_games().keys())
def test_a_phone_shows_what_every_option_is_set_to(game: AnyGame, language: Language) -> None:
    words = Words(WORDS.catalogue, language, "frame")
    for seats in game.seat_counts:
        sat = sat_at(game, seats)
        for name, value in ((n, v) for n, values in sat.offered.items() for v in values):
            chosen = replace(sat, options=sat.options.model_copy(update={name: value}))
            for button in buttons_in(*options.options(chosen, words).rows):
                assert len(button.label) <= BUTTON


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", known_games().values(), ids=known_games().keys())
def test_every_option_that_is_offered_is_explained(game: AnyGame, language: Language) -> None:
    words = Words(WORDS.catalogue, language, "frame")
    for seats in game.seat_counts:
        sat = sat_at(game, seats)
        page, own = options.options(sat, words), words.within(game.id)
        offered = [name for name, values in sat.offered.items() if len(values) > 1]
        assert page.text.count("\n") == len(offered)
        assert len(page.rows) <= 5
        for name in offered:
            changed = {value for value in sat.offered[name] if reaches(page, name, value)}
            others = {value for value in sat.offered[name] if value != getattr(sat.options, name)}
            assert changed and (changed >= others or len(changed) == 1), "all at once, or the next"
        for name in offered:
            assert f"**{choices.title(name, own)}**: {choices.explained(name, own)}" in page.text


def reaches(page: Page, name: str, value: object) -> bool:
    """Tell whether a control of a page sets an option to this value."""
    wanted = f"{name}.{value}"
    return any(
        any(choice.value == wanted for choice in row.choices)
        if isinstance(row, Select)
        else any(button.args == wanted for button in row)
        for row in page.rows
    )


@pytest.mark.parametrize("game", known_games())
def test_no_phone_breaks_a_line_of_the_table_of_points(game: str) -> None:
    rules = known_games()[game]
    for seats in {min(rules.seat_counts), max(rules.seat_counts)}:
        ended = walk(rules, rules.options_type(), seats, "points").matches[-1]
        outcome = rules.outcome(ended.state)
        assert outcome is not None
        table = ranking(outcome, Names.of("W" * 32 for _ in range(seats)), WORDS)
        head, *lines, foot = table.split("\n")
        assert (head, foot) == ("```", "```") and max(map(len, lines)) <= 38
        numbers = [cell for line in lines for cell in line.replace("−", "-").split()]
        for row in outcome.scores:
            assert set(map(str, row)) <= set(numbers)
        assert sum("WWW" in line for line in lines) in (1, seats)


TOLD = ["meistercoup", "maechtige_monster", "tueftelmonster", "monster_meister"]
"""Games whose panels say first what the others did; the fifth is a race."""


@pytest.mark.parametrize("people", [("Anna", "Ben", "Chiara"), ("A" * 32, "_" * 32, "Ö" * 32)])
@pytest.mark.parametrize("game", TOLD)
def test_who_is_asked_reads_first_what_others_did_since(game: str, people: Sequence[str]) -> None:
    """What is told is what this seat was shown since its own last entry, and fits two lines."""
    rules, screen = known_games()[game], load(known_games())[game]
    seats, told = max(3, min(rules.seat_counts)), 0
    names = Names.of(people[:seats])
    for played in walk(rules, rules.options_type(), seats, "since").matches:
        for seat in played.asked:
            sight = Sight.of(played, seat, names, WORDS)
            recap = screen.recap(sight)
            own = [event for event in sight.since if getattr(event, "seat", None) == seat]
            assert not [event for event in own if type(event).__name__ in ("Played", "CardPlayed")]
            assert not [said for said in recap if said.startswith(names[seat])]
            assert not [said for said in recap if said[0].islower()]
            recap = screen.heading(sight)
            panel = match.panel(sat_at(rules, seats), screen, sight, seat)
            assert not [said for said in recap if said in panel.text]
            if recap:
                told += 1
                first = match.recapped(panel, recap).text.removesuffix(panel.text).strip()
                first = first.replace("\n", " ")
                yours = sentences(said for said in recap if isinstance(said, Yours))
                others = sentences(said for said in recap if not isinstance(said, Yours))
                newest = first.removeprefix(yours).removeprefix(" ").removeprefix("… ")
                assert first.startswith(yours) and others.endswith(newest)
                assert len(first) <= 82 or not newest or newest.removesuffix(".") in recap
                brief = match.recapped(panel, recap, short=True).text.removesuffix(panel.text)
                assert brief.strip().replace("\n", " ") == yours
    assert told


def test_what_happened_to_its_reader_is_never_left_out_of_a_recap() -> None:
    others = [f"Ben plays {n} at guard {n}" for n in range(1, 9)]
    page = Page(title="t", text="Your turn.")
    told = match.recapped(page, [Yours("Eva pushes your 3 out"), *others, Yours("The raid: +4")])
    assert told.text.split("\n") == [
        "Eva pushes your 3 out. The raid: +4. … Ben plays 8 at guard 8.",
        "Your turn.",
    ]
    (long,) = (name * 99 for name in "B")
    assert match.recapped(page, ["Eva passes", long]).text == f"… {long}.\nYour turn."
    assert match.recapped(page, [Yours(long), "Eva passes"]).text == f"{long}.\nYour turn."
    assert match.recapped(page, ["Eva robs Who?"]).text == "Eva robs Who?\nYour turn."


def test_of_much_that_happened_to_somebody_the_newest_is_told() -> None:
    page, each = Page(title="", text="Your turn."), "Played for you: a card"
    told = [Yours(f"{each} {number}") for number in range(40)]
    *said, last, asked = match.recapped(page, told).text.split("\n")
    assert said[0].startswith("… ") and (last, asked) == (f"{each} 39.", "Your turn.")
    assert match.YOURS - 30 < len("\n".join([*said, last])) <= match.YOURS + 2
    few = match.recapped(page, told[:5]).text
    assert all(one in few for one in told[:5]) and "…" not in few


def sat_at(rules: AnyGame, seats: int) -> Scene:
    """Return a table of this game at which so many people sit."""
    return replace(scene(*"ABCDEFGH"[:seats]), game=rules, options=rules.options_type())


def test_the_guide_names_commands_as_they_are_typed_where_their_ids_are_not_known() -> None:
    page = guide.guide(load(known_games()), {}, "1", catalogue().words("de"))
    assert "`/spielen`" in page.text and "`/bescheid mir`" in page.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_s_aim_is_cut_between_words_in_the_menu(language: Language) -> None:
    screens = load(known_games())
    page, cut = guide.guide(screens, {}, "1", catalogue().words(language)), 0
    [select] = [row for row in page.rows if isinstance(row, Select)]
    for choice in select.choices:
        aim = catalogue().words(language, choice.value)("goal")
        told = choice.description or ""
        assert told == aim or aim.startswith(f"{told.removesuffix('…')} ")
        cut += told != aim
    assert cut
