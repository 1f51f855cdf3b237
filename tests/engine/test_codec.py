"""The JSON form of values."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.codec import Codec
from engine.contract import Expire
from engine.errors import Malformed
from tests.engine.toy import Say, ToyOptions


@dataclass(frozen=True, slots=True)
class Pair:
    left: tuple[int, ...]
    right: Pair | None = None


@pytest.mark.parametrize(
    "value", [Pair(()), Pair((1, 2)), Pair((1,), Pair((-3,))), Pair((), Pair((), Pair((7,))))]
)
def test_what_was_written_is_read_again(value: Pair) -> None:
    codec: Codec[Pair] = Codec(Pair)
    text = codec.dump(value)
    assert codec.load(text) == value and codec.dump(codec.load(text)) == text


def test_unions_are_told_apart() -> None:
    codec: Codec[Say | Expire] = Codec(Say | Expire)
    for value in (Say(3), Expire()):
        assert codec.load(codec.dump(value)) == value


@pytest.mark.parametrize(
    "text", ["", "nonsense", "{}", "[]", "null", '{"left":7}', '{"left":["a"]}', '{"left":[1.5]}']
)
def test_anything_else_is_malformed(text: str) -> None:
    codec: Codec[Pair] = Codec(Pair)
    with pytest.raises(Malformed) as caught:
        codec.load(text)
    assert caught.value.key == "error.malformed"


@pytest.mark.parametrize("start", ["[", '{"left":', '{"left":[],"right":'])
def test_what_is_nested_too_deeply_is_malformed(start: str) -> None:
    with pytest.raises(Malformed):
        Codec(Pair).load(start * 100_000)


@dataclass(frozen=True, slots=True)
class Timed:
    at: float
    pair: Pair | None = None


@pytest.mark.parametrize(
    "text",
    [
        '{"at":1.5,"left":3}',
        '{"at":1.5,"pair":{"left":[],"more":0}}',
        '{"at":1.5,"at":1.5}',
        '{"at":1.5,"pair":{"left":[],"left":[]}}',
        '{"at":"1.5"}',
        '{"at":true}',
        '{"at":NaN}',
        '{"at":Infinity}',
        '{"at":-Infinity}',
        '{"at":1.5,"pair":{"left":["3"]}}',
        '{"at":1.5,"pair":{"left":[true]}}',
        '{"at":1.5,"pair":{"left":"12"}}',
        '{"at":1.5}{"at":1.5}',
        '{"at":1.5},{"at":1.5}',
    ],
)
def test_nothing_is_read_into_a_text(text: str) -> None:
    codec: Codec[Timed] = Codec(Timed)
    assert codec.load('{"at":1.5}') == Timed(1.5)
    with pytest.raises(Malformed):
        codec.load(text)


@pytest.mark.parametrize(
    "text", ['{"kind":"say"}', '{"number":"3","kind":"say"}', '{"number":3,"x":1}']
)
def test_unions_are_as_strict(text: str) -> None:
    with pytest.raises(Malformed):
        Codec(Say | Expire).load(text)


def test_a_missing_option_has_its_default() -> None:
    assert Codec(ToyOptions).load('{"long":true}') == ToyOptions(long=True)
    assert Codec(ToyOptions).load("{}") == ToyOptions()


@pytest.mark.parametrize("text", ['{"long":"true"}', '{"long":1}', '{"long":true,"long":true}'])
def test_options_are_as_strict(text: str) -> None:
    with pytest.raises(Malformed):
        Codec(ToyOptions).load(text)


@pytest.mark.parametrize("text", ['{"long":7}', '{"colour":"green"}', '{"other":true}'])
def test_options_take_only_what_they_know(text: str) -> None:
    with pytest.raises(Malformed):
        Codec(ToyOptions).load(text)
