"""A replay's pages: with a seat's eyes they tell what that seat saw, open they tell everything."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle, pairwise
from typing import Any

import pytest
from PIL import Image

from engine import registry
from engine.bugs.values import Face, Spot
from engine.contract import Event
from engine.match import Match
from engine.rng import Rng
from screens import screen as screens
from screens.bugs import opened
from screens.bugs.painting import spot_label
from screens.frame import film, replay
from screens.frame.ranking import winners
from screens.frame.replay import CHOICES, Moment, Sees, Stop
from screens.frame.scene import Scene, Sitter
from screens.kit.studio import Studio
from screens.names import unmarked
from screens.page import Page, Picture, Select
from screens.screen import Screen, Sight
from screens.texts import LANGUAGES
from screens.wording import WHOLE
from tests.catalogue import catalogue
from tests.engine.playthrough import playthrough

GAMES = registry.load()
SCREENS = screens.load(GAMES)
WORDS = catalogue().words("de")
STUDIO = Studio()
ROW = 4
"""Buttons in a row that no phone wraps."""
EACH = pytest.mark.parametrize("game", GAMES)


def scene_of(match: Match) -> Scene:
    """Return a scene with people of plain names."""
    sitters = [Sitter(f"Person {seat}") for seat in range(len(match.header.seats))]
    return Scene(
        table="t1", game=match.game, status="finished", sitters=sitters,
        options=match.options, roster="",
    )  # fmt: skip


def page_of(match: Match, sees: Sees, **more: Any) -> Page:
    """Return the page of a moment."""
    moment = Moment(match=match, last=900, sees=sees, **more)
    return replay.panel(scene_of(match), SCREENS[match.game.id], moment, WORDS)


def told(page: Page) -> tuple[object, ...]:
    """Return all that a page shows, its pictures by their keys."""
    pictures = tuple((picture.key, picture.alt) for picture in page.pictures)
    return replace(page, pictures=()), pictures


def some(game: str, count: int) -> Iterator[Match]:
    """Yield so many matches along a game's playthrough, the set-up and the end not among them."""
    played = playthrough(GAMES[game])
    for part in range(1, count + 1):
        yield played[len(played) * part // (count + 1)].match


@EACH
def test_a_seats_page_tells_nothing_that_the_seat_did_not_see(game: str) -> None:
    for number, match in enumerate(some(game, 6)):
        sights: list[Any] = ["b", *range(len(match.header.seats))]
        for sees in sights:
            seat = None if sees == "b" else sees
            state = match.game.redeal(match.state, seat, Rng("other", number))
            other = replace(match, state=state)
            assert told(page_of(other, sees)) == told(page_of(match, sees))


@EACH
def test_the_open_page_tells_what_is_hidden(game: str) -> None:
    dealt_anew = 0
    for number, match in enumerate(some(game, 6)):
        other = replace(match, state=match.game.redeal(match.state, None, Rng("other", number)))
        before, after = (page_of(each, "o").pictures for each in (match, other))
        assert before and after
        # Where little is hidden any more, it may be dealt as it was.
        differs = other.state != match.state
        assert ([each.key for each in before] != [each.key for each in after]) == differs
        dealt_anew += differs
    assert dealt_anew >= 4


@EACH
@pytest.mark.parametrize("sees", ["o", "b", 0])
def test_all_that_the_board_says_is_told_with_whosever_eyes(game: str, sees: Sees) -> None:
    for match in some(game, 3):
        sight = Sight.of(match, None, scene_of(match).names, WORDS)
        shown = SCREENS[game].open(match, sight) if sees == "o" else SCREENS[game].board(sight)
        page = page_of(match, sees)
        alts = [unmarked(page.below), *(picture.alt for picture in page.pictures)]
        texts = (shown.text, *(f"{field.name}: {field.value}" for field in shown.fields))
        lines = [unmarked(line) for text in texts for line in text.split("\n") if "<t:" not in line]
        assert not [line for line in lines if line not in "\n".join(alts)]
        said, *told = alts
        assert not [line for line in said.split("\n") if line in "\n".join(told).split("\n")]
        assert all(len(alt) <= 4096 and not alt.endswith("…") for alt in alts)


@EACH
@pytest.mark.parametrize("sees", ["o", "b"])
def test_what_the_board_says_is_told_once(game: str, sees: Sees) -> None:
    for match in (each for each in some(game, 6) if not each.over):
        sight = Sight.of(match, None, scene_of(match).names, WORDS)
        shown = SCREENS[game].open(match, sight) if sees == "o" else SCREENS[game].board(sight)
        told = "\n".join(picture.alt for picture in page_of(match, sees).pictures)
        lines = [line for line in unmarked(shown.text).split("\n") if line]
        assert lines and not [line for line in lines if told.count(line) > 1]


@EACH
def test_who_steps_on_or_back_hears_what_differs_and_whose_it_is(game: str) -> None:
    played, pictures, shorter = playthrough(GAMES[game]), 0, 0
    for one, two in pairwise(each.match for each in played[3:20]):
        for came, match in ((one, two), (two, one)):
            if match.over or told_apart(match):
                continue
            moment, scene = replay.Moment(match=match, last=len(played)), scene_of(match)
            page = replay.panel(
                scene, SCREENS[game], moment, WORDS, replay.Moment(match=came, last=len(played))
            )
            every = page_of(match, "o").pictures
            alts = [picture.alt for picture in page_of(came, "o").pictures]
            known = {line for alt in alts for line in alt.split("\n")}
            for whole, new in zip(every, page.pictures, strict=True):
                lines = [line for line in whole.alt.split("\n") if line not in known]
                said = new.alt.split("\n")
                assert set(lines) <= set(said) or (not lines and said == [WORDS("replay.same")])
                assert new.key == whole.key and len(new.alt) <= max(len(whole.alt), 30)
                pictures += 1
                shorter += len(new.alt) < len(whole.alt)
            assert replay.panel(scene, SCREENS[game], moment, WORDS).pictures[0].alt == every[0].alt
    assert shorter > pictures / 2, (shorter, pictures)


def test_with_all_open_each_seat_of_tueftelmonster_is_counted_once_and_so_is_each_pile() -> None:
    words = WORDS.within("tueftelmonster")
    for match in some("tueftelmonster", 6):
        told = "\n".join(picture.alt for picture in page_of(match, "o").pictures)
        view = match.view(None)
        for n in set(view.open_ends):
            assert told.count(words("monster.ends", n=n)) == view.open_ends.count(n)
        assert told.count(words("piles.draw", n=view.pile).partition(":")[0]) == 1


def test_with_all_open_each_tile_of_bugs_is_told_once_also_in_a_hand() -> None:
    box = GAMES["bugs"].box
    for match in some("bugs", 6):
        told = "\n".join(picture.alt for picture in page_of(match, "o").pictures)
        words, view = WORDS.within("bugs"), match.view(None)
        hidden = opened.hidden(box, match.state)
        for at, face in lying_of(view, hidden):
            colour = words(f"colour.{box.colours[face.colour].name}")
            mouth = words(f"feature.mouth.{box.images[face.image].mouth}")
            [line] = [line for line in told.split("\n") if re.search(rf"\b{at}\b", line)]
            assert re.search(rf"{at}\b.*{colour}", line) and mouth in line


def lying_of(view: Any, hidden: opened.Hidden) -> Iterator[tuple[str, Face]]:
    """Give each tile on the table or in a right hand, by the name of its place."""
    for area, faces in enumerate(hidden.areas):
        for place, face in enumerate(faces):
            if face is not None:
                yield spot_label(Spot(area, place)), face
    for facts, face in zip(view.seats, hidden.right, strict=True):
        if facts.right is not None and face is not None:
            yield spot_label(facts.right), face


def told_apart(match: Match) -> bool:
    """Return whether pictures of their own tell what happened last."""
    sight = Sight.of(match, None, scene_of(match).names, WORDS)
    return bool(SCREENS[match.game.id].story(match.happened, sight))


def test_what_is_told_of_an_entry_belongs_before_the_round_to_which_it_leads() -> None:
    """A fight is told to all alike; the round that it ends is left with its last picture."""
    match = next(each.match for each in playthrough(GAMES["maechtige_monster"]) if fought(each))
    stops = (Stop(0, 1, 0.0), Stop(match.sequence, 2, 60.0))
    for frame, (reached, seen) in {0: (0, "b"), 99: (match.sequence, "o")}.items():
        page = page_of(match, "o", frame=frame, stops=stops)
        [jump] = [row for row in page.rows if isinstance(row, Select) and row.args.endswith("jump")]
        assert [each.value for each in jump.choices if each.chosen] == [str(reached)]
        assert page.below.split("\n")[-1] == WORDS(f"replay.seen_{seen}")


def fought(step: Any) -> bool:
    """Return whether a round was fought, and another one follows."""
    return bool(told_apart(step.match)) and not step.match.over


def test_a_line_that_is_new_stands_below_whose_it_is() -> None:
    told = "Pile: 8\nAnna\n3 points\nhead, open: up\nBen: 2 points\nleg\nCem\nbody"
    known = {"Pile: 8", "Anna", "3 points", "Ben: 2 points", "Cem", "body"}
    news = list(replay._news(told, known, ("Anna", "Ben", "Cem")))
    assert news == ["Anna", "head, open: up", "Ben: 2 points", "leg"]


@EACH
def test_pages_are_painted(game: str) -> None:
    match = next(some(game, 1))
    for sees in ("o", len(match.header.seats) - 1):
        pictures = page_of(match, sees).pictures
        assert pictures
        for picture in pictures:
            painted = picture.paint(STUDIO)
            assert picture.alt and painted.width == 1000 and painted.mode == "P"
            assert painted.getpalette() == SCREENS[game].palette.canvas(1, 1).getpalette()


@pytest.mark.parametrize("game", ["meistercoup", "bugs"])
def test_a_game_without_a_picture_of_its_own_shows_the_panels_below(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("open", "held"):
        monkeypatch.setattr(type(SCREENS[game]), name, getattr(Screen, name))
    match = next(some(game, 1))
    whole, board = page_of(match, "o").pictures, page_of(match, "b").pictures
    assert whole[0].key == board[0].key
    assert [picture.key[0] for picture in whole[1:]] == ["hands"]  # type: ignore[index]
    assert whole[1].paint(STUDIO).width == 1000
    assert all(page_of(match, seat).pictures for seat in range(len(match.header.seats)))


@EACH
def test_every_step_has_a_page_for_everybody(game: str) -> None:
    played, chance = playthrough(GAMES[game]), random.Random(game)
    for each in played:
        sees: Any = chance.choice(["o", "b", *range(len(each.match.header.seats))])
        page = page_of(each.match, sees, actor=0)
        assert page.pictures and all(len(each.alt) <= WHOLE for each in page.pictures)
        assert all(len(button.label) <= 80 for row in page.rows for button in _buttons(row))
        assert all(len(_buttons(row)) <= ROW for row in page.rows)


def _buttons(row: Any) -> Any:
    return () if isinstance(row, Select) else row


@EACH
def test_the_end_is_the_result_for_everybody(game: str) -> None:
    match = playthrough(GAMES[game])[-1].match
    pages = [page_of(match, sees) for sees in ("o", "b", 0, 1)]
    assert len({told(page)[1] for page in pages}) == 1
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    won = winners(outcome, scene_of(match).names, WORDS)
    assert all(won in page.below.split("\n") and not page.text for page in pages)
    assert won not in page_of(playthrough(GAMES[game])[-2].match, "o").below


SILENT = {"turn_began", "ended"}
"""Kinds of events of which nothing is said: a turn is seen by who acts, an end by the result."""


@EACH
def test_every_event_that_everybody_saw_is_in_the_steps(game: str) -> None:
    screen, spoken = SCREENS[game], set()
    sights: Iterator[Sees] = cycle(("o", "b"))
    for each, sees in zip(playthrough(GAMES[game]), sights, strict=False):
        public = [event for event in each.events if event.audience is None]
        names = scene_of(each.match).names
        sight = Sight.of(each.match, None, names, WORDS)
        text = "\n".join(page.below for page in steps(each.match, sees))
        for event in public:
            said = screen.sentences(event, sight)
            assert said or event_kind(event) in SILENT
            assert all(line in text for line in said)
            spoken.add(event_kind(event))
        for shown in screen.story(public, sight):
            assert shown.ask and shown.ask in text
    assert spoken - SILENT


def event_kind(event: Event) -> str:
    """Return the kind that an event has in its JSON form."""
    return str(getattr(event, "kind", ""))


def happened(game: str, kind: str) -> Iterator[tuple[Match, Any]]:
    """Yield the events of a kind in a game's playthrough, with the match after them."""
    for each in playthrough(GAMES[game]):
        for event in each.events:
            if event_kind(event) == kind:
                yield each.match, event


def steps(match: Match, sees: Sees) -> Sequence[Page]:
    """Return the pages of an entry, as one goes forward through them."""
    pages, number, frame = [], match.sequence, 0
    while True:
        pages.append(page_of(match, sees, frame=frame))
        leaf = pages[-1].rows[0]
        forward = next(b for b in leaf if b.args.endswith(".forward"))  # type: ignore[union-attr]
        frame += 1
        if f".{number}s{frame}." not in forward.args:
            return pages


def test_a_fight_is_gone_through_guard_by_guard() -> None:
    match, _ = next(happened("maechtige_monster", "fought"))
    pages = steps(match, "b")
    assert len(pages) > 2
    assert len({page.pictures[0].key for page in pages}) == len(pages)
    # Back from what the fight led to is its last picture, back from the first the entry before.
    backs = [page.rows[0][1].args for page in pages]  # type: ignore[index]
    number = match.sequence
    assert backs[0] == f"t1.{number - 1}.b.back"
    assert backs[1:] == [f"t1.{number}s{frame}.b.back" for frame in range(len(pages) - 1)]
    assert page_of(match, "b").below == pages[-1].below


def test_what_was_seen_alone_is_told_to_that_seat_and_where_all_is_open() -> None:
    match, seen = next(happened("bugs", "seen"))
    names = scene_of(match).names
    (line,) = SCREENS["bugs"].sentences(seen, Sight.of(match, None, names, WORDS))
    sights: list[Any] = ["o", "b", *range(len(names))]
    for sees in sights:
        told = line in page_of(match, sees, actor=0).below
        assert told == (sees == "o" or sees in seen.audience)


def test_where_nothing_is_said_who_acted_is_told_where_all_is_open_alone() -> None:
    match = replace(next(some("meistercoup", 1)), recent=())
    by = WORDS("replay.by", name="Person 1")
    assert by in page_of(match, "o", actor=1).below
    assert WORDS("replay.clock") in page_of(match, "o", actor=None).below
    back = page_of(match, "o", actor=1, took_back=True).below
    assert WORDS("replay.took_back", name="Person 1") in back
    unseen = WORDS("replay.unseen")
    sights: list[tuple[Any, int | None]] = [("b", 1), (0, 1), (0, None), ("b", None)]
    for sees, actor in sights:
        told = page_of(match, sees, actor=actor).below
        assert by not in told and WORDS("replay.clock") not in told and unseen in told
    own = page_of(match, 1, actor=1).below
    assert by in own and unseen not in own, "who acted knows it"


@EACH
def test_every_step_has_a_sentence_whoever_looks(game: str) -> None:
    played = playthrough(GAMES[game])
    seats = range(len(played[0].match.header.seats))
    for number, step in list(enumerate(played))[1:40]:
        entry = step.entry
        actor = entry.seat if entry is not None and entry.seat >= 0 else None
        sights: list[Any] = ["o", "b", *seats]
        for sees in sights:
            head, *said, seen = page_of(step.match, sees, actor=actor).below.split("\n")
            assert said and head and seen, (number, sees)


@cache
def filmed(game: str) -> Sequence[Picture]:
    """Return the pictures of a film of a game's playthrough."""
    played, screen = playthrough(GAMES[game]), SCREENS[game]
    scene, words = scene_of(played[0].match), WORDS.within(game)
    pictures: list[Picture] = []
    for before, after in pairwise(played):
        pictures += film.moments(screen, before.match, after.match, scene.names, words)
    end = film.ending(scene, screen, played[-1].match, words)
    return film.chosen([*pictures, *end], len(end))


@EACH
def test_a_film_is_short_and_ends_with_the_result(game: str) -> None:
    pictures, last = filmed(game), playthrough(GAMES[game])[-1].match
    assert 2 < len(pictures) <= film.MOST
    result = page_of(last, "b").pictures
    shown = [key[1] for key in (picture.key for picture in pictures)]  # type: ignore[index]
    assert shown[-len(result) :] == [picture.key for picture in result][::-1]
    for picture in (pictures[len(pictures) // 2], pictures[-1]):
        assert picture.paint(STUDIO).size == (film.WIDTH, film.HEIGHT)


@EACH
def test_the_end_shows_whose_place_is_a_computer_s(game: str) -> None:
    last = playthrough(GAMES[game])[-1].match
    first, *others = scene_of(last).sitters
    left = replace(scene_of(last), sitters=[replace(first, away=True), *others])
    moment, screen = Moment(match=last, last=900, sees="b"), SCREENS[game]
    shown = replay.panel(left, screen, moment, WORDS).pictures
    assert "Person 0 (Computer)" in "\n".join(picture.alt for picture in shown)
    told = replay.panel(left, screen, moment, WORDS).below
    assert "(*)" in told and "(*)" in replay.filmed(left, screen, moment, WORDS, "Ben").text
    assert shown[0].key != page_of(last, "b").pictures[0].key
    filmed = [picture.key for picture in film.ending(left, screen, last, WORDS.within(game))]
    assert [key[1] for key in filmed[::-1]] == [p.key for p in shown]  # type: ignore[index]


@EACH
def test_a_film_is_told_moment_by_moment_and_its_result(game: str) -> None:
    pictures, last = filmed(game), playthrough(GAMES[game])[-1].match
    result = page_of(last, "b").pictures[0].alt
    told = film.told(pictures, result)
    assert len(told) <= WHOLE and told.endswith(result[-40:].strip())
    keys = [picture.key for picture in pictures]
    assert all(isinstance(key, tuple) and key[2] in told for key in keys)
    lines = told.split("\n")
    assert all(one != other for one, other in pairwise(lines))


def test_a_film_has_the_fights_and_the_last_trick() -> None:
    fights = [p.key for p in filmed("maechtige_monster") if "castle" in str(p.key)]
    told = [event.fight for _, event in happened("maechtige_monster", "fought")]
    assert len(fights) == sum(len(fight.battles) + 1 for fight in told)
    coup = playthrough(GAMES["meistercoup"])[-1].match
    done = coup.view(None).last_trick
    key = str(filmed("meistercoup")[-2].key)
    assert all(str(play) in key for play in done.plays)


def test_captions_are_legible_where_discord_shows_a_film() -> None:
    assert film.SIZE * 400 / film.WIDTH >= 11 and film.SIZE * 282 / film.WIDTH >= 9


def test_a_caption_stands_below_its_picture() -> None:
    def paint(studio: Studio) -> Image.Image:
        return Image.new("RGB", (1000, 600), "#ffffff")

    palette, plain = SCREENS["bugs"].palette, Picture(("plain",), "", paint)
    silent, said = (film.frame(plain, text, palette) for text in ("", "Anna **schläft** 🐛."))
    one, two = (each.paint(STUDIO).convert("RGB") for each in (silent, said))
    assert silent.key != said.key
    below = (0, 520, film.WIDTH, film.HEIGHT)
    assert two.crop(below).tobytes() != one.crop(below).tobytes()
    assert len(two.crop((0, 0, film.WIDTH, 480)).getcolors()) == 2  # type: ignore[arg-type]


def jump(page: Page) -> Select | None:
    """Return the select that jumps."""
    return next((r for r in page.rows if isinstance(r, Select) and r.args.endswith("jump")), None)


def test_many_rounds_are_offered_around_the_one_that_is_shown() -> None:
    played = playthrough(GAMES["tueftelmonster"])
    stops = [Stop(number * 3, number + 1, 0.0) for number in range(60)]
    for entry, first in ((0, 1), (90, 19), (177, 36)):
        select = jump(page_of(played[entry].match, "o", stops=stops))
        assert select is not None and len(select.choices) == CHOICES
        assert select.choices[0].label == WORDS("replay.round", round=first)
        (chosen,) = [choice for choice in select.choices if choice.chosen]
        assert chosen.value == str(entry)
    assert jump(page_of(played[0].match, "o", stops=stops[:1])) is None


def test_a_game_without_rounds_is_jumped_in_by_time() -> None:
    match = next(some("bugs", 1))
    select = jump(page_of(match, "o", stops=[Stop(0, None, 0.0), Stop(9, None, 75.5)]))
    assert select is not None
    assert [choice.label for choice in select.choices] == [
        WORDS("replay.time", time=time) for time in ("0:00", "1:15")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_shared_says_by_whom(language: str) -> None:
    match, words = next(some("meistercoup", 1)), catalogue().words(language)
    moment = Moment(match=match, last=90, sees=2)
    for make in (replay.shared, replay.filmed):
        page = make(scene_of(match), SCREENS["meistercoup"], moment, words, "A*n*na")
        assert "A\\*n\\*na" in page.text and not page.rows
        told = words("replay.seen_seat", name="Person 2") in page.text
        assert told == (make is replay.shared)
