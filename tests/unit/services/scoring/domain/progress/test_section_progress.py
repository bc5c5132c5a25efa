"""What is in of each section, and what is to come as far as section, movement or event say."""

from typing import Any

from contracts.facts import EventFact, MovementFact, ResultFact, SectionFact
from contracts.standings import SectionProgress
from services.scoring.domain.progress.lines_to_date import LinesToDate
from services.scoring.domain.progress.section_progress import section_progress
from tests.support.fragments import result


def rounds(last: int, tables: int = 3, **more: Any) -> list[ResultFact]:
    return [
        result(f"{number}", f"{at}", f"{at + 20}", 50, round=number, table=str(at), **more)
        for number in range(1, last + 1)
        for at in range(1, tables + 1)
    ]


def after(
    results: list[ResultFact],
    *sections: SectionFact,
    event: EventFact | None = None,
    movements: tuple[MovementFact, ...] = (),
) -> list[SectionProgress]:
    return list(section_progress(event or EventFact(), sections, movements, LinesToDate(results).sections))


def test_each_section_of_each_session_is_counted_by_itself() -> None:
    results = [*rounds(2, section="A", session="2"), *rounds(1, 2, section="B", session="2"), *rounds(4, session="1")]
    found = [(one.session, one.section, one.rounds_complete, one.results, one.boards) for one in after(results)]
    assert found == [("1", None, 4, 12, 4), ("2", "A", 2, 6, 2), ("2", "B", 1, 2, 1)]


def test_a_section_says_how_many_rounds_and_boards_there_will_be() -> None:
    section = SectionFact(id="A", tables=4, rounds=5, boards=10, boards_per_round=1)
    (found,) = after(rounds(2, section="A"), section)
    assert (found.rounds, found.tables, found.results_expected, found.boards_expected) == (5, 3, 15, 10)
    assert found.complete is False
    assert after(rounds(5, section="A"), section)[0].complete is True


def test_before_a_second_round_begins_tables_are_those_that_are_stated() -> None:
    section = SectionFact(id="A", tables=4, rounds=5, boards_per_round=1)
    assert after(rounds(1, 2, section="A"), section)[0].results_expected == 20
    assert after([], section)[0].results_expected == 20


def test_rounds_are_those_of_the_movement_where_the_section_does_not_say() -> None:
    own = MovementFact(id="m", section="A", kind="pairs", rounds=7)
    shared = MovementFact(id="n", kind="pairs", rounds=9)
    found = after([*rounds(1, section="A"), *rounds(1, section="B")], movements=(own, shared))
    assert [one.rounds for one in found] == [7, 9]


def test_rounds_of_the_event_are_those_of_its_only_session() -> None:
    assert after(rounds(1), event=EventFact(rounds=5))[0].rounds == 5
    two = [*rounds(1, session="1"), *rounds(1, session="2")]
    assert [one.rounds for one in after(two, event=EventFact(rounds=5))] == [None, None]


def test_boards_that_everybody_plays_make_the_results_to_come() -> None:
    (found,) = after(rounds(2), event=EventFact(boards_played=4))
    assert (found.results, found.results_expected, found.complete) == (6, 12, False)
    assert after(rounds(4), event=EventFact(boards_played=4))[0].complete is True
    assert after(rounds(4))[0].complete is None


def test_a_blank_line_keeps_a_section_open() -> None:
    results = [*rounds(4), result("9", "1", "21", None, round=4, table="1")]
    assert after(results, event=EventFact(boards_played=4))[0].complete is False
