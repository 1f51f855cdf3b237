"""The values the store keeps of people: what staff did, what they want, and how they fared."""

from __future__ import annotations

from dataclasses import dataclass

EVER = "ever"
"""Stands where a season's key would, for all games that there ever were."""


@dataclass(frozen=True, slots=True)
class Ban:
    """Who may not play; guild 0: on no server; user 0: nobody on this server."""

    guild: int
    user: int
    until: float | None
    """Seconds since the epoch, or None: for good."""
    reason: str
    by: int
    """Who banned; 0 when that person was forgotten."""
    at: float
    standing: int = 0
    """How high who banned stood, as it counts for who may lift it; 0 where that is not known."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A row of the audit: what somebody with rights did."""

    guild: int
    at: float
    actor: int | None
    """Who did it; None for the bot, and when that person was forgotten."""
    action: str
    table: str | None = None
    target: int | None = None
    """The person it was done to."""
    detail: str = "{}"
    """JSON text."""
    number: int = 0
    """The store counts, upwards."""
    owed: bool = False
    """Whether it is still to be told: in the log channel, and to whom it was done."""
    closed: int | None = None
    """The number of the row that ended it."""
    heard: bool = False
    """Whether only the log channel is still to be told, where the bot may not write for now."""


@dataclass(frozen=True, slots=True)
class Fared:
    """How reliable a person is on a server."""

    games: int = 0
    """Games that were played to their end and that the person had begun."""
    stayed: int = 0
    """Those at whose end the person sat there, and no computer for them."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat that a person may take over until this time."""

    table: str
    seat: int
    user: int
    until: float
    message: int | None = None
    """The message that offers it; None while it is being sent."""


@dataclass(frozen=True, slots=True)
class Alert:
    """What a person wants to be told of on a server, by direct message."""

    guild: int
    user: int
    games: tuple[str, ...]
    """Tables of these games, when they are opened."""
    parts: tuple[str, ...]
    """At these parts of the day, in the person's time zone."""
    most: int
    """How often a day."""
    locale: str
    shut: bool = False
    """Whether the person takes no direct messages of the bot, as far as that is known."""
    greeting: str = ""
    """The nonce of the message that is still to show them where they are told."""


@dataclass(frozen=True, slots=True)
class Habit:
    """When and how a person wants to be called to tables."""

    user: int
    zone: str = ""
    """Their time zone by its IANA name; empty: they have said none."""
    quiet_from: int | None = None
    """The hour at which their quiet hours begin, in their zone; None: as on the server."""
    quiet_to: int | None = None
    """The hour at which these end; the same as the other: there are none."""
    called: bool = True
    """Whether tables mention them when it is their turn."""
    direct: bool = False
    """Whether they are told that by direct message as well, at tables with the slow clock."""
    locale: str = ""
    """In which language; empty: they have changed nothing yet."""
    roundup: int | None = None
    """The hour, in their zone, at which one direct message a day names all games over days that
    wait for them, in place of calls there; None: there is none."""


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time in which the clocks of games over days stand still for a person."""

    user: int
    begin: float
    until: float
    """When it is over; both in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often a person came to this place in a game."""

    game: str
    completed: bool
    """Whether the person sat there to the end; the place is else the computer's."""
    place: int
    games: int


@dataclass(frozen=True, slots=True)
class Rating:
    """How well a person plays a game on a server, as OpenSkill has it."""

    guild: int
    game: str
    user: int
    mu: float
    sigma: float
    games: int
    """How many games it was made from."""
    met: int = 0
    """With how many people those were."""
    season: str = EVER
    """The key of the season whose games those were."""


@dataclass(frozen=True, slots=True)
class Finish:
    """A person's place on the leaderboard of a season."""

    game: str
    season: str
    place: int
    """From 1; who plays equally well shares one."""
