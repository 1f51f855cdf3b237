"""One bay of the castle: a guard with its figures on a plaque, and the monsters before it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from PIL import Image

from screens.kit import drawing, lettering
from screens.kit.drawing import Box
from screens.kit.spots import ROOM, note
from screens.kit.studio import Studio
from screens.maechtige_monster import art, castle, signs, tokens
from screens.maechtige_monster.castle import LEDGE, Plan
from screens.maechtige_monster.scene import GuardOnBoard, Player, Range, Scene, Slot

KING = "#7d2a94"
"""The king's colour, of what his tile has changed."""
PLAQUE = 56
"""Height of a line on a plaque."""
BESIDE = 170
"""Width of what a mark of the newest monster may take."""


def key(scene: Scene, plan: Plan, post: int) -> Hashable:
    """Return what a guard's bay is kept by, without what was played there last."""
    guard = replace(scene.guards[post], new=None, out=None)
    lying = tuple(_owner(scene, slot) if slot else None for slot in guard.slots)
    return "bay", plan, post, guard, lying, scene.focus == post


def newest_key(scene: Scene, plan: Plan, post: int) -> Hashable:
    """Return what it is kept by with that."""
    guard = scene.guards[post]
    return key(scene, plan, post), guard.new, guard.out, guard.out and _owner(scene, guard.out)


def _owner(scene: Scene, slot: Slot) -> tuple[str, str]:
    player = scene.players[slot.seat]
    return player.people, player.name


