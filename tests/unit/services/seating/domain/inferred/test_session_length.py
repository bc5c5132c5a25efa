"""How long a section plays."""

from typing import Any

import pytest

from contracts.facts import EventFact, MovementFact, MovementLine, SectionFact, SessionFact, Sides
from services.seating.domain.inferred.played_rounds import played_sections
from services.seating.domain.inferred.session_length import boards_of_section, is_over, last_round
from services.seating.domain.movements.mitchell import mitchell
from tests.support.merged import merged
from tests.support.played_movements import results_of

PLAN = mitchell(5, winners=1).replace(section="A")


def extent(last: int = 2, **facts: Any) -> tuple[int | None, int | None, bool]:
    event = merged(results=results_of(PLAN, last), **facts)
    (section,) = played_sections(event)
    return last_round(event, section), boards_of_section(event, section), is_over(event, section)


def test_nothing_stated_is_not_known() -> None:
    assert extent() == (None, None, False)


@pytest.mark.parametrize(
    "facts",
    [
        {"sections": (SectionFact(id="A", rounds=4),)},
        {"events": (EventFact(rounds=4),)},
        {"events": (EventFact(boards_played=9),)},
        {"movements": (MovementFact(id="M", kind="pairs", rounds=4),)},
        {"movements": (MovementFact(id="M", kind="pairs", lines=(MovementLine(round=4, table="1", sides=Sides()),)),)},
        {"events": (EventFact(rounds=5),), "sections": (SectionFact(id="A", rounds=4),)},
    ],
)
def test_the_smallest_number_of_rounds_that_is_stated_counts(facts: dict[str, Any]) -> None:
    assert extent(3, **facts)[::2] == (4, False)
    assert extent(4, **facts)[::2] == (4, True)


def test_another_section_or_movement_says_nothing_of_this_one() -> None:
    assert extent(sections=(SectionFact(id="B", rounds=4),))[0] is None
    assert extent(movements=(MovementFact(id="M", section="B", kind="pairs", rounds=4),))[0] is None


def test_rounds_of_an_event_of_several_sessions_are_not_those_of_one() -> None:
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    assert extent(events=(EventFact(rounds=4, boards_played=8),), sessions=sessions)[0] is None


def test_boards_are_those_of_the_section_or_of_as_many_rounds_as_tables() -> None:
    assert extent(sections=(SectionFact(id="A", boards=14),))[1] == 14
    assert extent(events=(EventFact(rounds=9),))[1] == 18
    assert extent(events=(EventFact(rounds=4),))[1] is None


def test_a_section_that_plays_every_set_has_the_boards_of_all_its_rounds() -> None:
    assert extent(sections=(SectionFact(id="A", rounds=5),))[1] == 10
    assert extent(sections=(SectionFact(id="A", rounds=4),))[1] is None
    assert extent(sections=(SectionFact(id="A", boards=26),))[1] == 26
