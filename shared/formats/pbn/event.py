"""What the games of an event say of it as a whole: kind, scoring, the program that wrote the file (2.4, 3.4.12)."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

from contracts.facts import EventFact, Organiser
from shared.formats.pbn.draft import Draft

_METHODS: dict[str, str] = {
    "MP": "match_points", "MatchPoints": "match_points", "MP1": "match_points", "MP2": "match_points",
    "IMP": "imps", "BAM": "bam", "Butler": "butler_imps", "Butler-2": "butler_imps", "Experts": "other",
    "Mean": "butler_imps", "Median": "butler_imps", "Cross": "cross_imps", "Cross1": "cross_imps",
    "Cross2": "cross_imps", "Cavendish": "other", "Chicago": "other", "Rubber": "other", "Instant": "other",
    "EMP": "other", "Mitchell2": "other", "Mitchell3": "other", "Mitchell4": "other", "Ascherman": "other",
    "Bastille": "other", "IMP_1948": "other", "IMP_1961": "other",
}  # fmt: skip
"""Fields of Scoring to methods of scoring a board. Those without a published rule are carried as "other", and so is the
datum of experts, which does not follow from the scores."""

_STRENGTH = ("other", "cross_imps", "butler_imps", "bam", "match_points", "imps")
"""Where several fields stand together, the one that says more counts: a modifier before a basic method."""

_KINDS = {"pairs": "pairs", "teams": "teams", "individuals": "individual", "individual": "individual"}


def board_scoring(draft: Draft, teams: bool) -> str | None:
    """How the boards are scored: by most games' Scoring, else by the points that tables state."""
    if draft.scorings:
        fields = max(draft.scorings, key=lambda scoring: draft.scorings[scoring])
        methods = {_METHODS[field] for field in fields if field in _METHODS}
        found = next((method for method in _STRENGTH if method in methods), None)
        if found is not None:
            return "pab" if found == "bam" and _two_for_a_board(draft) else found
    if draft.stated:
        return max(draft.stated, key=lambda unit: draft.stated[unit])
    return "imps" if teams else None


def _two_for_a_board(draft: Draft) -> bool:
    """Whether a board won is 2 points, as the document has match points (4.2.3), and not 1."""
    stated = (seated.fact.stated for seated in draft.results)
    return any(value is not None and value > 1 for one in stated if one is not None for value in (one.ns, one.ew))


def event_fact(draft: Draft, teams: bool) -> EventFact:
    """Put the event together."""
    kind: str | None = "teams" if teams else None
    if kind is None and draft.competitions:
        most = max(draft.competitions, key=lambda name: draft.competitions[name])
        kind = _KINDS.get(most.casefold())
    if kind is None and (draft.entries or draft.tables):
        kind = "pairs"
    header = header_of(draft)
    return EventFact(
        at=draft.first,
        name=draft.name,
        kind=kind,
        organiser=Organiser(name=draft.site) if draft.site else None,
        start_date=draft.start,
        end_date=max(draft.dates) if len(draft.dates) > 1 else None,
        program=header.get("creator"),
        format_version=header.get("version"),
        board_scoring=board_scoring(draft, teams),
        details=tuple(draft.details.values()),
    )


_VERSION = re.compile(r"\s*PBN\s+(\d+\.\d+)\b")
_CREATOR = re.compile(r"\s*(?:Creator|Generator|META\s+GENERATOR)\s*[:=]?\s*(.+?)\s*>?\s*", re.IGNORECASE)
_CREATED = re.compile(
    r"\s*Created:\s*(?:\w{3}\s+)?(\w{3})\s+(\d{1,2})\s+(\d\d):(\d\d):(\d\d)\s+(\d{4})\s+([+-])(\d\d)(\d\d)\s*", re.ASCII
)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LOOKED_AT = 200
"""Directives at the head of an event that are looked at."""


def header_of(draft: Draft) -> dict[str, str]:
    """The version of PBN and the program in directives: "% PBN 2.1", "%Creator: …", "% <META Generator …>"."""
    found: dict[str, str] = {}
    for fact in draft.extensions.facts[:_LOOKED_AT]:
        if fact.kind != "directive":
            continue
        text = fact.value[:500].strip().removeprefix("<")
        if version := _VERSION.match(text):
            found.setdefault("version", version[1])
        elif creator := _CREATOR.fullmatch(text):
            found.setdefault("creator", creator[1].strip('"'))
    return found


def created_at(draft: Draft) -> datetime | None:
    """When the file was made, as BridgeComposer says it: "%Created: Wed Oct 19 18:55:10 2022 +0200"."""
    for fact in draft.extensions.facts[:_LOOKED_AT]:
        found = _CREATED.fullmatch(fact.value[:200]) if fact.kind == "directive" else None
        if found is None or found[1] not in _MONTHS:
            continue
        offset = timedelta(hours=int(found[8]), minutes=int(found[9])) * (-1 if found[7] == "-" else 1)
        month = _MONTHS.index(found[1]) + 1
        try:
            return datetime(
                int(found[6]),
                month,
                int(found[2]),
                int(found[3]),
                int(found[4]),
                int(found[5]),
                tzinfo=timezone(offset),
            )
        except ValueError:
            return None
    return None
