"""One change of an event that explains most of what was not explained: found by scoring the event again with it.

Rules kept here:

1. Where much of what files state is not explained, a few changes are tried that something in the event suggests. The
   one that leaves next to nothing is what is wrong, and its method is that of the event: a method is not chosen by
   values that a wrong number has moved.
2. A board that half of its players have twice is two boards. Where another number is missing, one of them has it: the
   lines stand together in the file, and of two that explain as much it is the one that follows its neighbour there.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter

from contracts.codes import scoring as codes
from contracts.facts import Facts, ResultFact
from contracts.findings import Finding, Severity
from services.scoring.domain.method.event_scores import EventScores
from services.scoring.domain.method.scoring_method import ScoringMethod
from services.scoring.domain.repairs.line_repair import missing_numbers
from services.scoring.domain.repairs.strata_repair import Change, other_strata
from shared.bridge.line_players import players_of

FEWEST = 3
"""Stated values that are not explained from which on a change is tried."""

MOST_TRIALS = 30
"""Changes of a kind that are tried; each costs about what scoring the event costs."""


@dataclass(frozen=True)
class EventRepair:
    """What makes stated values right, and the method by which the event is scored then."""

    finding: Finding
    method: ScoringMethod


def unexplained(scores: EventScores) -> int:
    """How many stated values are not what the event comes to."""
    return scores.unexplained.lines + sum(finding.severity is not Severity.INFO for finding in scores.findings)


def event_repair(
    facts: Facts, scores: EventScores, score: Callable[[Facts, ScoringMethod | None], EventScores]
) -> EventRepair | None:
    """The change that explains what an event leaves unexplained; None where none does (rule 1).

    Args:
        facts: of the event.
        scores: what it comes to.
        score: what other facts come to, by a method; by the best without one.
    """
    before = unexplained(scores)
    if scores.scoring_method is None or not before:
        return None
    of_boards = _renumbered_boards(facts) if before >= FEWEST else ()
    for changes, method in ((of_boards, None), (other_strata(facts, scores), scores.scoring_method)):
        trials = [(change.finding, score(change.facts, method)) for change in islice(changes, MOST_TRIALS)]
        left = [(unexplained(made), number) for number, (_, made) in enumerate(trials)]
        fewest, best = min(left, default=(before, 0))
        if 10 * fewest <= before:
            finding, made = trials[best]
            return EventRepair(finding, made.scoring_method or scores.scoring_method)
    return None


def _renumbered_boards(facts: Facts) -> Iterator[Change]:
    """A board under the number of another (rule 2)."""
    gone = missing_numbers(facts)
    boards: dict[tuple[str | None, str | None, str], list[int]] = {}
    for number, result in enumerate(facts.results) if gone else ():
        boards.setdefault((result.session, result.section, result.board), []).append(number)
    crowded = [numbers for numbers in boards.values() if _is_crowded([facts.results[n] for n in numbers])]
    if not crowded or len({facts.results[numbers[0]].board for numbers in crowded}) > 1:
        return
    halves = [_halves(facts.results, numbers) for numbers in crowded]
    order = sorted(range(len(facts.results)), key=lambda number: _position(facts.results[number], number))

    def steps(which: int, number: int) -> int:
        """By how many the number would follow that of the board before it in the file."""
        before = order.index(halves[0][which][0]) - 1
        board = facts.results[order[before]].board if before >= 0 else "0"
        return abs(number - (int(board) if board.isdecimal() else 0) - 1)

    for which, number in sorted(
        ((which, number) for which in (1, 0) for number in gone), key=lambda each: steps(*each)
    ):
        moved = {n for half in halves for n in half[which]}
        first = facts.results[halves[0][which][0]]
        results = [line.replace(board=str(number)) if n in moved else line for n, line in enumerate(facts.results)]
        subject = f"board {first.board}"
        text = f"the {('first', 'second')[which]} {subject} is board {number}: with its {len(moved)} results there"
        finding = codes.BOARD_MISNUMBERED.finding(
            f"{text}, what is stated agrees", place=first.at, subject=subject, stated=first.board, computed=str(number)
        )
        yield Change(facts.replace(results=tuple(results)), finding)


def _is_crowded(lines: Sequence[ResultFact]) -> bool:
    names = Counter(name for line in lines for name in players_of(line.sides)[0])
    return 2 * sum(count > 1 for count in names.values()) > len(names) > 0


def _position(line: ResultFact, number: int) -> tuple[int, int, int]:
    at = line.at
    return (at.line or 0, at.offset or 0, number) if at is not None else (0, 0, number)


def _halves(results: Sequence[ResultFact], numbers: Sequence[int]) -> tuple[list[int], list[int]]:
    """The lines of a board up to where its players begin anew, and those from there on, as they stand in the file."""
    ordered = sorted(numbers, key=lambda number: _position(results[number], number))
    doubles = []
    for start in range(1, len(ordered)):
        halves = ordered[:start], ordered[start:]
        counts = (Counter(name for n in half for name in players_of(results[n].sides)[0]) for half in halves)
        again = sum(count - 1 for half in counts for count in half.values())
        before, after = (_position(results[number], number)[:2] for number in ordered[start - 1 : start + 1])
        doubles.append((again, [mine - theirs for mine, theirs in zip(before, after, strict=True)], halves))
    return min(doubles, key=itemgetter(0, 1))[2]
