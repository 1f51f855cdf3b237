"""The pages of records: how a person fared, who plays best, what was played in a channel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from screens import keypad
from screens.frame import seasons
from screens.frame.seasons import Span
from screens.kit.lettering import writable
from screens.names import escape, visible
from screens.page import Button, Choice, Page, Picture, Select
from screens.texts import Words
from screens.wording import bold, fitting, joined, together

PER_PAGE = 10
"""People on one page of the leaderboard, games in one history."""
ROOM = 4000
"""Characters of a list: a message takes 4096."""
ACCURACY, SHOWN, HIDDEN = "accuracy", "shown", "hidden"
"""The verb that lets others see how well somebody decides, or not, and what goes with it."""
FARED, WORDS = "fared", "words"
"""The verb that tells how somebody fared, and what asks for a page in words."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
NEWEST = 5
"""Medals of a person that are told one by one."""
OFFERED = 25
"""Seasons that fit a select."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fared:
    """How a person fared in one game on a server."""

    game: str
    places: Mapping[int, int]
    """How many of the games that they finished ended for them in which place."""
    left: int
    """Games that a computer finished for them."""
    points: int | None
    """The rating, None before the first rated game."""
    kept: tuple[float, int] | None = None
    """The mean share of the chance to win that their decisions kept, and in how many games that was
    looked at; None where it is not told."""

    @property
    def games(self) -> int:
        """How many games they finished."""
        return sum(self.places.values())


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of the leaderboard."""

    user: int
    points: int
    games: int
    place: int
    """From 1; who plays equally well shares one."""
    name: str = ""
    """As the person writes it; empty where it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaders:
    """A page of the best of a game in a season."""

    game: str
    rows: Sequence[Ranked]
    number: int
    """From 0."""
    more: bool
    """Whether another page follows."""
    span: Span
    seasons: Sequence[str]
    """The keys of the seasons to choose from, the last first; in the end that of all times."""
    worded: bool
    """Whether words stand in the picture's place."""


@dataclass(frozen=True, slots=True)
class Medal:
    """A place among the first three of a season that is over."""

    game: str
    season: str
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A game that a person has ended."""

    game: str
    ended: float
    place: int
    seats: int
    link: str
    """The address of the result; empty where it is not known."""
    left: bool = False
    """Whether the person left it: the place is that of a computer then."""


@dataclass(frozen=True, slots=True)
class Favourite:
    """The monsters that a person chooses most often."""

    game: str
    art: str
    """The drawing of one of them."""
    name: str
    """As the reader calls them."""
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A finished game of a channel."""

    game: str
    ended: float
    winners: Sequence[str]
    """Who came first, as they write their names; nobody where all had left."""
    others: Sequence[str]
    link: str
    """The address of the result; empty where it is not known."""


def stats(
    name: str,
    fared: Sequence[Fared],
    duel: tuple[int, int, int] | None,
    lately: Sequence[Ended],
    favourite: Favourite | None,
    medals: Sequence[Medal],
    words: Words,
    pictures: Sequence[Picture] = (),
) -> Page:
    """Return how a person fared on this server, game by game, and lately; `duel`: whom they met
    most often, and how often each of them was before the other; `medals`: the newest first. What
    the pictures show stands in their place where the page is told in words."""
    if not fared:
        return Page(title=words("stats.title", name=escape(name)), text=words("stats.none"))
    told = [f"**{words.within(f.game)('title')}**\n{_fared(f, words)}" for f in fared]
    if medals:
        told.append(f"**{words('medals.title')}**\n{_medals(medals, words)}")
    return Page(
        title=words("stats.title", name=escape(name)),
        text=joined(_duel(name, duel, words), _kept(fared, words), _left(fared, words)),
        pictures=pictures,
        instead=joined(*told, _favourite(favourite, words)),
        below="\n".join(_ended(game, words) for game in lately),
        footer=words("stats.footer"),
    )


def controlled(page: Page, user: int, shows: bool | None, worded: bool, words: Words) -> Page:
    """Return the page of how somebody fared with the button that tells it in words in place of its
    pictures; where it is `worded`, told so, with the one that leads back. On one's own page that
    says how well one decides is the switch by which one `shows` others that."""
    told, other = (f".{WORDS}", "") if worded else ("", f".{WORDS}")
    label = words("told.pictures" if worded else "board.words")
    buttons = [Button(label, FARED, f"{user}{other}")]
    if shows is not None:
        key, args = ("stats.hide", HIDDEN) if shows else ("stats.show", SHOWN)
        buttons.append(Button(words(key), ACCURACY, f"{args}{told}"))
    return replace(page.without_pictures() if worded else page, rows=(buttons,))


def leaderboard(
    leaders: Leaders, games: Sequence[str], words: Words, pictures: Sequence[Picture] = ()
) -> Page:
    """Return a page of the best of a game, with controls for other pages, games and seasons."""
    game, number = leaders.game, leaders.number
    here = Button(str(number + 1), "here", disabled=True)
    pages = keypad.turns("leaders", lambda n: _asked(leaders, n), number, leaders.more, words, here)
    turns = (pages,) if number or leaders.more else ()
    unwritten = [row for row in leaders.rows if not writable(visible(row.name))]
    page = Page(
        title=words("leaderboard.title", game=words.within(game)("title")),
        text=seasons.told(leaders.span, words),
        pictures=pictures,
        instead=_rows(leaders.rows, words) or words("leaderboard.none"),
        below=_rows(unwritten, words),
        rows=(*turns, _other_games(leaders, games, words), *_other_seasons(leaders, words)),
        footer=words("leaderboard.footer"),
    )
    if pictures:
        key = "told.pictures" if leaders.worded else "board.words"
        other = replace(leaders, worded=not leaders.worded)
        button = Button(words(key), "leaders", _asked(other, number))
        page = replace(page, rows=(*page.rows, (button,)))
    return replace(page.without_pictures(), below="") if leaders.worded or not pictures else page


