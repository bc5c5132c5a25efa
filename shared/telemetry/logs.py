"""Structured logs on the standard library: one line each, bounded, without contents of messages.

A log says what happened to which message (subject, stream, sequence, code), never what a file says about people.
"""

import json
import logging
import sys
import time
from typing import IO, Any

from shared.telemetry.settings import TelemetrySettings
from shared.telemetry.tracing import trace_id

LONGEST = 2_000
"""Characters of a message or a field that are written; the rest is cut with "…"."""

MOST_FIELDS = 24

_KEY = "kibitz_fields"


def fields(**values: object) -> dict[str, dict[str, object]]:
    """Structured fields for `extra=` of a log call; None is left out."""
    return {_KEY: {name: value for name, value in values.items() if value is not None}}


def bounded(value: object, longest: int = LONGEST) -> str:
    """A value as one line of text that is not too long."""
    text = str(value).replace("\r", "\\r").replace("\n", "\\n")
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _fields_of(record: logging.LogRecord) -> dict[str, object]:
    values = dict(list(getattr(record, _KEY, {}).items())[:MOST_FIELDS])
    return values | ({"trace": trace} if (trace := trace_id()) else {})


class JsonFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        entry: dict[str, Any] = {
            "time": _moment(record.created),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": bounded(record.getMessage()),
        }
        for name, value in _fields_of(record).items():
            entry.setdefault(name, value if isinstance(value, int | float) else bounded(value))
        if record.exc_info:
            entry["error"] = bounded(self.formatException(record.exc_info), 8_000)
        return json.dumps(entry, ensure_ascii=False)


class TextFormatter(logging.Formatter):
    """One line for people: time, level, message, fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as text; a traceback follows on lines of its own."""
        line = f"{_moment(record.created)} {record.levelname:<7} {bounded(record.getMessage())}"
        if values := " ".join(f"{name}={bounded(value, 200)}" for name, value in _fields_of(record).items()):
            line = f"{line}  [{values}]"
        if record.exc_info:
            line = f"{line}\n{self.formatException(record.exc_info)[-8_000:]}"
        return line


def _moment(created: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(created)) + f".{int(created * 1000) % 1000:03d}Z"


def configure(settings: TelemetrySettings | None = None, stream: IO[str] | None = None) -> None:
    """Write all logs of the process to standard error in the chosen form; may be called again."""
    settings = settings or TelemetrySettings()
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if settings.log_format == "json" else TextFormatter())
    root = logging.getLogger()
    for old in [h for h in root.handlers if getattr(h, "kibitz", False)]:
        root.removeHandler(old)
    handler.kibitz = True  # type: ignore[attr-defined]
    root.addHandler(handler)
    root.setLevel(settings.log_level)
    for noisy in ("asyncio", "faststream", "kibitz.faststream", "nats", "uvicorn.access", "websockets"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(settings.log_level)))
