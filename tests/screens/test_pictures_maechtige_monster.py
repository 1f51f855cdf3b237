"""The pictures of Mächtige Monster: legible, whole, the same bytes each time, telling no secret."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from itertools import combinations, islice, permutations
from typing import Any

import pytest
from PIL import Image, ImageFont

from screens.kit import drawing, lettering, spots
from screens.kit.studio import Pictures, Studio
from screens.maechtige_monster import camp, castle, painting, result, signs, tokens
from screens.maechtige_monster.peoples import PEOPLES
from screens.maechtige_monster.scene import (
    TILE_ICONS,
    Face,
    Figures,
    GuardOnBoard,
    Hand,
    Heal,
    Offer,
    Player,
    Scene,
    Share,
    Slot,
    Standing,
    Tile,
    Whereabouts,
    at_step,
    steps,
)

GERMAN = {"round": "Runde", "hand": "Deine Hand", "aside": "Zur Seite gelegt"}
ENGLISH = {"round": "Round", "hand": "Your hand", "aside": "Set aside"}
NAMES = ("W" * 32, "Wolfeschlegelsteinhausen", "王小明", "Зинаида 🦊", "i", "Ångström Ö")
BACKS = (((4, 6), (4, 7)), ((6, 9), (8, 11)), ((8, 10), (12, 15)))
FIGURES = Figures(BACKS, (1, 1, 2, 2, 3))
TEXT = "Der zweite Wächter hat +2 Stärke und +3 Beute. Verdrängt wird wie aufgedruckt."
SEATS = (3, 4, 5, 6)


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio()


class Watched(Studio):
    """A studio that notes the sizes of all fonts asked for and how many pictures are made."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: set[int] = set()
        self.made = 0

    def font(self, size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
        self.sizes.add(size)
        return super().font(size, bold)

    def _kept(self, cache: Pictures, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        def counted() -> Image.Image:
            self.made += 1
            return make()

        return super()._kept(cache, key, counted)


def guard(post: int, seats: int, tile: bool = False) -> GuardOnBoard:
    """Return a guard face down; posts take turns in level and in how many monsters lie there."""
    strength, loot = BACKS[post % 3]
    change = (2, 3) if tile else (0, 0)
    lying = [Slot((post + i) % seats, 1 + (post * 2 + i) % 5) for i in range(post % 3)]
    left, right = [*lying, None, None][:2]
    now = [(low + by, high + by) for (low, high), by in zip((strength, loot), change, strict=True)]
    total = sum(slot.strength for slot in lying)
    return GuardOnBoard(
        post % 3 + 1, strength, loot, now[0], now[1], (left, right), total < strength[1]
    )


def playing(seats: int, tile: Tile | None = None, labels: dict[str, str] = GERMAN) -> Scene:
    """Return a round in which monsters are played; under a tile all guards change."""
    cards: tuple[Whereabouts, ...] = ("castle", "hand", "aside", "unknown", "castle")
    players = tuple(
        Player(name, people, 99 - 33 * i % 100, cards)
        for i, (name, people) in enumerate(zip(NAMES[:seats], PEOPLES, strict=False))
    )
    guards = tuple(guard(post, seats, tile is not None) for post in range(seats))
    return Scene(players, guards, 2, 6, 1, seats - 1, tile, labels=labels)


def fighting(seats: int, tile: bool = False) -> Scene:
    """Return a whole fight: the last guard but one is not beaten, the last is never turned up."""
    guards = []
    for post in range(seats):
        strength, loot = BACKS[post % 3]
        pair = (Slot(post, 5), Slot((post + 1) % seats, 4))
        wanted, prize = (strength[0], loot[0])
        face = Face(wanted, prize, wanted + 2 * tile, prize + 3 * tile, post)
        told = GuardOnBoard(
            post % 3 + 1, strength, loot, strength, loot, pair, strength[1] > 9, lowest=post == 1
        )
        heals = tuple(Heal(slot.seat, 3, 2 + i) for i, slot in enumerate(pair))
        if post < seats - 2:
            half = face.loot_now // 2
            shares = (Share(pair[0].seat, face.loot_now - half), Share(pair[1].seat, half))
            odd = pair[0].seat if face.loot_now % 2 else None
            told = replace(told, face=face, fate="beaten", shares=shares, odd=odd)
        elif post == seats - 2:
            face = replace(face, strength=strength[1], strength_now=10 + 2 * tile)
            told = replace(told, face=face, fate="unbeaten", heals=heals)
        else:
            told = replace(told, heals=heals)
        guards.append(told)
    players = tuple(replace(p, gold=20) for p in playing(seats).players)
    return Scene(players, tuple(guards), 6, 6, 0, labels=GERMAN, caption="Der Kampf")


def hands() -> Iterator[Hand]:
    """Yield hands of all peoples: with a card barred, and with every kind of offer."""
    full = tuple(
        replace(guard(post, 6, True), slots=(Slot(post, 5), Slot(0, 4))) for post in range(6)
    )
    lines = (
        (Offer(None, 10, 3, 12), Offer(0, 10, 12, 12, 3)),
        (Offer(0, 10, 12, 12, 3), Offer(1, 9, 11, 12, 3)),
        (Offer(0, why="closed"), Offer(1, why="gold")),
        (Offer(1, 4, 0, 7, 1),),
        (),
    )
    for seat in range(6):
        players = playing(6).players
        hand = Hand(seat, players, (1, 3, 5), (2, 4), FIGURES.healing, (1,), labels=GERMAN)
        yield hand
        seats = seat % 4 + 3
        offers = tuple(lines[(seat + post) % len(lines)] for post in range(seats))
        chosen = replace(hand, barred=(), chosen=3, guards=full[:seats], offers=offers)
        yield replace(chosen, labels=ENGLISH)


def standings(seats: int, places: tuple[int, ...]) -> list[Standing]:
    """Return an end with these places."""
    return [
        Standing(seat, NAMES[seat], list(PEOPLES)[seat], place, 132 - place, 8, 131, 12, 10, 19, 27)
        for seat, place in zip(range(seats), places, strict=True)
    ]


PLACES = ((1, 2, 3), (3, 1, 1, 4), (1, 1, 1, 1, 1), (6, 5, 4, 3, 2, 1), (4, 4, 1, 2, 3, 4))


def pictures(studio: Studio) -> Iterator[tuple[str, Image.Image]]:
    """Yield every kind of picture at every seat count, with and without a tile."""
    for seats in SEATS:
        for tile in (None, Tile("strength", TEXT)):
            for labels in (GERMAN, ENGLISH):
                scene = playing(seats, tile, labels)
                yield "castle", painting.castle(studio, scene)
                yield "players", painting.players(studio, scene)
            fight = fighting(seats, tile is not None)
            for step in range(steps(fight)):
                yield "fight", painting.castle(studio, replace(at_step(fight, step), tile=tile))
    for hand in hands():
        yield "hand", painting.hand(studio, hand)
    for places in PLACES:
        yield "podium", painting.podium(studio, standings(len(places), places))
        yield "accounts", painting.accounts(studio, standings(len(places), places))
    for name in painting.DIAGRAMS:
        yield "diagram", painting.diagram(studio, name, FIGURES)


def board_bytes(studio: Studio, scene: Scene) -> bytes:
    """Return what both pictures of a board show."""
    shown = painting.castle(studio, scene), painting.players(studio, scene)
    return b"".join(picture.tobytes() for picture in shown)


def test_pictures_fit_and_their_text_is_legible_and_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched()
    written: dict[int, list[tuple[str, drawing.Box]]] = {}
    alive: list[Image.Image] = []
    plain = drawing.write

    def noted(
        studio: Studio, on: Image.Image, x: int, y: int, text: str, size: int,
        color: str = drawing.TEXT, bold: bool = False, anchor: str = "lm", room: int | None = None,
    ) -> int:  # fmt: skip
        alive.append(on)
        written.setdefault(id(on), []).append(
            (text, inked(studio, x, y, text, size, bold, anchor, room))
        )
        return plain(studio, on, x, y, text, size, color, bold, anchor, room)

    monkeypatch.setattr(drawing, "write", noted)
    for kind, made in pictures(watched):
        assert made.width == 1000 and 100 <= made.height <= 750, kind
        assert len(watched.png(made)) < 300_000, kind
    assert min(watched.sizes) >= tokens.SMALL == 32
    assert sum(map(len, written.values())) > 500
    sizes = {id(picture): picture.size for picture in alive}
    for picture, texts in written.items():
        width, height = sizes[picture]
        for text, (left, top, right, bottom) in texts:
            assert left >= 0 and top >= 0 and right <= width and bottom <= height, text
        for (one, a), (other, b) in combinations(texts, 2):
            beside = a[2] <= b[0] or b[2] <= a[0]
            assert beside or a[3] <= b[1] or b[3] <= a[1], (one, other)


def inked(
    studio: Studio, x: int, y: int, text: str, size: int, bold: bool, anchor: str, room: int | None
) -> drawing.Box:
    """Return the box that the ink of a text takes, as `drawing.write` puts it."""
    if anchor[1] == "m":
        y, anchor = y + round(size * 0.355), anchor[0] + "s"
    line = studio.line(text, size, bold, anchor, room)
    wide, high = line.mask.size if line.mask else (0, 0)
    left, top = x + line.left, y + line.top
    return left, top, left + wide, top + high


def test_equal_scenes_give_equal_bytes(studio: Studio) -> None:
    fresh = Studio()
    for scene in (playing(6, Tile("loot", TEXT)), fighting(5), at_step(fighting(4, True), 1)):
        assert board_bytes(studio, scene) == board_bytes(fresh, scene)
    for hand in islice(hands(), 2):
        assert painting.hand(studio, hand).tobytes() == painting.hand(fresh, hand).tobytes()


def test_what_is_kept_of_one_board_never_shows_on_another() -> None:
    shared, scene = Studio(), playing(3)
    others = (
        replace(scene, asked=0),
        replace(scene, start=2),
        replace(scene, focus=0),
        replace(scene, round=3, caption="Kampf"),
        replace(scene, labels=ENGLISH),
        replace(scene, players=scene.players[::-1]),
        *(replace(scene, players=(player, *scene.players[1:])) for player in others_of(scene)),
        *newest(scene),
    )
    boards = [board_bytes(shared, each) for each in (scene, *others, scene)]
    assert boards[0] == boards[-1] and len(set(boards)) == len(boards) - 1
    assert boards[1:-1] == [board_bytes(Studio(), other) for other in others]


def others_of(scene: Scene) -> Iterator[Player]:
    """Yield the first player of a scene with one thing changed."""
    player = scene.players[0]
    yield replace(player, gold=player.gold - 1)
    yield replace(player, name="Zoe")
    yield replace(player, cards=player.cards[::-1])


def newest(scene: Scene) -> Iterator[Scene]:
    """Yield a scene with either monster of a guard as the newest, and which it displaced."""
    first, slots = scene.guards[0], (Slot(0, 5), Slot(1, 4))
    for side in (0, 1):
        for out in (None, Slot(0, 2), Slot(2, 2), Slot(2, 3)):
            guard = replace(first, slots=slots, new=side, out=out)
            yield replace(scene, guards=(guard, *scene.guards[1:]))


def test_what_is_kept_of_one_choice_never_shows_in_another() -> None:
    shared, hand = Studio(), list(hands())[1]
    first, *rest = hand.guards
    (offer, *more), *lines = hand.offers
    others = [
        replace(hand, guards=(replace(first, level=3), *rest)),
        replace(hand, guards=(replace(first, strength_now=(1, 2)), *rest)),
        replace(hand, guards=(replace(first, slots=first.slots[::-1]), *rest)),
        *(
            replace(hand, offers=((replace(offer, **change), *more), *lines))
            for change in ({"total": 7}, {"beats": 0}, {"price": 9}, {"why": "closed"}, {"over": 1})
        ),
        replace(hand, offers=((), *lines)),
        replace(hand, players=hand.players[::-1]),
    ]
    shown = [painting.hand(shared, each).tobytes() for each in (hand, *others)]
    assert len(set(shown)) == len(shown)
    assert shown == [painting.hand(Studio(), each).tobytes() for each in (hand, *others)]


def test_a_board_seen_before_is_only_put_together() -> None:
    watched = Watched()
    scene = playing(6, Tile("loot", TEXT))
    board_bytes(watched, scene)
    made = watched.made
    board_bytes(watched, scene)
    assert watched.made == made
    board_bytes(watched, replace(scene, players=(*scene.players[:-1], replace(
        scene.players[-1], gold=1))))  # fmt: skip
    assert watched.made == made + 1


def test_a_board_of_six_leaves_room_in_the_studio() -> None:
    studio = Studio()
    board_bytes(studio, playing(6, Tile("loot", TEXT)))
    assert studio.weight <= 7 * 1024 * 1024


@pytest.mark.parametrize("seats", SEATS)
def test_a_step_shows_nothing_of_what_follows(studio: Studio, seats: int) -> None:
    fight = fighting(seats, tile=True)
    for step in range(steps(fight) - 2):
        changed = list(fight.guards)
        later = changed[step + 1]
        assert later.face is not None
        other = replace(later.face, strength=4, strength_now=1, loot=99, loot_now=0, look=2)
        changed[step + 1] = replace(later, face=other, shares=(), fate="unbeaten")
        twin = replace(fight, guards=tuple(changed))
        assert steps(twin) == steps(fight)
        told = [board_bytes(studio, at_step(scene, step)) for scene in (fight, twin)]
        assert told[0] == told[1]


@pytest.mark.parametrize("seats", SEATS)
def test_every_step_adds_something_and_gold_adds_up(studio: Studio, seats: int) -> None:
    fight = fighting(seats)
    scenes = [at_step(fight, step) for step in range(steps(fight))]
    assert len(scenes) == seats
    assert len({board_bytes(studio, scene) for scene in scenes}) == len(scenes)
    loot = sum(share.gold for guard in fight.guards for share in guard.shares)
    paid = sum(heal.paid for guard in fight.guards for heal in guard.heals)
    gold = [sum(player.gold for player in scene.players) for scene in scenes]
    assert gold == sorted(gold[:-1]) + gold[-1:]
    assert gold[-2] == 20 * seats + loot and gold[-1] == gold[-2] - paid
    assert [scene.focus for scene in scenes] == [*range(seats - 1), None]


@pytest.mark.parametrize("seats", SEATS)
def test_a_ring_around_a_guard_reaches_no_other_guards_plaque(studio: Studio, seats: int) -> None:
    noted, room = spots.noted(painting.castle(studio, playing(seats))), spots.ROOM
    for post, other in permutations(range(seats), 2):
        left, top, right, bottom = noted[f"guard.{post}"]
        x, y, end, foot = noted[f"plaque.{other}"]
        beside = right + room <= x or end <= left - room
        assert beside or bottom + room <= y or foot <= top - room


def differs(studio: Studio, one: GuardOnBoard, other: GuardOnBoard) -> bool:
    """Tell whether two guards look different at the same place."""
    scene = playing(6)
    made = [
        board_bytes(studio, replace(scene, guards=(g, *scene.guards[1:]))) for g in (one, other)
    ]
    return made[0] != made[1]


def test_what_counts_can_be_seen(studio: Studio) -> None:
    plain = replace(guard(2, 6), slots=(Slot(0, 3), Slot(1, 2)))
    face = Face(9, 13, 9, 13)
    up = replace(plain, face=face, fate="beaten", shares=(Share(0, 7), Share(1, 6)), odd=0)
    lost = replace(plain, face=face, fate="unbeaten", heals=(Heal(0, 2, 2), Heal(1, 1, 1)))
    pairs = (
        (plain, replace(plain, open=False)),
        (plain, replace(plain, slots=(Slot(0, 3), Slot(2, 2)))),
        (plain, replace(plain, slots=(Slot(0, 3), Slot(1, 1)))),
        (plain, replace(plain, slots=(Slot(0, 3), None))),
        (plain, replace(plain, strength_now=(5, 7))),
        (plain, replace(plain, loot_now=(7, 10))),
        (plain, replace(plain, lowest=True)),
        (up, replace(up, odd=None)),
        (up, replace(up, lost=1)),
        (up, replace(up, face=replace(face, loot_now=12))),
        (up, replace(up, face=replace(face, strength_now=5))),
        (lost, replace(lost, heals=(Heal(0, 2, 1), Heal(1, 1, 1)))),
        (lost, replace(lost, heals=(Heal(0, 3, 2), Heal(1, 1, 1)))),
    )
    for one, other in pairs:
        assert differs(studio, one, other), (one, other)


@pytest.mark.parametrize("where", ["castle", "hand", "aside", "unknown"])
def test_every_whereabouts_looks_its_own(studio: Studio, where: str) -> None:
    kinds = ("castle", "hand", "aside", "unknown")
    pips = {kind: tokens.pip(studio, "undead", 3, kind).tobytes() for kind in kinds}  # type: ignore[arg-type]
    assert all(pips[where] != pips[kind] for kind in kinds if kind != where)


def test_tiles_of_every_kind_have_a_sign_of_their_own(studio: Studio) -> None:
    signs_seen = {signs.tile_icon(studio, icon, 76).tobytes() for icon in TILE_ICONS}
    assert len(signs_seen) == len(TILE_ICONS)


def test_long_decrees_keep_to_their_parchment(studio: Studio) -> None:
    for text in (TEXT, TEXT * 3, "W" * 90, "x"):
        lines = lettering.wrap(studio.font(33), text, 690, 2)
        assert len(lines) <= 2 and "".join(lines).replace(" ", "") == text.replace(" ", "")
    short = lettering.wrap(studio.font(33), TEXT, 690, 2)
    assert all(lettering.width(studio.font(33), line) <= 690 for line in short)
    assert lettering.wrap(studio.font(33), "loot\u00a0+3", 1, 2) == ["loot\u00a0+3"]


@pytest.mark.parametrize("seat", range(6))
@pytest.mark.parametrize("room", [100, 180, 300, 600])
def test_nameplates_keep_within_their_room(studio: Studio, room: int, seat: int) -> None:
    on = drawing.canvas(700, 80, "#000000")
    player = playing(6).players[seat]
    took = tokens.nameplate(studio, on, 20, 40, seat, player, room)
    box = on.getbbox()
    assert box is not None and took <= room and box[2] <= 20 + room + 1


def test_a_name_the_font_lacks_leaves_mark_and_emblem(studio: Studio) -> None:
    on = drawing.canvas(400, 80)
    widths = [
        tokens.nameplate(studio, on, 0, 40, 0, Player(name, "sea", 0), 400)
        for name in ("王小明", "🦊", "Bo")
    ]
    assert widths[0] == widths[1] < widths[2]


@pytest.mark.parametrize("plan", [castle.WIDE, castle.NARROW])
def test_amounts_of_both_slots_stay_apart_and_within_the_bay(
    studio: Studio, plan: castle.Plan
) -> None:
    coin = plan is castle.WIDE
    widest = (
        tokens.amount(studio, "+12+1", drawing.GOLD, coin=coin),
        tokens.amount(studio, "−4/8", signs.CORAL, plaster=True, coin=coin),
    )
    for stamp in widest:
        assert 2 * stamp.width <= plan.bay - 4
    assert plan.slots[0] < plan.bay // 2 < plan.slots[1]


@pytest.mark.parametrize("seats", SEATS)
def test_gold_of_three_digits_stays_clear_of_the_cards(studio: Studio, seats: int) -> None:
    scene = playing(seats)
    narrow = camp.panel_width(seats, line=0)
    for gold in (9, 99, 188):
        rich = replace(scene.players[0], gold=gold)
        made = painting.players(studio, replace(scene, players=(rich, *scene.players[1:])))
        left, top = narrow - 5 * (tokens.PIP + 1), castle.GRASS
        strip = made.crop((left - 4, top + 66, left, top + 110))
        assert strip.getcolors() == [(4 * 44, strip.getpixel((0, 0)))]


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_the_podium_has_everybody_and_the_best_amid(count: int) -> None:
    order = result.centred(count)
    assert sorted(order) == list(range(count))
    assert abs(order.index(0) - (count - 1) / 2) <= 0.5
    for one, other in combinations(range(count), 2):
        middle = order.index(0)
        near, far = abs(order.index(one) - middle), abs(order.index(other) - middle)
        assert near <= far


@pytest.mark.parametrize("places", PLACES)
def test_places_and_accounts_can_be_seen(studio: Studio, places: tuple[int, ...]) -> None:
    found = standings(len(places), places)
    base = painting.accounts(studio, found).tobytes()
    for field in ("gold", "start", "loot", "received", "bank", "owners", "healing"):
        change: dict[str, Any] = {field: 1}
        other = [replace(found[0], **change), *found[1:]]
        assert painting.accounts(studio, other).tobytes() != base
    assert painting.accounts(studio, found[::-1]).tobytes() == base
