"""What is wrong or noteworthy about an event, by board and by person: stated beside computed, and what to do."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from contracts.codes.decisions import DECIDED
from contracts.findings import Finding, Severity
from services.broadcast.domain.corrections.attention import (
    correction_of,
    finding_id,
    right_by,
    rulings_after,
    settled_by,
)
from services.broadcast.domain.desk.forms.form import whole_number
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page
from shared.natural_order import natural

ON_A_PAGE = 100
"""Findings."""

GROUPS = ("Boards", "Matches", "People", "The event and its files")

_BOARD = re.compile(r"board [^\s,]+")
_MATCH = re.compile(r"match .+")
_PERSON = re.compile(r"(?:pair|player|team) [^\s,]+")


def _check(asked: Asked) -> Page:
    meta, query = asked.shown.meta, asked.query
    # What was found in no one file is about the event as it is, and any decision that counts may answer it.
    files = {finding.file or "" for finding in asked.findings}
    rulings = {sha256: rulings_after(sha256, asked.files, asked.shown.event) for sha256 in files}
    everything = [
        (finding, settled_by(finding, rulings[finding.file or ""]) or right_by(finding, asked.queries))
        for finding in sorted(asked.findings, key=_place)
        if finding.code != DECIDED.code
    ]
    decided = len(asked.findings) - len(everything)
    counts = Counter(about(finding) for finding, _ in everything)
    name = query.get("about", "")
    chosen = [each for each in everything if about(each[0])[1] == name] if name else everything
    parts = max(1, -(-len(chosen) // ON_A_PAGE))
    part = min(max(whole_number(query.get("part", "")) or 1, 1), parts)
    values = {
        "groups": _shown(asked, chosen[(part - 1) * ON_A_PAGE : part * ON_A_PAGE]),
        "subjects": _subjects(counts),
        "about": name,
        "part": part,
        "parts": parts,
        "listed": len(chosen),
        "total": max(asked.findings_total - decided, len(everything)),
        "more": asked.findings_total - decided - len(everything),
        "decided": decided,
        "differences": meta.get("differences") or 0,
        "errors": sum(finding.severity is Severity.ERROR and not settled for finding, settled in everything),
        "settled": sum(bool(settled) for _, settled in everything),
    }
    return desk_page("check", "Check", asked, values)


def _subjects(counts: Mapping[tuple[int, str], int]) -> list[tuple[str, list[tuple[str, int]]]]:
    """The boards and the people of each group, with how many findings each has."""
    ordered = sorted(counts, key=lambda each: (each[0], natural(each[1])))
    return [
        (GROUPS[group], [(name, counts[each, name]) for each, name in ordered if each == group])
        for group in dict.fromkeys(group for group, _ in ordered)
    ]


def about(finding: Finding) -> tuple[int, str]:
    """The group of a finding, and the board or person in it; the name of the group where it is neither."""
    subject = finding.subject or ""
    for group, pattern in enumerate((_BOARD, _MATCH, _PERSON)):
        if found := pattern.match(subject):
            return group, found[0]
    return len(GROUPS) - 1, GROUPS[-1]


def _place(finding: Finding) -> tuple[Any, ...]:
    group, name = about(finding)
    return group, natural(name), natural(finding.subject or "")


def _shown(asked: Asked, findings: Iterable[tuple[Finding, str]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The findings of a page by their groups, each with its file and where it is corrected."""
    names = {file.sha256: file.name for file in asked.files if not file.decided}
    right = {each.finding for each in asked.queries.right}
    groups: dict[str, list[dict[str, Any]]] = {}
    for finding, settled in findings:
        name = finding_id(finding)
        shown = {
            **in_a_list(finding, settled),
            "id": name,
            "right": name in right,
            "correction": correction_of(finding, asked.shown.meta),
            "name": names.get(finding.file or ""),
        }
        groups.setdefault(GROUPS[about(finding)[0]], []).append(shown)
    return list(groups.items())


def in_a_list(finding: Finding, settled: str = "") -> dict[str, Any]:
    """A finding as a list has it; `settled` says what has answered it."""
    return {**{name: getattr(finding, name) for name in SHOWN}, "settled": settled}


SHOWN: Sequence[str] = ("code", "severity", "message", "subject", "stated", "computed", "advice")
"""Of a finding."""


CHECK = Tab("Check", _check)
