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


@pytest.mark.parametrize("text", ['{"long":7}', '{"colour":"green"}', '{"other":true}'])
def test_options_take_only_what_they_know(text: str) -> None:
    with pytest.raises(Malformed):
        Codec(ToyOptions).load(text)
