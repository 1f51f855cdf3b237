"""Say of which types the bodies are made that Discord's HTTP API takes."""

from __future__ import annotations

from typing import Any

EMBED: dict[str, Any] = {
    "fields": [{}],
    "image": {},
    "thumbnail": {},
    "footer": {},
    "author": {},
}
SELECT_OPTION: dict[str, Any] = {"emoji": {}}
CONTROL = {"options": [SELECT_OPTION], "emoji": {}, "component": {}}
ROW = {"components": [CONTROL], "component": CONTROL}
MESSAGE = {
    "content": str,
    "flags": int,
    "embeds": [EMBED],
    "components": [ROW],
    "attachments": [{}],
    "allowed_mentions": {"parse": [str], "users": list, "roles": list},
    "message_reference": {},
}
CALLBACK = {"type": int, "data": {**MESSAGE, "choices": [{}]}}
EVENT = {"name": str, "description": str, "status": int, "entity_metadata": {"location": str}}
THREAD = {"type": int, "auto_archive_duration": int}
_LEAF: dict[str, Any] = {"choices": [{}], "name_localizations": {}, "description_localizations": {}}
_OPTION = {**_LEAF, "options": [{**_LEAF, "options": [_LEAF]}]}
COMMAND = {**_LEAF, "options": [_OPTION]}
COMMANDS = [COMMAND]
