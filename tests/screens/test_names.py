"""Names in texts: nothing that formats, mentions, hides or turns text around."""

from __future__ import annotations

import pytest

from screens.frame import computers
from screens.names import NAMELESS, Names, escape, unmarked, visible
from screens.wording import BUTTON, bold, naming, together
from tests.catalogue import catalogue


@pytest.mark.parametrize(
    ("raw", "seen"),
    [
        ("Anna", "Anna"),
        ("An\u202ena\u202c", "Anna"),
        ("\u2066Ben\u2069", "Ben"),
        ("Be\u200bn\ufeff", "Ben"),
        ("Chi\nara\x00\x1b", "Chiara"),
        ("De\u2028niz\u2029", "Deniz"),
        ("\u200d\u200d", NAMELESS),
        ("\u200b", NAMELESS),
        ("\u3164", NAMELESS),
        ("\u115f\u1160\uffa0", NAMELESS),
        ("\ufe0f", NAMELESS),
        ("\u3164\ufe0f\u3164", NAMELESS),
        ("\U000e0100\u034f\u180b\u17b4", NAMELESS),
        ("\u0301\u0300", NAMELESS),
        ("\u3000\u00a0\u2003", NAMELESS),
        ("\u2800", NAMELESS),
        ("\u3164Anna\u3000", "Anna"),
        ("Ann\u0301a", "Ann\u0301a"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("은\u3164하", "은\u3164하"),
        ("ど\u3000う", "ど\u3000う"),
        ("…", "…"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("نمی\u200cخواهم", "نمی\u200cخواهم"),
    ],
)
def test_control_direction_and_zero_width_characters_are_dropped(raw: str, seen: str) -> None:
    assert visible(raw) == seen
    assert Names.of([raw]).plain == (seen,)


@pytest.mark.parametrize(
    "raw", ["@\u200beveryone", "@every\u200bone", "<@\u200b12345678901234567>"]
)
def test_what_is_dropped_uncovers_no_mention(raw: str) -> None:
    assert "@everyone" not in escape(raw) and "<@1" not in escape(raw)


@pytest.mark.parametrize("raw", ["**fat**", "a_b", "Anna", "`x`"])
def test_unmarked_takes_back_what_escaping_adds(raw: str) -> None:
    assert unmarked(escape(raw)) == raw


def test_names_without_seats_have_no_plain_names() -> None:
    assert Names().plain == ()


def test_computers_have_a_name_in_each_language() -> None:
    german, english = catalogue().words("de"), catalogue().words("en")
    first = computers.free((), german)
    assert computers.called(first, german) == first
    assert computers.called(computers.called(first, english), german) == first
    assert computers.called(first, english) != first
    second = computers.free([first], english)
    assert computers.called(second, german) not in (first, second), "taken in either language"
    assert computers.called("Somebody", german) == "Somebody"


def test_computers_have_another_initial_than_people_while_there_is_one() -> None:
    german = catalogue().words("de")
    first, second = computers.several(2, german)
    assert computers.free([f"*{first[0].lower()}en*"], german) == second
    assert computers.free(list("BKZFWSPGM"), german) == first


@pytest.mark.parametrize("name", ["Anna", "A" * 33, "B" * 31 + " C", "👩\u200d🚀" * 10])
def test_a_button_with_a_name_in_it_is_whole_on_a_phone(name: str) -> None:
    label = naming(lambda name: f"✔ {name}: 12 points", name)
    assert len(label) <= BUTTON and label.startswith(f"✔ {name[0]}") and label.endswith(" points")
    assert (name in label) == (len(name) < 20)


def test_a_name_is_never_cut_to_nothing() -> None:
    label = naming(lambda name: f"{name}: {'x' * 40}", "Wolfeschlegelsteinhausen")
    assert label.startswith("Wolfesc…: ") and label.endswith("x" * 40)
    assert naming(lambda name: f"{name}: {'x' * 40}", "Anna").startswith("Anna: ")


@pytest.mark.parametrize(
    ("names", "german", "english"),
    [
        ((), "", ""),
        (("Anna",), "Anna", "Anna"),
        (("Anna", "Ben"), "Anna und Ben", "Anna and Ben"),
        (("Anna", "Ben", "Ciro"), "Anna, Ben und Ciro", "Anna, Ben and Ciro"),
    ],
)
def test_a_sentence_has_a_word_before_its_last_name(
    names: tuple[str, ...], german: str, english: str
) -> None:
    assert together(iter(names), catalogue().words("de", "bugs")) == german
    assert together(names, catalogue().words("en")) == english


def test_the_word_between_names_in_bold_is_not_bold() -> None:
    assert bold(("Anna", "Ben"), catalogue().words("en")) == "**Anna** and **Ben**"
