"""Every game under engine/ has what a game must have: data, texts, a screen, tests."""

from __future__ import annotations

import importlib
from itertools import product
from pathlib import Path

import pytest

from engine import registry, seeds
from engine.contract import SHARED, AnyGame, Expire, Game, HintedOptions, Postpone, TakeBack
from engine.errors import Illegal, Unknown
from engine.rng import Rng
from screens import screen as screens
from screens.kit.emojis import noted
from screens.kit.palette import Palette
from screens.texts import LANGUAGES, Language
from tests.catalogue import catalogue
from tests.engine.driver import start
from tests.engine.facts import facts, fits, settings
from tests.engine.recipe import missing

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = registry.game_types()
CATALOGUE = catalogue()


@pytest.fixture(params=GAMES, ids=lambda game_type: game_type.id)
def game(request: pytest.FixtureRequest) -> AnyGame:
    loaded: AnyGame = request.param()
    return loaded


def test_there_are_games_and_their_ids_are_their_packages() -> None:
    packages = {path.parent.name for path in (ROOT / "engine").glob("*/game.py")}
    assert packages == set(registry.load()) == {game_type.id for game_type in GAMES}


@pytest.mark.parametrize("game_type", GAMES, ids=lambda game_type: game_type.id)
def test_no_file_of_a_game_is_missing(game_type: type[AnyGame]) -> None:
    lacks = missing(ROOT, game_type.id)
    assert not lacks, "\n".join(lacks)


def test_every_data_file_belongs_to_a_game() -> None:
    assert {path.stem for path in seeds.FOLDER.glob("*.toml")} == set(registry.load())


def test_faults_of_all_data_files_are_reported_together(tmp_path: Path) -> None:
    for game_type in GAMES:
        (tmp_path / f"{game_type.id}.toml").write_text("nonsense = 1\n")
    with pytest.raises(seeds.SeedsError) as caught:
        registry.load(tmp_path)
    files = {fault.split(":")[0] for fault in caught.value.faults}
    assert files == {f"{game_type.id}.toml" for game_type in GAMES}


def test_defaults_can_be_played_at_every_seat_count(game: AnyGame) -> None:
    for seats in game.seat_counts:
        game.check(game.options_type(), seats)
        assert not start(game, game.options_type(), seats, "defaults").match.over


def test_every_offered_choice_fits_or_is_refused(game: AnyGame) -> None:
    for seats in game.seat_counts:
        offered = game.choices(seats)
        for values in product(*offered.values()):
            options = game.options_type.model_validate(dict(zip(offered, values, strict=True)))
            if fits(game, options, seats):
                assert not start(game, options, seats, "choices").match.over


def test_each_offered_value_can_be_had_alone(game: AnyGame) -> None:
    for seats in game.seat_counts:
        for name, values in game.choices(seats).items():
            for value in values:
                game.check(game.options_type.model_validate({name: value}), seats)


def test_what_is_preset_is_on_offer(game: AnyGame) -> None:
    for seats in game.seat_counts:
        for name, values in game.choices(seats).items():
            assert getattr(game.options_type(), name) in values


def test_options_that_do_not_fit_are_refused_at_setup(game: AnyGame) -> None:
    for seats in game.seat_counts:
        for options in facts(game.id).options:
            if not fits(game, options, seats):
                with pytest.raises(Illegal):
                    start(game, options, seats, "refused")


def test_every_option_set_is_tried_somewhere(game: AnyGame) -> None:
    tried = {options for options, _ in settings(game)}
    assert tried == set(facts(game.id).options)
    assert {seats for _, seats in settings(game)} == set(game.seat_counts)


def test_teams_have_a_number_for_each_seat(game: AnyGame) -> None:
    for options, seats in settings(game):
        teams = game.teams(options, seats)
        assert teams is None or (len(teams) == seats and len(set(teams)) > 1)


def test_other_numbers_of_seats_are_refused(game: AnyGame) -> None:
    for seats in {0, 1, 100, min(game.seat_counts) - 1, max(game.seat_counts) + 1}:
        with pytest.raises(Illegal, match=r"^error\.seats$"):
            start(game, game.options_type(), seats, "seats")


