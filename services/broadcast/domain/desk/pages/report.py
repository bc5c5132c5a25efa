"""What was found in a file: the report of the check, by what it is about."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, groupby
from typing import Any

from contracts.base import Place
from contracts.corrections.queries import EventQueries
from contracts.findings import Finding, Severity
from contracts.questions import FileLine, FileStatus
from services.broadcast.domain.corrections.attention import Rulings, right_by, rulings_after, settled_by
from services.broadcast.domain.desk.pages.check import about, in_a_list
from services.broadcast.domain.desk.pages.files import STATES
from services.broadcast.domain.pages.page import Page
from shared.natural_order import natural

_GRAVEST_FIRST = tuple(Severity)


def report(
    status: FileStatus,
    files: Mapping[str, Sequence[FileLine]],
    names: Mapping[str, str],
    queries: Sequence[EventQueries] = (),
) -> Page:
    """The page of a file: what came of it in each event, and its findings.

    Args:
        status: of the file.
        files: those of its events, the newest first.
        names: of events.
        queries: of its events, with what somebody has said is right.
    """
    findings = (*status.findings, *(finding for part in status.fragments for finding in part.findings))
    rulings = [rulings_after(status.file.sha256, own, event) for event, own in files.items()]
    groups = _groups(findings, rulings, queries)
    values = {
        "file": status.file,
        "state": _state(status),
        "reason": status.reason,
        "verdict": _verdict(status),
        "parts": [
            (part.event, names.get(part.event, part.event), part.verdict.text if part.verdict else "", part.change)
            for part in status.fragments
        ],
        "groups": groups,
        "unlisted": status.findings_total - sum(len(group["findings"]) for group in groups),
    }
    return Page("desk/file", f"Desk: {status.file.name}", values=values)


def _state(status: FileStatus) -> str:
    """How far a file has come, in words; what is scored and does not count is in no standings."""
    verdicts = [part.verdict.verdict for part in status.fragments if part.verdict]
    if status.state == "scored" and verdicts and not {"counts", "partly"}.intersection(verdicts):
        return "Not in the standings"
    return STATES[status.state]


def _verdict(status: FileStatus) -> str:
    """What came of a file, in one line; "" as long as it is on its way."""
    if status.state not in ("rejected", "scored"):
        return ""
    texts = [part.verdict.text for part in status.fragments if part.verdict and part.verdict.text]
    said = [f"{_state(status)}: {status.reason}" if status.reason else _state(status), *texts]
    found = status.findings_total
    return ". ".join([*said, *([f"{found} remark{'s' if found != 1 else ''}"] if found else [])])


def _groups(
    findings: Iterable[Finding], rulings: Sequence[Rulings], queries: Sequence[EventQueries]
) -> list[dict[str, Any]]:
    """Findings by what they are about; a subject with an error first, those of the file as a whole before others."""
    once = list(dict.fromkeys(findings))
    once.sort(key=lambda each: (each.subject is not None, natural(each.subject or ""), _gravity(each)))
    groups = [list(group) for _, group in groupby(once, key=lambda each: each.subject)]
    return [
        {
            "subject": group[0].subject or "The file as a whole",
            "about": about(group[0])[1],
            "findings": [_line(finding, rulings, queries) for finding in group],
        }
        for group in sorted(groups, key=lambda group: _gravity(group[0]))
    ]


def _gravity(finding: Finding) -> int:
    return _GRAVEST_FIRST.index(finding.severity)


def _line(finding: Finding, rulings: Sequence[Rulings], queries: Sequence[EventQueries]) -> dict[str, Any]:
    answers = chain((settled_by(finding, each) for each in rulings), (right_by(finding, each) for each in queries))
    settled = next(filter(None, answers), "")
    # The subject stands above its group.
    return {**in_a_list(finding, settled), "subject": None, "place": _place(finding.place)}


def _place(place: Place | None) -> str:
    if place is None:
        return ""
    parts = (("line", place.line), ("byte", place.offset), ("", place.path))
    return ", ".join(f"{word} {value}".strip() for word, value in parts if value is not None)
