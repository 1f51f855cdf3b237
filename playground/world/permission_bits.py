"""Name Discord's permission bits and what the people and the bot of the world have."""

from __future__ import annotations

from enum import IntFlag


class Permission(IntFlag):
    """The bits of a permission set that matter for messages, threads and commands."""

    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    CONNECT = 1 << 20
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    CREATE_EVENTS = 1 << 44


_P = Permission

EVERYONE = int(
    _P.ADD_REACTIONS
    | _P.VIEW_CHANNEL
    | _P.SEND_MESSAGES
    | _P.EMBED_LINKS
    | _P.ATTACH_FILES
    | _P.READ_MESSAGE_HISTORY
    | _P.CONNECT
    | _P.USE_APPLICATION_COMMANDS
    | _P.CREATE_PUBLIC_THREADS
    | _P.CREATE_PRIVATE_THREADS
    | _P.SEND_MESSAGES_IN_THREADS
)
"""What every member has, the bot included."""

MODERATOR = int(
    EVERYONE
    | _P.KICK_MEMBERS
    | _P.BAN_MEMBERS
    | _P.MANAGE_CHANNELS
    | _P.MANAGE_GUILD
    | _P.MANAGE_MESSAGES
    | _P.MENTION_EVERYONE
    | _P.MANAGE_ROLES
    | _P.MANAGE_THREADS
    | _P.MODERATE_MEMBERS
    | _P.MANAGE_EVENTS
    | _P.CREATE_EVENTS
)
"""What a moderator has."""


READING = int(_P.VIEW_CHANNEL | _P.READ_MESSAGE_HISTORY)
"""What is left to who is timed out (Discord's documentation, Permissions for Timed Out Members)."""

IN_MESSAGES = int(_P.MENTION_EVERYONE | _P.EMBED_LINKS | _P.ATTACH_FILES)
"""What is of use in messages alone."""


def implied(allowed: int, thread: bool) -> int:
    """Return what is left of these permissions: without that to write, nothing that is of use in
    messages (Discord's documentation, Implicit Permissions; in threads Send Messages has no
    effect, its documentation, Threads)."""
    writes = _P.SEND_MESSAGES_IN_THREADS if thread else _P.SEND_MESSAGES
    return allowed if allowed & writes else allowed & ~IN_MESSAGES


def bit(permission: str | int) -> int:
    """Return the bit of a permission given by name or as a number."""
    return int(Permission[permission.upper()]) if isinstance(permission, str) else int(permission)
