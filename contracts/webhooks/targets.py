"""A target of webhooks as the operator names it, and what became of it."""

import re
from base64 import b64decode
from fnmatch import fnmatchcase
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, StringConstraints

from contracts.base import Contract, Instant, Shown

TableKind = Literal["standings", "matches", "games", "boards", "seats"]

TABLE_KINDS: tuple[TableKind, ...] = ("standings", "matches", "games", "boards", "seats")
"""Tables of an event whose changes are told."""

SECRET = "whsec_"  # noqa: S105 - what stands before the secret of every webhook (Standard Webhooks 1.0)

LISTED = 20
"""Changes that were given up of which a list has the numbers."""


def _is_called_by_http(url: str) -> str:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ValueError(str(error)) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise ValueError("an address begins with https:// or http:// and a name")
    if "@" in parts.netloc or parts.fragment:
        raise ValueError("an address has neither a user nor a fragment")
    return url


def _is_a_secret(secret: str) -> str:
    try:
        key = b64decode(secret.removeprefix(SECRET), validate=True)
    except ValueError:
        key = b""
    if not secret.startswith(SECRET) or not 24 <= len(key) <= 64:
        raise ValueError(f"a secret is {SECRET} and 24 to 64 bytes in base64")
    return secret


TargetName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
"""What a target is called; also a key."""

Url = Annotated[str, StringConstraints(max_length=2_000, pattern=r"^[!-~]+$"), AfterValidator(_is_called_by_http)]

Pattern = Annotated[str, StringConstraints(pattern=r"^[a-z0-9*-]+$", max_length=96)]
"""The id of an event; "*" stands for any letters of it."""


class Target(Contract):
    """Who is told of changes.

    Attributes:
        secret: signs what is sent; "whsec_" and the key in base64.
        events: whose changes; none for all.
        after: the sequence after which it is told.
        turn: another one whenever `after` was set: then it is told anew from there.
        tests: a greater one whenever a test message is asked for.
    """

    name: TargetName
    url: Url
    secret: Annotated[str, AfterValidator(_is_a_secret)]
    events: tuple[Pattern, ...] = Field(default=(), max_length=50)
    tables: tuple[TableKind, ...] = Field(default=TABLE_KINDS, min_length=1)
    made_at: Instant
    after: int = Field(default=0, ge=0)
    turn: int
    tests: int = 0

    def wants(self, event: str, table: str) -> bool:
        """Whether it is told of this table of this event."""
        return table in self.tables and (not self.events or any(fnmatchcase(event, one) for one in self.events))

    @property
    def key(self) -> bytes:
        """What signs."""
        return b64decode(self.secret.removeprefix(SECRET))

    @property
    def host(self) -> str:
        """Where it is, without what may be secret in its address."""
        return re.sub(r"^(https?://[^/?]+).*", r"\1", self.url)


class Delivery(Contract):
    """How far a target is.

    Attributes:
        turn: of the target, that this is about.
        position: the sequence up to which everything was accepted or given up.
        accepted: how many changes were.
        tries: of the change that comes next, so far.
        error: why the last try failed; None after one that did not.
        next_try_at: when the next try is.
        given_up: how many changes were; `newest_given_up` has the sequences of the last.
        gone: the target said that it is not there any more (410): it is told nothing until a replay.
        tests: as in the target, of the test that was made last, and `test_result` what was answered.
    """

    turn: int = 0
    position: int = 0
    accepted: int = 0
    tries: int = 0
    error: Shown | None = None
    next_try_at: Instant | None = None
    given_up: int = 0
    newest_given_up: tuple[int, ...] = ()
    gone: bool = False
    tests: int = 0
    test_result: Shown | None = None

    def settled(self, seq: int) -> "Delivery":
        """With everything up to a sequence settled."""
        return self.replace(position=seq, tries=0, error=None, next_try_at=None)

    def without(self, seq: int) -> "Delivery":
        """With this change given up."""
        newest = (*self.newest_given_up, seq)[-LISTED:]
        return self.settled(seq).replace(given_up=self.given_up + 1, newest_given_up=newest, error=self.error)
