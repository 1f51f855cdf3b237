"""Collect what is wrong with a body and refuse it in Discord's nested shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.limits.errors import ApiError, refusal

Body = dict[str, Any]
Path = tuple[str | int, ...]

WRONG_TYPES: dict[type, tuple[str, str]] = {
    dict: ("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType"),
    list: ("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"),
    int: ("NUMBER_TYPE_COERCE", "Value is not an int."),
    str: ("STRING_TYPE_CONVERT", "Could not interpret value as string."),
}
"""Discord's refusals of a value that is of another type than asked for."""


class Problems:
    """Collect the errors of one body in Discord's nested shape."""

    def __init__(self) -> None:
        self._errors: Body = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Note an error at a place of the body."""
        node = self._errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def refusal(self) -> ApiError:
        """Return error 50035 with everything noted."""
        return refusal("invalid_form", errors=self._errors)

    def raise_if_any(self) -> None:
        """Raise what was noted, if anything was."""
        if self._errors:
            raise self.refusal()


def invalid(path: Path, code: str, message: str) -> ApiError:
    """Return an Invalid Form Body with one error."""
    problems = Problems()
    problems.add(path, code, message)
    return problems.refusal()


def check_shape(problems: Problems, path: Path, value: Any, shape: Any) -> None:
    """Check of which types a value is made; null fits everywhere.

    A shape is a type, a list of one shape, or an object of some fields' shapes.
    """
    if value is None:
        return
    kind: type[Any] = shape if isinstance(shape, type) else type(shape)
    if not isinstance(value, kind):
        problems.add(path, *WRONG_TYPES[kind])
    elif kind is list and shape is not list:
        for number, each in enumerate(value):
            check_shape(problems, (*path, number), {} if each is None else each, shape[0])
    elif kind is dict:
        for name, inner in shape.items():
            check_shape(problems, (*path, name), value.get(name), inner)


def check_text(problems: Problems, path: Path, text: Any, low: int, high: int) -> None:
    """Check the length of a text."""
    if not isinstance(text, str):
        if text is None:
            problems.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        else:
            problems.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
    elif len(text) > high and low == 0:
        problems.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
    elif not low <= len(text) <= high:
        sentence = f"Must be between {low} and {high} in length."
        problems.add(path, "BASE_TYPE_BAD_LENGTH", sentence)


def check_number(problems: Problems, path: Path, value: Any, low: int, high: int) -> None:
    """Check that a value is a whole number within bounds."""
    if not isinstance(value, int) or not low <= value <= high:
        sentence = f"int value should be between {low} and {high}."
        problems.add(path, "NUMBER_TYPE_MAX", sentence)


def check_count(problems: Problems, path: Path, items: Sequence[Any], low: int, high: int) -> None:
    """Check how many items there are."""
    if not low <= len(items) <= high:
        sentence = f"Must be between {low} and {high} in length."
        problems.add(path, "BASE_TYPE_BAD_LENGTH", sentence)
