"""What of the facts of an event is not among those that are read from a file of it."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.facts import (
    AwardFact,
    Detail,
    EarlyStartFact,
    EventFact,
    Extension,
    Facts,
    Participant,
    Person,
    ResultFact,
    Score,
    SessionFact,
    Sides,
    StatedTotal,
    total_points,
)
from shared.formats.facts_lost import facts_lost


def lost(before: Facts, *after: Facts, computed: bool = True) -> dict[str, int]:
    return dict(facts_lost(before, after, computed=computed))


def line(board: str, **more: Any) -> ResultFact:
    score = more.pop("score", total_points(420))
    return ResultFact(board=board, sides=Sides(ns="1", ew="2"), ns_score=score, ew_score=score, **more)


def people(*, with_club: bool) -> Facts:
    players = tuple(Person(name=name, club_id="7" if with_club else None) for name in ("Ada", "Ben"))
    return Facts(participants=(Participant(id="1", kind="pair", players=players),))


def test_values_are_counted_by_the_path_of_their_field() -> None:
    assert lost(people(with_club=True), people(with_club=False)) == {"participants.players.club_id": 2}
    assert lost(people(with_club=False), people(with_club=True)) == {}


def test_details_and_extensions_are_counted_by_name() -> None:
    details = (Detail(name="CITY", value="Rome"), Detail(name="BAR", value="open"))
    before = Facts(
        events=(EventFact(details=details),), extensions=(Extension(kind="record", owner="", name="XXZ", value="1"),)
    )
    after = Facts(events=(EventFact(details=details[:1]),))
    assert lost(before, after) == {"events.details BAR": 1, "extensions record XXZ": 1}


def test_a_list_of_which_nothing_comes_back_is_counted_alone() -> None:
    awards = tuple(AwardFact(kind="prize", participant=name, text="cup") for name in "123")
    assert lost(Facts(awards=awards), Facts()) == {"awards": 3}


def test_values_of_facts_that_do_not_come_back_are_counted_with_their_list() -> None:
    before = Facts(results=(line("1", contract="4S", session="a"), line("2", contract="3NT", session="a")))
    assert lost(before, Facts(results=(line("2", contract="3NT"),))) == {"results": 1}
    assert lost(before, Facts(results=(line("2"),))) == {"results": 1, "results.contract": 1}


def test_where_keys_do_not_tell_what_came_back_no_value_is_left_out_but_what_every_fact_has() -> None:
    before = Facts(results=(line("1", contract="4S"), line("2", contract="3NT")))
    assert lost(before, Facts(results=(line("9", contract="4S"),))) == {"results": 1, "results.contract": 1}


def test_names_by_which_facts_refer_to_each_other_may_be_others() -> None:
    before = Facts(sessions=(SessionFact(id="1"),), results=(line("1", session="1", table="3"),))
    assert lost(before, Facts(sessions=(SessionFact(id="x"),), results=(line("1", session="x", table="4"),))) == {}
    assert lost(before, Facts(sessions=(SessionFact(id="x"),), results=(line("1", session="x"),))) == {
        "results.table": 1
    }
    assert lost(before, Facts(results=(line("1", table="4"),))) == {"sessions": 1}


@pytest.mark.parametrize(("computed", "gone"), [(True, {}), (False, {"totals.total": 1})])
def test_values_that_were_computed_may_differ_from_stated_ones(computed: bool, gone: dict[str, int]) -> None:
    before, after = (
        Facts(totals=(StatedTotal(participant="1", kind="pair", total=Decimal(total)),)) for total in (100, 101)
    )
    assert lost(before, after, computed=computed) == gone
    without = Facts(totals=(StatedTotal(participant="1", kind="pair"),))
    assert lost(before, without, computed=computed) == {"totals.total": 1}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"contract": "4sx"}, {"contract": "4SX"}),
        ({"contract": "Pass", "tricks": 0}, {"contract": "PASS"}),
        ({"contract": "odd"}, {"contract": "odd"}),
        ({"score": Score(kind="unknown")}, {"score": total_points(420)}),
        ({"score": Score(kind="artificial", percent=Decimal("60.0"))}, {"score": Score(kind="artificial", percent=60)}),
    ],
)
def test_other_spellings_and_what_was_unknown_are_no_losses(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert lost(Facts(results=(line("1", **before),)), Facts(results=(line("1", **after),))) == {}


def test_points_of_chess_that_are_the_usual_ones_go_without_saying() -> None:
    def event(**points: str) -> Facts:
        return Facts(events=(EventFact(scoring_system=tuple(Detail(name=n, value=v) for n, v in points.items())),))

    assert lost(event(W="1", D="0.5", A="0", WW="1"), event()) == {}
    assert lost(event(W="3", TW="2"), event()) == {
        **{f"events.scoring_system {letter}": 1 for letter in "W+FU"},
        "events.scoring_system TW": 1,
    }


def test_what_the_director_tells_kibitz_is_nothing_to_be_written() -> None:
    assert lost(Facts(early_starts=(EarlyStartFact(round=2),)), Facts()) == {}
