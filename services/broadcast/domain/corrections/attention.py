"""Results to look at now: what is impossible or contradicts itself in the files that came last.

Rules kept here:

1. Only what the newest files say counts, and of that only what is about a result: it can still be put right at the
   table, while findings about the season wait on the page Check.
2. A finding is gone when its file does not count any more, when a decision that came after it is about the same line,
   match or game, or when somebody at the desk has said that it is right. A file that says the same again does not
   bring it back.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC
from hashlib import sha256
from itertools import takewhile
from typing import Any, NamedTuple

from contracts.codes import validation as codes
from contracts.codes.chess import RESULTS_DISAGREE
from contracts.corrections.queries import EventQueries, Query
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
        RESULTS_DISAGREE,
    )
)
"""Codes of results that are impossible, or contradict themselves."""

_OF_LINE = re.compile(r"(board [^,]+), ([^:]+): ", re.IGNORECASE)
_OF_MATCH = re.compile(r"the match ([^:]+?) against ([^:]+?)(?: (in round \d+))?: ", re.IGNORECASE)
_REMOVED = re.compile(r"(board \S+) of the match ([^:]+?)(?: in round \d+)? is removed: ", re.IGNORECASE)
_OF_GAME = re.compile(r"the game ([^:]+?) against ([^:]+?) (in round \d+): ", re.IGNORECASE)

_MATCH = re.compile(r"match ([^:]+?) - ([^:]+?): ", re.IGNORECASE)
_GAME = re.compile(r"player (\S+) in round (\d+): ", re.IGNORECASE)
_ROUND = re.compile(r" in round (\d+)\b")
"""How what a finding is about is written before its sentence, and its round."""

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
    statuses: Iterable[FileStatus], files: Sequence[FileLine], event: str, queries: EventQueries
) -> list[Attention]:
    """What to look at of these files.

    Args:
        statuses: of the files, the newest first.
        files: of the event, the newest first, those of decisions among them.
        event: its id.
        queries: of the event, with what somebody has said is right.
    """
    found: dict[str, Attention] = {}
    for status in statuses:
        rulings = rulings_after(status.file.sha256, files, event)
        findings = (*status.findings, *(each for part in status.fragments for each in part.findings))
        for finding in findings:
            name = finding_id(finding)
            settled = settled_by(finding, rulings) or right_by(finding, queries)
            if finding.code in IMPOSSIBLE and not settled:
                found.setdefault(name, Attention(name, finding, status.file.name))
    return list(found.values())[:SHOWN]


Line = Mapping[str, Any]

Rulings = Mapping[str, Sequence[tuple[str, str]]]
"""Decisions about results by what they are about, as findings name it, the newest first: what a finding has to name,
which is who met on a board or the round of a match, and the decision in a sentence.
"""


def rulings_after(sha256: str, files: Sequence[FileLine], event: str) -> Rulings:
    """The decisions about results of an event that count and came after a file; all of them where it is ""."""
    newer = takewhile(lambda file: file.sha256 != sha256, files)
    found: dict[str, list[tuple[str, str]]] = {}
    for text in (text for file in newer if _counts(file, event) for text in file.decided):
        for subject, named in _subjects(text):
            found.setdefault(subject.casefold(), []).append((named, text))
    return found


def _subjects(decision: str) -> Iterator[tuple[str, str]]:
    """What a decision is about, as findings name it, and what else they name of it."""
    if match := _OF_LINE.match(decision) or _REMOVED.match(decision):
        yield match[1], match[2]
    elif match := _OF_MATCH.match(decision):
        yield f"match {match[1]} - {match[2]}", match[3] or ""
        yield f"match {match[2]} - {match[1]}", match[3] or ""
    elif match := _OF_GAME.match(decision):
        yield f"player {match[1]} {match[3]}", ""
        yield f"player {match[2]} {match[3]}", ""


def settled_by(finding: Finding, rulings: Rulings) -> str:
    """The newest ruling about the line, the match or the game of a finding, in a sentence; "" where there is none.

    An impossible result that names no line is settled by a ruling about any line of its board; one that is about a
    match as a whole, or about somebody's game of a round, by a ruling about that.
    """
    subject = (finding.subject or "").casefold()
    about = rulings.get(subject, ())
    if not subject.startswith("board "):
        return next((text for named, text in about if not named or _names(finding.message, named)), "")
    line = " against " in finding.message and "against a contract" not in finding.message
    if not line and finding.code not in IMPOSSIBLE:
        return ""
    return next((text for sides, text in about if not line or _names(finding.message, sides)), "")


def right_by(finding: Finding, queries: EventQueries) -> str:
    """Who has said that a finding is right as it stands, and when; "" if nobody has."""
    name = finding_id(finding)
    said = next((each for each in queries.right if each.finding == name), None)
    if said is None:
        return ""
    by = f" by {said.by}" if said.by else ""
    return f"It is right, said{by} at {said.at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def is_queried(finding: Finding, query: Query) -> bool:
    """Whether a query is about the line or the game of a finding."""
    if query.round is not None:
        return finding.subject == f"player {query.card} in round {query.round}"
    sides = (f"{query.card} against", f"against {query.card}")
    return finding.subject == f"board {query.number}" and any(_names(finding.message, each) for each in sides)


def _names(message: str, sides: str) -> bool:
    """Whether a sentence names who met."""
    return re.search(rf"(?<![\w+]){re.escape(sides)}(?![\w+])", message) is not None


def board_of(finding: Finding, meta: Mapping[str, Any]) -> str | None:
    """The id of the board that a finding is about, where one traveller alone has its number."""
    number = (finding.subject or "").removeprefix("board ").partition(",")[0]
    ids = [str(board["id"]) for board in meta.get("boards") or () if board["board"] == number]
    return ids[0] if len(ids) == 1 else None


def correction_of(finding: Finding, meta: Mapping[str, Any]) -> dict[str, str]:
    """The fields of the address of the page Results on which a finding is corrected; {} where there is no such place.

    Beside a board that is what it says; else what it is about as well, which is a match or somebody's game of a round.
    """
    if board := board_of(finding, meta):
        return {"board": board, "about": finding.message}
    text = f"{finding.subject}: {finding.message}"
    return {"about": text} if _MATCH.match(text) or _GAME.match(text) else {}


def is_about_match(text: str, match: Line) -> bool:
    """Whether what `correction_of` says of a finding is about a match."""
    named, number = _MATCH.match(text), _ROUND.search(text)
    if named is None or set(named.groups()) != {match["home"], match["away"]}:
        return False
    return number is None or int(number[1]) == match["round"]


def is_about_game(text: str, game: Line) -> bool:
    """Whether what `correction_of` says of a finding is about a game of chess."""
    named = _GAME.match(text)
    return named is not None and named[1] in (game["white"], game["black"]) and int(named[2]) == game["round"]


def place_of(finding: Finding, lines: Iterable[Line]) -> str:
    """The table and the round at which a finding was played, by the lines of its board; "" where it is not known."""
    about = lines_about(finding.message, lines)
    if len(about) != 1 or not about[0]["table"]:
        return ""
    line = about[0]
    when = f", round {line['round']}" if line["round"] else ""
    return f"table {line['section'] or ''}{line['table']}{when}"


def lines_about(message: str, lines: Iterable[Line]) -> list[Line]:
    """The lines of a board that a sentence is about."""
    return [line for line in lines if _is_about(message, line)]


def _is_about(message: str, line: Line) -> bool:
    """Whether a sentence names both sides of a line, or its lead and its declarer."""
    sides = (line["ns"] or line["ns_team"], line["ew"] or line["ew_team"])
    if _names(message, f"{sides[0]} against {sides[1]}"):
        return True
    declarer = _SEATS.get(str(line["declarer"] or "")[:1])
    return bool(line["lead"] and declarer) and f" leads {line['lead']} " in message and f"by {declarer}," in message


def _counts(file: FileLine, event: str) -> bool:
    return any(part.event == event and part.verdict in ("counts", "partly") for part in file.events)


def finding_id(finding: Finding) -> str:
    """How "It is right" names a finding, in whichever file it is."""
    parts = (finding.code, finding.subject, finding.message, finding.stated)
    return sha256("\n".join(part or "" for part in parts).encode()).hexdigest()
