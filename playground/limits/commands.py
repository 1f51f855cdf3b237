"""Check application commands and completions against Discord's limits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playground.limits.problems import Body, Path, Problems, check_count, check_text, invalid

OPTIONS = 25


def check_choices(data: Body) -> None:
    """Check an autocomplete answer."""
    problems = Problems()
    choices = data.get("choices")
    if not isinstance(choices, list):
        raise invalid(("data", "choices"), "BASE_TYPE_REQUIRED", "This field is required")
    _check_named_values(problems, ("data", "choices"), choices)
    problems.raise_if_any()


def _check_named_values(problems: Problems, path: Path, choices: list[Body]) -> None:
    check_count(problems, path, choices, 0, OPTIONS)
    for number, choice in enumerate(choices):
        check_text(problems, (*path, number, "name"), choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str) or choice.get("value") is None:
            check_text(problems, (*path, number, "value"), choice.get("value"), 1, 100)


def check_commands(bodies: list[Body]) -> None:
    """Check commands to register in one scope."""
    if not isinstance(bodies, list):
        raise invalid((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    problems = Problems()
    check_count(problems, (), bodies, 0, 100)
    seen: set[tuple[int, str]] = set()
    for number, body in enumerate(bodies):
        key = (body.get("type") or 1, str(body.get("name")))
        if key in seen:
            sentence = "Application command names must be unique"
            code = "APPLICATION_COMMANDS_DUPLICATE_NAME"
            problems.add((number,), code, sentence)
        seen.add(key)
        _check_command(problems, (number,) if len(bodies) > 1 else (), body)
    problems.raise_if_any()


def _check_command(problems: Problems, path: Path, body: Body) -> None:
    if (body.get("type") or 1) == 1:
        _check_named(problems, path, body)
        _check_command_options(problems, path, body.get("options") or [])
    else:
        check_text(problems, (*path, "name"), body.get("name"), 1, 32)
    if _weight(body) > 8000:
        sentence = "Command exceeds maximum size (8000)"
        problems.add(path, "APPLICATION_COMMAND_TOO_LARGE", sentence)


def _check_named(problems: Problems, path: Path, part: Body) -> None:
    """Check name and description in every language."""
    for where, name in _texts(path, part, "name"):
        check_text(problems, where, name, 1, 32)
        if isinstance(name, str) and not _is_command_name(name):
            sentence = "Command name is invalid"
            problems.add(where, "APPLICATION_COMMAND_INVALID_NAME", sentence)
    for where, text in _texts(path, part, "description"):
        check_text(problems, where, text, 1, 100)


def _texts(path: Path, part: Body, field: str) -> Iterable[tuple[Path, Any]]:
    yield (*path, field), part.get(field)
    for locale, text in (part.get(f"{field}_localizations") or {}).items():
        yield (*path, f"{field}_localizations", locale), text


def _is_command_name(name: str) -> bool:
    return name == name.lower() and all(each.isalnum() or each in "-_'" for each in name)


def _check_command_options(problems: Problems, path: Path, options: list[Body]) -> None:
    check_count(problems, (*path, "options"), options, 0, OPTIONS)
    seen: set[str] = set()
    optional = False
    for number, option in enumerate(options):
        where: Path = (*path, "options", number)
        _check_named(problems, where, option)
        if option.get("name") in seen:
            sentence = "Option name already used"
            problems.add(where, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", sentence)
        seen.add(str(option.get("name")))
        if option.get("required") and optional:
            sentence = "Required options must be placed before non-required options"
            problems.add(where, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", sentence)
        optional = optional or not option.get("required")
        _check_named_values(problems, (*where, "choices"), option.get("choices") or [])
        _check_command_options(problems, where, option.get("options") or [])


def _weight(part: Body) -> int:
    """Count the characters that Discord counts: of each text, the longest language."""
    own = sum(
        max((len(str(text or "")) for _, text in _texts((), part, field)), default=0)
        for field in ("name", "description")
    )
    values = sum(len(str(choice.get("value", ""))) for choice in part.get("choices") or [])
    parts = (*(part.get("options") or []), *(part.get("choices") or []))
    return own + values + sum(_weight(each) for each in parts)
