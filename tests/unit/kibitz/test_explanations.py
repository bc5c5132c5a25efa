"""Explanations in the terminal: readable at 80 columns, with every step from the results to the total."""

from decimal import Decimal
from typing import Any

import pytest
from rich.console import Console

from contracts.base import Place
from contracts.explanation import Where
from contracts.facts import EventFact, Participant, Score, Sides
from contracts.standings import TieBreakTerm, TieBreakValue
from kibitz.explanations import explained, tie_break_lines
from tests.support.explained import explained as explanation
from tests.support.explained import results
from tests.support.fragments import result


def shown(**more: Any) -> str:
    console = Console(width=80, highlight=False)
    with console.capture() as capture:
        for part in explained(explanation(**more)):
            console.print(part)
    return capture.get()


def test_a_total_is_shown_with_place_neighbours_results_and_sum() -> None:
    text = shown(of="1")
    assert "Pair 1 Ann 1 & Bob 1: place 3=, Overall; 9 match points; 50.00 %" in text
    assert "ahead: 1= " in text
    assert "places are in a.xml" in text
    assert "1 lower, 1 equal of 4" in text
    assert "sum 9 of 18" in text
    assert "= 9, of 18 = 50 %" in text
    assert max(map(len, text.splitlines())) <= 80


def test_factored_points_show_the_formula_with_its_numbers() -> None:
    assert "of 3: 4/3×(2+1)-1" in shown(lines=results()[:-1])


@pytest.mark.parametrize(
    ("scoring", "words"), [("butler_imps", "datum "), ("cross_imps", " over 3"), ("aggregate", "aggregate")]
)
def test_other_ways_of_scoring_say_how_the_points_came_about(scoring: str, words: str) -> None:
    assert words in shown(event=EventFact(name="Club pairs", kind="pairs", board_scoring=scoring))


def test_a_board_that_is_balanced_shows_what_both_sides_have() -> None:
    plus = Score(kind="artificial", percent=Decimal(60))
    tables = [result("1", None, None, 100).replace(sides=Sides(ns_team=ns, ew_team=ew)) for ns, ew in ("AB", "BA")]
    lines = [tables[0].replace(ns_score=plus, ew_score=plus), tables[1]]
    teams = tuple(Participant(id=name, kind="team") for name in "AB")
    event = EventFact(name="Cup", kind="knockout", board_scoring="imps", match_scoring="imps")
    assert "3 and 3, balanced" in shown(of="A", lines=lines, participants=teams, event=event)


def test_a_line_without_score_is_shown_without_points() -> None:
    assert "no score" in shown(lines=[*results(("1", "2")), result("3", "1", "2", None)])


def test_of_several_files_each_place_has_the_number_of_its_file() -> None:
    made = explanation(of="1")
    (session,) = made.sessions
    lines = tuple(
        line.replace(where=Where(file=name, at=Place(line=7))) for name, line in zip("aba", session.lines, strict=True)
    )
    parts = list(explained(made.replace(sessions=(session.replace(lines=lines),))))
    console = Console(width=80, highlight=False)
    with console.capture() as capture:
        console.print(*parts, sep="\n")
    assert "places are in [1] a, [2] b" in capture.get()
    assert "[2] line 7" in capture.get()


def test_a_tie_break_is_explained_by_its_terms() -> None:
    terms = (
        TieBreakTerm(round=1, opponent="4", amount=Decimal("2.5")),
        TieBreakTerm(round=2, amount=Decimal(1), cut=True),
    )
    explained_ = TieBreakValue(code="BH/C1", value=Decimal("2.5"), terms=terms)
    assert [*tie_break_lines((explained_, TieBreakValue(code="WIN", value=Decimal(1))))] == [
        "BH/C1 2.5: 2.5 round 1 against 4 + (1 round 2)"
    ]


def test_points_apart_from_the_rounds_are_explained_as_such() -> None:
    free = TieBreakValue(code="PTS", terms=(TieBreakTerm(round=0, opponent="4", amount=Decimal(1)),))
    assert [*tie_break_lines((free,))] == ["PTS –: 1 apart from the rounds"]
