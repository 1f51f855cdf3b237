"""What an owner can set, from the environment or a file .env."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parent


class Settings(BaseSettings):
    """The settings of one bot process."""

    model_config = SettingsConfigDict(env_file=ROOT / ".env", extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr | None = None
    """The bot's token; without one the playground starts."""
    discord_api_base: str = Field(
        default="https://discord.com/api/v10", pattern=r"^https?://\S+/api/v10$"
    )
    discord_gateway_url: str = Field(default="wss://gateway.discord.gg/", pattern=r"^wss?://\S+$")
    database_url: str | None = None
    """Where tables are kept: by default in a file beside the bot, in the playground nowhere."""
    port: int | None = Field(default=None, ge=0, le=65535)
    """Where hosts ask for /health and /metrics; without one nobody is answered."""
    dev_guild_id: int | None = None
    """A server that gets new commands at once."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    nudge_seconds: float = Field(default=45, gt=0)
    """How long a table waits for a person before it calls them."""
    computer_pace: float = Field(default=1, ge=0)
    """Factor on the pauses computers make before they act."""
    computer_effort: float = Field(default=1, gt=0)
    """Factor on what computers think over before they act; below 1 on a small host."""
    log_days: float = Field(default=730, gt=0)
    """Days after which finished games lose their logs; their results stay."""
