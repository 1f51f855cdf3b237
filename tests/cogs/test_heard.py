"""What is heard of texts and pages: signs only accompany the words."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from screens.texts import LANGUAGES, Language
from tests.catalogue import catalogue
from tests.cogs.hearing import spoken

VALUE = re.compile(r"\{(\w+)(?:\[[\w.]+\])?(?::([^}]*))?\}")
"""A value in a text, with the words that its number chooses from."""
RUN_TOGETHER = re.compile(r"[\d}](?:–| : )[\d{]")
"""Two numbers, or values, that a silent sign divides: `8–10` is heard as `8 10`."""
PUNCTUATION = re.compile("[-!'(),.:;?–—…‘’‚“”„·]")
"""What accompanies words only, and is heard as a pause at most."""
CATALOGUE = catalogue()


def _plain(text: str) -> str:
    """Return a text with words in the place of its values, without Discord's formatting."""
    valued = VALUE.sub(lambda value: f" {value[1]} {value[2] or ''} ".replace("|", " "), text)
    return re.sub(r"[*_`]", "", valued)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_words(language: Language) -> None:
    texts = (
        (d, k, each[language]) for d, own in CATALOGUE.domains.items() for k, each in own.items()
    )
    assert not [(d, key) for d, key, text in texts if not spoken(_plain(text))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_texts_differ_by_silent_signs_alone(language: Language) -> None:
    for domain, own in CATALOGUE.domains.items():
        found: dict[str, set[str]] = defaultdict(set)
        for text in own.values():
            said = " ".join(PUNCTUATION.sub(" ", _plain(text[language])).split())
            found[spoken(said)].add(said)
        assert not [(domain, said) for said in found.values() if len(said) > 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_numbers_run_together(language: Language) -> None:
    texts = (
        (d, k, each[language]) for d, own in CATALOGUE.domains.items() for k, each in own.items()
    )
    assert not [(d, key) for d, key, text in texts if RUN_TOGETHER.search(text)]
