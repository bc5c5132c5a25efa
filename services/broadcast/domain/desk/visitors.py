"""Who is at the desk, what each may do there, and whether a form comes from the desk itself.

Rules kept here:

1. Whoever sits at the machine of the server is the director: the peer and the Host header are loopback, and no proxy
   has passed the request on, because behind one everybody would be this machine. Anybody else needs a grant.
2. A screen reads; a scorer also sends files and decides results; the director does everything. A grant may be limited
   to events, and then opens nothing that is about others as well.
3. What a form decides is judged by its decisions. A scorer also withdraws and takes files, but of files of decisions
   only those made at the desk about results; nor does a scorer send any, because they could decide everything.
4. A form is taken from a page of the desk alone: the Origin that a browser names is this server, and the form has the
   check of the visit, which another page can neither read nor guess. The check follows from the visit, a random value
   in a cookie, so that every replica knows it without having kept anything.
"""

import hmac
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import NamedTuple

from contracts.access.grants import MACHINE, ROLES, Grant, Role
from contracts.base import DECISIONS
from contracts.decisions import AnyDecision
from contracts.questions import FileLine
from shared.http.this_machine import is_local

PAGES: Mapping[str, Role | None] = {
    "/desk": "screen",
    "/desk/enter": None,
    "/desk/stamp": "screen",
    "/desk/f/{sha256}": "screen",
    "/desk/e/{event}": "screen",
    "/desk/e/{event}/{tab}": "screen",
    "/desk/e/{event}/{tab}/stamp": "screen",
    "/desk/e/{event}/tables/{table:path}": "screen",
    "/desk/e/{event}/files": "director",
    "/desk/e/{event}/files/{format}": "director",
    "/desk/e/{event}/own/links": "director",
    "/desk/people": "director",
    "/desk/sign-in": None,
    "/desk/signed-in": None,
    "/desk/screens": "director",
    "/desk/screens/{screen}": "director",
}
"""The least that may open a page; None: anybody."""

FORMS: Mapping[str, Role | None] = {
    "/desk/enter": None,
    "/desk/files": "scorer",
    "/desk/e/{event}/answer": "scorer",
    "/desk/e/{event}/decide": "scorer",
    "/desk/e/{event}/own/renew": "director",
    "/desk/e/{event}/right": "scorer",
    "/desk/leave": "screen",
    "/desk/people/make": "director",
    "/desk/people/revoke": "director",
    "/desk/screens": "director",
}
"""The least that may send a form; None: anybody. A decision is judged by its kind as well."""

DECIDES: Mapping[str, Role] = {
    "adjustment": "director",
    "carry": "director",
    "early_start": "director",
    "exchange": "director",
    "game": "scorer",
    "imps": "director",
    "lock": "director",
    "match": "scorer",
    "name": "director",
    "names": "director",
    "presence": "director",
    "public": "director",
    "reassign": "director",
    "removed": "scorer",
    "retract": "scorer",
    "scale": "director",
    "score": "scorer",
    "status": "director",
    "system": "director",
    "take": "scorer",
    "void": "scorer",
}
"""The least that may make a decision of a kind."""

ABOUT_FILES = ("retract", "take")
"""Kinds of decisions whose withdrawal could bring any other decision back."""

_PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


class Visitor(NamedTuple):
    """Who asks.

    Attributes:
        name: by which decisions are made.
        events: those of the grant; none: all.
        grant: which it is; "" for the machine itself.
    """

    name: str
    role: Role
    events: frozenset[str] = frozenset()
    grant: str = ""

    @classmethod
    def of(cls, grant: Grant) -> "Visitor":
        """The holder of a grant."""
        return cls(grant.name, grant.role, frozenset(grant.events), grant.id)

    def may(self, least: Role) -> bool:
        """Whether the role is at least this one."""
        return ROLES.index(self.role) >= ROLES.index(least)

    def opens(self, event: str) -> bool:
        """Whether an event is open to the visitor."""
        return not self.events or event in self.events

    def opens_people(self) -> bool:
        """Whether the visitor makes and revokes grants: a director of everything."""
        return self.may("director") and not self.events

    def lists(self, file: FileLine) -> bool:
        """Whether a file is about nothing but events that are open."""
        return not self.events or (bool(file.events) and all(self.opens(part.event) for part in file.events))


DIRECTOR = Visitor(MACHINE, "director")
"""Whoever sits at the machine of the server."""


def is_machine(peer: str | None, headers: Mapping[str, str]) -> bool:
    """Whether a request is made on the machine of the server; names of headers are in lower case."""
    host = headers.get("host")
    return host is not None and is_local(peer, host) and not any(name in headers for name in _PASSED_ON)


def refusal(
    visitor: Visitor, event: str, decisions: Iterable[AnyDecision], files: Mapping[str, FileLine]
) -> str | None:
    """Why a visitor may not decide this about an event, given the files that are known by their digests; or None."""
    for decision in decisions:
        kind = decision.decision
        if not visitor.may(DECIDES.get(kind, "director")):
            return "Only the director may decide this."
        if visitor.events and kind == "reassign":
            return "This moves files between events, and your access is limited to some of them."
        sha256 = getattr(decision, "file", None)
        if sha256 is not None and not _may_touch(visitor, event, files.get(sha256)):
            return "This is not yours to withdraw or restore. Ask the director."
    return None


def _may_touch(visitor: Visitor, event: str, file: FileLine | None) -> bool:
    if visitor.opens_people():
        return True
    if file is None or not visitor.lists(file) or event not in [part.event for part in file.events]:
        return False
    if file.format != DECISIONS or visitor.may("director"):
        return True
    kind = file.name.removeprefix(f"{event}-").partition("-")[0]
    return file.sender == MACHINE and kind not in ABOUT_FILES and visitor.may(DECIDES.get(kind, "director"))


def check_of(visit: str) -> str:
    """What the forms of a visit carry."""
    return sha256(f"kibitz desk {visit}".encode()).hexdigest()


def is_own_form(scheme: str, headers: Mapping[str, str], visit: str | None, check: str | None) -> bool:
    """Whether a form was sent from a page of the desk in this visit."""
    origin = headers.get("origin")
    if origin is not None and origin != f"{scheme}://{headers.get('host')}":
        return False
    return bool(visit) and hmac.compare_digest(check_of(visit or "").encode(), (check or "").encode())
