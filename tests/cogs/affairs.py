"""What people and staff agree, settle and are told of around tables, and what comes before it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from engine.lessons import Place
from playground.model import DIRECT, Channel, Guild, ScheduledEvent
from playground.world.world import World
from tests.cogs.as_stored import PEOPLE
from tests.cogs.party import Message, Party, labels, learnt, text, verbs
from tests.cogs.within import Inside
from tests.screens.lesson_paths import path_to

STAFF, HEIR, GAME = "Deniz", "Eva", "meistercoup"
MEMBERS = (*PEOPLE, STAFF, HEIR, "Finn")
COMPUTER = "Computer für "
"""How the button begins by which the others vote on somebody."""
NOTE = "Alle, die noch da waren, wollten aufhören."
"""What a board says for a while, as long as the bot that ended the game lives."""

Step: TypeAlias = Callable[["Server", Inside], Awaitable[Any]]
"""Takes a server and the inside of the bot; the last click of an affair comes back from it."""


class Server(Party):
    """A server of its own in which nothing has happened yet, and what is to be seen there."""

    def __init__(self, world: World, number: int) -> None:
        self.guild = _founded(world, f"Server {number}.")
        super().__init__(world, world.add_channel("tisch", self.guild).id)
        self.log = world.add_channel("protokoll", self.guild).id
        self.role = world.add_role("Spielende", self.guild).id
        self._since = int(world.snowflakes.next())

    def scene(self) -> list[str]:
        """Return all that stands in the server, and what was written to people since it was
        founded; without what is another at each try."""
        told = [line for place in self._places() for line in self._lines(place)]
        events = [e for e in self.world.events.values() if e.guild is self.guild]
        return sorted([*told, *map(self._listed, events)])

    def letters(self, name: str) -> list[Message]:
        """Return what the bot has written to a person alone."""
        person = self.world.person(name).id
        direct = [p for p in self._places() if p.type == DIRECT and person in p.guild.members]
        return [m for p in direct for m in self._seen(p)]

    def found(self, verb: str, name: str = "Anna") -> Message:
        """Return the newest message that has a control of this verb."""
        return [m for m in self.seen(name) if verbs(m, verb)][-1]

    def person(self, name: str) -> str:
        """Return somebody's id."""
        return self.world.person(name).id

    async def staff(self, command: str, **options: Any) -> Any:
        """Let staff type a command."""
        return await self.command(STAFF, f"games-admin {command}", **options)

    def close(self) -> None:
        """Delete all channels, so that nothing goes on there."""
        for place in (self.channel, self.log):
            self.world.moderation.delete_channel(place)

    def _places(self) -> list[Channel]:
        every = list(self.world.channels.values())
        return [each for each in every if each.guild is self.guild or each.type == DIRECT]

    def _seen(self, place: Channel) -> list[Message]:
        viewer = next(person for person in place.guild.members.values() if not person.bot)
        shown = self.world.seen(viewer.id, place.id)
        fresh = [m for m in shown if not (m["ephemeral"] or m["type"]) and self._is_fresh(m)]
        # What is written to people names the server.
        return [m for m in fresh if place.type != DIRECT or self.guild.name in text(m)]

    def _listed(self, event: ScheduledEvent) -> str:
        """Return what an event shows, and whether it begins when its message says."""
        link = event.location.rpartition("/")[2]
        linked = [text(m) for place in self._places() for m in self._seen(place) if m["id"] == link]
        timely = any(f"<t:{int(event.start)}:" in said for said in linked)
        return f"event {plain(event.name)} {event.status} {'then' if timely else 'at another time'}"

    def _is_fresh(self, message: Message) -> bool:
        return int(message["id"]) > self._since

    def _lines(self, place: Channel) -> Iterator[str]:
        name = "letter" if place.type == DIRECT else place.name
        seen = self._seen(place)
        if place.is_thread and seen:  # an empty one goes within a minute
            yield f"thread {plain(name)}"
        for message in seen:
            # A hand is another each time.
            said = "" if any(":seat:" in id for id in _ids(message)) else text(message)
            yield f"{plain(name)}: {plain(said)} {plain(str(sorted(labels(message))))}"


