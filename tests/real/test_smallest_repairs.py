"""One fact of a real file changed: one finding leads, and says which line it is and what was there."""

from collections.abc import Callable
from random import Random
from statistics import median

import pytest

from contracts.facts import Facts, ResultFact, Score
from contracts.findings import Finding, Severity
from contracts.messages import Fragment
from kibitz.file_reading import read_bytes
from services.scoring.domain.event.event_state import EventState
from services.validation.domain.check import check
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

EACH = 40
"""Changes of each kind."""

Changed = tuple[Facts, str] | None
"""The facts, and what a finding has to say; None where the change does not apply."""


def found(fragment: Fragment) -> list[Finding]:
    state = EventState(fragment.event)
    state.apply(fragment, check(fragment).findings)
    return [finding for finding in state.score()[0].every if finding.severity is not Severity.INFO]


def sessions() -> list[tuple[Fragment, int]]:
    """Events of pairs whose lines state points, and how many findings each has as it is."""
    paths = [*real_files("usebio", "*.xml"), *real_files("acblscore"), *real_files("pbn", "*.pbn")]
    every = [parsed.fragment for path in paths for parsed in read_bytes(path.read_bytes(), path.name, path).fragments]
    return [(each, len(found(each))) for each in every if len(lines_of(each.facts)) > 20]


def lines_of(facts: Facts) -> list[int]:
    return [
        number
        for number, line in enumerate(facts.results)
        if line.ns_score.kind == "points" and line.ns_score == line.ew_score and line.stated and line.sides.ns
    ]


def with_line(facts: Facts, number: int, *lines: ResultFact) -> Facts:
    return facts.replace(results=(*facts.results[:number], *lines, *facts.results[number + 1 :]))


def another_score(facts: Facts, dice: Random) -> Changed:
    """Without contract and tricks, which would give it away."""
    number = dice.choice(lines_of(facts))
    line = facts.results[number]
    others = {other.ns_score.points for other in facts.results if other.board == line.board} - {None}
    ranked = sorted(points for points in others if points is not None)
    own = line.ns_score.points or 0
    # A score that changes places with its neighbour alone may be wrong in either of the two lines.
    far = [points for points in ranked if abs(ranked.index(points) - ranked.index(own)) > 2]
    if not far:
        return None
    score = Score(kind="points", points=dice.choice(far))
    changed = line.replace(ns_score=score, ew_score=score, contract=None, tricks=None, declarer=None, lead=None)
    return with_line(facts, number, changed), str(line.at)


def turned(facts: Facts, dice: Random) -> Changed:
    number = dice.choice(lines_of(facts))
    line = facts.results[number]
    sides, stated = line.sides, line.stated
    if stated is None or stated.ns is None or stated.ns == stated.ew:
        return None
    return with_line(facts, number, line.replace(sides=sides.replace(ns=sides.ew, ew=sides.ns))), str(line.at)


def left_out(facts: Facts, dice: Random) -> Changed:
    number = dice.choice(lines_of(facts))
    return with_line(facts, number), f"board {facts.results[number].board}"


def board_left_out(facts: Facts, dice: Random) -> Changed:
    numbers = sorted({int(line.board) for line in facts.results if line.board.isdecimal()})
    if len(numbers) < 6:
        return None
    board = str(dice.choice(numbers[1:-1]))
    kept = tuple(line for line in facts.results if line.board != board)
    return facts.replace(results=kept), f"board {board} is missing"


def another_point(facts: Facts, dice: Random) -> Changed:
    number = dice.choice(lines_of(facts))
    line = facts.results[number]
    if line.stated is None or line.stated.ns is None:
        return None
    return with_line(facts, number, line.replace(stated=line.stated.replace(ns=line.stated.ns + 1))), str(line.at)


@pytest.mark.parametrize(
    ("change", "named"),
    [(another_score, 0.9), (turned, 0.6), (left_out, 0.9), (board_left_out, 0.9), (another_point, 0.9)],
    ids=lambda value: value.__name__ if callable(value) else None,
)
def test_one_finding_leads_and_names_what_was_changed(change: Callable[[Facts, Random], Changed], named: float) -> None:
    dice, events = Random(change.__name__), sessions()
    more: list[int] = []
    missed: list[str] = []
    while len(more) < EACH:
        event, before = dice.choice(events)
        changed = change(event.facts, dice)
        if changed is None:
            continue
        facts, wanted = changed
        findings = found(event.replace(facts=facts))
        more.append(len(findings) - before)
        said = [f"{finding.place} {finding.subject} {finding.message}" for finding in findings]
        if not any(wanted in each for each in said):
            missed.append(f"{event.file.name}: {wanted}: {said[:2]}")
    assert len(missed) <= EACH * (1 - named), missed
    assert median(more) <= 2
