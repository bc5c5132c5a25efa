"""The parameters of a request, read strictly: what cannot be understood is refused by name, never guessed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from contracts.base import SLUG_LENGTH

EVENT_HEADER = "x-kibitz-event"
"""Header that names the event, in place of the identity that the file's own words give."""

LISTED = 50
LISTED_MOST = 500

FEWEST_DIGITS = 4
"""How many digits of a digest may stand for a file."""

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NUMBER = re.compile(r"[0-9]{1,6}")


class BadParameter(Exception):
    """A parameter cannot be read; the message says which and how it should be.

    Attributes:
        status: of the HTTP answer.
    """

    def __init__(self, message: str, status: int = 400) -> None:
        """Say what is wrong."""
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class UploadParameters:
    """What a sender says of a file.

    Attributes:
        name: as given, not yet cleaned.
        event: identity of the event, instead of the derived one.
        written_at: the file's time stamp on the sender's machine.
    """

    name: str
    event: str | None = None
    written_at: datetime | None = None


def read_digits(text: str) -> str:
    """Read a digest, or the beginning of one.

    Raises:
        BadParameter: it is neither.
    """
    digits = text.lower()
    if not FEWEST_DIGITS <= len(digits) <= 64 or not set(digits) <= set("0123456789abcdef"):
        raise BadParameter(
            f"A file is named by its SHA-256, 64 hexadecimal digits, or by at least the first {FEWEST_DIGITS} of them"
        )
    return digits


def read_upload(name: str, query: Mapping[str, str], headers: Mapping[str, str]) -> UploadParameters:
    """Read the parameters of an upload; header names are in lower case.

    Raises:
        BadParameter: one of them is not what it should be.
    """
    coding = headers.get("content-encoding", "identity").strip().lower()
    if coding not in ("", "identity"):
        raise BadParameter("Content-Encoding: send the file itself, not packed", 415)
    if headers.get("content-type", "").lower().startswith("multipart/"):
        raise BadParameter("Content-Type: send the file itself as the body, not a form", 415)
    return UploadParameters(name, _event(query, headers), _written_at(query.get("written_at")))


def read_limit(text: str | None) -> int:
    """How many files are to be listed.

    Raises:
        BadParameter: it is no number from 1 to `LISTED_MOST`.
    """
    if text is None:
        return LISTED
    if not _NUMBER.fullmatch(text) or not 1 <= int(text) <= LISTED_MOST:
        raise BadParameter(f"limit: a number from 1 to {LISTED_MOST} is expected")
    return int(text)


def _event(query: Mapping[str, str], headers: Mapping[str, str]) -> str | None:
    given = {value.strip() for value in (query.get("event"), headers.get(EVENT_HEADER)) if value is not None}
    if not given:
        return None
    event = given.pop()
    if given:
        raise BadParameter("event: the address and the header name different events")
    if len(event) > SLUG_LENGTH or not _SLUG.fullmatch(event):
        raise BadParameter(f"event: up to {SLUG_LENGTH} lower-case letters, digits and single hyphens are expected")
    return event


def _written_at(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        # In a query, a plus sign that was not encoded arrives as a blank.
        moment = datetime.fromisoformat(text.strip().replace(" ", "+") if "T" in text else text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise BadParameter("written_at: a moment with its offset from UTC is expected, like 2026-11-21T19:30:00Z")
    return moment
