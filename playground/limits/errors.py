"""Hold the refusals of Discord's HTTP API: status, code and sentence."""

from __future__ import annotations

from typing import Any

KNOWN = {
    "unauthorized": (401, 0, "401: Unauthorized"),
    "no_route": (404, 0, "404: Not Found"),
    "no_method": (405, 0, "405: Method Not Allowed"),
    "foreign": (403, 0, "403: Forbidden"),
    "bad_json": (400, 50109, "The request body contains invalid JSON."),
    "invalid_form": (400, 50035, "Invalid Form Body"),
    "unknown_application": (404, 10002, "Unknown Application"),
    "unknown_channel": (404, 10003, "Unknown Channel"),
    "unknown_guild": (404, 10004, "Unknown Guild"),
    "unknown_member": (404, 10007, "Unknown Member"),
    "unknown_message": (404, 10008, "Unknown Message"),
    "unknown_role": (404, 10011, "Unknown Role"),
    "unknown_user": (404, 10013, "Unknown User"),
    "unknown_emoji": (404, 10014, "Unknown Emoji"),
    "unknown_webhook": (404, 10015, "Unknown Webhook"),
    "unknown_interaction": (404, 10062, "Unknown interaction"),
    "unknown_command": (404, 10063, "Unknown application command"),
    "unknown_event": (404, 10070, "Unknown Guild Scheduled Event"),
    "too_many_events": (
        400,
        30038,
        "Maximum number of uncompleted guild scheduled events reached (100)",
    ),
    "event_over": (400, 180000, "Cannot update a finished event"),
    "too_many_emojis": (400, 30008, "Maximum number of emojis reached (2000)"),
    "too_large": (413, 40005, "Request entity too large"),
    "acknowledged": (400, 40060, "Interaction has already been acknowledged."),
    "opening_too_fast": (403, 40003, "You are opening direct messages too fast."),
    "missing_access": (403, 50001, "Missing Access"),
    "not_author": (403, 50005, "Cannot edit a message authored by another user"),
    "empty_message": (400, 50006, "Cannot send an empty message"),
    "takes_no_messages": (403, 50007, "Cannot send messages to this user"),
    "missing_permissions": (403, 50013, "Missing Permissions"),
    "invalid_token": (401, 50027, "Invalid Webhook Token"),
    "archived": (400, 50083, "Thread is archived"),
    "shut": (403, 50083, "Thread is archived"),
    "locked": (400, 160005, "Thread is locked"),
    "thread_exists": (400, 160004, "A thread has already been created for this message"),
}


class ApiError(Exception):
    """A refusal; `extra` joins the body, `headers` the answer's headers."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        extra: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.body = {"message": message, "code": code, **(extra or {})}
        self.headers = headers or {}


def rate_limited(wait: float, scope: str, code: int = 0, message: str = "") -> ApiError:
    """Return a 429 after which the bot has to wait so many seconds.

    The scope is "user" (the bot's limit for a route) or "global" (its limit for all).
    """
    wait = round(max(wait, 0.001), 3)
    headers = {"Retry-After": str(int(wait) + 1), "X-RateLimit-Scope": scope, "Via": "1.1 local"}
    if scope == "global":
        headers["X-RateLimit-Global"] = "true"
    extra = {"retry_after": wait, "global": scope == "global"}
    sentence = message or "You are being rate limited."
    return ApiError(429, code, sentence, extra=extra, headers=headers)


def refusal(name: str, **extra: Any) -> ApiError:
    """Return a known refusal by its short name."""
    status, code, message = KNOWN[name]
    return ApiError(status, code, message, extra=extra)