def _asked(leaders: Leaders, number: int, game: str = "", season: str = "") -> str:
    """Return what asks for a page of a game's best, told as this one is."""
    worded = f".{WORDS}" if leaders.worded else ""
    return f"{game or leaders.game}.{number}.{season or leaders.span.key}{worded}"


def _rows(rows: Sequence[Ranked], words: Words) -> str:
    return "\n".join(
        words(
            "leaderboard.row",
            rank=ranked(row.place),
            person=f"<@{row.user}>",
            points=row.points,
            n=row.games,
        )
        for row in rows
    )


def ranked(place: int, medals: bool = True) -> str:
    """Return a place in a list, with its medal where there are `medals` and it has one."""
    return f"{MEDALS.get(place, '') if medals else ''} **{place}.**".lstrip()


def _other_games(leaders: Leaders, games: Sequence[str], words: Words) -> Select:
    """Return the select of games; another one is shown in the same season."""
    choices = [
        Choice(words.within(game)("title"), _asked(leaders, 0, game), chosen=game == leaders.game)
        for game in games
    ]
    return Select(words("leaderboard.choose"), "leaders", choices)


def _other_seasons(leaders: Leaders, words: Words) -> Sequence[Select]:
    """Return the select of seasons; none where there is nothing to choose."""
    *lately, ever = leaders.seasons
    if not lately:
        return ()
    shown = leaders.span.key
    keys = (*lately[: OFFERED - 1], ever)
    if shown not in keys:
        keys = (*keys[:-2], shown, ever)
    choices = [
        Choice(seasons.called(key, words), _asked(leaders, 0, season=key), chosen=key == shown)
        for key in keys
    ]
    return (Select(words("leaderboard.season"), "leaders", choices, "season"),)


def _medals(medals: Sequence[Medal], words: Words) -> str:
    """Return how many medals of each kind somebody has, and what the newest are for."""
    counts = Counter(medal.place for medal in medals)
    lines = [
        ", ".join(
            f"{MEDALS[place]} {words('stats.place', place=place, n=n)}"
            for place, n in sorted(counts.items())
        )
    ]
    for medal in medals[:NEWEST]:
        game, season = words.within(medal.game)("title"), seasons.called(medal.season, words)
        lines.append(words("medals.row", rank=ranked(medal.place), season=season, game=game))
    return "\n".join(lines)


def _duel(name: str, duel: tuple[int, int, int] | None, words: Words) -> str:
    if duel is None:
        return ""
    other, own, others = duel
    key = "stats.leads" if own > others else "stats.trails" if own < others else "stats.level"
    return words(key, name=escape(name), other=f"<@{other}>", own=own, others=others)


def _favourite(favourite: Favourite | None, words: Words) -> str:
    if favourite is None:
        return ""
    return words("stats.favourite", monsters=favourite.name, n=favourite.times)


def _ended(ended: Ended, words: Words) -> str:
    title = words.within(ended.game)("title")
    return words(
        "stats.last_left" if ended.left else "stats.last",
        when=f"<t:{int(ended.ended)}:d>",
        game=f"[{title}]({ended.link})" if ended.link else title,
        place=ended.place,
        seats=ended.seats,
    )


def history(games: Sequence[Played], words: Words, pictures: Sequence[Picture] = ()) -> Page:
    """Return a channel's last games, the newest first, as many as there is room for."""
    rows = [_played(game, words) for game in games]
    return Page(
        title=words("history.title"),
        pictures=pictures,
        text="\n".join(fitting(rows, ROOM, between=1)) or words("history.none"),
    )


def _fared(fared: Fared, words: Words) -> str:
    lines = [words("stats.games", n=fared.games)]
    if fared.games:
        lines.append(
            ", ".join(
                words("stats.place", place=place, n=n) for place, n in sorted(fared.places.items())
            )
        )
    if fared.points is not None:
        lines.append(words("stats.rating", points=fared.points))
    return "\n".join(lines)


def _kept(fared: Sequence[Fared], words: Words) -> str:
    """Return how well somebody decides in which games; nothing where that is not told."""
    told = [
        words(
            "stats.kept",
            game=words.within(each.game)("title"),
            percent=round(100 * each.kept[0]),
            n=each.kept[1],
        )
        for each in fared
        if each.kept is not None
    ]
    return words("stats.all_kept", games=", ".join(told)) if told else ""


def _left(fared: Sequence[Fared], words: Words) -> str:
    """Return how many of which games somebody left; nothing for none."""
    told = [
        words("stats.left", game=words.within(each.game)("title"), n=each.left)
        for each in fared
        if each.left
    ]
    return words("stats.all_left", games=", ".join(told)) if told else ""


def _played(game: Played, words: Words) -> str:
    title = words.within(game.game)("title")
    others = together(map(escape, game.others), words)
    return words(
        "history.row" if game.winners else "history.all_left",
        when=f"<t:{int(game.ended)}:d>",
        game=f"[{title}]({game.link})" if game.link else title,
        winners=bold(map(escape, game.winners), words),
        others=words("history.others", names=others) if game.winners and game.others else others,
    )
