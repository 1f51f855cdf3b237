"""What an owner can set, from the environment or a file .env."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from dotenv import dotenv_values
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from storage.shards import Shards

ROOT = Path(__file__).resolve().parent
FILE = ROOT / ".env"
VERSION: str = tomllib.loads(Path(ROOT, "pyproject.toml").read_text())["project"]["version"]
"""Which release this is."""
PORTS = 65535
"""The highest port."""
ALIKE = 0.85
"""How much a name is like that of a setting which it may have been meant for."""


def _capitals(value: Any) -> Any:
    return value.strip().upper() if isinstance(value, str) else value


def _at_home(value: Path) -> Path:
    return Path(os.path.expanduser(value))


Folder = Annotated[Path, AfterValidator(_at_home)]


class Settings(BaseSettings):
    """The settings of one bot process."""

    model_config = SettingsConfigDict(env_file=FILE, extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr | None = None
    """The bot's token; without one the playground starts."""
    backups: Folder | None = None
    """The folder in which the running bot keeps backups; without one it makes none."""
    backup_hours: float = Field(default=24, ge=1)
    """Hours between two of them."""
    backups_kept: int = Field(default=7, ge=1)
    """How many of them stay."""
    discord_api_base: str = Field(
        default="https://discord.com/api/v10", pattern=r"^https?://\S+/api/v10$"
    )
    discord_gateway_url: str = Field(default="wss://gateway.discord.gg/", pattern=r"^wss?://\S+$")
    database_url: str | None = None
    """Where tables are kept: by default in a file beside the bot, in the playground nowhere."""
    drawings: Folder = Path(ROOT, "drawings")
    """The folder in which drawings wait for the next start; they cost a while to make."""
    port: int | None = Field(default=None, ge=0, le=PORTS)
    """Where hosts ask for /health and /metrics; without one nobody is answered."""
    metrics_address: str | None = Field(
        default=None, pattern=r"^[^\s/]*:\d{1,5}$", examples=["127.0.0.1:9100"]
    )
    """Where Prometheus asks for /metrics, as HOST:PORT; by default on PORT, like /health."""
    requests_a_second: float = Field(default=40, gt=0)
    """How many requests boards and calls of all processes may make, of what Discord allows."""
    dev_guild_id: int | None = None
    """For development: a server that gets the commands as its own, in place of all servers."""
    log_level: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_capitals)
    ] = "INFO"
    shard_count: int = Field(default=1, ge=1)
    """Into how many shards the bot's servers are divided, over all processes."""
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = None
    """The shards of this process, counted from 0; without them all there are."""
    refused_requests: int = Field(default=2000, ge=100, le=9000)
    """How many requests Discord may refuse in ten minutes, until only clicks are answered; it
    shuts out an address at 10,000, which all processes at that address share."""
    nudge_seconds: float = Field(default=45, gt=0)
    """How long a table waits for a person before it calls them."""
    computer_pace: float = Field(default=1, ge=0)
    """Factor on the pauses computers make before they act."""
    computer_effort: float = Field(default=1, gt=0)
    """Factor on what computers think over before they act; below 1 on a small host."""
    log_days: float = Field(default=730, gt=0)
    """Days after which finished games lose their logs; their results stay."""

    @field_validator("metrics_address")
    @classmethod
    def _reachable(cls, value: str | None) -> str | None:
        """Demand a port that there can be."""
        if value is not None and int(value.rpartition(":")[2]) > PORTS:
            raise ValueError(f"a port of at most {PORTS}, please")
        return value

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        """Read numbers with commas between them."""
        return value.split(",") if isinstance(value, str) else value

    @field_validator("shard_ids")
    @classmethod
    def _divided(
        cls, value: tuple[int, ...] | None, others: ValidationInfo
    ) -> tuple[int, ...] | None:
        """Demand some of the shards there are, each once."""
        count = others.data.get("shard_count")
        if value is not None and len(set(value)) < max(1, len(value)):
            raise ValueError("each shard once, please, such as 0,1")
        if count is None or value is None:  # what is wrong with the count is said already
            return value
        if not all(0 <= shard < count for shard in value):
            raise ValueError(f"numbers from 0 to SHARD_COUNT - 1, which is {count - 1}, please")
        return value

    @property
    def store_url(self) -> str:
        """Where tables are kept, as a URL."""
        return self.database_url or f"sqlite:///{Path(ROOT, 'monsterrunde.db')}"

    @property
    def metrics_at(self) -> tuple[str | None, int] | None:
        """Where /metrics is answered alone: the host, None for all addresses, and the port."""
        if self.metrics_address is None:
            return None
        host, _, port = self.metrics_address.rpartition(":")
        return host.strip("[]") or None, int(port)

    @property
    def shards(self) -> Shards:
        """The shards of this process."""
        ids = range(self.shard_count) if self.shard_ids is None else sorted(self.shard_ids)
        return Shards(self.shard_count, tuple(ids))


def misspelt() -> dict[str, str]:
    """Return names in the environment and the file that are nearly those of settings, and these."""
    known = [name.upper() for name in Settings.model_fields]
    found = {}
    for name in {**os.environ, **dotenv_values(FILE)}:
        alike = difflib.get_close_matches(name.upper(), known, 1, ALIKE)
        if alike and name.upper() not in known:
            found[name] = alike[0]
    return found


_WANTED = {
    "literal_error": "one of {expected}",
    "int_parsing": "a whole number",
    "float_parsing": "a number",
    "greater_than": "more than {gt:g}",
    "greater_than_equal": "{ge:g} or more",
    "less_than_equal": "at most {le:g}",
    "string_pattern_mismatch": "an address like {usual}",
}


def faults(error: ValidationError) -> Iterator[str]:
    """Yield a sentence for each setting that cannot be used."""
    for fault in error.errors():
        name = str(fault["loc"][0])
        field = Settings.model_fields[name.lower()]
        usual = field.examples[0] if field.examples else field.default
        facts = {**fault.get("ctx", {}), "usual": usual}
        wanted = _WANTED.get(fault["type"])
        if wanted is None:
            yield f"{name.upper()}: {fault['msg'].removeprefix('Value error, ')}."
        else:
            yield f"{name.upper()} has to be {wanted.format(**facts)}, not {fault['input']}."
