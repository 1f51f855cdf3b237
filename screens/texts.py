"""The catalogue: every text that people see, by key, in German and English."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Language = Literal["de", "en"]
LANGUAGES: tuple[Language, ...] = ("de", "en")
FOLDER = Path(__file__).resolve().parent.parent / "texts"


class TextsError(Exception):
    """A text that is missing or cannot be read."""


class Count(int):
    """A number whose format spec `one|many` picks a word: `{n} {n:card|cards}`."""

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        if not bar:
            return int(self).__format__(spec)
        return one if abs(self) == 1 else many


def language(locale: object) -> Language:
    """Return the language for a Discord locale (`de`, `en-GB`, …)."""
    return "de" if str(locale).startswith("de") else "en"


@dataclass(frozen=True, slots=True)
class Words:
    """The texts in one language, seen from one domain (a game, or `frame`)."""

    catalogue: Catalogue
    language: Language
    domain: str
    public: Language | None = None
    """The language of the channel's buttons, where it may be another one."""

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key of this domain; `{button[key]}` in it names a public button."""
        text = self.catalogue.text(self.domain, key, self.language)
        if "{" not in text and "}" not in text:
            return text
        if "|" in text:
            values = {name: _countable(value) for name, value in values.items()}
        if "{button" in text:
            values["button"] = Buttons(self.catalogue, self.public or self.language)
        return text.format(**values)

    def named(self, key: str, **values: object) -> str:
        """Return the text that the engine names: `<game>.<key>`, or a key of the frame."""
        domain, _, own = key.partition(".")
        if domain in self.catalogue.domains:
            return self.within(domain)(own, **values)
        return self.within("frame")(key, **values)

    def within(self, domain: str) -> Words:
        """Return the same language seen from another domain."""
        if domain == self.domain:
            return self
        return Words(self.catalogue, self.language, domain, self.public)


@dataclass(frozen=True, slots=True)
class Buttons:
    """What is written on the public buttons of a channel, by the frame's keys."""

    catalogue: Catalogue
    language: Language

    def __getitem__(self, key: str) -> str:
        """Return a button's label."""
        return self.catalogue.text("frame", key, self.language)


class Catalogue:
    """All texts, one TOML file a domain; a key holds one text a language."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Read the folder; raise TextsError when a file cannot be read or lacks a language."""
        self.domains: dict[str, Mapping[str, Mapping[str, str]]] = {}
        for path in sorted(folder.glob("*.toml")):
            try:
                texts = tomllib.loads(path.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
                raise TextsError(f"{path.name}: {error}") from error
            for key, both in texts.items():
                if not isinstance(both, dict) or set(both) != set(LANGUAGES):
                    raise TextsError(f"{path.name}: {key}: needs a text for each of {LANGUAGES}")
            self.domains[path.stem] = texts

    def text(self, domain: str, key: str, language: Language) -> str:
        """Return one text as it is written; raise TextsError when there is none."""
        try:
            return self.domains[domain][key][language]
        except KeyError as error:
            raise TextsError(f"{domain}.toml: {key}: no such text") from error

    def words(self, locale: object, domain: str = "frame", public: object = None) -> Words:
        """Return the texts for a Discord locale, seen from one domain; `public` is the locale in
        which the channel is addressed, where it may be another one."""
        return Words(self, language(locale), domain, language(public) if public else None)


def _countable(value: object) -> object:
    return Count(value) if isinstance(value, int) and not isinstance(value, bool) else value
