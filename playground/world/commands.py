"""Keep the bot's application commands and show each person those that person may use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from playground.limits.commands import check_commands
from playground.limits.errors import refusal
from playground.world.permission_bits import Permission
from playground.world.snowflakes import Snowflakes

Body = dict[str, Any]

SUB_COMMAND = 1
SUB_COMMAND_GROUP = 2
GUILD_CONTEXT, DIRECT_CONTEXT = 0, 1
"""Where a command can be used: on servers, in direct messages with the bot."""


@dataclass(slots=True, frozen=True)
class Usable:
    """A command that can be typed: its registered root, the path below and its options."""

    root: Body
    path: tuple[Body, ...]
    """Group and subcommand below the root; empty for a plain command."""

    @property
    def leaf(self) -> Body:
        """The part that carries the options."""
        return self.path[-1] if self.path else self.root

    @property
    def name(self) -> str:
        """The names of all parts, joined by blanks."""
        return " ".join(part["name"] for part in (self.root, *self.path))

    @property
    def options(self) -> list[Body]:
        """The options to fill in."""
        return self.leaf.get("options") or []

    @property
    def direct(self) -> bool:
        """Whether it can be typed in direct messages with the bot, too."""
        known = self.root.get("contexts")
        return "guild_id" not in self.root and (known is None or DIRECT_CONTEXT in known)

    def data(self, options: list[Body], resolved: Body) -> Body:
        """Return the interaction data of this command with its options filled in."""
        for part in reversed(self.path):
            options = [{"name": part["name"], "type": part["type"], "options": options}]
        data = {
            "id": self.root["id"],
            "name": self.root["name"],
            "type": self.root["type"],
            "options": options,
        }
        if resolved:
            data["resolved"] = resolved
        if "guild_id" in self.root:
            data["guild_id"] = self.root["guild_id"]
        return data


class CommandBook:
    """The registered commands, by scope: global ones and those of each server."""

    def __init__(
        self, application_id: str, snowflakes: Snowflakes, publish: Callable[[str, Any], None]
    ) -> None:
        self._application_id = application_id
        self._snowflakes = snowflakes
        self._publish = publish
        self._scopes: dict[str | None, dict[str, Body]] = {None: {}}

    def all(self, guild_id: str | None) -> list[Body]:
        """Return the commands of one scope."""
        return list(self._scopes.get(guild_id, {}).values())

    def get(self, guild_id: str | None, command_id: str) -> Body:
        """Return one command or raise 10063."""
        for command in self.all(guild_id):
            if command["id"] == command_id:
                return command
        raise refusal("unknown_command")

    def replace(self, guild_id: str | None, bodies: list[Body]) -> list[Body]:
        """Set all commands of a scope; a command that keeps its name keeps its id."""
        check_commands(bodies)
        old = self._scopes.get(guild_id, {})
        self._scopes[guild_id] = {
            _key(body): self._complete(body, guild_id, old.get(_key(body))) for body in bodies
        }
        self._publish("commands", None)
        return self.all(guild_id)

    def put(self, guild_id: str | None, body: Body) -> tuple[Body, bool]:
        """Add a command or overwrite the one of that name; tell whether it is new."""
        check_commands([body])
        scope = self._scopes.setdefault(guild_id, {})
        old = scope.get(_key(body))
        scope[_key(body)] = command = self._complete(body, guild_id, old)
        self._publish("commands", None)
        return command, old is None

    def change(self, guild_id: str | None, command_id: str, body: Body) -> Body:
        """Change what the body names."""
        old = self.get(guild_id, command_id)
        merged = {**old, **body}
        check_commands([merged])
        scope = self._scopes[guild_id]
        scope[_key(merged)] = command = self._complete(merged, guild_id, scope.pop(_key(old)))
        self._publish("commands", None)
        return command

    def remove(self, guild_id: str | None, command_id: str) -> None:
        """Take a command away."""
        del self._scopes[guild_id][_key(self.get(guild_id, command_id))]
        self._publish("commands", None)

    def usable(self, guild_id: str, permissions: int) -> list[Usable]:
        """Return what somebody of these permissions may type in a server.

        A server's own command hides the global one of its name.
        """
        return [
            entry
            for command in self._visible(guild_id)
            if _permitted(command, permissions)
            for entry in _leaves(command)
        ]

    def find(self, guild_id: str, permissions: int, name: str) -> Usable | None:
        """Return the command of that full name if somebody of these permissions may use it."""
        entries = self.usable(guild_id, permissions)
        return next((entry for entry in entries if entry.name == name), None)

    def _visible(self, guild_id: str) -> Iterator[Body]:
        own = self._scopes.get(guild_id, {})
        yield from own.values()
        for key, command in self._scopes[None].items():
            if key not in own and GUILD_CONTEXT in (command.get("contexts") or [GUILD_CONTEXT]):
                yield command

    def _complete(self, body: Body, guild_id: str | None, old: Body | None) -> Body:
        needed = body.get("default_member_permissions")
        command = {
            "id": old["id"] if old else self._snowflakes.next(),
            "application_id": self._application_id,
            "version": self._snowflakes.next(),
            "type": body.get("type") or 1,
            "name": body["name"],
            "name_localizations": body.get("name_localizations"),
            "description": body.get("description") or "",
            "description_localizations": body.get("description_localizations"),
            "default_member_permissions": None if needed is None else str(needed),
            "contexts": body.get("contexts"),
            "integration_types": body.get("integration_types") or [0],
            "nsfw": bool(body.get("nsfw")),
            "options": body.get("options") or [],
        }
        return command if guild_id is None else {**command, "guild_id": guild_id}


def _permitted(command: Body, permissions: int) -> bool:
    needed = command["default_member_permissions"]
    if needed is None or permissions & Permission.ADMINISTRATOR:
        return True
    return int(needed) != 0 and permissions & int(needed) == int(needed)


def _key(body: Body) -> str:
    return f"{body.get('type') or 1}/{body['name']}"


def _leaves(command: Body) -> Iterator[Usable]:
    if command["type"] != 1:
        return
    groups = [each for each in command["options"] if each["type"] <= SUB_COMMAND_GROUP]
    if not groups:
        yield Usable(command, ())
    for part in groups:
        if part["type"] == SUB_COMMAND:
            yield Usable(command, (part,))
        else:
            for leaf in part.get("options") or []:
                yield Usable(command, (part, leaf))


def localised(entry: Usable, locale: str) -> Body:
    """Return a command as a person's client lists it, with the raw names beside."""
    parts = (entry.root, *entry.path)
    return {
        "name": " ".join(_local(part, "name", locale) for part in parts),
        "raw_name": entry.name,
        "direct": entry.direct,
        "aliases": _aliases(parts),
        "description": _local(entry.leaf, "description", locale),
        "options": [_localised_option(option, locale) for option in entry.options],
    }


def _aliases(parts: tuple[Body, ...]) -> list[str]:
    """Return the full names that a command has in some language."""
    locales = {locale for part in parts for locale in part.get("name_localizations") or {}}
    names = (" ".join(_local(part, "name", locale) for part in parts) for locale in locales)
    return sorted({*names, " ".join(part["name"] for part in parts)})


def _localised_option(option: Body, locale: str) -> Body:
    shape = {
        "name": _local(option, "name", locale),
        "raw_name": option["name"],
        "description": _local(option, "description", locale),
        "type": option["type"],
        "required": bool(option.get("required")),
        "autocomplete": bool(option.get("autocomplete")),
        "choices": [
            {"name": _local(choice, "name", locale), "value": choice["value"]}
            for choice in option.get("choices") or []
        ],
    }
    limits_of = ("min_value", "max_value", "min_length", "max_length")
    return shape | {key: option[key] for key in limits_of if option.get(key) is not None}


def _local(part: Body, field: str, locale: str) -> str:
    text: str = (part.get(f"{field}_localizations") or {}).get(locale) or part[field]
    return text
