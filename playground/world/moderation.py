"""Do what a server's staff, or Discord itself, does to a bot's messages, channels and servers."""

from __future__ import annotations

from playground.model import SUPPRESS_EMBEDS, Channel, Guild
from playground.world import posting, threads
from playground.world.permission_bits import bit
from playground.world.state import WorldState


class Moderation:
    """The staff's hands in one world; ids are those of its parts."""

    def __init__(self, world: WorldState) -> None:
        self._world = world

    def delete_message(self, message_id: str) -> None:
        """Delete anybody's message."""
        posting.remove(self._world, self._world.messages[str(message_id)])

    def remove_embeds(self, message_id: str) -> None:
        """Remove all embeds of anybody's message, as its author or staff can."""
        message = self._world.messages[str(message_id)]
        posting.edit(self._world, message, {"flags": SUPPRESS_EMBEDS})

    def delete_channel(self, channel_id: str) -> None:
        """Delete a channel or thread with everything in it."""
        threads.remove(self._world, self._world.channels[str(channel_id)])

    def archive(self, thread_id: str, archived: bool = True) -> None:
        """Archive a thread, which the next message there undoes, or bring it back."""
        self._change_thread(thread_id, archived=archived)

    def lock(self, thread_id: str, locked: bool = True) -> None:
        """Lock a thread, so that only staff may write there, or undo that."""
        self._change_thread(thread_id, locked=locked)

    def _change_thread(self, thread_id: str, **changes: bool) -> Channel:
        place = self._world.channels[str(thread_id)]
        if not place.is_thread:
            raise ValueError(f"{place.name} is no thread")
        return threads.change(self._world, place, dict(changes))

    def leave(self, user_id: str, guild: Guild | None = None) -> None:
        """Let somebody leave a server; being thrown out looks the same."""
        guild = guild or self._world.guild
        person = guild.members.pop(str(user_id))
        self._world.publish("member_remove", (guild, person))

    def join(self, user_id: str, guild: Guild | None = None) -> None:
        """Let somebody who is known join a server."""
        guild, person = guild or self._world.guild, self._world.people[str(user_id)]
        guild.members[person.id] = person
        self._world.publish("member_add", (guild, person))

    def restrict(self, permission: str | int, guild: Guild | None = None) -> None:
        """Take a permission from everybody in a server who has no other role that gives it."""
        guild = guild or self._world.guild
        guild.denied |= bit(permission)
        self._world.publish("role_update", guild)

    def permit(self, permission: str | int, guild: Guild | None = None) -> None:
        """Give everybody in a server a permission back."""
        guild = guild or self._world.guild
        guild.denied &= ~bit(permission)
        self._world.publish("role_update", guild)

    def promote_bot(self, promoted: bool = True, guild: Guild | None = None) -> None:
        """Give the bot the role of moderators, or take it away."""
        self._world.bot.moderator = promoted
        self._world.publish("member_update", (guild or self._world.guild, self._world.bot))

    def time_out_bot(self, seconds: float, guild: Guild | None = None) -> None:
        """Let the bot do nothing but read for a while; that it is over nobody is told."""
        guild = guild or self._world.guild
        guild.bot_silent = self._world.clock() + seconds
        self._world.publish("member_update", (guild, self._world.bot))

    def hide(self, channel_id: str, id: str) -> None:
        """Let somebody, or a role, no longer see a channel and the threads below; everybody's role
        has the server's id."""
        place = self._world.channels[str(channel_id)]
        place.hidden.add(str(id))
        self._world.publish("channel_update", place)

    def reveal(self, channel_id: str, role_id: str) -> None:
        """Let a role see a channel that is hidden from others."""
        place = self._world.channels[str(channel_id)]
        place.shown.add(str(role_id))
        self._world.publish("channel_update", place)

    def delete_role(self, role_id: str, guild: Guild | None = None) -> None:
        """Delete a role, which everybody loses."""
        guild = guild or self._world.guild
        role = guild.roles.pop(str(role_id))
        self._world.publish("role_delete", (guild, role))

    def remove_bot(self, guild: Guild | None = None) -> None:
        """Throw the bot out of a server, of which it then reaches nothing."""
        guild = guild or self._world.guild
        del guild.members[self._world.bot.id]
        self._world.publish("guild_delete", guild)

    def invite_bot(self, guild: Guild | None = None) -> None:
        """Take the bot into a server."""
        guild = guild or self._world.guild
        guild.members[self._world.bot.id] = self._world.bot
        self._world.publish("guild_join", guild)

    def outage(self, guild: Guild | None = None) -> None:
        """Make a server unavailable, as trouble at Discord does: the bot is still in it."""
        guild = guild or self._world.guild
        guild.available = False
        self._world.publish("guild_delete", guild)

    def recover(self, guild: Guild | None = None) -> None:
        """End an outage."""
        guild = guild or self._world.guild
        guild.available = True
        self._world.publish("guild_create", guild)
