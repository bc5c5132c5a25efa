from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from contracts.base import Direction
from contracts.facts import (
    AdjustmentFact,
    EventFact,
    Facts,
    MovementFact,
    Participant,
    ResultFact,
    Scope,
    Score,
    SectionFact,
    StatedTotal,
)
from contracts.standings import Ranking
from services.scoring.domain.differences.boards import DIFFERENCES
from services.scoring.domain.event.event_state import EventState, Scored
from services.scoring.domain.rankings.acblscore_totals import (
    boards_of,
    event_totals,
    full_totals,
    session_totals,
    session_winners,
    without_carry_over,
)
from services.scoring.domain.rankings.tallies import Tallies
from tests.support.fragments import fragment, pair, result
from tests.support.tallied import tallied, two_tables


def total(participant: str, value: str | None = None, **more: Any) -> StatedTotal:
    return StatedTotal(participant=participant, kind="pair", total=None if value is None else Decimal(value), **more)


def section(name: str = "A", session: str | None = None, **more: Any) -> SectionFact:
    return SectionFact(id=name, session=session, **more)


def movement(of: str, session: str, winners: int) -> MovementFact:
    return MovementFact.model_validate(
        {"id": of, "kind": "pairs", "session": session, "section": of, "winners": winners}
    )


def facts(**kinds: Any) -> Facts:
    return Facts(events=(EventFact(kind="pairs"),), **kinds)


def carry(participant: str, session: str, amount: str = "3", kind: str = "carry_forward") -> AdjustmentFact:
    return AdjustmentFact.model_validate(
        {
            "kind": kind,
            "participant": participant,
            "participant_kind": "pair",
            "session": session,
            "amount": amount,
            "unit": "match_points",
            "counted": kind != "carry_forward",
        }
    )


TWO_SESSIONS = tallied(*two_tables("1", "1"), *two_tables("1", "2"), result("2", "9", "8", 50, session="2"))


@pytest.mark.parametrize(
    ("fields", "boards"),
    [
        ({"boards": 30, "rounds": 13, "boards_per_round": 2}, 26),
        ({"boards": 30, "rounds": 13}, 30),
        ({"boards": 30, "boards_per_round": 2}, 30),
        ({}, 0),
    ],
)
def test_a_pair_plays_the_boards_of_the_rounds_and_else_all(fields: dict[str, int], boards: int) -> None:
    assert boards_of(section(**fields)) == boards


def test_the_full_total_is_what_is_stated_for_somebody() -> None:
    said = facts(
        totals=(total("1", maximum=Decimal(216)), total("2", maximum=Decimal(100))),
        sections=(section(top=7, boards=27),),
    )
    full = full_totals(said, "pair", tallied(*two_tables()))
    assert (full["1", None], full["2", None]) == (216, 100)


def test_else_that_of_others_in_the_section_and_else_its_top_for_each_board() -> None:
    said = facts(
        totals=(total("1", section="A", maximum=Decimal(216)),),
        sections=(section("A", top=7, boards=27), section("B", top=3, boards=20)),
        participants=(pair("3", section="A"), pair("2", section="B"), pair("4")),
    )
    full = full_totals(said, "pair", tallied(*two_tables()))
    assert (full["3", None], full["2", None], full["4", None]) == (216, 60, 216)


def test_without_sections_the_full_total_is_the_most_that_anybody_could_score() -> None:
    tallies = tallied(*two_tables("1"), *two_tables("2"), result("3", "1", "4", 50), result("3", "5", "6", 90))
    full = full_totals(facts(), "pair", tallies)
    assert (full["2", None], full["5", None], full["1", None]) == (6, 6, 6)
    assert full_totals(facts(), "pair", Tallies()) == {}


def test_full_totals_are_those_of_each_session() -> None:
    said = facts(sections=(section(session="1", top=1, boards=9), section(session="2", top=1, boards=4)))
    full = full_totals(said, "pair", TWO_SESSIONS)
    assert (full["1", "1"], full["1", "2"]) == (9, 4)
    assert ("9", "1") not in full


@pytest.mark.parametrize(("winners", "lines"), [((2, 2), 2), ((2, 1), 1), ((1,), 1), ((), 1)])
def test_a_session_has_two_winners_where_all_its_movements_have(winners: tuple[int, ...], lines: int) -> None:
    movements = tuple(movement(str(n), "1", of) for n, of in enumerate(winners))
    said = facts(totals=(total("1", session="1"), total("1")), movements=movements)
    assert session_winners(said) == {"1": lines}


