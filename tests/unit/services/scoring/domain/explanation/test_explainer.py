"""Why a participant has its total: every way of scoring adds up again from the explanation alone."""

from decimal import Decimal

import pytest

from contracts.facts import EventFact, StatedTotal
from tests.support.explained import explained


@pytest.mark.parametrize(
    ("scoring", "rule"),
    [
        ("match_points", "match points"),
        ("butler_imps", "butler"),
        ("cross_imps", "cross-imps"),
        ("aggregate", "aggregate"),
    ],
)
def test_every_way_of_comparing_lines_leads_from_the_total_to_its_results(scoring: str, rule: str) -> None:
    found = explained(event=EventFact(name="Club pairs", kind="pairs", board_scoring=scoring))
    assert found.basis == "boards"
    assert [line.rule for session in found.sessions for line in session.lines] == [rule] * 3
    assert [named.name for named in found.rules] == [rule]


def test_those_next_to_a_pair_and_those_with_its_place_are_named() -> None:
    found = explained(of="1")
    assert found.place == "3="
    assert [rival.somebody.number for rival in found.tied] == ["2", "7", "8"]
    assert found.ahead is not None
    assert found.behind is not None
    assert (found.ahead.place, found.behind.place) == ("1=", "7=")


def test_lines_say_where_they_stand_and_who_sat_the_other_way() -> None:
    line = explained(of="2").sessions[0].lines[0]
    assert (line.board, line.round, line.side, [each.id for each in line.against]) == ("1", 1, "EW", ["1"])
    assert line.where is not None
    assert line.where.file == "a.xml"


def test_a_total_that_no_rule_gives_is_said_to_be_as_stated() -> None:
    total = StatedTotal(participant="1", kind="pair", place="1", total=Decimal(12))
    event = EventFact(name="Club pairs", kind="pairs", board_scoring="other")
    found = explained(lines=(), event=event, totals=(total,))
    assert (found.basis, found.total) == ("stated", 12)
    assert found.why.startswith("The total is as the file states it")
