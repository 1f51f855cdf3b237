"""The panel of a server's settings, a page a group: selects, switches, and modals of numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal, cast

import discord
from discord.ui import Button, ChannelSelect, RoleSelect, Select, View
from pydantic import ValidationError

from cogs.gate.answer import Answer
from cogs.gate.authority import staff_of
from cogs.gate.custom_id import Press, of_server
from cogs.gate.modals import Field, ask, fields
from cogs.gate.permissions import SPEAKING, demand
from cogs.gate.roles import Roles, demand_named
from cogs.presses.verbs import Turn
from cogs.shown.settled import NUMBERS, SEASONS, in_force
from engine.contract import CLOCKS
from engine.errors import Malformed
from screens.frame import choices
from screens.page import FIT
from screens.texts import LANGUAGES, Words
from storage.errors import StoreError
from tables import hours
from tables.room.refusal import Refusal
from tables.servers import UNSET, USUAL, House, Servers
from tables.staff.moderation import Staff
from tables.staff.rank import Rank

MODAL = "ga-numbers:"
"""How the modal's custom_id begins; what its fields show and what opened it follow."""
ASKED = {"asked": True}
"""What is noted once staff has seen the question for the language."""
LONGEST = 40
"""Characters of a time zone."""
PLACES = tuple(
    discord.ChannelType[kind] for kind in ("text", "news", "voice", "stage_voice", "forum")
)
"""The kinds of channels in which, or in whose posts and threads, people can write."""
LOGS = PLACES[:4]
"""The kinds of channels in which a message can stand by itself."""
WRITTEN: Mapping[str, Sequence[str]] = {
    "log": ("view_channel", SPEAKING, "embed_links"),
    "puzzles": ("view_channel", SPEAKING),
}
"""The settings of a channel in which the bot is to write, and what it needs there."""
ZONE = "zone"
MODALS = {
    "limits": ("most", "own", "own_running", "lobby_minutes", "idle_days"),
    "hours": ("nudge", "call_minutes", ZONE, "quiet_from", "quiet_to"),
}
"""The settings of each modal, by the verb that opens it."""
AT_TABLE, CALLING = ("threads", "take_back", "art"), ("quiet",)
"""The switches of the second page, and of the third."""
GROUPS: Mapping[str, Sequence[str]] = {
    "where": ("channels", "games", "openers", "staff"),
    "play": ("clock", "season", "language", *AT_TABLE, *MODALS["limits"]),
    "calls": ("called", "log", "puzzles", *CALLING, *MODALS["hours"]),
}
"""The settings of each page, in their order."""


