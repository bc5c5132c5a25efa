"""What is wrong or noteworthy about an event, by board and by person: stated beside computed, and what to do."""

import re
from collections.abc import Mapping
from typing import Any

from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page
from shared.natural_order import natural

_BOARD = re.compile(r"board ([^\s,]+)")
_PERSON = re.compile(r"(pair|player|team) ")
GROUPS = ("Boards", "People", "The event and its files")


def _check(asked: Asked) -> Page:
    meta = asked.shown.meta
    listed = meta.get("findings") or ()
    names = {file.sha256: file.name for file in asked.files}
    travellers: dict[str, list[str]] = {}
    for board in meta.get("boards") or ():
        travellers.setdefault(board["board"], []).append(board["id"])
    groups: dict[str, list[dict[str, Any]]] = {group: [] for group in GROUPS}
    for finding in listed:
        shown = {**dict.fromkeys(("subject", "stated", "computed", "advice")), **finding}
        of_board, name = _traveller(finding, travellers), names.get(finding.get("file") or "")
        groups[_group(finding)].append({**shown, "traveller": of_board, "name": name})
    for findings in groups.values():
        findings.sort(key=lambda finding: natural(finding.get("subject") or ""))
    values = {
        "groups": [(group, findings) for group, findings in groups.items() if findings],
        "more": (meta.get("findings_total") or 0) - len(listed),
        "differences": meta.get("differences") or 0,
    }
    return desk_page("check", "Check", asked, values)


def _group(finding: Mapping[str, Any]) -> str:
    subject = finding.get("subject") or ""
    return GROUPS[0 if _BOARD.match(subject) else 1 if _PERSON.match(subject) else 2]


def _traveller(finding: Mapping[str, Any], travellers: Mapping[str, list[str]]) -> str | None:
    """The board that a finding is about, where only one has its number."""
    board = _BOARD.match(finding.get("subject") or "")
    ids = travellers.get(board[1], []) if board else []
    return ids[0] if len(ids) == 1 else None


CHECK = Tab("Check", _check)
