"""Pictures to be painted elsewhere, as bytes: the name of what paints them, and its values."""

from __future__ import annotations

import functools
import io
import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from operator import attrgetter
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, TypeAlias

from PIL import Image

from engine.contract import AnyGame
from screens.kit.studio import Studio
from screens.screen import Screen
from screens.texts import Catalogue

NAMED = (type, FunctionType, BuiltinFunctionType)
"""What stands in an order by its name."""
Paint: TypeAlias = "Callable[[Studio], Image.Image]"

OURS = ("engine.", "screens.")
"""Where everything is defined that an order may name."""


class Orders:
    """Writes and reads orders; what both processes have is named, not sent.

    An order holds values and names, no code; nothing outside the games and their screens is called
    by reading one.
    """

    def __init__(
        self, games: Mapping[str, AnyGame], screens: Mapping[str, Screen], catalogue: Catalogue
    ) -> None:
        self._things = dict(_things(games, screens, catalogue))
        self._names = {type(thing): name for name, thing in self._things.items()}

    def written(self, paint: Paint) -> bytes | None:
        """Return the order; None where what paints has no name."""
        file = io.BytesIO()
        try:
            _Writer(file, self._names).dump(paint)
        except (pickle.PicklingError, AttributeError, TypeError):
            return None
        return file.getvalue()

    def read(self, order: bytes) -> Paint:
        """Return what paints; raise UnpicklingError for what no order may name."""
        paint: Paint = _Reader(io.BytesIO(order), self._things).load()
        return paint


def _things(
    games: Mapping[str, AnyGame], screens: Mapping[str, Screen], catalogue: Catalogue
) -> Iterator[tuple[str, object]]:
    yield "texts", catalogue
    for id, game in games.items():
        yield f"{id}", game
        yield f"{id}.box", game.box
        yield f"{id}.screen", screens[id]


def _named(name: str) -> object:
    """Stands in an order for what both processes have."""
    raise AssertionError(name)


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, names: Mapping[type, str]) -> None:
        super().__init__(file, protocol=5)
        self.dispatch_table = {
            kind: functools.partial(_reduced, name) for kind, name in names.items()
        }

    def reducer_override(self, value: Any) -> Any:
        """Refuse what is not to be named, and methods, which are those of an object; write what is
        made of its values alone as a call with them."""
        if isinstance(value, MethodType) or (isinstance(value, NAMED) and not _may_name(value)):
            raise pickle.PicklingError(value.__qualname__)
        kind = value.__class__
        values = _values(kind)
        return (kind, values(value)) if values else NotImplemented


@functools.cache
def _values(kind: type[Any]) -> Callable[[object], tuple[object, ...]] | None:
    """Return what gives the values of which a value of this kind is made, if it is made of them
    alone: written so it takes half the time that its state would."""
    slotted = is_dataclass(kind) and "__slots__" in vars(kind)
    if not slotted or any(not each.init or each.kw_only for each in fields(kind)):
        return None
    names = tuple(each.name for each in fields(kind))
    return attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)


def _may_name(value: Any) -> bool:
    return value is functools.partial or str(value.__module__).startswith(OURS)


def _reduced(name: str, thing: object) -> tuple[Callable[[str], object], tuple[str]]:
    return _named, (name,)


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, things: Mapping[str, object]) -> None:
        super().__init__(file)
        self._things = things

    def find_class(self, module: str, name: str) -> Any:
        """Return a class or a function of games or screens."""
        if (module, name) == (__name__, _named.__name__):
            return self._things.__getitem__
        if (module, name) == ("functools", "partial"):
            return functools.partial
        found = super().find_class(module, name) if module.startswith(OURS) else None
        if found is None or found.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name}")
        return found
