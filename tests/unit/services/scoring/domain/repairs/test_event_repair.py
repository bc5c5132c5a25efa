"""A board under the number of another is what is wrong, and not the method of scoring."""

import pytest

from contracts.base import Place
from contracts.codes import scoring as codes
from contracts.codes import validation
from contracts.facts import Facts
from contracts.findings import Finding, Severity
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState, Scored
from services.validation.domain.check import check
from tests.support.clean_event import CleanEvent


def by_boards() -> Fragment:
    """A clean event that lists the results of one board after those of the other."""
    clean = CleanEvent().fragment()
    ordered = sorted(clean.facts.results, key=lambda line: int(line.board))
    results = tuple(line.replace(at=Place(line=100 + number)) for number, line in enumerate(ordered))
    return clean.replace(facts=clean.facts.replace(results=results))


def scored(event: Fragment, facts: Facts) -> Scored:
    fragment = event.replace(facts=facts)
    state = EventState(fragment.event)
    state.apply(fragment, check(fragment).findings)
    return state.score()[0]


def above_info(event: Scored) -> list[Finding]:
    return [finding for finding in event.every if finding.severity is not Severity.INFO]


def renumbered(facts: Facts, board: str, as_: str) -> Facts:
    results = tuple(line.replace(board=as_) if line.board == board else line for line in facts.results)
    return facts.replace(results=results, deals=(), boards=())


@pytest.mark.parametrize(("board", "as_", "ordinal"), [("3", "8", "first"), ("8", "3", "second")])
def test_a_board_under_the_number_of_another_is_named_alone(board: str, as_: str, ordinal: str) -> None:
    clean = by_boards()
    event = scored(clean, renumbered(clean.facts, board, as_))
    assert event.method == scored(clean, clean.facts).method
    (found,) = above_info(event)
    assert (found.code, found.subject) == (codes.BOARD_MISNUMBERED.code, f"board {as_}")
    assert (found.stated, found.computed) == (as_, board)
    text = f"the {ordinal} board {as_} is board {board}: with its 5 results there, what is stated agrees"
    assert found.message == text
    assert found.place == next(line.at for line in clean.facts.results if line.board == board)


def test_a_board_that_is_played_twice_without_a_gap_is_not_named() -> None:
    clean = by_boards()
    (found, *_) = above_info(scored(clean, renumbered(clean.facts, "10", "3")))
    assert found.code == validation.TWICE_ON_A_BOARD.code
