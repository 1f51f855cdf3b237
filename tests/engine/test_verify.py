"""A proof of a finished match: the true one fits, and whatever is changed in it is named."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine import __main__ as program
from engine import seeds
from engine.contract import AnyGame
from engine.match import Entry, Header, Match, begin, replay
from engine.meistercoup import GAME as Coup
from engine.seal import Chain, cut, digest, micros, seal
from engine.snapshots import restore, snapshot
from engine.verify import Unfit, final, prove, verify
from tests.engine.cutting import DIGESTS, SEALED, cut_match, told_cut
from tests.engine.driver import advance, start, tick
from tests.engine.facts import known_games, settings

GAMES = known_games()


def told(match: Match, log: list[Any]) -> str:
    """Return the proof of a match as it ended."""
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    rows = outcome.scores or ((),) * len(outcome.places)
    scores = [dict(zip(outcome.columns, row, strict=False)) for row in rows]
    return prove(match.header, log, outcome.places, scores).text


def played(game: AnyGame) -> tuple[Match, list[Any]]:
    """Return a finished random match and its log."""
    options, seats = settings(game)[0]
    match, log, chance = start(game, options, seats, "fair").match, [], random.Random(7)
    while not match.over:
        step = advance(match, chance)
        match = step.match
        log.append(step.entry)
    return match, log


def test_a_time_is_told_by_the_microseconds_that_have_passed() -> None:
    """As docs/fairness.md has it: told otherwise, no proof of before would fit."""
    assert [micros(at) for at in (0.0, 1.9e-6, 2.1e-6, 1.0)] == [0, 1, 2, 10**6]


def test_a_step_counts_what_everybody_was_told_of_alone() -> None:
    """Else it would tell that somebody has done what nobody sees."""
    begun = Chain.of("5eed", [1])
    unseen = begun.after("5eed", [1], told=False)
    seen = unseen.after("5eed", [2], told=True)
    assert (unseen.step, unseen.told) == (0, begun.last) and unseen.last != begun.last
    assert (seen.step, seen.told) == (1, seen.last)


@pytest.fixture(scope="module", params=sorted(GAMES))
def match(request: pytest.FixtureRequest) -> tuple[Match, list[Any]]:
    """A finished match of each game."""
    return played(GAMES[request.param])


@pytest.fixture(scope="module")
def proof() -> str:
    """The proof of one finished match."""
    return told(*played(GAMES["meistercoup"]))


@pytest.fixture(scope="module")
def fresh() -> str:
    """The proof of one finished match whose deck was cut."""
    return told_cut(*cut_match())


def changed(proof: str, change: Callable[[Any], object]) -> str:
    """Return the proof's text after somebody's change."""
    values = json.loads(proof)
    change(values)
    return json.dumps(values)


def unfit(proof: str) -> str | int:
    """Return where the proof does not fit."""
    with pytest.raises(Unfit) as caught:
        verify(GAMES, proof)
    where = caught.value.where
    named = f"entry {where}" if isinstance(where, int) else where
    assert str(caught.value).startswith(named)
    return where


def forged(match: Match, log: list[Any], proof: str) -> str:
    """Return the proof of another log, its fingerprints and seal written anew."""
    values = json.loads(proof)
    return prove(match.header, log, values["places"], values["scores"]).text


def test_a_true_proof_fits(match: tuple[Match, list[Any]]) -> None:
    end, log = match
    replayed = verify(GAMES, told(end, log))
    assert (replayed.state, replayed.sequence) == (end.state, len(log))


def test_a_seal_is_the_start_of_the_sum_of_the_seed() -> None:
    assert seal("abc") == "ba7816bf8f01cfea414140de5dae2223"


def test_fingerprints_stay_what_they_were() -> None:
    header = Header("a", "bugs", 2, "{}", "s" * 32, ("{}",) * 8, 1.7e9, "d" * 32)
    begun = prove(header, [], (), ())
    ended = prove(header, [Entry(1, 2, '{"ä":5}', 1.7e9)], (), ())
    assert (begun.final, ended.final) == (
        "c45d0dd756764271e12af60235062cd8",
        "b0837e38184624a07705d3a90f89c38c",
    )


@pytest.mark.parametrize(
    ("field", "value"), [("seat", 1), ("at", 1_700_000_000.5), ("by", "clock"), ("action", None)]
)
@pytest.mark.parametrize("number", [1, 5, 20])
def test_a_changed_entry_is_named(proof: str, number: int, field: str, value: object) -> None:
    def change(values: Any) -> None:
        entry, other = (values["log"][at]["entry"] for at in (number - 1, number))
        fresh = (entry["seat"] + 1) % 3 if field == "seat" else value
        entry[field] = other["action"] if value is None else fresh

    assert unfit(changed(proof, change)) == number


def test_entries_in_another_order_are_named(proof: str) -> None:
    def swap(values: Any) -> None:
        values["log"][3], values["log"][4] = values["log"][4], values["log"][3]

    def swap_and_count_anew(values: Any) -> None:
        swap(values)
        for number in (3, 4):
            values["log"][number]["entry"]["sequence"] = number + 1

    assert unfit(changed(proof, swap)) == 4
    assert unfit(changed(proof, swap_and_count_anew)) == 4


def test_a_missing_entry_is_named(proof: str) -> None:
    assert unfit(changed(proof, lambda values: values["log"].pop(6))) == 7
    assert unfit(changed(proof, lambda values: values["log"].pop())) == "result"


def test_an_entry_too_many_is_named(proof: str) -> None:
    end = json.loads(proof)["log"]
    assert unfit(changed(proof, lambda v: v["log"].append(v["log"][-1]))) == len(end) + 1


def test_another_seed_is_found_out(proof: str) -> None:
    def change(values: Any) -> None:
        values["header"]["seed"] = "another"

    def change_and_seal(values: Any) -> None:
        change(values)
        values["seal"] = seal("another")

    assert unfit(changed(proof, change)) == "seal"
    assert unfit(changed(proof, change_and_seal)) == "header"


@pytest.mark.parametrize(
    ("field", "value"),
    [("options", '{"clock":"slow"}'), ("at", 5.0), ("id", "x"), ("seats", ["{}"] * 4)],
)
def test_another_header_is_found_out(proof: str, field: str, value: object) -> None:
    assert unfit(changed(proof, lambda v: v["header"].update({field: value}))) == "header"


def test_another_result_is_found_out(proof: str) -> None:
    def lift(values: Any) -> None:
        values["scores"][0][next(iter(values["scores"][0]))] += 1

    assert unfit(changed(proof, lambda v: v["places"].__setitem__(0, 9))) == "result"
    assert unfit(changed(proof, lift)) == "result"


def test_a_forger_who_writes_all_fingerprints_anew_meets_the_rules(proof: str) -> None:
    end, log = played(GAMES["meistercoup"])
    others = [replace(end, header=replace(end.header, seed="another")), end, end]
    logs = [log, [*log[:4], replace(log[4], seat=(log[4].seat + 1) % 3), *log[5:]], log[:-1]]
    found = [unfit(forged(match, log, proof)) for match, log in zip(others, logs, strict=True)]
    assert isinstance(found[0], int)
    assert found[1:] == [5, "result"]
    assert final(forged(end, log[:-1], proof)) != final(proof)


def test_a_time_that_runs_backwards_is_named() -> None:
    end, log = played(GAMES["meistercoup"])
    log[8] = replace(log[8], at=log[7].at - 1)
    assert unfit(told(end, log)) == 9


def test_other_rules_and_other_data_are_found_out() -> None:
    end, log = played(GAMES["meistercoup"])
    for change in ({"version": 99}, {"data": "other"}, {"game": "none"}):
        other = replace(end, header=replace(end.header, **change))
        assert unfit(told(other, log)) == "header"


def test_comments_of_a_data_file_do_not_count(tmp_path: Path) -> None:
    text = (seeds.FOLDER / "meistercoup.toml").read_text(encoding="utf-8")
    own = tmp_path / "meistercoup.toml"
    own.write_text(f"# A note.\n\n{text}", encoding="utf-8")
    assert seeds.digest("meistercoup", tmp_path) == Coup().data == Coup(tmp_path).data
    own.write_text(f'added = "x"\n{text}', encoding="utf-8")
    assert seeds.digest("meistercoup", tmp_path) != Coup().data


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}', "\ud800"])
def test_another_file_is_no_match(text: str) -> None:
    assert unfit(text) == "file"


def test_a_deeply_nested_file_is_no_match(proof: str) -> None:
    assert unfit("[" * 100_000) == "file"
    assert unfit(changed(proof, lambda v: v["header"].update(options="[" * 100_000))) == "header"


@pytest.mark.parametrize("number", [1, 99])
def test_a_number_of_seats_that_no_table_has_is_named_first(proof: str, number: int) -> None:
    broken = changed(proof, lambda v: v["header"].update(seats=["{}"] * number))
    with pytest.raises(Unfit, match=f"header: the game is not for {number} seats"):
        verify(GAMES, broken)


FORGED = "x, 9 entries.\nSeal of the deal: 0\x1b[2K\u202e\u2028" + "y" * 300


def test_what_a_file_says_cannot_pass_for_the_programs_own_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    end, log = played(GAMES["meistercoup"])
    match = replace(end, header=replace(end.header, id=FORGED))
    file = tmp_path / "match.json"
    file.write_text(told(match, log), encoding="utf-8")
    assert program.main(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    first, second, _ = said.splitlines()
    assert said.replace("\n", "").isprintable() and len(first) < 150
    assert "table 'x, 9 entries.\\nSeal" in first and second.endswith(seal("fair"))


def test_a_file_from_before_the_program_was_named_is_read(proof: str) -> None:
    verify(GAMES, changed(proof, lambda values: values.pop("program")))


@pytest.mark.parametrize("place", ["game", "id", "options", "data"])
def test_nor_can_what_does_not_fit(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    end, log = played(GAMES["meistercoup"])
    change: dict[str, Any] = {place: FORGED}
    match = replace(end, header=replace(end.header, **change))
    file = tmp_path / f"match\n{place}.json"
    file.write_text(told(match, log[:-1]), encoding="utf-8")
    assert program.main(["verify", str(file)]) == 1
    assert program.main(["verify", str(file) + "\n"]) == 2
    for said in capsys.readouterr().err.splitlines():
        assert said.isprintable() and "Seal of the deal: 0" not in said.partition("'")[0]


def test_a_file_that_is_too_large_is_not_parsed(
    proof: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.json"
    file.write_text(proof, encoding="utf-8")
    monkeypatch.setattr("engine.verify.MOST", len(proof.encode()))
    assert program.main(["verify", str(file)]) == 0
    file.write_text(f"{proof} ", encoding="utf-8")
    assert program.main(["verify", str(file)]) == 1
    assert "larger than" in capsys.readouterr().err


def test_the_program_says_what_it_finds(
    proof: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.json"
    file.write_text(proof, encoding="utf-8")
    assert program.main(["verify", str(file)]) == 0
    out = capsys.readouterr().out
    assert seal("fair") in out and final(proof) in out
    broken = changed(proof, lambda v: v["log"][2]["entry"].update(seat=2, by="staff"))
    file.write_text(broken, encoding="utf-8")
    assert program.main(["verify", str(file)]) == 1
    assert "entry 3" in capsys.readouterr().err
    assert program.main(["verify", str(tmp_path / "none.json")]) == 2


def test_a_true_proof_of_a_deck_that_was_cut_fits(fresh: str) -> None:
    begun, log = cut_match()
    match = verify(GAMES, fresh)
    assert match.state == replay(begun, log).state and match.chain == replay(begun, log).chain


def test_a_match_that_was_not_played_to_its_end_is_proved_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = told_cut(*cut_match(20))
    assert verify(GAMES, proof).sequence == 20
    file = tmp_path / "match.json"
    file.write_text(proof, encoding="utf-8")
    assert program.main(["verify", str(file)]) == 0
    assert "not played to its end" in capsys.readouterr().out
    assert unfit(changed(proof, lambda v: v.update(places=[1, 2, 3]))) == "result"
    assert unfit(changed(proof, lambda v: v.update(scores=[{"points": 5}]))) == "result"
    assert unfit(changed(proof, lambda v: v.update(ended="finished"))) == "result"


def test_a_match_that_was_played_to_its_end_does_not_pass_for_one_broken_off(fresh: str) -> None:
    untold = {"ended": "aborted", "places": [], "scores": []}
    assert unfit(changed(fresh, lambda v: v.update(untold))) == "result"


def test_there_is_a_cut_for_each_seat_though_the_seed_follows_from_them() -> None:
    begun, _ = cut_match()
    for cuts in (DIGESTS[:2], (*DIGESTS, "c" * 32)):
        other = replace(begun.header, cuts=cuts, seed=cut(SEALED, cuts))
        forged = told_cut(begin(begun.game, other).match, [])
        with pytest.raises(Unfit, match="cuts: there is not one for each seat"):
            verify(GAMES, forged)


def test_a_match_of_a_nameless_data_file_is_none() -> None:
    """Else it would be played with whichever is there."""
    end, log = played(GAMES["meistercoup"])
    with pytest.raises(Unfit, match="header: the game's data file is another one"):
        verify(GAMES, told(replace(end, header=replace(end.header, data="")), log))


def test_an_entry_that_counts_otherwise_is_named_though_all_is_written_anew() -> None:
    begun, log = cut_match(9)
    assert unfit(told_cut(begun, [*log[:8], replace(log[8], sequence=10)])) == 9


def test_hashes_stay_what_they_were() -> None:
    assert digest("t1", "1234 Ä") == sha256("t1:1234 Ä")
    assert cut("x", ("a", "")) == sha256('["x","a",""]')
    header = Header("a", "bugs", 2, "{}", "s" * 32, ("{}",) * 2, 1.7e9, "d", ("ä", ""))
    values = '["a","bugs",2,"{}",["{}","{}"],["ä",""],1700000000000000,"d"]'
    assert header.chain is not None and header.chain.last == keyed("s" * 32, values)
    entry = Entry(1, 2, '{"ä":5}', 1.7e9 + 0.25)
    after = header.chain.after("s" * 32, entry.values, told=True)
    values = f'["{header.chain.last}",1,2,"{{\\"ä\\":5}}",1700000000250000,"person"]'
    assert after == Chain(keyed("s" * 32, values), 1, keyed("s" * 32, values))


def sha256(text: str) -> str:
    """Return the beginning of a text's digest."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def keyed(key: str, text: str) -> str:
    """Return the beginning of a text's keyed digest."""
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def test_another_seal_other_cuts_and_another_order_are_found_out(fresh: str) -> None:
    def reorder(values: Any) -> None:
        values["header"]["cuts"] = [*DIGESTS[1::-1], ""]

    assert unfit(changed(fresh, lambda v: v.update(sealed="another"))) == "seal"
    both = changed(fresh, lambda v: v.update(sealed="another", seal=seal("another")))
    assert unfit(both) == "cuts"
    assert unfit(changed(fresh, reorder)) == "cuts"
    assert unfit(changed(fresh, lambda v: v["header"].update(cuts=list(DIGESTS[:2])))) == "cuts"
    assert unfit(changed(fresh, lambda v: v["header"].update(seed=SEALED))) == "cuts"