def _founded(world: World, name: str) -> Guild:
    guild = world.add_guild(name)
    for member in MEMBERS:
        world.moderation.join(world.person(member).id, guild)
    guild.owner_id = world.person(STAFF).id
    world.bot.moderator = True  # so that dates are events
    world.moderation.invite_bot(guild)
    return guild


def plain(said: str) -> str:
    """Return what was said without what is another at each try."""
    said = said.replace(f"{NOTE}\n", "")
    named = rf"(?<={COMPUTER})\S+|(?<=den Platz von )\S+"
    masked = re.sub(rf"[0-9a-f]{{8,}}|\d{{5,}}|Server \d+.|#\d+|{named}", "#", said)
    linked = re.sub(r"(?<=channels)[#/]+", "/#", masked)  # to a table, or to its board
    return re.sub(r"(?<=<#>: ).*", _in_order, linked)


def _in_order(seats: re.Match[str]) -> str:
    """Return who sits at a table of a tournament, which is drawn, by name."""
    return ", ".join(sorted(seats[0].split(", ")))


@dataclass(frozen=True, slots=True)
class Affair:
    """Something that is done around tables."""

    before: Step
    act: Step
    look: Step | None = None
    """What somebody then reads who looks, where nobody else sees what has come of it."""
    in_parts: bool = False
    """Whether a part of it may come about alone: whoever was told nothing does it again."""


async def nothing(there: Server, inside: Inside) -> None:
    """Let nothing happen before."""


async def unknown(there: Server, inside: Inside) -> None:
    """Let nothing be known of Ben."""
    await inside.forget(int(there.person("Ben")))


async def settled(there: Server, inside: Inside) -> None:
    """Let the server have a log, and a role that is called."""
    house = {"log": int(there.log), "called": int(there.role), "call_minutes": 0}
    await inside.settle(int(there.guild.id), house)


async def lobby(there: Server, inside: Inside) -> None:
    """Let Anna and Ben sit down in a server that has a log."""
    await settled(there, inside)
    await there.open(GAME, "Ben")


async def table(there: Server, inside: Inside) -> None:
    """Let three begin a game."""
    await settled(there, inside)
    await there.open(GAME, *PEOPLE[1:])
    await there.press("Anna", there.found("start"), "start")
    await there.until(lambda: there.found("seat"))


async def silence(there: Server, inside: Inside) -> None:
    """Let three begin a game in which somebody is silent for long."""
    await there.open(GAME, *PEOPLE[1:])
    await inside.silence(int(there.channel))
    await there.until(lambda: there.found("vote"))


async def vote(there: Server, inside: Inside, nth: int = 0) -> Any:
    """Let one of the others vote for a computer."""
    board = there.found("vote")
    asking = next(label for label in labels(board) if label.startswith(COMPUTER))
    others = [name for name in PEOPLE if name not in asking]
    return await there.press(others[nth], board, "vote")


async def voted(there: Server, inside: Inside) -> None:
    """Let one of the others have voted for a computer."""
    await silence(there, inside)
    await vote(there, inside)
    await there.until(lambda: any("(1/2)" in label for label in labels(there.found("vote"))))


async def outvote(there: Server, inside: Inside) -> Any:
    """Let the other vote for a computer as well."""
    return await vote(there, inside, 1)


async def stop(there: Server, inside: Inside) -> Any:
    """Let Ben want all to stop."""
    asked = await there.filled(await there.command("Ben", "leave"))
    return await there.press("Ben", asked, "end")


