"""What a server has settled, as its staff reads it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from screens.frame import choices
from screens.texts import Words
from tables.seasons import MONTHS
from tables.servers import House


def _bounds(name: str) -> tuple[int, int]:
    least, most = House.model_fields[name].metadata
    return least.ge, most.le


NUMBERS = {
    name: _bounds(name)
    for name in (
        *("nudge", "most", "own", "own_running"),
        *("lobby_minutes", "idle_days", "call_minutes", "quiet_from", "quiet_to"),
    )
}
"""The settings of the modal, each with its least and most."""
SEASONS: Sequence[str] = (*MONTHS, "none")
SWITCHES = ("threads", "quiet", "art", "take_back")


def in_force(house: House, games: Collection[str], words: Words) -> Iterator[tuple[str, str]]:
    """Give the settings by name as people read them."""
    played = [game for game in house.games if game in games]
    none = ("nobody", "everybody", "all")
    nobody, everybody, every = (words.named(f"staff.settings.{key}") for key in none)
    yield "channels", " ".join(f"<#{channel}>" for channel in house.channels) or every
    yield "games", ", ".join(words.within(game)("title") for game in played) or every
    yield "staff", f"<@&{house.staff}>" if house.staff else nobody
    yield "openers", f"<@&{house.openers}>" if house.openers else everybody
    yield "called", f"<@&{house.called}>" if house.called else words("off")
    yield "log", f"<#{house.log}>" if house.log else words("off")
    yield "puzzles", f"<#{house.puzzles}>" if house.puzzles else words("off")
    chosen = house.language or "server"
    yield "language", words.named(f"staff.settings.language.{chosen}")
    usual = words.named("staff.settings.clock.usual")
    yield "clock", choices.value("clock", house.clock, words) if house.clock else usual
    yield "season", words.named(f"staff.settings.season.{house.season}")
    yield "zone", house.zone or words.named("staff.settings.zone.usual")
    for name in NUMBERS:
        number = getattr(house, name)
        unset = "staff.settings.unlimited" if name == "most" else "staff.settings.unset"
        yield name, words.named(unset) if number is None else f"{number:g}"
    for name in SWITCHES:
        yield name, words("on" if getattr(house, name) else "off")
