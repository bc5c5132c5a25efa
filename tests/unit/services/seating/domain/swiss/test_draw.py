"""A draw: everybody meets somebody, no rematch that could be avoided, byes and triples, each with its reason."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.seating.domain.swiss import Draw, Entrant, Field, Meeting, Played, Rematch, Settings, draw
from tests.support.swiss import SwissEvent, broken_rules, drawn, entrants, fewest_rematches, meetings, played


def test_neighbours_in_rank_meet_and_leaders_sit_at_table_one() -> None:
    found = drawn(4, (1, 4), (2, 3))
    assert meetings(found) == [("1", "2"), ("3", "4")]
    assert [meeting.table for meeting in found.meetings] == ["1", "2"]
    assert found.meetings[0].reason == "1st meets 2nd: the next in rank order"
    assert found.method == "top_down"


def test_who_has_met_does_not_meet_again_and_the_reason_says_so() -> None:
    found = drawn(6, (1, 2), (3, 4), (5, 6))
    assert meetings(found) == [("1", "3"), ("2", "5"), ("4", "6")]
    assert [meeting.reason for meeting in found.meetings] == [
        "1st meets 3rd: 2nd was met in round 1",
        "2nd meets 5th: 4th is needed by others, who would meet again or lie farther apart",
        "4th meets 6th: the next in rank order",
    ]
    assert found.rematches == ()


def test_the_first_round_is_top_half_against_bottom_half() -> None:
    found = drawn(6, round=1)
    assert meetings(found) == [("1", "4"), ("2", "5"), ("3", "6")]
    assert found.method == "first_round"
    assert found.meetings[0].reason == "1st meets 4th: first round, top half against bottom half in order of seed"


def test_the_first_round_can_be_of_neighbours_or_by_a_lot_that_stays_the_same() -> None:
    assert meetings(drawn(6, round=1, settings=Settings(first_round="ranked")))[0] == ("1", "2")
    lots = {lot: drawn(40, round=1, settings=Settings(first_round="lot", lot=lot)) for lot in ("north", "south")}
    assert lots["north"] == drawn(40, round=1, settings=Settings(first_round="lot", lot="north"))
    assert meetings(lots["north"]) != meetings(lots["south"])
    assert lots["north"].meetings[0].reason.endswith("first round, by lot (north)")
    odd = drawn(7, round=1, settings=Settings(first_round="lot", lot="x"))
    assert odd.bye_reason.endswith("has the bye: by lot (x)")


def test_the_bye_of_the_first_round_goes_to_the_lowest_seed() -> None:
    found = drawn(7, round=1)
    assert (found.bye, meetings(found)[0]) == ("7", ("1", "4"))


def test_the_lowest_who_has_had_no_bye_has_it() -> None:
    of = (*entrants(4), Entrant("5", byes=1))
    found = drawn(5, (1, 4), (2, 3), entrants=of)
    assert (found.bye, found.sitting_out) == ("4", ("4",))
    assert found.bye_reason == "4th has the bye: the lowest of those who have had none"
    assert meetings(found) == [("1", "2"), ("3", "5")]
    assert found.meetings[1].reason == "3rd meets 5th: 4th has the bye"


def test_the_bye_goes_to_another_where_it_saves_a_rematch() -> None:
    found = drawn(3, (1, 2))
    assert (found.bye, found.rematches) == ("2", ())
    assert found.bye_reason == "2nd has the bye: the lowest whom the others can do without and meet nobody again"


@pytest.mark.parametrize(("first", "bye", "rematches"), [(True, "1", 0), (False, "3", 1)])
def test_a_second_bye_or_a_rematch_comes_first_as_the_event_wishes(first: bool, bye: str, rematches: int) -> None:
    of = (Entrant("1", byes=1), Entrant("2"), Entrant("3"))
    found = drawn(3, (1, 2), (1, 3), entrants=of, settings=Settings(second_bye_before_rematch=first))
    assert (found.bye, len(found.rematches)) == (bye, rematches)


def test_an_unavoidable_rematch_is_listed_with_its_rounds() -> None:
    found = drawn(4, (1, 2, 1), (3, 4, 1), (1, 3, 2), (2, 4, 2), (1, 4, 3), (2, 3, 3), round=4)
    assert found.rematches == (Rematch("1", "2", (1,)), Rematch("3", "4", (1,)))
    assert found.method == "least_distance"
    assert found.meetings[0].reason == "1st meets 2nd again (they met in round 1): a rematch could not be avoided"


def test_who_met_twice_does_not_meet_a_third_time() -> None:
    everybody = [(one, other, 1) for one in range(1, 5) for other in range(one + 1, 5)]
    found = drawn(4, *everybody, (1, 2, 4), (3, 4, 4), round=5)
    assert meetings(found) == [("1", "3"), ("2", "4")]


def test_a_bound_of_steps_gives_a_draw_without_rematch_too() -> None:
    found = drawn(6, (1, 2), (3, 4), (5, 6), settings=Settings(steps=0))
    assert (found.method, found.rematches) == ("least_distance", ())
    assert sum((int(one) - int(other)) ** 2 for one, other in meetings(found)) == 4 + 9 + 4


def test_a_danish_draw_does_not_look_at_who_has_met() -> None:
    found = drawn(5, (1, 2), (3, 4), settings=Settings(system="danish"))
    assert (meetings(found), found.bye) == ([("1", "2"), ("3", "4")], "5")
    assert found.meetings[0].reason.endswith("they met in round 1, which a Danish draw does not look at")
    assert len(found.rematches) == 2


def test_a_short_triple_is_the_three_lowest_who_have_not_met() -> None:
    found = drawn(7, (6, 7), (2, 5), settings=Settings(odd="short_triple"))
    assert found.triples == (("4", "5", "7"),)
    assert meetings(found)[:2] == [("1", "2"), ("3", "6")]
    assert found.meetings[1].reason == "3rd meets 6th: 4th is in a triple and 5th is in a triple"
    assert [(m.ns, m.ew, m.half) for m in found.meetings[2:]] == [("4", "5", True), ("5", "7", True), ("7", "4", True)]
    assert found.meetings[2].reason == "half match in a short triple of 4th, 5th and 7th, as an odd number plays"
    assert (found.bye, found.sitting_out) == (None, ())


def test_who_was_in_a_triple_or_had_a_bye_is_not_in_the_next_one() -> None:
    of = (*entrants(4), Entrant("5", triples=1), Entrant("6"), Entrant("7", byes=1))
    found = drawn(7, entrants=of, settings=Settings(odd="short_triple"))
    assert found.triples == (("3", "4", "6"),)


def test_a_long_triple_goes_on_at_its_tables_in_the_next_round() -> None:
    of = tuple(Entrant(str(n), previous=str(10 + n)) for n in range(1, 8))
    halves = played((2, 5), (5, 6), (6, 2), half=True)
    found = draw(Field(2, of, played=halves, under_way=(("2", "5", "6"),), settings=Settings(odd="long_triple")))
    assert [m for m in meetings(found) if "1" in m] == [("1", "3")]
    triple = [(m.table, m.ns, m.ew) for m in found.meetings if m.half]
    assert triple == [("12", "2", "5"), ("15", "5", "6"), ("16", "6", "2")]
    assert "the second round of a long triple" in found.meetings[-1].reason
    assert found.rematches == ()


def test_a_long_triple_of_which_one_has_gone_is_over() -> None:
    of = Field(2, entrants(7), under_way=(("2", "5", "6"),), withdrawn=frozenset("5"))
    assert meetings(draw(of)) == [("1", "2"), ("3", "4"), ("6", "7")]


@pytest.mark.parametrize(("rounds", "word"), [(None, "long"), (3, "long"), (2, "short")])
def test_a_long_triple_is_short_in_the_last_round(rounds: int | None, word: str) -> None:
    found = drawn(3, rounds=rounds, settings=Settings(odd="long_triple"))
    assert f"{word} triple" in found.meetings[0].reason


def test_after_half_a_match_two_can_meet_but_others_come_first() -> None:
    of = Field(2, entrants(4), played=played((1, 2), half=True))
    assert meetings(draw(of)) == [("1", "3"), ("2", "4")]
    only = Field(2, entrants(2), played=played((1, 2), half=True))
    found = draw(only)
    assert (meetings(found), found.rematches) == ([("1", "2")], ())
    assert found.meetings[0].reason == "1st meets 2nd, after half a match in round 1: the next in rank order"


def test_who_is_absent_sits_out_and_who_has_withdrawn_is_gone() -> None:
    found = drawn(6, absent=frozenset("2"), withdrawn=frozenset("3"))
    assert (meetings(found), found.sitting_out) == ([("1", "4"), ("5", "6")], ("2",))
    assert found.meetings[0].reason == "1st meets 4th: 2nd is absent and 3rd has withdrawn"


def test_two_who_are_kept_apart_meet_only_where_nothing_else_is_left() -> None:
    assert meetings(drawn(4, apart=frozenset({frozenset("12")}))) == [("1", "3"), ("2", "4")]
    found = drawn(2, apart=frozenset({frozenset("12")}))
    assert (meetings(found), found.clashes) == ([("1", "2")], (frozenset("12"),))


def test_two_stationary_pairs_do_not_meet_but_two_stationary_teams_may() -> None:
    of = (Entrant("1", stationary="1"), Entrant("2", stationary="2"), Entrant("3"), Entrant("4"))
    assert meetings(drawn(4, entrants=of, kind="pairs")) == [("1", "3"), ("2", "4")]
    teams = drawn(4, entrants=of, kind="teams")
    assert teams.meetings[:2] == (
        Meeting("1", "1", "2", "1st meets 2nd: the next in rank order"),
        Meeting("2", "2", "1", "1st meets 2nd: the next in rank order"),
    )


@pytest.mark.parametrize(("count", "bye"), [(0, None), (1, "1")])
def test_nobody_to_meet_is_an_answer(count: int, bye: str | None) -> None:
    found = drawn(count)
    assert (found.meetings, found.method, found.bye) == ((), "none", bye)


def test_what_no_draw_can_be_made_from_is_refused() -> None:
    with pytest.raises(ValueError, match="listed twice"):
        Field(1, (Entrant("1"), Entrant("1")))
    with pytest.raises(ValueError, match="it is for teams"):
        Field(1, entrants(3), kind="pairs", settings=Settings(odd="short_triple"))


ODD = st.sampled_from(["bye", "short_triple", "long_triple"])


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    teams=st.integers(2, 14),
    rounds=st.integers(1, 9),
    seed=st.integers(0, 999),
    odd=ODD,
    leaving=st.booleans(),
    steps=st.sampled_from([0, 1, 200]),
)
def test_small_events_have_no_rematch_that_could_be_avoided(
    teams: int, rounds: int, seed: int, odd: str, leaving: bool, steps: int
) -> None:
    wish = Settings(odd=odd, steps=steps)  # type: ignore[arg-type]
    for of, found in SwissEvent(teams, rounds, seed, wish, leaving).play():
        assert broken_rules(of, found) == [], of.round


@pytest.mark.slow
@pytest.mark.parametrize(
    ("teams", "rounds"), [(8, 3), (8, 7), (9, 9), (10, 12), (13, 12), (24, 12), (57, 12), (100, 5), (199, 9), (200, 12)]
)
@pytest.mark.parametrize("odd", ["bye", "short_triple"])
def test_events_have_no_rematch_that_could_be_avoided(teams: int, rounds: int, odd: str) -> None:
    for of, found in SwissEvent(teams, rounds, 7, Settings(odd=odd)).play():  # type: ignore[arg-type]
        assert broken_rules(of, found) == [], of.round


def test_the_checker_notices_a_rematch_a_wrong_table_and_who_is_left_out() -> None:
    of = Field(2, entrants(4), played=played((1, 2), (3, 4)))
    again = Draw((Meeting("1", "1", "2", ""), Meeting("2", "3", "4", "")), "top_down")
    assert broken_rules(of, again) == ["2 rematches, of which 0 are listed", "2 rematches where 0 would do"]
    short = Draw((Meeting("1", "1", "3", ""), Meeting("1", "2", "3", "")), "top_down")
    assert {"3 meets 2 and not 1", "4 meets 0 and not 1", "table 1 is used 2 times"} <= set(broken_rules(of, short))


def test_the_checker_notices_a_bye_too_many() -> None:
    of = Field(2, (Entrant("1"), Entrant("2"), Entrant("3", byes=1)))
    assert broken_rules(of, Draw((Meeting("1", "1", "2", ""),), "top_down", bye="3")) == [
        "3 has a bye too many, as 1 could have it"
    ]


def test_the_checker_counts_what_cannot_be_avoided() -> None:
    everybody = [Played(one, other, 1) for one in "1234" for other in "1234" if one < other]
    assert fewest_rematches(Field(4, entrants(4), played=tuple(everybody))) == 2
    assert fewest_rematches(Field(4, entrants(4), played=tuple(everybody[:-2]))) == 1
    assert fewest_rematches(Field(4, entrants(3), played=tuple(everybody[:1])), with_triple=True) == 1


def test_a_second_bye_is_counted_in_its_reason() -> None:
    of = (Entrant("1", byes=1), Entrant("2"), Entrant("3"))
    found = drawn(3, (1, 2), (1, 3), entrants=of, settings=Settings(second_bye_before_rematch=True))
    assert found.bye_reason == (
        "1st has the bye, the 2nd: the lowest whom the others can do without and meet nobody again"
    )
    everybody = tuple(Entrant(str(n), byes=2) for n in (1, 2, 3))
    assert (
        drawn(3, entrants=everybody).bye_reason
        == "3rd has the bye, the 3rd: the lowest of those who have had the fewest"
    )


def test_of_those_who_should_all_be_kept_apart_those_meet_who_have_not_met() -> None:
    apart = frozenset(frozenset(both) for both in ("12", "13", "14", "23", "24", "34"))
    found = draw(Field(2, entrants(4), played=played((1, 2), half=True), apart=apart))
    assert meetings(found) == [("1", "3"), ("2", "4")]
    assert [sorted(both) for both in found.clashes] == [["1", "3"], ["2", "4"]]
