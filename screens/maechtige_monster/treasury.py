"""The king's gold: the treasury with the king upon it, and the loot outside at the end."""

from __future__ import annotations

from random import Random

from PIL import Image

from screens.kit.drawing import WIDTH
from screens.kit.studio import Studio
from screens.maechtige_monster.castle import LINE, SKY, SKY_LOW, WALL, WIDE, Plan, sheet

VELVET, VELVET_LIGHT = "#4a2f5c", "#5c3f66"


def vault(studio: Studio, plan: Plan, on: Image.Image) -> None:
    """Draw the king on his heap of gold, all over a bay that has no guard."""
    height = WIDE.bay * plan.storey // plan.bay
    drawn = studio.rasterise(_vault_svg(WIDE.bay, height), plan.bay).convert("RGB")
    on.paste(drawn.resize((plan.bay, plan.storey)), (0, 0))


def _vault_svg(width: int, height: int) -> str:
    floor, middle = height - 14, width // 2
    random = Random("coins")
    heap = (
        f"M20 {floor}Q60 {floor - 60} 130 {floor - 92}Q{middle} {floor - 150}"
        f" {width - 130} {floor - 96}"
        f"Q{width - 60} {floor - 64} {width - 20} {floor}Z"
    )
    coins = ""
    for _ in range(54):
        x = random.randrange(46, width - 46)
        reach = 96 * (1 - abs(x - middle) / middle) + 6
        y = floor - 6 - random.random() * reach
        coins += (
            f'<ellipse cx="{x}" cy="{y:.0f}" rx="13" ry="8" fill="#ffe27a"'
            ' stroke="#b8741c" stroke-width="3"/>'
        )
    return sheet(height, f"{_vault_wall(width, height)}"
        f'<path d="{heap}" fill="#e8a52c" stroke="{LINE}" stroke-width="4"/>{coins}{_gems(floor)}'
        f"{_king(middle, floor - 92)}", width)  # fmt: skip


def _gems(floor: int) -> str:
    """Return precious stones among the coins."""
    stones = (
        (96, -34, "#e2426b"),
        (318, -52, "#3fb4ef"),
        (372, -24, "#41c76f"),
        (176, -22, "#fff"),
    )
    return "".join(
        f'<path d="M{x - 14} {floor + y}l7 -9h14l7 9l-14 17Z" fill="{fill}" stroke="{LINE}"'
        ' stroke-width="3.5"/>'
        for x, y, fill in stones
    )


def _vault_wall(width: int, height: int) -> str:
    rays = "".join(
        f'<path d="M{width // 2} {height - 60}L{x} 0H{x + 60}Z"/>' for x in range(-20, width, 110)
    )
    return (
        f'<rect width="{width}" height="{height}" fill="{VELVET}"/>'
        f'<g fill="{VELVET_LIGHT}">{rays}</g>'
        f'<path d="M2 0V{height}M{width - 2} 0V{height}" stroke="{LINE}" stroke-width="4"/>'
    )


def _king(x: int, y: int) -> str:
    """Return the king, sitting on (x, y)."""
    edge = f'stroke="{LINE}" stroke-width="4"'
    return (
        f'<g transform="translate({x} {y})">'
        + "".join(
            (
                '<path d="M-54 14Q-60 -46 -26 -62H26Q60 -46 54 14Q0 34 -54 14Z"'
                f' fill="#8b2fa0" {edge}/>',
                f'<path d="M-16 -58L-12 18H12L16 -58Z" fill="#fffdf4" {edge}/>',
                f'<path d="M-44 -34Q-66 -20 -58 0Q-44 8 -30 -4" fill="#8b2fa0" {edge}/>',
                f'<path d="M44 -34Q66 -20 58 0Q44 8 30 -4" fill="#8b2fa0" {edge}/>',
                f'<circle cx="-34" cy="0" r="10" fill="#f4c9a0" {edge}/>',
                f'<circle cx="34" cy="0" r="10" fill="#f4c9a0" {edge}/>',
                f'<circle cx="0" cy="-82" r="31" fill="#f4c9a0" {edge}/>',
                '<path d="M-31 -84Q-34 -36 0 -34Q34 -36 31 -84Q24 -66 0 -68Q-24 -66 -31'
                f' -84Z" fill="#dfe3ee" {edge}/>',
                f'<path d="M0 -68Q-14 -76 -24 -62Q-10 -54 0 -62Q10 -54 24 -62Q14 -76 0 -68Z"'
                f' fill="#ffffff" {edge}/>',
                f'<ellipse cx="0" cy="-76" rx="7" ry="5.5" fill="#e89b78" {edge}/>',
                '<circle cx="-12" cy="-86" r="4" fill="#171a28"/><circle cx="12"'
                ' cy="-86" r="4" fill="#171a28"/>',
                '<path d="M-19 -96L-6 -92M19 -96L6 -92" stroke="#dfe3ee" stroke-width="6"/>',
                '<path d="M-28 -100L-34 -134L-14 -118L0 -142L14 -118L34 -134L28 -100Q0'
                f' -110 -28 -100Z" fill="#ffd34d" {edge}/>',
                '<circle cx="0" cy="-116" r="5" fill="#e2426b"/>',
            )
        )
        + "</g>"
    )


def stage_svg(height: int) -> str:
    """Return the night before the castle with the king's gold outside, for the end."""
    random = Random("stage")
    low = height - 24
    stars = "".join(
        f'<circle cx="{random.randrange(WIDTH)}" cy="{random.randrange(200)}"'
        f' r="{random.choice((1.8, 2.4, 3.2))}"/>'
        for _ in range(46)
    )
    merlons = "".join(f"V{low - 176}h34v22h30" for _ in range(10)).replace("V", "v-22V", 1)
    rays = "".join(f'<path d="M500 {low}L{x} 0H{x + 90}Z"/>' for x in range(-200, 1200, 180))
    heap = (
        f"M-20 {height}V{low - 4}Q160 {low - 30} 300 {low - 62}Q500 {low - 130} 700 {low - 62}"
        f"Q840 {low - 30} 1020 {low - 4}V{height}Z"
    )
    coins = "".join(
        f'<ellipse cx="{x}"'
        f' cy="{low + 8 - random.random() * (96 - abs(x - 500) * 0.19):.0f}" rx="13" ry="8"/>'
        for x in (random.randrange(10, 990) for _ in range(110))
    )
    windows = "".join(
        f'<path d="M{x} {low - 60}v-30q12 -20 24 0v30Z"/>' for x in (216, 296, 376, 600, 680, 760)
    )
    return sheet(
        height,
        f'<rect width="{WIDTH}" height="{height}" fill="{SKY}"/>'
        f'<g fill="{SKY_LOW}">{rays}</g><g fill="#fff" fill-opacity="0.8">{stars}</g>'
        '<circle cx="872" cy="70" r="44" fill="#fff3c4"/><circle cx="856" cy="60" r="38"'
        f' fill="{SKY}" fill-opacity="0.25"/>'
        f'<path d="M180 {height}V{low - 154}{merlons}V{height}Z" fill="{WALL}" stroke="{LINE}"'
        f' stroke-width="5"/><g fill="#ffd98a" stroke="{LINE}" stroke-width="4">{windows}</g>'
        f'<path d="{heap}" fill="#e8a52c" stroke="{LINE}" stroke-width="5"/>'
        f'<g fill="#ffe27a" stroke="#b8741c" stroke-width="3">{coins}</g>',
    )