def paint(studio: Studio, scene: Scene, plan: Plan, post: int, on: Image.Image) -> None:
    """Draw a guard's bay all over a picture of its size."""
    # So that a ring around a guard hides nothing of the next one.
    note(on, f"guard.{post}", (ROOM, ROOM, plan.bay - ROOM, plan.storey - ROOM))
    guard, focus = scene.guards[post], scene.focus == post
    on.paste(castle.bay(studio, plan, post % len(plan.bays)), (0, 0))
    floor = plan.plaque + plan.room
    _guard(studio, on, plan, guard, focus)
    for i, slot in enumerate(guard.slots):
        if slot:
            _monster(studio, on, plan, i, scene.players[slot.seat], slot, guard)
        _stone(studio, on, plan.slots[i], floor + LEDGE // 2 + 1, scene, slot)
    plaque(studio, on, plan, post, guard, focus)
    if plan.between:
        _sum(studio, on, plan.bay // 2, floor + LEDGE // 2 + 1, guard, True)
    else:
        _sum(studio, on, plan.bay - 66, PLAQUE // 2 + 1, guard, False)
    _hanging(studio, on, plan, guard)


def newest_box(plan: Plan, guard: GuardOnBoard) -> Box:
    """Return where in a bay it is marked what was played last."""
    left = 0 if guard.new == 0 else plan.bay - BESIDE
    return left, plan.plaque, left + BESIDE, plan.storey


def mark_newest(studio: Studio, scene: Scene, plan: Plan, post: int, on: Image.Image) -> None:
    """Mark the monster that was played last, and show which it displaced, all over a picture of
    that box."""
    guard = scene.guards[post]
    side = guard.new or 0
    slot, (left, _, _, _) = guard.slots[side], newest_box(plan, guard)
    assert slot is not None
    stamp = _figure(studio, plan, side, scene.players[slot.seat], slot, guard)
    _, head, _, _ = stamp.getchannel("A").getbbox() or (0, 0, 0, 0)
    y = _stands(plan, guard) - stamp.height + head - 14 - plan.plaque
    drawing.middle(on, signs.newest(studio, 50), plan.stands[side] - left, max(y, 27))
    x, y = plan.slots[side] - left, plan.room + LEDGE // 2 + 1
    drawing.panel(studio, on, (x - 64, y - 30, x + 64, y + 30), signs.NEWEST, 14)
    drawing.panel(studio, on, (x - 59, y - 25, x + 59, y + 25), castle.STONE_DARK, 10)
    _stone(studio, on, x, y, scene, slot)
    if guard.out is not None:
        _out(studio, on, 4 if side == 0 else 0, guard.out, scene.players[guard.out.seat])


def plaque_key(guard: GuardOnBoard) -> Hashable:
    """Return what a guard's plaque shows beside its place."""
    return guard.level, _strength(guard), _loot(guard)


def plaque(
    studio: Studio, on: Image.Image, plan: Plan, post: int, guard: GuardOnBoard, focus: bool
) -> None:
    """Draw the strip over a bay: place, stars, strength and loot as they are in force."""
    note(on, f"plaque.{post}", (2, 2, plan.bay - 2, plan.plaque))
    strip = studio.part(
        ("plaque", plan, post, plaque_key(guard), focus),
        lambda: _strip(studio, plan, post, guard, focus),
    )
    drawing.put(on, strip, 2, 2)


def _strip(studio: Studio, plan: Plan, post: int, guard: GuardOnBoard, focus: bool) -> Image.Image:
    edge = drawing.GOLD if focus else art.DARK
    on = drawing.canvas(plan.bay, plan.plaque, edge)
    inner = (7, 7, plan.bay - 7, plan.plaque - 5)
    drawing.panel(studio, on, inner, tokens.PARCHMENT, 10)
    y = PLAQUE // 2 + 1
    drawing.badge(studio, on, 31, y, str(post + 1), 46, art.DARK, tokens.PARCHMENT, True)
    for i in range(guard.level):
        drawing.put(on, art.star(studio, 30), 56 + i * 24, y - 16)
    x, y = plan.bay - 14, plan.plaque - PLAQUE // 2 - 1
    x = _value(studio, on, x, y, *_loot(guard), art.coin(studio, 34)) - 4
    _value(studio, on, x, y, *_strength(guard), art.blade(studio, 35))
    return drawing.cut_round(studio, on.crop((2, 2, plan.bay - 2, plan.plaque)), 14)


def _strength(guard: GuardOnBoard) -> tuple[Range, bool]:
    """Return the strength in force, and whether the king's tile has changed it."""
    if guard.face is None:
        return guard.strength_now, guard.strength_now != guard.strength
    return (guard.face.strength_now,) * 2, guard.face.strength_now != guard.face.strength


def _loot(guard: GuardOnBoard) -> tuple[Range, bool]:
    """Return the loot in force, and whether the king's tile has changed it."""
    if guard.face is None:
        return guard.loot_now, guard.loot_now != guard.loot
    return (guard.face.loot_now,) * 2, guard.face.loot_now != guard.face.loot


def _value(
    studio: Studio, on: Image.Image, right: int, y: int, now: Range, changed: bool,
    icon: Image.Image,
) -> int:  # fmt: skip
    """Write a sign and a value, in the king's colour where he changed it; return its left edge."""
    text, x = tokens.shown(now), right
    color = KING if changed else tokens.INK
    wide = drawing.write(studio, on, x, y, text, 35, color, True, "rm")
    if changed:
        on.paste(KING, (x - wide, y + 16, x, y + 20))
    x -= wide + 3
    drawing.put(on, icon, x - icon.width, y - icon.height // 2)
    return x - icon.width


def _guard(studio: Studio, on: Image.Image, plan: Plan, guard: GuardOnBoard, focus: bool) -> None:
    middle, floor, size = plan.bay // 2, plan.plaque + plan.room, plan.guard
    stamp = art.guard_back(studio, guard.level, size)
    if guard.face is not None:
        kind = (guard.level, guard.face.strength, guard.face.look)
        stamp = art.guard(studio, *kind, size, fallen=guard.fate == "beaten")
    if focus:
        drawing.middle(on, signs.burst(studio, size), middle, floor - size // 2)
    if guard.fate == "beaten":
        left, top = middle - stamp.width // 2, floor + 8 - stamp.height
        drawing.put(on, stamp, left, top)
        drawing.put(on, signs.dizzy(studio, 96), left + stamp.width - 84, top - 44)
    else:
        drawing.put(on, stamp, middle - size // 2, floor + round(size * 8 / 176) - size)
    if guard.lowest:
        drawing.middle(on, signs.weakest(studio, 50), middle, floor - size + 30)


def _monster(
    studio: Studio, on: Image.Image, plan: Plan, side: int, player: Player, slot: Slot,
    guard: GuardOnBoard,
) -> None:  # fmt: skip
    """Draw a monster that looks at the guard, or that has fallen away from it."""
    stamp = _figure(studio, plan, side, player, slot, guard)
    x = min(max(plan.stands[side] - stamp.width // 2, 2), plan.bay - 2 - stamp.width)
    drawing.put(on, stamp, x, _stands(plan, guard) - stamp.height)


def _figure(
    studio: Studio, plan: Plan, side: int, player: Player, slot: Slot, guard: GuardOnBoard
) -> Image.Image:
    fallen = guard.fate == "unbeaten"
    flip = bool(side) != (player.people == "dragons")
    size = plan.monster if not fallen else plan.monster * 7 // 8
    return art.monster(studio, player.people, slot.strength, size, flip, fallen)


def _stands(plan: Plan, guard: GuardOnBoard) -> int:
    """Return how far down monsters reach."""
    down = 7 if guard.fate == "unbeaten" else round(plan.monster * 8 / 176)
    return plan.plaque + plan.room + down


def _stone(
    studio: Studio, on: Image.Image, x: int, y: int, scene: Scene, slot: Slot | None
) -> None:
    """Draw strength and owner on the stone of a slot, or the sign that it is free."""
    if slot is None:
        drawing.middle(on, signs.paw(studio, 42), x, y)
        return
    tokens.lying(studio, on, x - 57, y, slot, scene.players[slot.seat])


def _sum(
    studio: Studio, on: Image.Image, middle: int, y: int, guard: GuardOnBoard, stone: bool
) -> None:
    """Write the strength lying there, whether it is sure to be enough or was, and the lock."""
    if not guard.total:
        return
    ink, text, icons = drawing.TEXT if stone else tokens.INK, str(guard.total), []
    if guard.face is None:
        icons = [signs.sure(studio, 40)] if guard.sure else []
        icons.append(signs.lock(studio, 40, guard.open))
    else:
        won = guard.total >= guard.face.strength_now
        text += f" {'≥' if won else '<'} {guard.face.strength_now}" if stone else ""
        icons = [signs.verdict(studio, 40, won)]
    width = lettering.width(studio.font(38, True), text) + sum(icon.width + 4 for icon in icons)
    x = middle - width // 2
    x += drawing.write(studio, on, x, y, text, 38, ink, True) + 4
    for icon in icons:
        drawing.put(on, icon, x, y - icon.height // 2)
        x += icon.width + 4


def _hanging(studio: Studio, on: Image.Image, plan: Plan, guard: GuardOnBoard) -> None:
    """Draw under the plaque who gets and pays what."""
    coin = plan is castle.WIDE
    for share in guard.shares:
        odd = int(guard.odd == share.seat and len(guard.shares) > 1)
        text = f"+{share.gold - odd}" + "+1" * odd
        stamp = tokens.amount(studio, text, drawing.GOLD, coin=coin)
        _amount(on, plan, stamp, guard, share.seat)
    for heal in guard.heals:
        text = f"−{heal.paid}" + (f"/{heal.cost}" if heal.paid < heal.cost else "")
        stamp = tokens.amount(studio, text, signs.CORAL, plaster=True, coin=coin)
        _amount(on, plan, stamp, guard, heal.seat)
    if guard.lost:
        stamp = tokens.amount(studio, "1", signs.FAINT, lost=True)
        drawing.middle(on, stamp, plan.bay // 2, plan.plaque + 80)


def _amount(
    on: Image.Image, plan: Plan, stamp: Image.Image, guard: GuardOnBoard, seat: int
) -> None:
    """Draw a seat's amount over its slot, within the bay."""
    x = _over(plan, guard, seat) - stamp.width // 2
    drawing.put(on, stamp, min(max(x, 2), plan.bay - 2 - stamp.width), plan.plaque + 4)


def _over(plan: Plan, guard: GuardOnBoard, seat: int) -> int:
    """Return where a seat's gold is written: over its slot, or amid both when both are its own."""
    if guard.owners[0] == guard.owners[1]:
        return plan.bay // 2
    return plan.slots[0] + 8 if guard.owners[0] == seat else plan.slots[1] - 8


def _out(studio: Studio, on: Image.Image, left: int, out: Slot, player: Player) -> None:
    """Draw which monster the newest one displaced, on its way out under the plaque."""
    drawing.panel(studio, on, (left, 2, left + 166, 62), art.DARK, 16, signs.NEWEST)
    drawing.middle(on, signs.away(studio, 38), left + 28, 32)
    tokens.lying(studio, on, left + 50, 32, out, player)
