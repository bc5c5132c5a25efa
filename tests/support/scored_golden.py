"""Events scored from files with single elements changed, for the golden files of the scoring."""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from contracts.facts import AsOf
from kibitz.file_reading import read_bytes
from kibitz.pipeline import LocalEvent, Pipeline
from kibitz.replay.made_up import Size, made_up_file
from services.export.domain.formats import exported
from tests.support.golden import Outcome, changed_elements, compare, finding_text, leaves, report, seed_of
from tests.support.made_up_kinds import butler_pairs, individuals, swiss_teams
from tests.support.objects import as_object

FOLDER = Path(__file__).parents[1] / "data/usebio"
FIXTURES = ("knockout-1.0", "pairs-two-sessions-1.4", "sections-same-numbers", "swiss-pairs-1.2", "teams-1.4")
_NAMES = {"name", "players", "ns_names", "ew_names", "home_name", "away_name", "title", "event", "id", "number"}
"""What the readers of a golden file need not see again."""


@cache
def documents() -> tuple[tuple[str, str], ...]:
    """Made-up events of several kinds, with what was computed as what is stated."""
    usebio = exported()["usebio"]
    made = {
        "swiss-teams": swiss_teams(2, boards=3),
        "butler-pairs": butler_pairs(handicaps=True),
        "individuals": individuals(),
    }
    evening = made_up_file(Size(4, 3, 2), AsOf(at=datetime(2031, 5, 1, 20, tzinfo=UTC), source="stated"), 7)
    return (
        *((name, (FOLDER / f"{name}.xml").read_text(encoding="utf-8")) for name in FIXTURES),
        ("pairs", evening.decode()),
        *((name, usebio.render(event.merged).data.decode()) for name, event in made.items()),
    )


def scored(data: bytes) -> Outcome:
    """Everything that is made of a file: standings, matches, travellers and findings."""
    values: Outcome = {}
    pipeline = Pipeline([read_bytes(data, "evening.xml", Path("evening.xml"))])
    for name, event in pipeline.events.items():
        values |= _event(event, "" if len(pipeline.events) == 1 else f"{name}: ")
    for file in pipeline.files:
        values |= {finding_text(finding): {} for finding in file.findings if finding.severity != "info"}
    return values


def _event(event: LocalEvent, name: str) -> Outcome:
    result, _ = event.score()
    standings = result.standings
    values = {f"{name}method": _values(standings.method), f"{name}progress": _values(standings.progress)}
    for ranking in standings.rankings:
        values |= {f"{name}{ranking.id}, {row.id}": _values(row) for row in ranking.rows}
    for match in standings.matches:
        values[f"{name}round {match.round}, {match.home} against {match.away}"] = _values(match)
    for board in result.boards:
        values[f"{name}board {board.id}"] = _values(board, {"lines", "double_dummy", "deal"})
        values |= {
            f"{name}board {board.id}, {line.ns} against {line.ew}, {line.part}": _values(line) for line in board.lines
        }
    return values | {f"{name}{finding_text(finding)}": {} for finding in (*result.every, *event.findings)}


def _values(contract: Any, without: Iterable[str] = ()) -> dict[str, str]:
    return dict(leaves(as_object(contract, *_NAMES, *without), ""))


def compare_scored(name: str, elements: Collection[str], count: int = 4) -> None:
    """Change elements of these names in every document, score it and compare with the golden file."""
    texts = []
    for title, document in documents():
        changed = list(changed_elements(document, elements.__contains__, count, seed_of(name)))
        if changed:
            texts.append(f"== {title}\n{report(scored, document, changed)}")
    compare(f"scored/{name}", "\n".join(texts))
