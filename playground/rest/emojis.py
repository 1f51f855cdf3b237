"""Answer what the bot does with the application's own emojis."""

from __future__ import annotations

from typing import Any

from playground.limits.errors import refusal
from playground.model import Emoji
from playground.rest.rest import Call, Route
from playground.world import emojis, shapes


def _check_application(call: Call) -> None:
    if call.params["application_id"] != call.world.application_id:
        raise refusal("unknown_application")


def _emoji(call: Call) -> Emoji:
    _check_application(call)
    return emojis.find(call.world, call.params["emoji_id"])


def _list(call: Call) -> Any:
    _check_application(call)
    return {"items": [shapes.emoji(call.world, item) for item in call.world.emojis.values()]}


def _get(call: Call) -> Any:
    return shapes.emoji(call.world, _emoji(call))


def _create(call: Call) -> Any:
    _check_application(call)
    return call.created(shapes.emoji(call.world, emojis.create(call.world, call.body)))


def _rename(call: Call) -> Any:
    return shapes.emoji(call.world, emojis.rename(call.world, _emoji(call), call.body))


def _remove(call: Call) -> None:
    emojis.remove(call.world, _emoji(call))


_EMOJIS = "/applications/{application_id}/emojis"
_EMOJI = _EMOJIS + "/{emoji_id}"

ROUTES = (
    Route("GET", _EMOJIS, _list),
    Route("POST", _EMOJIS, _create),
    Route("GET", _EMOJI, _get),
    Route("PATCH", _EMOJI, _rename),
    Route("DELETE", _EMOJI, _remove),
)
