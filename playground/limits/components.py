"""Check buttons, selects and modals against Discord's limits."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from playground.limits.problems import Body, Path, Problems, check_count, check_number, check_text

ROWS, BUTTONS, OPTIONS = 5, 5, 25

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, TEXT_DISPLAY, LABEL = 1, 2, 3, 4, 10, 18
SELECTS = (STRING_SELECT, 5, 6, 7, 8)
LINK_STYLE = 5


Emojis = Container[str]
"""The ids of the emojis that the application may use."""


def check_rows(problems: Problems, rows: list[Body], emojis: Emojis) -> None:
    """Check the action rows of a message."""
    check_count(problems, ("components",), rows, 1, ROWS)
    seen: set[str] = set()
    for number, row in enumerate(rows):
        path: Path = ("components", number)
        children = row.get("components") or []
        if row.get("type") != ROW:
            problems.add((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of (1,).")
            continue
        check_count(problems, (*path, "components"), children, 1, BUTTONS)
        if len(children) > 1 and any(child.get("type") != BUTTON for child in children):
            sentence = "The specified component exceeds the maximum width"
            problems.add((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", sentence)
        for place, child in enumerate(children):
            _check_control(problems, (*path, "components", place), child, seen, emojis)


def _check_control(
    problems: Problems, path: Path, control: Body, seen: set[str], emojis: Emojis
) -> None:
    kind = control.get("type")
    if kind == BUTTON and control.get("style") == LINK_STYLE:
        _check_link_button(problems, path, control, emojis)
        return
    if kind == BUTTON:
        _check_button(problems, path, control, emojis)
    elif kind in SELECTS:
        _check_select(problems, path, control, emojis)
    else:
        problems.add(
            (*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of (2, 3, 5, 6, 7, 8)."
        )
    _check_custom_id(problems, path, control, seen)


def _check_custom_id(problems: Problems, path: Path, control: Body, seen: set[str]) -> None:
    custom_id = control.get("custom_id")
    check_text(problems, (*path, "custom_id"), custom_id, 1, 100)
    if custom_id in seen:
        sentence = "Component custom id cannot be duplicated"
        problems.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", sentence)
    if isinstance(custom_id, str):
        seen.add(custom_id)


def _check_button(problems: Problems, path: Path, button: Body, emojis: Emojis) -> None:
    if button.get("style") not in (1, 2, 3, 4):
        sentence = "Value must be one of (1, 2, 3, 4, 5, 6)."
        problems.add((*path, "style"), "BASE_TYPE_CHOICES", sentence)
    if button.get("url") is not None:
        sentence = "A custom id and url cannot both be specified"
        problems.add(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", sentence)
    _check_face(problems, path, button, emojis)


def _check_link_button(problems: Problems, path: Path, button: Body, emojis: Emojis) -> None:
    check_text(problems, (*path, "url"), button.get("url"), 1, 512)
    if button.get("custom_id") is not None:
        sentence = "A custom id and url cannot both be specified"
        problems.add(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", sentence)
    _check_face(problems, path, button, emojis)


def _check_face(problems: Problems, path: Path, button: Body, emojis: Emojis) -> None:
    """A button needs a label or an emoji."""
    if button.get("label"):
        check_text(problems, (*path, "label"), button["label"], 0, 80)
    elif not button.get("emoji"):
        problems.add((*path, "label"), "BASE_TYPE_REQUIRED", "This field is required")
    _check_emoji(problems, path, button.get("emoji"), emojis)


def _check_emoji(problems: Problems, path: Path, emoji: Body | None, emojis: Emojis) -> None:
    """Refuse an emoji that is neither the application's own nor, being ASCII, one of Unicode."""
    if not emoji:
        return
    if emoji.get("id") is not None:
        wrong, named = str(emoji["id"]) not in emojis, "id"
    else:
        wrong, named = str(emoji.get("name") or "a").isascii(), "name"
    if wrong:
        problems.add((*path, "emoji", named), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _check_select(problems: Problems, path: Path, select: Body, emojis: Emojis) -> None:
    check_text(problems, (*path, "placeholder"), select.get("placeholder") or "", 0, 150)
    low, high = select.get("min_values"), select.get("max_values")
    low, high = 1 if low is None else low, 1 if high is None else high
    check_number(problems, (*path, "min_values"), low, 0, OPTIONS)
    check_number(problems, (*path, "max_values"), high, 1, OPTIONS)
    if isinstance(low, int) and isinstance(high, int) and low > high:
        sentence = "Minimum values must be less than or equal to the maximum values"
        problems.add((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_EXCEED_MAX", sentence)
    if select["type"] == STRING_SELECT:
        options = select.get("options") or []
        _check_options(problems, (*path, "options"), options, high, emojis)


def _check_options(
    problems: Problems, path: Path, options: list[Body], high: Any, emojis: Emojis
) -> None:
    check_count(problems, path, options, 1, OPTIONS)
    seen: set[str] = set()
    for number, option in enumerate(options):
        check_text(problems, (*path, number, "label"), option.get("label"), 1, 100)
        check_text(problems, (*path, number, "value"), option.get("value"), 1, 100)
        check_text(
            problems, (*path, number, "description"), option.get("description") or "", 0, 100
        )
        _check_emoji(problems, (*path, number), option.get("emoji"), emojis)
        if option.get("value") in seen:
            sentence = "The specified option value is already used"
            code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
            problems.add((*path, number, "value"), code, sentence)
        seen.add(option.get("value", ""))
    if isinstance(high, int) and high > max(1, len(options)):
        sentence = f"Must be {len(options)} or fewer."
        problems.add((*path[:-1], "max_values"), "SELECT_COMPONENT_MAX_VALUES", sentence)
    if isinstance(high, int) and sum(bool(option.get("default")) for option in options) > high:
        sentence = "There are too many default values"
        problems.add(path, "SELECT_COMPONENT_TOO_MANY_DEFAULTS", sentence)


def check_modal(data: Body, emojis: Emojis) -> None:
    """Check a modal to open."""
    problems = Problems()
    root: Path = ("data",)
    check_text(problems, (*root, "custom_id"), data.get("custom_id"), 1, 100)
    check_text(problems, (*root, "title"), data.get("title"), 1, 45)
    parts = data.get("components") or []
    check_count(problems, (*root, "components"), parts, 1, 5)
    seen: set[str] = set()
    for number, part in enumerate(parts):
        _check_modal_part(problems, (*root, "components", number), part, seen, emojis)
    problems.raise_if_any()


def _check_modal_part(
    problems: Problems, path: Path, part: Body, seen: set[str], emojis: Emojis
) -> None:
    kind = part.get("type")
    if kind == TEXT_DISPLAY:
        check_text(problems, (*path, "content"), part.get("content"), 1, 4000)
    elif kind == LABEL:
        check_text(problems, (*path, "label"), part.get("label"), 1, 45)
        check_text(problems, (*path, "description"), part.get("description") or "", 0, 100)
        field = part.get("component") or {}
        where = (*path, "component")
        _check_modal_field(problems, where, field, seen, emojis, labelled=True)
    elif kind == ROW:
        fields = part.get("components") or []
        check_count(problems, (*path, "components"), fields, 1, 1)
        for place, field in enumerate(fields):
            where = (*path, "components", place)
            _check_modal_field(problems, where, field, seen, emojis, labelled=False)
    else:
        problems.add((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of (1, 10, 18).")


def _check_modal_field(
    problems: Problems,
    path: Path,
    field: Body,
    seen: set[str],
    emojis: Emojis,
    *,
    labelled: bool,
) -> None:
    kind = field.get("type")
    if kind == TEXT_INPUT:
        _check_text_input(problems, path, field, labelled=labelled)
    elif kind in SELECTS and labelled:
        _check_select(problems, path, field, emojis)
    else:
        problems.add((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of (4,).")
    _check_custom_id(problems, path, field, seen)


def _check_text_input(problems: Problems, path: Path, field: Body, *, labelled: bool) -> None:
    if not labelled:
        check_text(problems, (*path, "label"), field.get("label"), 1, 45)
    if field.get("style") not in (1, 2):
        problems.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
    check_text(problems, (*path, "placeholder"), field.get("placeholder") or "", 0, 100)
    low = 0 if field.get("min_length") is None else field["min_length"]
    high = 4000 if field.get("max_length") is None else field["max_length"]
    check_number(problems, (*path, "min_length"), low, 0, 4000)
    check_number(problems, (*path, "max_length"), high, 1, 4000)
    if field.get("value"):
        check_text(problems, (*path, "value"), field["value"], low, high)
