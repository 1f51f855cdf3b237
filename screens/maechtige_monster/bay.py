"""One bay of the castle: a guard with its figures on a plaque, and the monsters before it."""

from __future__ import annotations

from collections.abc import Hashable

from PIL import Image

from screens.kit import drawing, lettering
from screens.kit.studio import Studio
from screens.maechtige_monster import art, castle, signs, tokens
from screens.maechtige_monster.castle import BAY, EXTRA, LEDGE, PLAQUE, ROOM
from screens.maechtige_monster.scene import GuardOnBoard, Range, Scene, Slot

MONSTER, GUARD = 156, 172
"""The squares in which figures stand, in pixels."""
MIDDLE = BAY // 2
SLOTS = (66, BAY - 66)
"""The middle of each slot's stone."""
STANDS = (77, BAY - 77)
"""Where monsters stand: a little nearer to the guard than the middle of their stones."""
KING = "#7d2a94"
"""The king's colour, behind what his tile has changed."""


def is_high(guard: GuardOnBoard, focus: bool) -> bool:
    """Tell whether something hangs under the plaque: values in force, or what a fight brought."""
    told = focus or guard.fate or guard.shares or guard.heals
    return bool(told) or _changed(guard)


def _changed(guard: GuardOnBoard) -> bool:
    """Tell whether the king's tile changes what the back of a hidden guard says."""
    now = (guard.strength_now, guard.loot_now)
    return guard.face is None and now != (guard.strength, guard.loot)


def key(scene: Scene, post: int, high: bool) -> Hashable:
    """Return what a guard's bay is kept by."""
    return "bay", post, scene.guards[post], _peoples(scene, post), scene.focus == post, high


def _peoples(scene: Scene, post: int) -> tuple[str, ...]:
    slots = scene.guards[post].slots
    return tuple(scene.players[slot.seat].people if slot else "" for slot in slots)