async def stopping(there: Server, inside: Inside) -> None:
    """Begin a game in which all but Chiara want to stop."""
    await table(there, inside)
    await stop(there, inside)
    await there.press("Anna", await there.until(lambda: there.found("end")), "end")
    await there.until(lambda: any("(2/3)" in label for label in labels(there.found("end"))))


async def all_stop(there: Server, inside: Inside) -> Any:
    """Let Chiara want to stop as well."""
    return await there.press("Chiara", there.found("end"), "end")


async def date(there: Server, inside: Inside) -> None:
    """Let Anna agree a date for which Ben takes a seat, who was not called lately."""
    await unknown(there, inside)
    await agreed(there, inside)


async def agreed(there: Server, inside: Inside) -> None:
    """Let Anna agree a date for which Ben takes a seat."""
    await plan(there, inside)
    await there.press("Ben", await there.until(lambda: there.found("meet_seat")), "meet_seat")
    await there.until(lambda: "Dabei: 2 von" in text(there.found("meet_seat")))


async def plan(there: Server, inside: Inside) -> Any:
    """Let Anna agree a date."""
    return await there.command("Anna", "plan", game=GAME, when="morgen 20:00")


async def come(there: Server, inside: Inside) -> Any:
    """Let Chiara perhaps come."""
    return await there.press("Chiara", there.found("meet_maybe"), "meet_maybe")


async def move_date(there: Server, inside: Inside) -> Any:
    """Let Anna move the date."""
    page = await there.filled(await there.press("Anna", there.found("meet_change"), "meet_change"))
    opened = await there.press("Anna", page, "meet_move")
    typed = there.world.submit(there.person("Anna"), opened, {"when": "übermorgen 19:30"})
    return await there.answered(typed)


async def call_off(there: Server, inside: Inside) -> Any:
    """Let Anna call the date off."""
    page = await there.filled(await there.press("Anna", there.found("meet_change"), "meet_change"))
    sure = await there.filled(await there.press("Anna", page, "meet_cancel"))
    return await there.press("Anna", sure, "meet_sure")


async def date_begins(there: Server, inside: Inside) -> None:
    """Let the hour of the date come."""
    await inside.begin_date(int(there.guild.id))


async def thread(there: Server, inside: Inside) -> Any:
    """Let Anna open a table in a thread."""
    return await there.command("Anna", "play", game=GAME, thread=True)


async def call_role(there: Server, inside: Inside) -> Any:
    """Let Anna call the role."""
    page = await there.filled(await there.press("Anna", there.found("more"), "more"))
    return await there.press("Anna", page, "summon")


async def tournament(there: Server, inside: Inside) -> Any:
    """Let staff open a tournament."""
    return await there.staff("tournament", game=GAME, rounds=1)


async def entered(there: Server, inside: Inside) -> None:
    """Open a tournament that the three have entered."""
    await tournament(there, inside)
    await there.until(lambda: there.found("contest"))
    for number, name in enumerate(PEOPLE, 1):
        await contest(there, name, "enter", there.found("contest"))
        await there.until(partial(_has_entered, there, number))


def _has_entered(there: Server, number: int) -> bool:
    return f"**{number}** " in text(there.found("contest"))


async def enter(there: Server, inside: Inside) -> Any:
    """Let one more enter."""
    return await contest(there, HEIR, "enter", there.found("contest"))


async def first_round(there: Server, inside: Inside) -> Any:
    """Let staff begin the tournament, and its tables be opened."""
    page = (await contest(there, STAFF, "staff", there.found("contest"))).message
    begun = await contest(there, STAFF, "begin", page)
    await inside.rounds()
    return begun


async def contest(there: Server, name: str, what: str, message: Message) -> Any:
    """Let somebody press a button of a tournament."""
    found = [id for id in verbs(message, "contest") if id.split(":")[4].split(".")[1] == what]
    return await there.answered(there.world.press(there.person(name), message["id"], found[0]))


async def offer(there: Server, inside: Inside) -> Any:
    """Let staff take Ben from the table, and offer his seat."""
    who = {"person": there.person("Ben"), "replacement": there.person(HEIR)}
    return await there.staff("remove", **who)