class SettingsPanel:
    """Shows and changes the settings of one server."""

    def __init__(
        self, games: Collection[str], servers: Servers, staff: Staff, roles: Roles
    ) -> None:
        self._offered, self._servers, self._staff, self._roles = games, servers, staff, roles
        self.verbs: Mapping[str, Turn] = {
            "page": self._turn,
            "set": self._set,
            **dict.fromkeys(MODALS, self._ask),
        }

    async def open(self, answer: Answer) -> None:
        """Answer with the panel; the first time, where no language is chosen, ask for it."""
        house, guild = self._house(answer), answer.guild
        if house.asked or house.chosen(str(answer.interaction.guild_locale or UNSET)):
            await self.show(answer, 0)
        else:
            await self._ask_language(answer)
            # Only now: what nobody has seen, or could not be stored, is asked once more.
            with suppress(StoreError):
                async with self._servers.lock(guild):
                    await self._servers.settle(guild, self._house(answer).model_copy(update=ASKED))

    async def _ask_language(self, answer: Answer) -> None:
        words, view = answer.words, View(timeout=None)
        for value, label in _languages(words).items():
            view.add_item(_button(label, "set", f"language.{value}", 0))
        view.stop()
        asked = discord.Embed(
            title=words.named("staff.settings.ask"), description=words.named("staff.settings.asked")
        )
        await answer.show(embed=asked, view=view)

    async def show(self, answer: Answer, page: int) -> None:
        """Answer with a page of the panel, numbered from 0."""
        house, words = self._house(answer), answer.words
        actor, view = staff_of(answer.interaction, self._servers), View(timeout=None)
        settles = actor.rank >= Rank.MANAGER
        pages = (self._where, self._play, self._calls)
        for item in (*pages[page](house, words, settles), *_turns(page, words)):
            view.add_item(item)
        view.stop()
        await answer.show(embed=self._embed(house, page, words), view=view)

    async def submit(self, answer: Answer) -> None:
        """Take over what was changed in a modal, as somebody else may have changed the rest
        meanwhile; raise Refusal for a bad number."""
        words, data = answer.words, cast(Any, answer.interaction.data)
        typed = {name: text.strip() for name, text in fields(data)}
        *shown, _ = data["custom_id"].removeprefix(MODAL).split("|")
        before = dict(zip(typed, shown, strict=False))
        changed = {name: text for name, text in typed.items() if text != before.get(name)}
        changes = {name: await _typed(name, text, words) for name, text in changed.items()}
        await self._change(answer, changes)
        await self.show(answer, _page(typed))

    async def _turn(self, answer: Answer, press: Press) -> None:
        await self.show(answer, int(press.args) if press.args in ("1", "2") else 0)

    async def _set(self, answer: Answer, press: Press) -> None:
        name, _, value = press.args.partition(".")
        if name == "called":
            demand_named(answer.interaction, press.values)
        if name == "staff" and str(answer.guild) in press.values:
            raise Refusal("staff.not_everyone")  # the role that everybody has
        chosen = _value(name, value, press.values)
        if name in WRITTEN and chosen is not None:
            may = await self._roles.own(answer.guild, int(press.values[0]))
            place = f"<#{chosen}>"
            demand(may, WRITTEN[name], answer.words, "staff.cannot_write", channel=place)
        await self._change(answer, {name: chosen})
        await self.show(answer, _page((name,)))

    async def _ask(self, answer: Answer, press: Press) -> None:
        """Open a modal of settings."""
        house, words = self._house(answer), answer.words
        title = words.named(f"staff.settings.{press.verb}").removesuffix(" …")
        held = {name: getattr(house, name) for name in MODALS[press.verb]}
        usual = dict(in_force(USUAL, self._offered, words))
        asked = [
            Field(
                name,
                words.named(f"staff.name.{name}"),
                LONGEST if name == ZONE else 6,
                hint=_taken(name, usual[name], words),
                value=None if value == getattr(USUAL, name) else _as_typed(value),
            )
            for name, value in held.items()
        ]
        shown = "".join(f"{field.value or ''}|" for field in asked)
        await ask(answer, f"{MODAL}{shown}", title, asked)

    async def _change(self, answer: Answer, changes: Mapping[str, object]) -> None:
        actor = staff_of(answer.interaction, self._servers)
        try:
            await self._staff.settle(answer.guild, actor, changes)
        except ValidationError as error:
            raise Malformed("error.malformed") from error

    def _house(self, answer: Answer) -> House:
        return self._servers.of(answer.guild)

    def _where(self, house: House, words: Words, settles: bool) -> Iterator[discord.ui.Item[Any]]:
        yield _channels("channels", words, house.channels, PLACES, FIT, 0)
        yield self._games(house, words)
        yield _role("openers", house.openers, words, settles, 2)
        yield _role("staff", house.staff, words, settles, 3)

    def _play(self, house: House, words: Words, settles: bool) -> Iterator[discord.ui.Item[Any]]:
        clocks = {"": words.named("staff.settings.clock.usual")}
        clocks |= {clock: choices.value("clock", clock, words) for clock in CLOCKS}
        lengths = {kind: words.named(f"staff.settings.season.{kind}") for kind in SEASONS}
        offered = {"clock": clocks, "season": lengths, "language": _languages(words)}
        for row, (name, labels) in enumerate(offered.items()):
            titled = {value: _titled(name, label, words) for value, label in labels.items()}
            yield _select(name, words, titled, [getattr(house, name) or ""], row)
        yield from _switches(AT_TABLE, house, words)
        yield _button(words.named("staff.settings.limits"), "limits", "", 3)

    def _calls(self, house: House, words: Words, settles: bool) -> Iterator[discord.ui.Item[Any]]:
        yield _role("called", house.called, words, settles, 0)
        told = _channels("log", words, (house.log,) if house.log else (), LOGS, 1, 1)
        told.disabled = not settles
        yield told
        puzzled = (house.puzzles,) if house.puzzles else ()
        yield _channels("puzzles", words, puzzled, LOGS, 1, 2)
        yield from _switches(CALLING, house, words)
        yield _button(words.named("staff.settings.hours"), "hours", "", 3)

    def _games(self, house: House, words: Words) -> Select[Any]:
        titles = {game: words.within(game)("title") for game in self._offered}
        select = _select("games", words, titles, house.games, 1)
        select.min_values, select.max_values = 0, len(titles)
        return select

    def _embed(self, house: House, page: int, words: Words) -> discord.Embed:
        group, names = [*GROUPS.items()][page]
        held = dict(in_force(house, self._offered, words))
        told = [] if page else [words.named("staff.settings.text")]
        told += [_titled(name, held[name], words, "**") for name in names]
        title = f"{words.named('staff.settings.title')} · {_called(group, words)}"
        return discord.Embed(title=title, description="\n".join(told))


