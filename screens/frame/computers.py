"""What computers are called: each language has its own names, in the same order."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from screens.names import initial
from screens.texts import LANGUAGES, Language, Words


def free(taken: Collection[str], words: Words) -> str:
    """Return a computer's name that is not taken, in whatever language that may be; if there is
    one, with another initial than all who have theirs, as that is a seat's mark."""
    numbers = {_number(name, words) for name in taken}
    initials = {initial(called(name, words)) for name in taken}
    names = [n for i, n in enumerate(_names(words, words.language)) if i not in numbers]
    return next((name for name in names if initial(name) not in initials), names[0])


def several(count: int, words: Words, taken: Collection[str] = ()) -> list[str]:
    """Return names of so many computers that are not taken, all different."""
    named: list[str] = []
    while len(named) < count:
        named.append(free([*taken, *named], words))
    return named


def called(name: str, words: Words) -> str:
    """Return what a seat without a person is called in these words' language: by its computer's
    name, or, where its person was forgotten, as somebody's."""
    if not name:
        return words("seat.forgotten")
    own = _names(words, words.language)
    number = None if name in own else _number(name, words)
    return name if number is None else own[number]


def _number(name: str, words: Words) -> int | None:
    for names in (_names(words, language) for language in LANGUAGES):
        if name in names:
            return names.index(name)
    return None


def _names(words: Words, language: Language) -> Sequence[str]:
    return words.catalogue.text("frame", "computers", language).split()
