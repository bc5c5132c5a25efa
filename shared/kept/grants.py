"""Grants of the desk in their bucket: made and revoked by the desk and the command line, looked up by the desk.

A token and the value of a session are `ID.SECRET`: the key of the grant, and 192 random bits of which the grant has the
digest. Whoever holds one has proved it by that. Both are read at each request, so that revoking works at once, on every
replica.
"""

import hmac
import re
import secrets
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from contracts.access.grants import Grant, Wanted
from contracts.access.journal import Doing, OfAccess
from shared.bus.bus import Bus
from shared.bus.errors import Conflict
from shared.bus.wire import encode
from shared.kept.acts import ActBucket

BUCKET = "GRANTS"

LONGEST = timedelta(days=400)
"""For which a grant may last."""

KEPT = timedelta(days=7)
"""For which a grant that has ended is still listed."""

_IDENTITY = re.compile(r"[0-9a-f]{16}")
_CREDENTIAL = re.compile(rf"({_IDENTITY.pattern})\.([A-Za-z0-9_-]{{32}})")


class GrantBucket:
    """The bucket of a bus."""

    def __init__(self, bus: Bus) -> None:
        """Read and write over this bus."""
        self._bus = bus
        self._journal = ActBucket(bus)

    async def all(self) -> list[Grant]:
        """All that are kept, the newest first."""
        grants = [Grant.model_validate_json(value) async for _, value in self._bus.kv_items(BUCKET)]
        return sorted(grants, key=lambda grant: grant.made_at, reverse=True)

    async def make(self, wanted: Wanted, doing: Doing) -> tuple[Grant, str]:
        """A new grant, and its token, which nobody can find out again.

        Raises:
            ValueError: a field is none of what it may be.
        """
        if not timedelta() < wanted.lasts <= LONGEST:
            raise ValueError(f"Access lasts between an hour and {LONGEST.days} days.")
        identity = secrets.token_hex(8)
        token, digest = _credential(identity)
        now = doing.at
        grant = Grant(
            id=identity,
            name=wanted.name,
            role=wanted.role,
            events=tuple(wanted.events),
            made_at=now,
            made_by=doing.by,
            enter_by=None if wanted.link_lasts is None else now + min(wanted.link_lasts, wanted.lasts),
            until=now + wanted.lasts,
            token=digest,
        )
        await self._put(grant, 0, now)
        await self._note(doing, grant, f"{_given(grant)}, until {grant.until.astimezone(UTC):%Y-%m-%d %H:%M} UTC")
        return grant, token

    async def enter(self, token: str, now: datetime) -> tuple[Grant, str] | None:
        """Exchange the token of a link for the value of a session; None where that cannot be, for whatever reason."""
        grant, revision = await self._read(token)
        if grant is None or not grant.may_enter(now) or not _is(token, grant.token):
            return None
        session, digest = _credential(grant.id)
        try:
            await self._put(grant.replace(session=digest), revision, now)
        except Conflict:  # somebody was faster
            return None
        await self._journal.note(Doing(grant.name, "desk", now), f"{grant.name} signed in as {grant.role}", None)
        return grant, session

    async def of_session(self, session: str, now: datetime) -> Grant | None:
        """Whose session it is."""
        grant, _ = await self._read(session)
        return grant if grant is not None and grant.is_in_force(now) and _is(session, grant.session) else None

    async def of_token(self, token: str, now: datetime) -> Grant | None:
        """Whose lasting token it is."""
        grant, _ = await self._read(token)
        lasting = grant is not None and grant.enter_by is None and grant.is_in_force(now)
        return grant if grant is not None and lasting and _is(token, grant.token) else None

    async def revoke(self, identity: str, doing: Doing) -> Grant | None:
        """End a grant with its session; None where there is no such grant."""
        grant = await self._turn(identity, doing.at, doing.at)
        if grant is not None and grant.revoked_at == doing.at:
            await self._note(doing, grant, f"Access of {grant.name} revoked", revoked=True)
        return grant

    async def give_back(self, identity: str, doing: Doing) -> Grant | None:
        """Have a grant that was revoked, with its session, in force again; None where that cannot be."""
        grant = await self._turn(identity, None, doing.at)
        if grant is None or not grant.is_in_force(doing.at):
            return None
        await self._note(doing, grant, _given(grant))
        return grant

    async def leave(self, identity: str, now: datetime) -> None:
        """End a grant because its holder signs out, which nobody undoes."""
        grant = await self._turn(identity, now, now)
        if grant is not None and grant.revoked_at == now:
            await self._journal.note(Doing(grant.name, "desk", now), f"{grant.name} signed out", None)

    async def _turn(self, identity: str, revoked_at: datetime | None, now: datetime) -> Grant | None:
        """Write whether a grant is revoked, unless it is so already; None where there is no such grant."""
        while _IDENTITY.fullmatch(identity):
            grant, revision = await self._at(identity)
            if grant is None or (grant.revoked_at is None) == (revoked_at is None):
                return grant
            grant = grant.replace(revoked_at=revoked_at)
            try:
                await self._put(grant, revision, now)
            except Conflict:  # its link was opened at this moment
                continue
            return grant
        return None

    async def _note(self, doing: Doing, grant: Grant, text: str, *, revoked: bool = False) -> None:
        await self._journal.note(doing, text, OfAccess(grant=grant.id, revoked=revoked), grant.events)

    async def _read(self, credential: str) -> tuple[Grant | None, int]:
        written = _CREDENTIAL.fullmatch(credential)
        return await self._at(written[1]) if written else (None, 0)

    async def _at(self, identity: str) -> tuple[Grant | None, int]:
        value, revision = await self._bus.kv_get(BUCKET, identity)
        return (None if value is None else Grant.model_validate_json(value)), revision

    async def _put(self, grant: Grant, revision: int, now: datetime) -> None:
        await self._bus.kv_put(
            BUCKET, grant.id, encode(grant), expect=revision, ttl=max(grant.until - now, timedelta()) + KEPT
        )


def _given(grant: Grant) -> str:
    only = " for these events alone" if len(grant.events) > 1 else " for this event alone" if grant.events else ""
    return f"Access given to {grant.name} as {grant.role}{only}"


def _credential(identity: str) -> tuple[str, str]:
    """A new one, and its digest."""
    credential = f"{identity}.{secrets.token_urlsafe(24)}"
    return credential, sha256(credential.encode()).hexdigest()


def _is(credential: str, digest: str | None) -> bool:
    return digest is not None and hmac.compare_digest(sha256(credential.encode()).hexdigest(), digest)