def test_without_totals_of_both_sessions_and_event_no_session_is_ranked_for_itself() -> None:
    assert session_winners(facts(totals=(total("1"),))) == {}
    assert session_winners(facts(totals=(total("1", session="1"),))) == {}


def test_the_score_of_a_session_has_no_carry_over() -> None:
    said = facts(adjustments=(carry("1", "1"), carry("3", "2", kind="penalty")))
    assert [fact.participant for fact in without_carry_over(said)] == ["3"]


def test_the_total_of_an_event_is_compared_where_every_session_that_is_scored_states_one() -> None:
    stated = {"1": total("1", "5"), "9": total("9", "2")}
    said = facts(totals=(*stated.values(), total("1", session="1"), total("9", session="2")))
    assert event_totals(stated, said, TWO_SESSIONS).keys() == {"9"}


def test_places_of_the_only_section_are_those_of_the_session() -> None:
    one = {"1": total("1", section="A", section_place="3"), "2": total("2", section="A", place="1", section_place="4")}
    assert [said.place for said in session_totals(one).values()] == ["3", "1"]
    two = {**one, "3": total("3", section="B", section_place="3")}
    assert [said.place for said in session_totals(two).values()] == [None, "1", None]


# An event from end to end: three tables, Mitchell, two sessions; worked out by hand.
#
# Session 1, board 1: North-South +420, +50, -50, so 2, 1, 0 of a top of 2; East-West the other way round.
# Board 2 has two results, +420 and +50: (3/2)·(1 + ½) - ½ = 1.75 and (3/2)·½ - ½ = 0.25. The third pairs sat out.
# The full total is 6, so those with both boards have sum·6/4, those with one board sum·6/2.
FIRST = (
    result("1", "1", "4", 420, session="1", section="A", round=1),
    result("1", "2", "5", 50, session="1", section="A", round=1),
    result("1", "3", "6", -50, session="1", section="A", round=1),
    result("2", "1", "5", 420, session="1", section="A", round=2),
    result("2", "2", "4", 50, session="1", section="A", round=2),
)
SCORES = {"1": "5.63", "2": "1.88", "3": "0", "4": "2.63", "5": "1.88", "6": "6"}
PLAYERS = tuple(pair(str(number)) for number in range(1, 7))


def session(number: str, **more: Any) -> dict[str, Any]:
    return {
        "participants": PLAYERS,
        "sections": (section("A", number, top=2, rounds=3, boards_per_round=1, boards=9),),
        "movements": (movement("A", number, 2),),
        **more,
    }


def scored(*parts: tuple[str, tuple[ResultFact, ...], dict[str, Any]]) -> Scored:
    state = EventState("open-pairs")
    for minutes, (number, results, more) in enumerate(parts):
        state.apply(
            fragment(
                number,
                minutes=minutes,
                results=results,
                scope=Scope(sessions=(number,)),
                event="open-pairs",
                file_format="acblscore",
                **session(number, **more),
            )
        )
    return state.score()[0]


def ranking(of: Scored, name: str) -> Ranking:
    (found,) = (one for one in of.standings.rankings if one.id == name)
    return found


def rows(of: Scored, name: str) -> dict[str, tuple[str | None, str]]:
    return {row.id: (row.place, str(row.final or row.total)) for row in ranking(of, name).rows}


def wrong(of: Scored) -> list[str]:
    return [finding.code for finding in of.findings if finding.code in DIFFERENCES]


def test_a_session_is_brought_to_its_full_total_and_rounded() -> None:
    done = scored(("1", FIRST, {}))
    assert {name: score for name, (_, score) in rows(done, "overall").items()} == SCORES
    percent = {row.id: str(row.percentage) for row in ranking(done, "overall").rows}
    # Exactly, 3.75 of 4 would be 93.75 %: the rounded 5.63 of 6 is 93.83.
    assert (percent["1"], percent["4"], percent["6"]) == ("93.83", "43.83", "100.00")
    assert done.standings.method.rounding == "acblscore"


def stated(session_number: str, values: dict[str, str], places: dict[str, str]) -> tuple[StatedTotal, ...]:
    return tuple(
        total(name, value, session=session_number, section="A", section_place=places[name], maximum=Decimal(6))
        for name, value in values.items()
    )


