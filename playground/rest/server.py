"""Answer what the bot asks about itself, the server, its people and its commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playground.limits.errors import refusal
from playground.model import Guild, Person
from playground.rest.bodies import COMMAND, COMMANDS
from playground.rest.rest import Call, Route
from playground.world import shapes
from playground.world.permission_bits import Permission


def _me(call: Call) -> Any:
    return {**shapes.user(call.world.bot), "verified": True, "mfa_enabled": True}


def _user(call: Call) -> Any:
    person = call.world.people.get(call.params["user_id"])
    if person is None:
        raise refusal("unknown_user")
    return shapes.user(person)


def _application(call: Call) -> Any:
    world = call.world
    owner = world.people.get(world.guild.owner_id, world.bot)
    return {
        "id": world.application_id,
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": shapes.user(world.bot),
        "bot_public": False,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": shapes.user(owner),
        "team": None,
        "approximate_guild_count": len(world.bot_guilds()),
        "integration_types_config": {"0": {}},
    }


def _gateway(call: Call) -> Any:
    return {"url": call.world.base_url.replace("http", "ws", 1) + "/gateway"}


def _gateway_bot(call: Call) -> Any:
    starts = {
        "total": 1000,
        "remaining": 999,
        "reset_after": 86_400_000,
        "max_concurrency": call.world.max_concurrency,
    }
    return {**_gateway(call), "shards": call.world.shards, "session_start_limit": starts}


def _my_guilds(call: Call) -> Any:
    world = call.world
    return [
        {
            "id": guild.id,
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(world.permissions(world.bot, guild)),
            "features": [],
        }
        for guild in world.bot_guilds()
    ]


def _the_guild(call: Call) -> Guild:
    guild = call.world.guilds.get(call.params["guild_id"])
    if guild is None or call.world.bot.id not in guild.members:
        raise refusal("unknown_guild")
    return guild


def _guild(call: Call) -> Any:
    guild = _the_guild(call)
    counts = {"approximate_member_count": len(guild.members), "approximate_presence_count": 1}
    return shapes.guild(guild) | (counts if call.query.get("with_counts") else {})


def _guild_channels(call: Call) -> Any:
    """Return the channels that the bot sees: all others are left out (discord-api-docs #8454)."""
    world = call.world
    places = [place for place in world.channels_of(_the_guild(call)) if not place.is_thread]
    return [shapes.channel(world, place) for place in places if world.bot_permissions(place)]


def _active_threads(call: Call) -> Any:
    world, bot = call.world, call.world.bot.id
    places = [place for place in world.channels_of(_the_guild(call)) if place.is_thread]
    threads = [p for p in places if not p.archived and world.bot_permissions(p)]
    return {
        "threads": [shapes.channel(world, place) for place in threads],
        "members": [shapes.thread_member(place, bot) for place in threads if bot in place.members],
    }


def _members(call: Call) -> Any:
    guild = _the_guild(call)
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
    people = [person for person in guild.members.values() if int(person.id) > after]
    return [shapes.full_member(guild, person) for person in people[:limit]]


def _member(call: Call) -> Any:
    guild = _the_guild(call)
    return shapes.full_member(guild, _person(guild, call.params["user_id"]))


def _person(guild: Guild, user_id: str) -> Person:
    person = guild.members.get(user_id)
    if person is None:
        raise refusal("unknown_member")
    return person


def _roles(call: Call) -> Any:
    return shapes.roles(_the_guild(call))


def _role(call: Call) -> Any:
    for role in _roles(call):
        if role["id"] == call.params["role_id"]:
            return role
    raise refusal("unknown_role")


def _give_role(call: Call) -> None:
    _set_role(call, set.add)


def _take_role(call: Call) -> None:
    _set_role(call, set.discard)


def _set_role(call: Call, change: Callable[[set[str], str], None]) -> None:
    """Give or take a role that stands below the bot's highest, as Manage Roles allows."""
    guild, world = _the_guild(call), call.world
    person, role = _person(guild, call.params["user_id"]), _role(call)
    own = set(shapes.roles_of(guild, world.bot))
    highest = max((r["position"] for r in shapes.roles(guild) if r["id"] in own), default=0)
    may = world.permissions(world.bot, guild) & Permission.MANAGE_ROLES
    # Of the roles that come with a server the playground keeps who has them elsewhere.
    given = role["id"] in guild.roles and not role["managed"]
    if not (may and given and role["position"] < highest):
        raise refusal("missing_permissions")
    change(person.roles, role["id"])
    world.publish("member_update", (guild, person))


def _scope(call: Call) -> str | None:
    """Return the server whose commands are meant, None for global ones."""
    if call.params["application_id"] != call.world.application_id:
        raise refusal("unknown_application")
    guild_id = call.params.get("guild_id")
    if guild_id is not None:
        _the_guild(call)
    return guild_id


def _commands(call: Call) -> Any:
    return call.world.commands.all(_scope(call))


def _set_commands(call: Call) -> Any:
    return call.world.commands.replace(_scope(call), call.body)


def _add_command(call: Call) -> Any:
    command, is_new = call.world.commands.put(_scope(call), call.body)
    return call.created(command) if is_new else command


def _command(call: Call) -> Any:
    return call.world.commands.get(_scope(call), call.params["command_id"])


def _change_command(call: Call) -> Any:
    return call.world.commands.change(_scope(call), call.params["command_id"], call.body)


def _remove_command(call: Call) -> None:
    call.world.commands.remove(_scope(call), call.params["command_id"])


def _no_permissions(call: Call) -> Any:
    _scope(call)
    return []


def _command_routes(prefix: str) -> tuple[Route, ...]:
    return (
        Route("GET", prefix, _commands),
        Route("PUT", prefix, _set_commands, takes=COMMANDS),
        Route("POST", prefix, _add_command, takes=COMMAND),
        Route("GET", f"{prefix}/{{command_id}}", _command),
        Route("PATCH", f"{prefix}/{{command_id}}", _change_command, takes=COMMAND),
        Route("DELETE", f"{prefix}/{{command_id}}", _remove_command),
    )


ROUTES = (
    Route("GET", "/users/@me", _me),
    Route("GET", "/users/@me/guilds", _my_guilds),
    Route("GET", "/users/{user_id}", _user),
    Route("GET", "/oauth2/applications/@me", _application),
    Route("GET", "/applications/@me", _application),
    Route("GET", "/gateway", _gateway, token_in_path=True),
    Route("GET", "/gateway/bot", _gateway_bot),
    Route("GET", "/guilds/{guild_id}", _guild),
    Route("GET", "/guilds/{guild_id}/channels", _guild_channels),
    Route("GET", "/guilds/{guild_id}/threads/active", _active_threads),
    Route("GET", "/guilds/{guild_id}/members", _members),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", _member),
    Route("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}", _give_role),
    Route("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}", _take_role),
    Route("GET", "/guilds/{guild_id}/roles", _roles),
    Route("GET", "/guilds/{guild_id}/roles/{role_id}", _role),
    *_command_routes("/applications/{application_id}/commands"),
    *_command_routes("/applications/{application_id}/guilds/{guild_id}/commands"),
    Route(
        "GET",
        "/applications/{application_id}/guilds/{guild_id}/commands/permissions",
        _no_permissions,
    ),
)
