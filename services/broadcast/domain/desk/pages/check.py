"""What is wrong or noteworthy about an event, by board and by person: stated beside computed, and what to do."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from contracts.findings import Finding
from services.broadcast.domain.desk.forms.form import whole_number
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page
from shared.natural_order import natural

ON_A_PAGE = 100
"""Findings."""

GROUPS = ("Boards", "People", "The event and its files")

_BOARD = re.compile(r"board ([^\s,]+)")
_PERSON = re.compile(r"(?:pair|player|team) [^\s,]+")


def _check(asked: Asked) -> Page:
    meta, query = asked.shown.meta, asked.query
    everything = sorted(asked.findings, key=_place)
    counts = Counter(map(_about, everything))
    about = query.get("about", "")
    chosen = [finding for finding in everything if _about(finding)[1] == about] if about else everything
    parts = max(1, -(-len(chosen) // ON_A_PAGE))
    part = min(max(whole_number(query.get("part", "")) or 1, 1), parts)
    values = {
        "groups": _shown(asked, chosen[(part - 1) * ON_A_PAGE : part * ON_A_PAGE]),
        "subjects": _subjects(counts),
        "about": about,
        "part": part,
        "parts": parts,
        "listed": len(chosen),
        "total": max(asked.findings_total, len(everything)),
        "more": asked.findings_total - len(everything),
        "differences": meta.get("differences") or 0,
    }
    return desk_page("check", "Check", asked, values)


def _subjects(counts: Mapping[tuple[int, str], int]) -> list[tuple[str, list[tuple[str, int]]]]:
    """The boards and the people of each group, with how many findings each has."""
    ordered = sorted(counts, key=lambda about: (about[0], natural(about[1])))
    return [
        (GROUPS[group], [(name, counts[each, name]) for each, name in ordered if each == group])
        for group in dict.fromkeys(group for group, _ in ordered)
    ]


def _about(finding: Finding) -> tuple[int, str]:
    """The group of a finding, and the board or person in it; the name of the group where it is neither."""
    subject = finding.subject or ""
    for group, pattern in enumerate((_BOARD, _PERSON)):
        if found := pattern.match(subject):
            return group, found[0]
    return 2, GROUPS[2]


def _place(finding: Finding) -> tuple[Any, ...]:
    group, about = _about(finding)
    return group, natural(about), natural(finding.subject or "")


def _shown(asked: Asked, findings: Iterable[Finding]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The findings of a page by their groups, each with its file and its board."""
    names = {file.sha256: file.name for file in asked.files}
    travellers: dict[str, list[str]] = {}
    for board in asked.shown.meta.get("boards") or ():
        travellers.setdefault(board["board"], []).append(board["id"])
    groups: dict[str, list[dict[str, Any]]] = {}
    for finding in findings:
        shown = {
            **{name: getattr(finding, name) for name in SHOWN},
            "traveller": _traveller(finding, travellers),
            "name": names.get(finding.file or ""),
        }
        groups.setdefault(GROUPS[_about(finding)[0]], []).append(shown)
    return list(groups.items())


SHOWN: Sequence[str] = ("code", "severity", "message", "subject", "stated", "computed", "advice")
"""Of a finding."""


def _traveller(finding: Finding, travellers: Mapping[str, list[str]]) -> str | None:
    """The board that a finding is about, where only one has its number."""
    board = _BOARD.match(finding.subject or "")
    ids = travellers.get(board[1], []) if board else []
    return ids[0] if len(ids) == 1 else None


CHECK = Tab("Check", _check)
