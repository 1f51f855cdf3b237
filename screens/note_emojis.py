"""Notes the digests of all games' emojis anew, after art has changed."""

from __future__ import annotations

from engine import registry
from screens import screen
from screens.kit import emojis


def main() -> None:
    """Note them beside each game's screen."""
    for game, each in screen.load(registry.load()).items():
        emojis.note(game, each.drawings())


if __name__ == "__main__":
    main()
