"""Keep a server's scheduled events: what a bot or a member makes of them, and who is interested."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from playground.limits.errors import refusal
from playground.limits.problems import Problems, check_text
from playground.model import Guild, Person, ScheduledEvent
from playground.world.snowflakes import iso
from playground.world.state import WorldState

EXTERNAL, GUILD_ONLY = 3, 2
SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4
STEPS = {SCHEDULED: (ACTIVE, CANCELED), ACTIVE: (COMPLETED,)}
"""Which status may follow which (Discord's documentation, Guild Scheduled Event)."""
MOST = 100
"""Events of a server that are not over."""
NAME, PLACE, DESCRIPTION = 100, 100, 1000
"""Characters."""

Body = dict[str, Any]


def create(world: WorldState, guild: Guild, creator: Person, body: Body) -> ScheduledEvent:
    """Make an external event, the one kind that is known here; raise ApiError."""
    problems = Problems()
    place: Any = (body.get("entity_metadata") or {}).get("location")
    check_text(problems, ("name",), body.get("name"), 1, NAME)
    check_text(problems, ("entity_metadata", "location"), place, 1, PLACE)
    check_text(problems, ("description",), body.get("description") or "", 0, DESCRIPTION)
    if body.get("entity_type") != EXTERNAL or body.get("privacy_level") != GUILD_ONLY:
        problems.add(("entity_type",), "BASE_TYPE_CHOICES", "Value must be one of {3}.")
    start, end = _times(world, problems, body, None, None)
    problems.raise_if_any()
    if sum(event.guild is guild for event in world.events.values()) >= MOST:
        raise refusal("too_many_events")
    event = ScheduledEvent(
        id=world.snowflakes.next(),
        guild=guild,
        creator=creator,
        name=body["name"],
        location=place,
        start=start,
        end=end,
        description=body.get("description"),
    )
    world.events[event.id] = event
    world.publish("event_create", event)
    return event


def change(world: WorldState, event: ScheduledEvent, body: Body) -> None:
    """Change an event; raise ApiError, also where it is over."""
    if event.status not in STEPS:
        raise refusal("event_over")
    problems = Problems()
    for name, most in (("name", NAME), ("description", DESCRIPTION)):
        if body.get(name) is not None:
            check_text(problems, (name,), body[name], name == "name", most)
    status = body.get("status") or event.status
    if status != event.status and status not in STEPS[event.status]:
        problems.add(("status",), "BASE_TYPE_CHOICES", "That status does not follow.")
    start, end = event.start, event.end
    if "scheduled_start_time" in body or "scheduled_end_time" in body:
        start, end = _times(world, problems, body, event.start, event.end)
    problems.raise_if_any()
    event.start, event.end, event.status = start, end, status
    event.name = body.get("name") or event.name
    event.description = body.get("description", event.description)
    metadata = body.get("entity_metadata") or {}
    event.location = metadata.get("location") or event.location
    world.publish("event_update", event)
    if event.status not in STEPS:
        del world.events[event.id]


def remove(world: WorldState, event: ScheduledEvent) -> None:
    """Delete an event."""
    del world.events[event.id]
    world.publish("event_delete", event)


def interest(world: WorldState, event: ScheduledEvent, person: Person, on: bool) -> None:
    """Let somebody be interested in an event, or no more."""
    (event.users.add if on else event.users.discard)(person.id)
    world.publish("event_user_add" if on else "event_user_remove", (event, person))


def shape(event: ScheduledEvent) -> Body:
    """Return the event as Discord's JSON object."""
    return {
        "id": event.id,
        "guild_id": event.guild.id,
        "channel_id": None,
        "creator_id": event.creator.id,
        "name": event.name,
        "description": event.description,
        "image": None,
        "scheduled_start_time": iso(event.start),
        "scheduled_end_time": iso(event.end),
        "privacy_level": GUILD_ONLY,
        "status": event.status,
        "entity_type": EXTERNAL,
        "entity_id": None,
        "entity_metadata": {"location": event.location},
        "recurrence_rule": None,
        "user_count": len(event.users),
        "guild_scheduled_event_exceptions": [],
    }


def _times(
    world: WorldState, problems: Problems, body: Body, start: float | None, end: float | None
) -> tuple[float, float]:
    """Return when an event begins and ends; note where that is past, or the wrong way round."""
    begins = _moment(problems, body, "scheduled_start_time", start)
    ends = _moment(problems, body, "scheduled_end_time", end)
    if begins != start and begins < world.clock():
        code = "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST"
        problems.add(("scheduled_start_time",), code, "Cannot schedule event in the past.")
    if ends <= begins:
        code = "GUILD_SCHEDULED_EVENT_END_BEFORE_START"
        problems.add(("scheduled_end_time",), code, "Must be after the start.")
    return begins, ends


def _moment(problems: Problems, body: Body, name: str, known: float | None) -> float:
    text = body.get(name)
    if text is None:
        if known is None:
            problems.add((name,), "BASE_TYPE_REQUIRED", "This field is required")
        return known or 0.0
    try:
        return datetime.fromisoformat(text).astimezone(UTC).timestamp()
    except (TypeError, ValueError):
        problems.add((name,), "DATE_TIME_TYPE_PARSE", f"Could not parse {text}.")
        return 0.0