def paint(studio: Studio, scene: Scene, post: int, high: bool, on: Image.Image) -> None:
    """Draw a guard's bay all over a picture of its size."""
    guard, focus, peoples = scene.guards[post], scene.focus == post, _peoples(scene, post)
    on.paste(castle.bay(studio, post % 2, high), (0, 0))
    floor = PLAQUE + ROOM + (EXTRA if high else 0)
    _plaque(studio, on, post, guard, focus)
    _guard(studio, on, floor, guard, focus)
    for i, slot in enumerate(guard.slots):
        if slot:
            _monster(studio, on, i, floor, peoples[i], slot, guard.fate == "unbeaten")
        _stone(studio, on, SLOTS[i], floor + LEDGE // 2 + 1, peoples[i], slot)
    _sum(studio, on, floor + LEDGE // 2 + 1, guard)
    _hanging(studio, on, PLAQUE, guard)


def _plaque(studio: Studio, on: Image.Image, post: int, guard: GuardOnBoard, focus: bool) -> None:
    """Draw the strip over a bay: place, stars, strength and loot as printed and in force."""
    edge = drawing.GOLD if focus else art.DARK
    drawing.panel(studio, on, (2, 2, BAY - 2, PLAQUE), edge, 14)
    drawing.panel(studio, on, (7, 7, BAY - 7, PLAQUE - 5), tokens.PARCHMENT, 10)
    y = PLAQUE // 2 + 1
    drawing.badge(studio, on, 30, y, str(post + 1), 45, art.DARK, tokens.PARCHMENT, True)
    strength, loot = (guard.strength,) * 2, (guard.loot,) * 2
    if guard.face is not None:
        face = guard.face
        strength = (face.strength,) * 2, (face.strength_now,) * 2
        loot = (face.loot,) * 2, (face.loot_now,) * 2
    x = _value(studio, on, BAY - 14, y, *loot, art.coin(studio, 36))
    x = _value(studio, on, x - 12, y, *strength, art.blade(studio, 38))
    if x - 56 >= guard.level * 25 + 4:
        for i in range(guard.level):
            drawing.put(on, art.star(studio, 30), 55 + i * 25, y - 16)


def _value(
    studio: Studio, on: Image.Image, right: int, y: int, was: Range, now: Range, icon: Image.Image
) -> int:
    """Write a sign and a value, after it the value in force if another; return its left edge."""
    size, x = 35, right
    if now != was:
        x -= drawing.write(studio, on, x, y, tokens.shown(now), size, KING, True, "rm") + 3
        x -= drawing.write(studio, on, x, y, "›", size, tokens.INK_DIM, True, "rm") + 3
    color = tokens.INK if now == was else tokens.INK_DIM
    x -= drawing.write(studio, on, x, y, tokens.shown(was), size, color, True, "rm") + 4
    drawing.put(on, icon, x - icon.width, y - icon.height // 2)
    return x - icon.width


def _guard(studio: Studio, on: Image.Image, floor: int, guard: GuardOnBoard, focus: bool) -> None:
    stamp = art.guard_back(studio, guard.level, GUARD)
    if guard.face is not None:
        kind = (guard.level, guard.face.strength, guard.face.look)
        stamp = art.guard(studio, *kind, GUARD, fallen=guard.fate == "beaten")
    if focus:
        drawing.middle(on, signs.burst(studio, 180), MIDDLE, floor - 84)
    if guard.fate == "beaten":
        left, top = MIDDLE - stamp.width // 2, floor + 8 - stamp.height
        drawing.put(on, stamp, left, top)
        drawing.put(on, signs.dizzy(studio, 96), left + stamp.width - 84, top - 44)
    else:
        drawing.put(on, stamp, MIDDLE - GUARD // 2, floor + round(GUARD * 8 / 176) - GUARD)
    if guard.lowest:
        drawing.middle(on, signs.weakest(studio, 50), MIDDLE - 62, floor - 138)


def _monster(
    studio: Studio, on: Image.Image, side: int, floor: int, people: str, slot: Slot, fallen: bool
) -> None:
    """Draw a monster that looks at the guard, or that has fallen away from it."""
    flip = bool(side) != (people == "dragons")
    size = MONSTER if not fallen else 138
    stamp = art.monster(studio, people, slot.strength, size, flip, fallen)
    x = STANDS[side] - stamp.width // 2
    x = min(max(x, 2), BAY - 2 - stamp.width)
    drawing.put(on, stamp, x, floor + (7 if fallen else round(size * 8 / 176)) - stamp.height)


def _stone(studio: Studio, on: Image.Image, x: int, y: int, people: str, slot: Slot | None) -> None:
    """Draw strength and owner on the stone of a slot, or the sign that it is free."""
    if slot is None:
        drawing.middle(on, signs.paw(studio, 42), x, y)
        return
    drawing.middle(on, art.plate(studio, people, slot.strength, 56), x - 29, y)
    drawing.middle(on, art.seat_mark(studio, slot.seat, 48), x + 30, y)


def _sum(studio: Studio, on: Image.Image, y: int, guard: GuardOnBoard) -> None:
    """Write the strength lying there against the limit for displacing or against the guard."""
    if guard.face is None:
        icon = signs.lock(studio, 46, guard.open)
        text = f"{guard.total}/{guard.strength[1]}"
        color = drawing.TEXT if guard.open else signs.CORAL
    else:
        won = guard.total >= guard.face.strength_now
        icon = signs.verdict(studio, 42, won)
        text = f"{guard.total} {'≥' if won else '<'} {guard.face.strength_now}"
        color = signs.LEAF if won else signs.CORAL
    width = icon.width + 8 + lettering.width(studio.font(37, True), text)
    left = MIDDLE - width // 2
    drawing.put(on, icon, left, y - icon.height // 2)
    drawing.write(studio, on, left + icon.width + 8, y, text, 37, color, True)


def _hanging(studio: Studio, on: Image.Image, top: int, guard: GuardOnBoard) -> None:
    """Draw what hangs under a plaque: values in force, or who gets and pays what."""
    y = top + EXTRA // 2 + 2
    if _changed(guard) and not guard.heals:
        stamp = _in_force(studio, guard)
        drawing.put(on, stamp, BAY - 2 - stamp.width, top - 5)
    for share in guard.shares:
        odd = int(guard.odd == share.seat and len(guard.shares) > 1)
        text = f"+{share.gold - odd}" + "+1" * odd
        _amount(on, tokens.amount(studio, text, drawing.GOLD), guard, share.seat)
    for heal in guard.heals:
        text = f"−{heal.paid}" + (f" ({heal.cost})" if heal.paid < heal.cost else "")
        _amount(on, tokens.amount(studio, text, signs.CORAL, plaster=True), guard, heal.seat)
    if guard.lost:
        drawing.middle(on, tokens.amount(studio, "1", signs.FAINT, lost=True), MIDDLE, y)


def _amount(on: Image.Image, stamp: Image.Image, guard: GuardOnBoard, seat: int) -> None:
    """Draw a seat's amount over its slot, within the bay."""
    x = _over(guard, seat) - stamp.width // 2
    y = PLAQUE + EXTRA // 2 + 2 - stamp.height // 2
    drawing.put(on, stamp, min(max(x, 2), BAY - 2 - stamp.width), y)


def _over(guard: GuardOnBoard, seat: int) -> int:
    """Return where a seat's gold is written: over its slot, or amid both when both are its own."""
    if guard.owners[0] == guard.owners[1]:
        return MIDDLE
    return SLOTS[0] + 8 if guard.owners[0] == seat else SLOTS[1] - 8


def _in_force(studio: Studio, guard: GuardOnBoard) -> Image.Image:
    """Return the tag with the strength and loot that count in this round."""
    height, full = EXTRA + 6, 330
    made = Image.new("RGBA", (full, height), (0, 0, 0, 0))
    parts = (
        (tokens.shown(guard.loot_now), art.coin(studio, 36)),
        (tokens.shown(guard.strength_now), art.blade(studio, 38)),
    )
    font = studio.font(35, True)
    wide = sum(lettering.width(font, text) + 4 + icon.width for text, icon in parts) + 38
    drawing.panel(studio, made, (full - wide, -20, full, height), art.DARK, 14)
    drawing.panel(studio, made, (full - wide + 4, -20, full - 4, height - 4), KING, 11)
    x, y = full - 14, height // 2
    for text, icon in parts:
        x -= drawing.write(studio, made, x, y, text, 35, "#ffffff", True, "rm") + 4
        drawing.put(made, icon, x - icon.width, y - icon.height // 2)
        x -= icon.width + 10
    return made.crop((full - wide, 0, full, height))
