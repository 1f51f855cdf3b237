"""What happened in Bugs & Co, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bugs.values import Countdown, Kept, Moved, Seen, Started, Stopped, Took
from engine.contract import Event
from screens.bugs.painting import area_label, spot_label
from screens.bugs.words import Wording
from screens.names import Names
from screens.texts import Words


def sentences(event: Event, names: Names, words: Words, wording: Wording) -> Iterator[str]:
    """Give what there is to say of an event."""
    match event:
        case Started():
            yield words("news.started")
        case Seen(audience=(seat,), spot=spot, face=face):
            told = wording.face(face)
            yield words("news.seen", name=names[seat], spot=spot_label(spot), tile=told)
        case Moved(seat=seat, spot=spot, to=to):
            area = area_label(to.area)
            yield words("news.moved", name=names[seat], spot=spot_label(spot), area=area)
        case Kept(seat=seat, spot=spot):
            yield words("news.kept", name=names[seat], spot=spot_label(spot))
        case Took(seat=seat, value=value):
            yield words("news.took", name=names[seat], value=value)
        case Countdown(cause=cause):
            yield words(f"news.countdown.{cause}")
        case Stopped():
            yield words("news.stopped")
