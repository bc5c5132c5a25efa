"""A grant: what a person or a program may do at the desk, and until when.

Neither its token nor the value of its session is kept, only their digests: whoever reads the bucket can use neither.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, Field, StringConstraints

from contracts.base import Contract, Instant, Sha256, Slug

Role = Literal["screen", "scorer", "director"]

ROLES: tuple[Role, ...] = ("screen", "scorer", "director")
"""What each may do, those after it may do as well."""

MACHINE = "desk"
"""Who decides on the machine that the server runs on."""


def _is_free(name: str) -> str:
    if name.casefold() == MACHINE:
        raise ValueError(f"{MACHINE} is whoever sits at the machine of the server")
    return name


GrantId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
"""Which grant it is; no secret."""

Holder = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=64, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$"),
    AfterValidator(_is_free),
]
"""Who or what a grant is for: decisions are made by this name."""


class Wanted(NamedTuple):
    """A grant to be made.

    Attributes:
        link_lasts: within which its link has to be opened; None: a lasting token, for a program.
    """

    name: str
    role: Role
    lasts: timedelta
    link_lasts: timedelta | None
    events: Sequence[str] = ()


class Grant(Contract):
    """What somebody may do at the desk.

    Attributes:
        events: to which it is limited; none: it is not.
        enter_by: when its link has to be opened, once; None: a lasting token, for a program.
        until: when it ends.
        token: digest of the token.
        session: digest of the session that the link was exchanged for.
    """

    id: GrantId
    name: Holder
    role: Role
    events: tuple[Slug, ...] = Field(default=(), max_length=50)
    made_at: Instant
    made_by: Annotated[str, StringConstraints(max_length=64)]
    enter_by: Instant | None = None
    until: Instant
    token: Sha256
    session: Sha256 | None = None
    revoked_at: Instant | None = None

    def is_in_force(self, now: datetime) -> bool:
        """Whether its holder may use the desk, once in."""
        return self.revoked_at is None and now < self.until

    def may_enter(self, now: datetime) -> bool:
        """Whether its link can still be exchanged for a session."""
        return self.is_in_force(now) and self.session is None and self.enter_by is not None and now < self.enter_by

    def state(self, now: datetime) -> str:
        """What a list says of it."""
        if self.revoked_at is not None:
            return "revoked"
        if not self.is_in_force(now):
            return "expired"
        if self.enter_by is None:
            return "token"
        if self.session is not None:
            return "signed in"
        return "link unused" if self.may_enter(now) else "link expired"
