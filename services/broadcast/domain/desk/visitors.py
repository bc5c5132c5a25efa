"""Who is at the desk, what each may do there, and whether a form comes from the desk itself.

Rules kept here:

1. Whoever sits at the machine of the server is the director: the peer and the Host header are loopback, and no proxy
   has passed the request on, because behind one everybody would be this machine. Anybody else needs a grant; whoever
   signs in there with one has its role until signing out, and nothing once it has ended, until giving it up.
2. A screen reads; a scorer also sends files and enters results; the director does everything. A grant may be limited
   to events, and then opens nothing that is about others as well.
3. What a form decides is judged by its decisions. Results are contracts and points, scores of matches and results of
   games. Whatever else a side gets is a ruling, the director's. A scorer also withdraws and takes files, but of files
   of decisions only those that the scorer made; nor does a scorer send any, because they could decide everything.
   What the director has decided about a line, a match, a game or a file stays for a scorer as it is.
4. A form is taken from a page of the desk alone: the Origin that a browser names is this server, and the form has the
   check of the visit, which another page can neither read nor guess. The check follows from the visit, a random value
   in a cookie, so that every replica knows it without having kept anything.
"""

import hmac
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import NamedTuple

from contracts.access.grants import MACHINE, ROLES, Grant, Role
from contracts.base import DECISIONS
from contracts.decisions import AnyDecision, RuleMatch, SetScore
from contracts.questions import FileLine
from shared.formats.decisions.sentences import subject_of
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
    "/desk/e/{event}/why/{participant:path}": "screen",
    "/desk/e/{event}/files": "director",
    "/desk/e/{event}/files/{format}": "director",
    "/desk/e/{event}/own/links": "director",
    "/desk/journal": "screen",
    "/desk/people": "director",
    "/desk/new-events": "director",
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
    "/desk/journal/undo": "director",
    "/desk/leave": None,
    "/desk/new-events": "director",
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
    "removed": "director",
    "retract": "scorer",
    "scale": "director",
    "score": "scorer",
    "status": "director",
    "system": "director",
    "take": "scorer",
    "void": "director",
}
"""The least that may make a decision of a kind; of scores and matches a scorer only enters results."""

DIRECTORS = (
    "Nothing was decided. Percentages, awards, split and weighted scores, void results, penalties and whatever is not a"
    " result are decided by the director. As a scorer you send files, enter results, and take back what you"
    " entered."
)
READS = "Nothing was decided: your access is to look only. Ask the director."
DECIDED = "Nothing was decided: the director has decided about this. Ask the director to change it."
NOT_YOURS = "Nothing was decided: this is not yours to withdraw or restore. Ask the director."

_OF_SCORER = re.compile(r"-scorer-([0-9a-f]{16})\.json")
"""How the name of a file ends that a scorer has made at the desk."""

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

    @property
    def mark(self) -> str:
        """What the names of files end with that the visitor makes: those of scorers are told from the director's."""
        return f"-scorer-{self.grant}" if self.role == "scorer" else ""

    def undoes(self, name: str, sender: str) -> bool:
        """Whether a file of decisions of this name is the visitor's to withdraw and restore."""
        return self.may("director") or (bool(self.grant) and scorer_of(name, sender) == self.grant)

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


def scorer_of(name: str, sender: str) -> str | None:
    """The grant of the scorer who made a file of decisions at the desk; None for everybody else's."""
    found = _OF_SCORER.search(name[-40:]) if sender == MACHINE else None
    return found[1] if found is not None and name.endswith(found[0]) else None


def directors_words(event: str, files: Iterable[FileLine]) -> tuple[str, ...]:
    """What is decided about an event by others than scorers, and counts, by the files of the event."""
    return tuple(
        text.casefold()
        for file in files
        if file.format == DECISIONS and scorer_of(file.name, file.sender) is None
        if any(part.event == event and part.verdict in _COUNTS for part in file.events)
        for text in file.decided
    )


_COUNTS = ("counts", "partly", None)


def is_directors(event: str, decision: AnyDecision, words: Iterable[str]) -> bool:
    """Whether these words decide about the subject of a decision."""
    subject = subject_of(event, decision).casefold()
    return any(text.startswith((f"{subject}:", f"{subject} ")) for text in words)


def refusal(
    visitor: Visitor,
    event: str,
    decisions: Iterable[AnyDecision],
    files: Mapping[str, FileLine],
    words: Iterable[str] = (),
) -> str | None:
    """Why a visitor may not decide this about an event; None where the visitor may.

    Args:
        visitor: who decides.
        event: that the decisions are about.
        decisions: of one form.
        files: that are known, by their digests.
        words: what the director has decided about the event (`directors_words`).
    """
    known = tuple(words)
    for decision in decisions:
        kind = decision.decision
        if not visitor.may("scorer"):
            return READS
        if not visitor.may(DECIDES.get(kind, "director")) or not (visitor.may("director") or _enters(decision)):
            return DIRECTORS
        if visitor.events and kind == "reassign":
            return "This moves files between events, and your access is limited to some of them."
        sha256 = getattr(decision, "file", None)
        if sha256 is not None and not _may_touch(visitor, event, files.get(sha256)):
            return NOT_YOURS
        if not visitor.may("director") and is_directors(event, decision, known):
            return DECIDED
    return None


def _enters(decision: AnyDecision) -> bool:
    """Whether a decision of a kind that scorers make is no ruling."""
    if isinstance(decision, SetScore):
        return decision.ns == decision.ew and decision.ns.points is not None
    if isinstance(decision, RuleMatch):
        return all(gets is not None and gets.score is not None for gets in (decision.home_gets, decision.away_gets))
    return True


def _may_touch(visitor: Visitor, event: str, file: FileLine | None) -> bool:
    if visitor.opens_people():
        return True
    if file is None or not visitor.lists(file) or event not in [part.event for part in file.events]:
        return False
    return file.format != DECISIONS or visitor.undoes(file.name, file.sender)


def check_of(visit: str) -> str:
    """What the forms of a visit carry."""
    return sha256(f"kibitz desk {visit}".encode()).hexdigest()


def is_own_form(scheme: str, headers: Mapping[str, str], visit: str | None, check: str | None) -> bool:
    """Whether a form was sent from a page of the desk in this visit."""
    origin = headers.get("origin")
    if origin is not None and origin != f"{scheme}://{headers.get('host')}":
        return False
    return bool(visit) and hmac.compare_digest(check_of(visit or "").encode(), (check or "").encode())