async def offered(there: Server, inside: Inside) -> None:
    """Begin a game in which a seat is offered."""
    await table(there, inside)
    await offer(there, inside)
    await there.until(lambda: _offer(there))


async def agree(there: Server, inside: Inside) -> Any:
    """Let who is offered the seat take it."""
    message = _offer(there)
    [button] = [c["custom_id"] for row in message["components"] for c in row["components"]]
    pressed = there.world.press(there.person(HEIR), message["id"], button)
    return await there.answered(pressed)


def _offer(there: Server) -> Message:
    """Return the message by which a seat is offered."""
    mention = f"<@{there.person(HEIR)}>"
    return [m for m in there.seen(HEIR) if mention in m["content"] and m["components"]][-1]


async def ban(there: Server, inside: Inside) -> Any:
    """Let staff ban Ben."""
    return await there.staff("ban", person=there.person("Ben"), reason="so")


async def banned(there: Server, inside: Inside) -> None:
    """Have Ben banned in a server that has a log."""
    await settled(there, inside)
    await ban(there, inside)
    await there.until(lambda: there.letters("Ben"))


async def unban(there: Server, inside: Inside) -> Any:
    """Let staff take the ban back."""
    return await there.staff("unban", person=there.person("Ben"))


async def end(there: Server, inside: Inside) -> Any:
    """Let staff end the table."""
    return await there.staff("end", reason="so")


async def pause(there: Server, inside: Inside) -> Any:
    """Let staff stop the table."""
    return await there.staff("pause")


async def settle(there: Server, inside: Inside) -> Any:
    """Let staff choose that one game alone is played."""
    page = await there.filled(await there.staff("settings"))
    chosen = there.world.select(there.person(STAFF), page["id"], "ga:set:games", [GAME])
    return await there.answered(chosen)


async def settings(there: Server, inside: Inside) -> str:
    """Return what staff reads of what is settled."""
    return text(await there.filled(await there.staff("settings")))


def _ids(message: Message) -> list[str]:
    return [c["custom_id"] for row in message["components"] for c in row["components"]]


async def busy(there: Server, inside: Inside) -> None:
    """Have a server with a log, a tournament, a date and a game."""
    await table(there, inside)
    await agreed(there, inside)
    await tournament(there, inside)
    await there.until(lambda: there.found("contest"))


async def purge(there: Server, inside: Inside) -> Any:
    """Let staff have all data of the server deleted."""
    page = await there.filled(await there.staff("purge"))
    pressed = there.world.press(there.person(STAFF), page["id"], _ids(page)[0])
    return await there.answered(pressed)


async def log(there: Server, inside: Inside) -> str:
    """Return what staff reads in the log."""
    return text(await there.filled(await there.staff("log")))


async def known(there: Server, inside: Inside) -> None:
    """Have Ben at a table and at a date, who is told of others."""
    await unknown(there, inside)
    await table(there, inside)
    await agreed(there, inside)
    await subscribe(there, inside)


async def forget_me(there: Server, inside: Inside) -> Any:
    """Let Ben have everything about him removed."""
    page = await there.filled(await there.command("Ben", "forget-me"))
    return await there.press("Ben", page, "forget")


async def subscribe(there: Server, inside: Inside) -> Any:
    """Let Ben want to be told of tables, at all hours."""
    page = await there.filled(await there.command("Ben", "notify me"))
    chosen = await there.choose("Ben", page, "alert_games", GAME)
    parts = ("morning", "afternoon", "evening", "night")
    await there.choose("Ben", chosen.message, "alert_parts", *parts)
    return chosen


async def subscribed(there: Server, inside: Inside) -> None:
    """Have Ben want to be told, of whom nothing else is known."""
    await unknown(there, inside)
    await subscribe(there, inside)


