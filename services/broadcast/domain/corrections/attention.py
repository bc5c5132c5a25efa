"""Results to look at now: what is impossible or contradicts itself in the files that came last.

Rules kept here:

1. Only what the newest files say counts, and of that only what is about a result: it can still be put right at the
   table, while findings about the season wait on the page Check.
2. A finding is gone when its file does not count any more, when a decision that came after it is about the same line,
   or when somebody at the desk has said that it is right. A file that says the same again does not bring it back.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from contracts.codes import validation as codes
from contracts.findings import Finding
from contracts.questions import FileLine, FileStatus

NEWEST = 5
"""Files of results that are looked at."""

SHOWN = 10
"""Findings of them."""

IMPOSSIBLE = frozenset(
    code.code
    for code in (
        codes.REPEATED_RESULT,
        codes.TWICE_ON_A_BOARD,
        codes.TWICE_AT_ONCE,
        codes.DIRECTIONS_SWAPPED,
        codes.DIRECTION_NOT_TAKEN,
        codes.SEAT_SHARED,
        codes.SCORE_NOT_IN_TENS,
        codes.SCORE_IMPOSSIBLE,
        codes.SCORE_NOT_OF_CONTRACT,
        codes.SCORE_OF_PASSED_OUT,
        codes.CONTRACT_UNREADABLE,
        codes.DECLARER_UNREADABLE,
        codes.TRICKS_IMPOSSIBLE,
        codes.ARTIFICIAL_IMPOSSIBLE,
        codes.LEAD_UNREADABLE,
        codes.LEAD_NOT_HELD,
        codes.LEAD_NOT_PLAYED,
        codes.CALL_NOT_ALLOWED,
        codes.CARD_NOT_ALLOWED,
        codes.CONTRACT_NOT_OF_AUCTION,
        codes.TRICKS_NOT_CLAIMED,
    )
)
"""Codes of results that are impossible, or contradict themselves."""

_DECIDED = re.compile(r"(board [^,]+), ([^:]+): ", re.IGNORECASE)


_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}


class Attention(NamedTuple):
    """A finding, and how "It is right" names it.

    Attributes:
        file: the name of the file that says so.
    """

    id: str
    finding: Finding
    file: str


def files_to_look_at(files: Sequence[FileLine], event: str) -> list[FileLine]:
    """The newest files of results of an event that count and in which anything was found, of the newest first."""
    newest = [file for file in files if _counts(file, event) and not file.decided][:NEWEST]
    return [file for file in newest if file.findings]


def attention(
    statuses: Iterable[FileStatus], files: Sequence[FileLine], event: str, known: Collection[str]
) -> list[Attention]:
    """What to look at of these files.

    Args:
        statuses: of the files, the newest first.
        files: of the event, the newest first, those of decisions among them.
        event: its id.
        known: what somebody has said is right.
    """
    places = {file.sha256: place for place, file in enumerate(files)}
    found: dict[str, Attention] = {}
    for status in statuses:
        decided = [file for file in files[: places.get(status.file.sha256, 0)] if _counts(file, event)]
        lines = [match.groups() for file in decided for text in file.decided if (match := _DECIDED.match(text))]
        findings = (*status.findings, *(each for part in status.fragments for each in part.findings))
        for finding in findings:
            name = _name(finding)
            if finding.code in IMPOSSIBLE and name not in known and not _is_corrected(finding, lines):
                found.setdefault(name, Attention(name, finding, status.file.name))
    return list(found.values())[:SHOWN]


def board_of(finding: Finding, meta: Mapping[str, Any]) -> str | None:
    """The id of the board that a finding is about, where one traveller alone has its number."""
    number = (finding.subject or "").removeprefix("board ").partition(",")[0]
    ids = [str(board["id"]) for board in meta.get("boards") or () if board["board"] == number]
    return ids[0] if len(ids) == 1 else None


def place_of(finding: Finding, lines: Iterable[Mapping[str, Any]]) -> str:
    """The table and the round at which a finding was played, by the lines of its board; "" where it is not known."""
    about = [line for line in lines if _is_about(finding.message, line)]
    if len(about) != 1 or not about[0]["table"]:
        return ""
    line = about[0]
    when = f", round {line['round']}" if line["round"] else ""
    return f"table {line['section'] or ''}{line['table']}{when}"


def _is_about(message: str, line: Mapping[str, Any]) -> bool:
    """Whether a sentence names both sides of a line, or its lead and its declarer."""
    sides = (line["ns"] or line["ns_team"], line["ew"] or line["ew_team"])
    if re.search(rf"(?<![\w+]){re.escape(f'{sides[0]} against {sides[1]}')}(?![\w+])", message):
        return True
    declarer = _SEATS.get(str(line["declarer"] or "")[:1])
    return bool(line["lead"] and declarer) and f" leads {line['lead']} " in message and f"by {declarer}," in message


def _counts(file: FileLine, event: str) -> bool:
    return any(part.event == event and part.verdict in ("counts", "partly") for part in file.events)


def _is_corrected(finding: Finding, lines: Iterable[tuple[str, ...]]) -> bool:
    """Whether a decision is about the line of a finding; about its board, where the finding names no line."""
    about = (finding.subject or "").casefold()
    named = " against " in finding.message and "against a contract" not in finding.message
    return any(
        board.casefold() == about
        and (not named or re.search(rf"(?<![\w+]){re.escape(sides)}(?![\w+])", finding.message))
        for board, sides in lines
    )


def _name(finding: Finding) -> str:
    parts = (finding.code, finding.subject, finding.message, finding.stated)
    return sha256("\n".join(part or "" for part in parts).encode()).hexdigest()
