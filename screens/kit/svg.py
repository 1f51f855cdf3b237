"""What drawings are wrapped in: an SVG document, and a place within it."""

from __future__ import annotations

SIDE = 200
"""Of the square in which most drawings are made."""


def document(content: str, width: int = SIDE, height: int = SIDE) -> str:
    """Wrap drawn content in a document of that size."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" stroke-linejoin="round" stroke-linecap="round">'
        f"{content}</svg>"
    )


def icon(content: str) -> str:
    """Wrap drawn content in a document of 100 by 100, whose lines have no round ends."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{content}</svg>'


def at(content: str, x: float, y: float, scale: float = 1) -> str:
    """Move drawn content to a place and scale it."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{content}</g>'