async def told_of(there: Server, inside: Inside) -> str:
    """Return what Ben reads of what he is told of."""
    return text(await there.filled(await there.command("Ben", "notify me")))


async def play(there: Server, inside: Inside) -> Any:
    """Let Anna open a table."""
    return await there.command("Anna", "play", game=GAME)


async def told(there: Server, inside: Inside) -> None:
    """Have Ben told of a table at which nobody else sits."""
    await subscribed(there, inside)
    await play(there, inside)
    await there.until(lambda: there.letters("Ben")[1:] and there.found("more"))


async def close(there: Server, inside: Inside) -> Any:
    """Let Anna close the table."""
    page = await there.filled(await there.press("Anna", there.found("more"), "more"))
    return await there.press("Anna", page, "cancel")


async def unsubscribe(there: Server, inside: Inside) -> Any:
    """Let Ben want to be told no more, by the button of what he was told."""
    letter = there.letters("Ben")[0]
    return await there.press("Ben", letter, "unalert")


async def lesson(there: Server, inside: Inside) -> Any:
    """Let Ben give the first right answer of a lesson."""
    page = await there.filled(await there.command("Ben", "learn", game=GAME))
    taught, answered = learnt()[GAME], None
    answer = taught.plan.steps[0].answer
    assert answer is not None
    for press in path_to(taught, Place(0), taught.action(answer)):
        same = verbs(page, press.verb)
        found = [id for id in same if id.endswith(f":{press.verb}:{press.args}")] or same
        pressed = there.world.press(there.person("Ben"), page["id"], found[0])
        answered = await there.answered(pressed)
        page = answered.message
    return answered


async def learnt_so_far(there: Server, inside: Inside) -> str:
    """Return where Ben is in the lesson."""
    return text(await there.filled(await there.command("Ben", "learn", game=GAME)))


async def puzzle_put(there: Server, inside: Inside) -> None:
    """Put a puzzle today, which Ben has not answered."""
    await unknown(there, inside)
    await inside.put_puzzle()


async def solve(there: Server, inside: Inside) -> Any:
    """Let Ben answer the puzzle of the day."""
    page = await there.filled(await there.command("Ben", "puzzle"))
    found = [id for id in _ids(page) if not id.split(":")[3].startswith(("puzzle", "words"))]
    return await there.answered(there.world.press(there.person("Ben"), page["id"], found[0]))


async def solved(there: Server, inside: Inside) -> str:
    """Return what Ben reads of the puzzle."""
    return text(await there.filled(await there.command("Ben", "puzzle")))


AFFAIRS: dict[str, Affair] = {
    "plan": Affair(nothing, plan),
    "come": Affair(date, come),
    "move date": Affair(date, move_date),
    "call off": Affair(date, call_off),
    "date begins": Affair(date, date_begins),
    "thread": Affair(nothing, thread),
    "call role": Affair(lobby, call_role),
    "tournament": Affair(nothing, tournament),
    "enter": Affair(entered, enter),
    "first round": Affair(entered, first_round),
    "offer": Affair(table, offer),
    "agree": Affair(offered, agree),
    "ban": Affair(table, ban),
    "unban": Affair(banned, unban),
    "end": Affair(table, end),
    "pause": Affair(table, pause),
    "vote": Affair(silence, vote),
    "last vote": Affair(voted, outvote),
    "stop": Affair(table, stop),
    "all stop": Affair(stopping, all_stop),
    "settings": Affair(settled, settle, settings),
    "purge": Affair(busy, purge, log, in_parts=True),
    "forget me": Affair(known, forget_me, told_of, in_parts=True),
    "subscribe": Affair(nothing, subscribe, told_of),
    "told": Affair(subscribed, play),
    "close": Affair(told, close),
    "unsubscribe": Affair(subscribed, unsubscribe, told_of),
    "lesson": Affair(unknown, lesson, learnt_so_far),
    "puzzle": Affair(puzzle_put, solve, solved),
}