def test_a_format_does_not_pass_for_the_other(fresh: str, proof: str) -> None:
    assert unfit(changed(fresh, lambda v: v.update(format=1))) == "cuts"
    assert unfit(changed(proof, lambda v: v.update(format=2))) == "cuts"
    assert unfit(changed(proof, lambda v: v.update(format=3))) == "file"


@pytest.mark.parametrize(
    ("field", "value"),
    [("id", "x"), ("options", '{"level":"easy"}'), ("options", '{"clock":"slow"}'), ("at", 5.0)],
)
def test_a_header_whose_fingerprints_are_written_anew_is_not_what_was_noted(
    fresh: str, field: str, value: Any
) -> None:
    begun, log = cut_match()
    changes: dict[str, Any] = {field: value}
    other = replace(begun.header, **changes)
    forged = told_cut(begin(begun.game, other).match, log)
    assert unfit(changed(fresh, lambda v: v["header"].update(changes))) == "header"
    assert begun.chain is not None
    for kept in (begun.chain.last, f"0:{begun.chain.last[:12]}…", final(fresh)):
        assert verify(GAMES, fresh, [kept])
        with pytest.raises(Unfit, match="kept: "):
            verify(GAMES, forged, [kept])


@pytest.mark.parametrize("change", [{"by": "staff"}, {"at": 0.5}])
def test_a_log_whose_fingerprints_are_written_anew_is_not_what_was_noted(
    fresh: str, change: dict[str, Any]
) -> None:
    begun, log = cut_match()
    middle = replay(begun, log[:10]).chain
    assert middle is not None
    noted = f"{middle.step}:{middle.told}"
    late = {**change, "at": log[4].at + 0.0001} if "at" in change else change
    forged = told_cut(begun, [*log[:4], replace(log[4], **late), *log[5:]])
    assert verify(GAMES, forged).over, "the rules do not mind"
    assert verify(GAMES, fresh, [noted, seal(SEALED)]).over
    with pytest.raises(Unfit, match="kept: "):
        verify(GAMES, forged, [noted])


