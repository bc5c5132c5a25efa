"""Settings of the intake, read once in `app.py`."""

import os
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, PrivateAttr, SecretStr, field_validator, model_validator
from pydantic_settings import NoDecode, SettingsConfigDict

from services.intake.domain.stability import Rule
from shared.bus.settings import ServiceSettings
from shared.http.tokens import read_tokens

_MILLI = 1_000_000
_MEBI = 1024 * 1024


class Settings(ServiceSettings):
    """Environment: `KIBITZ_INTAKE_…`, and `KIBITZ_NATS_…` for the bus.

    Attributes:
        host, port: of the HTTP interface; port 0 takes a free one.
        watch: folders, separated as in PATH.
        tokens: `name=token` pairs, separated by commas.
        tokens_file: the same, one a line.
        max_bytes: of one file.
        under_way_bytes: of all uploads that are being read.
        upload_seconds: for one upload.
        most_each: connections of one address at the same time; None for no limit, as behind a proxy.
        poll_ms: between two looks at the watched folders.
        settle_looks: looks in a row that must show the same before a file is read.
        quiet_ms: without a change, before a file is taken that may end where it ends, and may go on.
        patience_ms: without a change, before a file that ends in the middle is taken as it is.
        alarm_ms: of changing, before a file is reported.
        scan_files: files looked at in each folder.
        scan_bytes: read in one look.
        disk: a folder on the disk where the bus keeps its data, if it is one of this machine.
        low_water: bytes of that disk that stay free: no file is taken when fewer are.
        originals: a folder that exists, where the bytes of every file are kept outside the bus; None for none.
        hide_new_events: where nobody has chosen what the public sees of new events, it is nothing but seats.
        audit_minutes: between two audits of all streams and buckets; 0 for none.
        audit_share: how much of the time an audit may take from others.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_INTAKE_", extra="ignore", hide_input_in_errors=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8081, ge=0, le=65_535)
    watch: Annotated[tuple[Path, ...], NoDecode] = ()
    tokens: SecretStr = SecretStr("")
    tokens_file: Path | None = None
    max_bytes: int = Field(default=64 * _MEBI, ge=1)
    under_way_bytes: int = Field(default=256 * _MEBI, ge=1)
    upload_seconds: float = Field(default=300.0, gt=0)
    most_each: int | None = Field(default=None, ge=1)
    poll_ms: int = Field(default=300, ge=10)
    settle_looks: int = Field(default=2, ge=1)
    quiet_ms: int = Field(default=1_500, ge=0)
    patience_ms: int = Field(default=10_000, ge=0)
    alarm_ms: int = Field(default=60_000, ge=0)
    scan_files: int = Field(default=10_000, ge=1)
    scan_bytes: int = Field(default=128 * _MEBI, ge=1)
    disk: Path | None = None
    low_water: int = Field(default=256 * _MEBI, ge=0)
    originals: Path | None = None
    hide_new_events: bool = False
    audit_minutes: float = Field(default=60.0, ge=0)
    audit_share: float = Field(default=0.25, gt=0, le=1)
    _senders: dict[str, str] = PrivateAttr(default_factory=dict)

    @field_validator("watch", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(Path(part) for part in value.split(os.pathsep) if part)
        return value

    @model_validator(mode="after")
    def _read_tokens(self) -> Self:
        text = self.tokens.get_secret_value()
        if self.tokens_file is not None:
            try:
                text = f"{text}\n{self.tokens_file.read_text(encoding='utf-8')}"
            except (OSError, UnicodeDecodeError) as error:
                raise ValueError(f"the tokens file cannot be read: {type(error).__name__}") from None
        self._senders = read_tokens(text)
        return self

    @property
    def senders(self) -> dict[str, str]:
        """Token to sender, from both places."""
        return self._senders

    def rule(self) -> Rule:
        """When a watched file is whole."""
        return Rule(
            sightings=self.settle_looks,
            quiet=self.quiet_ms * _MILLI,
            patience=self.patience_ms * _MILLI,
            alarm=self.alarm_ms * _MILLI,
        )