def test_every_seat_can_choose_what_it_is_offered(game: AnyGame) -> None:
    nothing = game.seat_options_type()
    for seats in game.seat_counts:
        for seat in range(seats):
            offered = game.seat_choices([nothing] * seats, seat)
            assert set(offered) <= set(game.seat_options_type.model_fields)
            for name, values in offered.items():
                assert len(set(values)) == len(values) and set(values) - {None}
                for value in values:
                    chosen = game.seat_options_type.model_validate({name: value})
                    by_seat = [nothing] * seat + [chosen]
                    assert start(game, game.options_type(), seats, "own", chosen=by_seat)


def test_pauses(game: AnyGame) -> None:
    for options, _ in settings(game):
        assert 0 <= game.pause(options, Rng("pause")) < 60


def test_computers_have_the_same_levels_everywhere(game: AnyGame) -> None:
    for seats in game.seat_counts:
        assert game.choices(seats)["level"] == ("easy", "normal", "hard")
    assert {options.level for options, _ in settings(game)} == {"easy", "normal", "hard"}


def test_seats_that_are_not_there_are_unknown(game: AnyGame) -> None:
    for seats in game.seat_counts:
        match = start(game, game.options_type(), seats, "nobody").match
        for nobody in (-2, seats, 10**9):
            with pytest.raises(Unknown, match=r"^error\.no_seat$"):
                match.play(nobody, 0, Expire(), match.at)


def test_the_frames_actions_have_one_json_form(game: AnyGame) -> None:
    codec = game.codecs.action
    forms = {
        '{"kind":"expire"}': Expire(),
        '{"seconds":2.5,"kind":"postpone"}': Postpone(2.5),
        '{"kind":"take_back"}': TakeBack(),
    }
    for text, action in forms.items():
        assert codec.load(text) == action and codec.dump(action) == text


def test_texts_that_the_frame_asks_for_are_there(game: AnyGame) -> None:
    texts = CATALOGUE.domains
    needed = {(game.id, key) for key in ("title", "blurb", "goal")}
    for seats in game.seat_counts:
        for name, values in game.choices(seats).items():
            domain = "frame" if name in SHARED else game.id
            named = () if isinstance(values[0], bool) else values
            keys = (f"option.{name}", *(f"option.{name}.{value}" for value in named))
            needed |= {(domain, key) for key in (*keys, f"explain.{name}")}
    lacks = sorted(f"{file}: {key}" for file, key in needed if key not in texts[file])
    assert not lacks, "\n".join(lacks)


def test_people_are_given_hints_or_a_look_back(game: AnyGame) -> None:
    if issubclass(game.options_type, HintedOptions):
        screen = screens.load({game.id: game})[game.id]
        assert type(screen).hint is not screens.Screen.hint, "its screen says no hint"
        assert any(key.startswith("advice.") for key in CATALOGUE.domains[game.id])
    else:
        assert type(game).hindsight is not Game.hindsight, "nobody is told what was to be known"
        assert any(key.startswith("hindsight.") for key in CATALOGUE.domains[game.id])


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_told_page_by_page(game: AnyGame, language: Language) -> None:
    pages = screens.load({game.id: game})[game.id].rules(CATALOGUE.words(language, game.id))
    assert pages, "no page of rules"
    assert all(page.title.strip() and page.text.strip() for page in pages)


def test_art_on_buttons_is_noted(game: AnyGame) -> None:
    drawings = screens.load({game.id: game})[game.id].drawings()
    assert set(noted(game.id)) == set(drawings), "emojis.txt: run python -m screens.note_emojis"


def test_a_palette_holds_what_is_fixed(game: AnyGame) -> None:
    fixed = importlib.import_module(f"screens.{game.id}.samples").FIXED
    learned = set(Palette.of(game.id).colours)
    assert set(map(str.lower, fixed)) <= learned, f"run python -m screens.kit.palette {game.id}"
