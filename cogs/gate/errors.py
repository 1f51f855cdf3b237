"""The one error path: kind sentences for people's mistakes, an error id for ours."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from cogs.gate.answer import Answer
from cogs.gate.custom_id import TEMPLATE
from cogs.line.unreachable import unreachable
from engine.errors import RuleError
from screens.names import escape
from screens.texts import Words
from storage.errors import Lost, StoreError
from tables.room.refusal import Refusal

log = logging.getLogger(__name__)

Work = Callable[[Answer], Awaitable[None]]


async def guarded(interaction: discord.Interaction[Any], work: Work) -> None:
    """Carry out `work` for an interaction and answer also when it fails."""
    if interaction.client.leaving:
        log.info("not answered: the bot stops")
        return
    words = interaction.client.pages.private(interaction.guild_id or 0, interaction.locale)
    async with interaction.client.at_work(), Answer(interaction) as answer:
        try:
            if interaction.user.bot:
                raise Refusal("error.bots")
            await work(answer)
        except (Refusal, RuleError) as refused:
            await _say(answer, sentence(refused, words))
        except discord.NotFound as gone:
            # The message was deleted, or the interaction has died, while it was answered.
            log.info("not answered: %s", gone)
            await _say(answer, words("error.closed"))
        except Lost as failed:
            interaction.client.lose(failed)
            await _apologise(answer, words, "error.not_stored", failed)
        except StoreError as failed:
            await _apologise(answer, words, "error.not_stored", failed)
        except Exception as failed:
            if unreachable(failed):
                # What was accepted is stored, and shown once Discord can be reached again.
                log.info("not answered: %s", failed or type(failed).__name__)
                await _say(answer, words("error.unreachable"))
            else:
                await _apologise(answer, words, "error.ours", failed)


def sentence(error: Refusal | RuleError, words: Words) -> str:
    """Return the text for a refusal; its `name` is a person's, as they write it."""
    values = {k: escape(str(v)) if k == "name" else v for k, v in error.values.items()}
    return words.named(error.key, **values)


async def _apologise(answer: Answer, words: Words, key: str, failed: Exception) -> None:
    error = secrets.token_hex(3)
    log.error("error %s, table %s", error, _table(answer.interaction), exc_info=failed)
    await _say(answer, words(key, id=error))


def _table(interaction: discord.Interaction[Any]) -> str:
    """Return the id of the table that is meant, or where a command was given."""
    data: Any = interaction.data
    pressed = re.match(TEMPLATE, (data or {}).get("custom_id", ""))
    return pressed["table"] if pressed else f"of channel {interaction.channel_id}"


async def _say(answer: Answer, text: str) -> None:
    try:
        await answer.say(text)
    except Exception as error:
        if not isinstance(error, discord.HTTPException) and not unreachable(error):
            raise
        # Nobody is there any more to be told, or nothing gets through.
        log.info("not answered: %s", error)