def _page(names: Collection[str]) -> int:
    """Return the number of the page that has these settings; the first for none."""
    return next((n for n, group in enumerate(GROUPS.values()) if {*names} & {*group}), 0)


def _languages(words: Words) -> dict[str, str]:
    """Return what is offered as the language of the channels, by its value."""
    kept = {"": words.named("staff.settings.language.server")}
    return kept | {one: words.named(f"staff.settings.language.{one}") for one in LANGUAGES}


def _default(id: int, kind: Literal["channel", "role"]) -> discord.SelectDefaultValue:
    # discord.py sends ids as they are, and Discord's API describes them as texts.
    as_text: Any = str(id)
    return discord.SelectDefaultValue(id=as_text, type=discord.SelectDefaultValueType[kind])


def _called(group: str, words: Words) -> str:
    return words.named(f"staff.settings.group.{group}")


def _titled(name: str, value: str, words: Words, mark: str = "") -> str:
    """Return a value with the name of its setting in front, between two of this mark."""
    title = f"{mark}{words.named(f'staff.name.{name}')}{mark}"
    return words.named("staff.settings.switch", title=title, value=value)


def _switches(names: Sequence[str], house: House, words: Words) -> Iterator[Button[Any]]:
    for name in names:
        on = getattr(house, name)
        label = _titled(name, words("on" if on else "off"), words)
        yield _button(label, "set", f"{name}.{not on}", 3, on=on)


def _role(name: str, role: int | None, words: Words, settles: bool, row: int) -> RoleSelect[Any]:
    return RoleSelect(
        custom_id=of_server("set", name),
        placeholder=words.named(f"staff.settings.{name}"),
        min_values=0,
        max_values=1,
        default_values=[_default(role, "role")] if role else [],
        disabled=not settles,
        row=row,
    )


def _turns(page: int, words: Words) -> Iterator[Button[Any]]:
    """Give the buttons that lead to each page of the panel."""
    for number, group in enumerate(GROUPS):
        button = _button(_called(group, words), "page", str(number), 4)
        button.disabled = number == page
        yield button


def _button(label: str, verb: str, args: str, row: int, on: bool = False) -> Button[Any]:
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    return Button(label=label, style=style, custom_id=of_server(verb, args), row=row)


def _channels(
    name: str,
    words: Words,
    chosen: Sequence[int],
    kinds: Sequence[discord.ChannelType],
    most: int,
    row: int,
) -> ChannelSelect[Any]:
    return ChannelSelect(
        custom_id=of_server("set", name),
        placeholder=words.named(f"staff.settings.{name}"),
        channel_types=list(kinds),
        min_values=0,
        max_values=most,
        default_values=[_default(channel, "channel") for channel in chosen],
        row=row,
    )


def _select(
    name: str, words: Words, labels: Mapping[str, str], chosen: Sequence[str], row: int
) -> Select[Any]:
    options = [
        discord.SelectOption(label=label, value=value or "-", default=value in chosen)
        for value, label in labels.items()
    ]
    return Select(
        custom_id=of_server("set", name),
        placeholder=words.named(f"staff.settings.{name}"),
        options=options,
        row=row,
    )


def _value(name: str, value: str, values: Sequence[str]) -> object:
    """Return what was chosen of a setting, as House takes it; raise Malformed."""
    one = values[0] if values else None
    try:
        match name:
            case "channels":
                return tuple(map(int, values))
            case "games":
                return tuple(values)
            case "staff" | "openers" | "called" | "log" | "puzzles":
                return int(one) if one else None
            case "language":
                return "" if one == "-" else one or value
            case "season":
                return one
            case "clock":
                return None if one in (None, "-") else one
            case "threads" | "quiet" | "art" | "take_back":
                return value == "True"
    except ValueError as error:
        raise Malformed("error.malformed") from error
    raise Malformed("error.malformed")


def _as_typed(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def _taken(name: str, usual: str, words: Words) -> str:
    """Return what may be typed for a setting, and what holds where nothing is."""
    empty = words.named("staff.settings.usual", value=usual)
    if name == ZONE:
        return f"{words.named('staff.settings.zone.hint')} · {empty}"
    least, most = NUMBERS[name]
    return f"{least}–{most} · {empty}"


async def _typed(name: str, text: str, words: Words) -> object:
    """Return what was typed for a setting, as House takes it; raise Refusal or Malformed."""
    if name not in (ZONE, *NUMBERS):
        raise Malformed("error.malformed")
    if not text:
        return getattr(USUAL, name)
    if name == ZONE:
        return await hours.found(text)
    least, most = NUMBERS[name]
    if text.isascii() and text.isdecimal() and least <= int(text) <= most:
        return int(text)
    field = words.named(f"staff.name.{name}")
    raise Refusal("staff.number", text=text, field=field, least=least, most=most)
