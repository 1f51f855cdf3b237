"""What drawings are wrapped in: an SVG document, and a place within it."""

from __future__ import annotations


def document(content: str, width: int, height: int) -> str:
    """Wrap drawn content in a document of that size."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" stroke-linejoin="round" stroke-linecap="round">'
        f"{content}</svg>"
    )


def at(content: str, x: float, y: float, scale: float = 1) -> str:
    """Move drawn content to a place and scale it."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{content}</g>'
