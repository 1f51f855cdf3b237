"""Orders to paint name what both sides have, and nothing outside games and screens."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from PIL import Image

from engine.contract import AnyGame
from screens import stack
from screens.bugs import painting
from screens.frame import lobby
from screens.frame.scene import Scene, Sitter
from screens.kit.studio import Studio
from screens.orders import Orders
from screens.page import Picture
from tests.cogs.rendering import Renderer, renderers
from tests.engine.facts import known_games

SMALL = 8 * 1024
"""Bytes that an order has at most: no box, no texts, no game is sent."""


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return renderers()["en"]


@pytest.fixture(scope="module")
def orders(renderer: Renderer) -> Orders:
    return Orders(known_games(), renderer.screens, renderer.catalogue)


def in_lobby(game: AnyGame, renderer: Renderer) -> Picture:
    sitters = [Sitter("Anna", host=True, options=game.seat_options_type()), Sitter("Ben")]
    scene = Scene(
        table="1",
        game=game,
        status="lobby",
        sitters=sitters,
        options=game.options_type(),
        roster="",
    )
    page = lobby.lobby(scene, renderer.screens[game.id], renderer.words)
    return page.pictures[0]


@pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.id)
def test_lobbies_and_rules_can_be_ordered(
    game: AnyGame, renderer: Renderer, orders: Orders
) -> None:
    words = renderer.words.within(game.id)
    pages = renderer.screens[game.id].rules(words)
    pictures = [picture for page in pages for picture in page.pictures]
    for picture in (in_lobby(game, renderer), *pictures):
        order = orders.written(picture.paint)
        assert order is not None and len(order) <= SMALL, picture.key


def test_what_is_read_paints_the_same(renderer: Renderer, orders: Orders) -> None:
    game = known_games()["bugs"]
    hand = partial(painting.hands, box=game.box, held=None, left=3)
    held = Picture("hand", "alt", hand)
    pictures = (in_lobby(game, renderer), stack.hands([held], ["Anna"], palette(renderer)))
    for picture in pictures:
        order = orders.written(picture.paint)
        assert order is not None
        studio = Studio()
        assert orders.read(order)(studio) == picture.paint(studio)


def test_a_box_is_named_and_the_readers_own_is_taken(orders: Orders) -> None:
    box = known_games()["bugs"].box
    order = orders.written(partial(painting.hands, box=box, held=None, left=3))
    assert order is not None
    read: Any = orders.read(order)
    assert read.keywords["box"] is box


def test_what_has_no_name_is_not_ordered(orders: Orders) -> None:
    studio = Studio()
    nameless: list[Callable[..., Image.Image]] = [
        lambda studio: Image.new("RGB", (1, 1)),
        studio.sprite,
        partial(painting.hands, held=open),  # type: ignore[arg-type]
        partial(painting.hands, held=os.system),  # type: ignore[arg-type]
    ]
    assert [orders.written(paint) for paint in nameless] == [None] * len(nameless)


@pytest.mark.parametrize("called", [os.system, eval, pickle.loads, Image.open])
def test_nothing_else_is_called_by_reading(orders: Orders, called: Callable[..., Any]) -> None:
    with pytest.raises(pickle.UnpicklingError):
        orders.read(pickle.dumps(called))


@pytest.mark.parametrize("name", ["screens.orders\npickle.loads", "screens.easel\nos.system"])
def test_nothing_is_reached_through_our_own_modules(orders: Orders, name: str) -> None:
    module, path = name.split("\n")
    with pytest.raises(pickle.UnpicklingError):
        orders.read(b"\x80\x04" + _text(module) + _text(path) + b"\x93.")


def _text(value: str) -> bytes:
    return b"\x8c" + bytes([len(value)]) + value.encode()


def palette(renderer: Renderer) -> Any:
    return renderer.screens["bugs"].palette
