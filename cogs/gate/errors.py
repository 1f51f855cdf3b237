"""The one error path: kind sentences for people's mistakes, an error id for ours."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from math import ceil
from typing import Any

import discord

from cogs.gate.answer import Answer, given, untold
from cogs.gate.bot import bot_of
from cogs.gate.custom_id import TEMPLATE
from cogs.line.allowance import Spent
from cogs.line.ephemeral import Reached
from cogs.line.unreachable import shut, unreachable
from engine.errors import RuleError
from screens.frame.cases import reason
from screens.names import escape
from screens.texts import Words
from storage.errors import LeaseLost, Lost, StoreError, Unsure, traced
from tables.room.refusal import Refusal

log = logging.getLogger(__name__)

Work = Callable[[Answer], Awaitable[None]]


async def guarded(interaction: discord.Interaction[Any], work: Work) -> None:
    """Carry out `work` for an interaction and answer also when it fails."""
    bot = bot_of(interaction)
    bot.on_click(interaction)
    if bot.leaving:
        log.info("not answered: the bot stops")
        return
    async with bot.at_work(), Answer(interaction) as answer:
        try:
            if interaction.user.bot:
                raise Refusal("error.bots")
            await work(answer)
        except (Refusal, RuleError) as refused:
            if (told := await _say(answer, sentence(refused, answer.words))) is not None:
                bot.refused(_table(interaction), answer.user, told)
        except discord.NotFound as gone:
            # The message was deleted, or the interaction has died, while it was answered.
            log.info("not answered: %s", gone)
            await _say(answer, answer.words("error.closed"))
        except LeaseLost as lost:
            # Another process plays, which has answered or will.
            log.info("not answered: %s", lost)
        except StoreError as failed:
            if isinstance(failed, Lost):
                bot.lose(failed)
            await _apologise(answer, _unstored(failed), failed)
        except Spent as spent:
            log.info("not answered: %s", spent)
            await _say(answer, answer.words("error.spent", n=ceil(spent.seconds / 60)))
        except Exception as failed:
            if shut(failed) or given(failed):
                log.info("not answered: %s", failed)
            elif unreachable(failed):
                # What was accepted is stored, and shown once Discord can be reached again.
                log.info("not answered: %s", failed or type(failed).__name__)
                await _say(answer, answer.words("error.unreachable"))
            else:
                await _apologise(answer, "error.ours", failed)


def sentence(error: Refusal | RuleError, words: Words) -> str:
    """Return the text for a refusal; its `name` is a person's, as they write it, and its `reason`
    staff's, as it was typed."""
    values = dict(error.values)
    if "name" in values:
        values["name"] = escape(str(values["name"]))
    if "reason" in values:
        values["reason"] = reason(str(values["reason"]), words)
    return words.named(error.key, **values)


def _unstored(failed: StoreError) -> str:
    """Return the key of what is said where the store has failed."""
    if isinstance(failed, Lost):
        return "error.not_stored"
    if failed.aside:
        # Of what failed by the way nobody knows whether it came before what was asked for.
        return "error.ours"
    return "error.unsure" if isinstance(failed, Unsure) else "error.not_stored"


async def _apologise(answer: Answer, key: str, failed: Exception) -> None:
    error = secrets.token_hex(3)
    place = _table(answer.interaction) or f"of channel {answer.interaction.channel_id}"
    log.error("error %s, table %s: %s", error, place, failed, exc_info=traced(failed))
    await _say(answer, answer.words(key, id=error))


def _table(interaction: discord.Interaction[Any]) -> str:
    """Return the id of the table whose control was pressed, or nothing."""
    data: Any = interaction.data
    pressed = re.match(TEMPLATE, (data or {}).get("custom_id", ""))
    return pressed["table"] if pressed else ""


async def _say(answer: Answer, text: str) -> Reached | None:
    try:
        return await answer.say(text)
    except Exception as error:
        if not untold(error):
            raise
        log.info("not answered: %s", error)
        return None
