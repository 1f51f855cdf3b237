"""A game under rules and data that were replaced: what is kept, how its options are read."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest

from engine import contract, seeds
from engine.bugs import GAME as Bugs
from engine.errors import Malformed
from engine.match import begin
from engine.meistercoup import GAME as Coup
from engine.meistercoup.values import Options
from engine.rng import Rng
from engine.tueftelmonster import GAME as Tuft
from engine.tueftelmonster.values import Roll
from tests.engine.driver import START, start


class Styled(contract.Options):
    """The options of Meister Coup as they may be called one day."""

    style: Literal["plain", "teams"] = "plain"

    @property
    def mode(self) -> str:
        """What the rules ask for."""
        return "standard" if self.style == "plain" else "team"


class Later(Coup):
    """Meister Coup some versions on; its options are called otherwise."""

    version = 3
    replaced: ClassVar[Mapping[int, date]] = {2: date(2031, 5, 1)}
    options_type = Styled  # type: ignore[assignment]  # the game asks for `mode` alone

    def migrate(self, options: dict[str, Any]) -> dict[str, Any]:
        """Rename what was called otherwise until version 2."""
        mode = options.pop("mode", "standard")
        return {**options, "style": "plain" if mode == "standard" else "teams"}


def test_options_are_read_by_the_version_they_were_stored_with() -> None:
    newest, old = Later(), Later().of(2)
    assert old is not None and (newest.version, old.version) == (3, 2)
    stored = '{"clock":"slow","mode":"team"}'
    assert old.codecs.options.load(stored) == Styled(clock="slow", style="teams")
    for codecs, text in ((newest.codecs, stored), (old.codecs, '{"gone":1}'), (old.codecs, "[]")):
        with pytest.raises(Malformed):
            codecs.options.load(text)


def test_a_match_of_replaced_rules_begins_under_them() -> None:
    game = Later()
    old = game.of(2)
    assert old is not None
    header = replace(
        start(Coup(), Options(), 4, "old").match.header, version=2, options='{"mode":"team"}'
    )
    match = begin(old, header).match
    assert match.options.style == "teams" and match.game.version == 2


def test_rules_that_are_not_kept_are_none() -> None:
    game = Later()
    assert game.of(3) is game and game.of(2) is game.of(2)
    assert [game.of(version) for version in (1, 4, 77)] == [None] * 3
    assert game.of(2, "another digest") is None
    older = game.of(2)
    assert older is not None and older.of(3) is not None and older.of(1) is None


def test_data_that_was_replaced_is_found_by_its_digest(tmp_path: Path) -> None:
    first = Coup()
    (tmp_path / "former" / "meistercoup").mkdir(parents=True)
    text = (seeds.FOLDER / "meistercoup.toml").read_text(encoding="utf-8")
    shutil.copy(seeds.FOLDER / "meistercoup.toml", tmp_path / "former/meistercoup/1.0.0.toml")
    at = text.index("entry_seconds")
    (tmp_path / "meistercoup.toml").write_text(
        text[:at] + "entry_seconds = 77.0" + text[text.index("\n", at) :], encoding="utf-8"
    )
    game = Coup(tmp_path)
    former = game.of(game.version, first.data)
    assert game.data != first.data and game.box.entry_seconds == 77
    assert former is not None and (former.data, former.box) == (first.data, first.box)
    assert former.of(game.version, game.data) is not None
    assert first.of(first.version, game.data) is None


def test_before_version_2_of_tueftelmonster_the_seat_pressed_every_roll() -> None:
    game = Tuft()
    old = game.of(1)
    assert old is not None
    for rules, due in ((old, None), (game, START + 3)):
        match = start(rules, rules.options_type(), 3, "rolls").match
        assert (match.deadline, match.legal(match.asked[0])) == (due, (Roll(),))


@pytest.mark.parametrize(("calm", "pace"), [(True, "calm"), (False, "free")])
def test_before_version_3_of_bugs_a_table_was_calm_or_not(calm: bool, pace: str) -> None:
    game = Bugs()
    text = json.loads(game.codecs.options.dump(game.options_type(time_limit=7)))
    del text["pace"]
    [name] = seeds.former("bugs")
    old = game.of(2, seeds.digest(name))
    assert old is not None
    options = old.codecs.options.load(json.dumps({**text, "calm": calm}))
    assert options == game.options_type(time_limit=7, pace=pace)
    state = old.setup(options, (old.seat_options_type(),) * 3, Rng("old", 0), START).state
    assert bool(state.acted) == calm and not state.slow
    with pytest.raises(Malformed):
        old.codecs.options.load(json.dumps({**text, "calm": calm, "gone": 1}))


def test_rules_are_kept_for_as_long_as_a_slow_table_may_last() -> None:
    assert contract.KEPT.days == 180