@pytest.mark.parametrize("kept", ["", "0:", "abc", "999:" + "0" * 32])
def test_what_is_too_short_or_never_stood_there_is_not_in_the_file(fresh: str, kept: str) -> None:
    with pytest.raises(Unfit, match="kept: "):
        verify(GAMES, fresh, [kept])


def test_all_that_anybody_may_have_noted_is_found_and_only_from_its_beginning() -> None:
    begun, log = cut_match(20)
    proof, middle = told_cut(begun, log), replay(begun, log[:10]).chain
    assert begun.chain is not None and middle is not None
    step = f"{middle.step}:{middle.told}"
    assert verify(GAMES, proof, [DIGESTS[1], seal(SEALED)[:8].upper(), middle.told, step[:-9]])
    for none in (step[1:], middle.told[1:], f"{middle.step + 1}:{middle.told}", "0000:aaa"):
        with pytest.raises(Unfit, match="kept: "):
            verify(GAMES, proof, [DIGESTS[0], none])
    with pytest.raises(Unfit, match="kept: "):
        verify(GAMES, proof, [f"{middle.step}:{middle.told[:7]}"])


@pytest.mark.parametrize("field", ["seat", "at", "by", "action", "told"])
def test_a_changed_entry_of_a_deck_that_was_cut_is_named(fresh: str, field: str) -> None:
    def change(values: Any) -> None:
        link = values["log"][9]
        if field == "told":
            link["told"] += 1
        elif field == "seat":
            link["entry"]["seat"] = (link["entry"]["seat"] + 1) % 3
        else:
            new = {"at": link["entry"]["at"] + 0.001, "by": "staff"}
            link["entry"][field] = new.get(field, values["log"][10]["entry"]["action"])

    assert unfit(changed(fresh, change)) == 10


def test_who_acts_for_the_clock_is_the_clock() -> None:
    game = GAMES["bugs"]
    options = settings(game)[0][0]
    plain = start(game, options, 3, "fair").match.header
    header = replace(plain, seed=cut(SEALED, DIGESTS), cuts=DIGESTS)
    begun = begin(game, header).match
    clock = tick(begun, begun.at).entry
    assert clock is not None
    assert unfit(told_cut(begun, [replace(clock, by="person")])) == 1


def test_a_step_counts_what_everybody_was_told_alone() -> None:
    begun, log = cut_match()
    match, steps = begun, [0]
    for entry in log:
        before, match = match, replay(match, (entry,))
        assert match.chain is not None and before.chain is not None
        public = any(event.audience is None for event in match.happened)
        assert match.chain.last != before.chain.last
        assert (match.chain.told == before.chain.told) == (not public)
        steps.append(match.chain.step)
    assert steps[-1] == sum(new - old for old, new in pairwise(steps)) and steps[-1] > 0
    shot = restore(match.game, match.header, snapshot(match))
    assert shot.chain == match.chain