def test_sessions_are_ranked_by_line_and_the_event_in_one_list() -> None:
    places = {"1": "1", "2": "2", "3": "3", "6": "1", "4": "2", "5": "3"}
    event = (total("6", "6", place="1"), total("1", "5.63", place="2"), total("3", "0"))
    done = scored(("1", FIRST, {"totals": (*stated("1", SCORES, places), *event)}))
    assert wrong(done) == []
    assert list(rows(done, "overall")) == ["6", "1", "4", "2", "5", "3"]
    assert [row.agrees for row in ranking(done, "session-1-NS").rows] == [True] * 3
    assert [(row.id, row.place) for row in ranking(done, "session-1-EW").rows] == [("6", "1"), ("4", "2"), ("5", "3")]
    assert {one.direction for one in done.standings.rankings} == {None, Direction.NS, Direction.EW}


def test_what_is_stated_otherwise_is_found() -> None:
    places = {"1": "2", "2": "1", "3": "3", "6": "1", "4": "2", "5": "3"}
    said = stated("1", {**SCORES, "1": "5.62"}, places)
    done = scored(("1", FIRST, {"totals": (*said, total("6", "6", place="2"), total("1", "5.64"))}))
    assert sorted(wrong(done)) == [*["scoring.place-differs"] * 3, *["scoring.total-differs"] * 2]


# Session 2: everybody gets half on the only board, and brings along what session 1 gave.
SECOND = tuple(
    result("1", ns, ew, 50, session="2", section="A", round=1) for ns, ew in (("1", "4"), ("2", "5"), ("3", "6"))
)
CARRIED = {
    "adjustments": tuple(carry(name, "2", value) for name, value in SCORES.items() if value != "0"),
    "totals": (
        *stated("2", dict.fromkeys(SCORES, "3.00"), dict.fromkeys(SCORES, "1/3")),
        *(total(name, str(Decimal(value) + 3)) for name, value in SCORES.items()),
    ),
}
FINAL = {
    "1": ("2", "8.63"),
    "2": ("4=", "4.88"),
    "3": ("6", "3"),
    "4": ("3", "5.63"),
    "5": ("4=", "4.88"),
    "6": ("1", "9"),
}


def test_the_second_session_alone_counts_what_was_carried_over() -> None:
    done = scored(("2", SECOND, CARRIED))
    assert wrong(done) == []
    assert rows(done, "overall") == FINAL
    assert {row.place for row in ranking(done, "session-2-NS").rows} == {"1="}


def test_with_both_files_a_session_is_counted_once() -> None:
    first = {"totals": tuple(total(name, value, session="1", section="A") for name, value in SCORES.items())}
    done = scored(("1", FIRST, first), ("2", SECOND, CARRIED))
    assert wrong(done) == []
    assert rows(done, "overall") == FINAL
    assert all(row.carry_forward is None for row in ranking(done, "overall").rows)
    assert rows(done, "session-1-NS")["1"] == ("1", "5.63")


def test_an_average_is_of_the_full_top_of_the_section() -> None:
    average = Score(kind="artificial", percent=Decimal(60), text="Ave+")
    lines = (*FIRST[:2], FIRST[2].replace(ns_score=average, ew_score=average))
    done = scored(("1", lines, {}))
    # 60 % of 2, brought from one board to three.
    assert rows(done, "overall")["3"][1] == "3.6"


def test_a_second_result_on_a_board_stays_out_of_the_total_and_counts_for_the_others() -> None:
    lines = (*FIRST[:2], result("1", "1", "6", 420, session="1", section="A", round=2))
    done = scored(("1", lines, {}))
    row = {row.id: row for row in ranking(done, "overall").rows}
    # Both of the +420 have 1.5 of 2, the +50 has 0.
    assert (row["1"].total, row["1"].boards, row["6"].total, row["5"].total) == (Decimal("4.5"), 1, Decimal("1.5"), 6)


def test_players_without_a_pair_number_keep_full_totals_of_others_out() -> None:
    said = facts(
        totals=(StatedTotal(participant="1", kind="player", maximum=Decimal(50)),),
        participants=(Participant(id="1", kind="pair"),),
    )
    assert full_totals(said, "pair", tallied(*two_tables()))["1", None] == Fraction(2)
