"""Made-up USEBIO documents, and events as export gets them, for tests of the format."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from contracts.facts import Facts
from contracts.messages import EventMerged
from contracts.standings import Method, Progress, Ranking, ScoredBoard, Standings
from shared.formats.parsed import Parsed, ParsedEvent
from shared.formats.usebio.reader.parse import parse
from tests.support.objects import as_object

FOLDER = Path(__file__).parents[1] / "data" / "usebio"
FIXTURES = sorted(FOLDER.glob("*.xml"))

WHEN = datetime(2031, 5, 4, 19, 15, tzinfo=UTC)


def fixture(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def document(inside: str, *, version: str = "1.4", event: str = 'EVENT_TYPE="PAIRS"', head: str = "") -> bytes:
    """A document with a club and one event with these elements."""
    club = "<CLUB><CLUB_NAME>Test Club</CLUB_NAME></CLUB>"
    named = "" if "EVENT_DESCRIPTION" in inside else "<EVENT_DESCRIPTION>Test</EVENT_DESCRIPTION>"
    return f'{head}<USEBIO Version="{version}">{club}<EVENT {event}>{named}{inside}</EVENT></USEBIO>'.encode()


def line(score: str = "110", *, ns: str = "1", ew: str = "2", more: str = "") -> str:
    """A traveller line."""
    pairs = f"<NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
    return f"<TRAVELLER_LINE>{pairs}<SCORE>{score}</SCORE>{more}</TRAVELLER_LINE>"


def board(*lines: str, number: str = "1", more: str = "") -> str:
    """A board with these lines."""
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{more}{''.join(lines)}</BOARD>"


def pair(number: str, more: str = "") -> str:
    """A pair of a list."""
    return f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER>{more}</PAIR>"


def people(*inside: str) -> str:
    """A list of participants."""
    return f"<PARTICIPANTS>{''.join(inside)}</PARTICIPANTS>"


def read_one(data: bytes) -> ParsedEvent:
    """The only event of a document."""
    (event,) = parse(data).events
    return event


def codes(parsed: Parsed) -> list[str]:
    return [finding.code for finding in parsed.findings]


def merged(
    event: ParsedEvent,
    *,
    facts: Facts | None = None,
    rankings: tuple[Ranking, ...] = (),
    boards: tuple[ScoredBoard, ...] = (),
    complete: bool | None = None,
) -> EventMerged:
    """An event as the scoring publishes it, here without any scoring of its own."""
    standings = Standings(
        event=event.event,
        name=event.facts.event.name or "",
        method=Method(board_scoring="match_points"),
        progress=Progress(complete=complete),
        rankings=rankings,
    )
    when = event.stated_at[0] if event.stated_at else WHEN
    return EventMerged(
        event=event.event, applied=1, facts=facts or event.facts, standings=standings, boards=boards, calculated_at=when
    )


def plain(facts: Facts) -> dict[str, list[str]]:
    """What facts say, without places and in no order; the version and the program are the writer's own."""
    found: dict[str, list[str]] = {}
    for name in facts.FIELDS:
        rows = []
        for fact in getattr(facts, name):
            row: dict[str, Any] = as_object(fact, "at")
            if name == "events":
                row.pop("format_version", None)
                row.pop("program", None)
                row["details"] = sorted(json.dumps(detail) for detail in row.get("details", ()))
            rows.append(json.dumps(row, sort_keys=True, ensure_ascii=False))
        found[name] = sorted(rows)
    return found


def bound(what: str) -> int:
    """A number of the table of bounds in the documentation."""
    text = (FOLDER.parents[2] / "docs/formats/usebio.md").read_text(encoding="utf-8")
    (number,) = re.findall(rf"^\| {re.escape(what)} \| ([0-9,]+) \|$", text, re.MULTILINE)
    return int(number.replace(",", ""))
