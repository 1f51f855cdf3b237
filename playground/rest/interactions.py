"""Answer what the bot does with interaction tokens: responses, follow-ups, edits of them."""

from __future__ import annotations

from typing import Any

from playground.limits.errors import refusal
from playground.model import Message
from playground.rest import responses
from playground.rest.bodies import CALLBACK, MESSAGE
from playground.rest.rest import Call, Route
from playground.world import message_shapes, posting
from playground.world.interactions import Interaction


def _respond(call: Call) -> Any:
    item = call.world.desk.unanswered(call.params["interaction_id"], call.params["token"])
    answer = responses.respond(call.world, item, call.body, call.files)
    return answer if call.query.get("with_response") in ("1", "true") else None


def _interaction(call: Call) -> Interaction:
    return call.world.desk.answered(call.params["application_id"], call.params["token"])


def _message(call: Call) -> Message:
    return responses.find(call.world, _interaction(call), call.params["message_id"])


def _follow_up(call: Call) -> Any:
    item = responses.follow_up(call.world, _interaction(call), call.body, call.files)
    return message_shapes.message(call.world, item)


def _get(call: Call) -> Any:
    return message_shapes.message(call.world, _message(call))


def _edit(call: Call) -> Any:
    responses.check_open(call.world, _interaction(call))
    item = posting.edit(call.world, _message(call), call.body, call.files)
    return message_shapes.message(call.world, item)


def _delete(call: Call) -> None:
    if _interaction(call).channel.archived:
        raise refusal("archived")
    posting.remove(call.world, _message(call))


_WEBHOOK = "/webhooks/{application_id}/{token}"
_MESSAGE = _WEBHOOK + "/messages/{message_id}"

ROUTES = (
    Route(
        "POST",
        "/interactions/{interaction_id}/{token}/callback",
        _respond,
        token_in_path=True,
        takes=CALLBACK,
    ),
    Route("POST", _WEBHOOK, _follow_up, token_in_path=True, takes=MESSAGE),
    Route("GET", _MESSAGE, _get, token_in_path=True),
    Route("PATCH", _MESSAGE, _edit, token_in_path=True, takes=MESSAGE),
    Route("DELETE", _MESSAGE, _delete, token_in_path=True),
)
