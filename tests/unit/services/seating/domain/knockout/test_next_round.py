"""The next matches of a knock-out, from what scoring publishes of it."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.codes import seating as codes
from contracts.facts import Detail, EventFact, MatchFact, Participant, PresenceFact, SessionFact
from contracts.seating import RoundAssignment
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.assignment import next_round
from services.seating.domain.knockout.next_round import knockout_round
from tests.support.fragments import fragment

QUARTERS = [("1", "8", 50, 20), ("4", "5", 31, 30), ("2", "7", 10, 40), ("3", "6", 22, 21)]


def teams(count: int, *, seeds: bool = True, **details: Any) -> tuple[Participant, ...]:
    return tuple(
        Participant(
            id=str(n),
            kind="team",
            name=f"Team {n}",
            seed=n if seeds else None,
            details=tuple(Detail(name=key, value=value) for key, value in details.get(f"team_{n}", {}).items()),
        )
        for n in range(1, count + 1)
    )


def following(*rounds: Any, first: int = 1, **more: Any) -> RoundAssignment | None:
    """After these rounds of matches: both names and both scores, None for a match to come."""
    made: dict[str, Any] = {"participants": teams(8), "events": (EventFact(name="Cup", kind="knockout"),), **more}
    made.setdefault(
        "matches",
        tuple(
            MatchFact(
                kind="teams",
                round=number,
                table=str(place),
                home=home,
                away=away,
                unit="imps",
                home_score=None if own is None else Decimal(own),
                away_score=None if own is None else Decimal(their),
            )
            for number, matches in enumerate(rounds, first)
            for place, (home, away, own, their) in enumerate(matches, 1)
        ),
    )
    state = EventState("cup")
    state.apply(fragment("cup", event="cup", **made), ())
    merged = state.score()[1]
    assert next_round(merged) == knockout_round(merged)
    return knockout_round(merged)


def shown(found: RoundAssignment | None) -> list[tuple[str | None, str | None, str | None]]:
    assert found is not None
    return [(line.table, line.ns, line.ew) for line in found.tables]


def told(found: RoundAssignment | None) -> list[tuple[str, str | None]]:
    assert found is not None
    return [(finding.code, finding.subject) for finding in found.findings]


def test_before_the_first_result_the_seeds_meet() -> None:
    found = following()
    assert shown(found) == [("1", "1", "8"), ("2", "4", "5"), ("3", "2", "7"), ("4", "3", "6")]
    assert found is not None
    assert (found.rule, found.round, found.complete) == ("knockout", 1, True)
    assert (found.tables[0].ns_names, found.tables[0].reason) == ("Team 1", "1 meets 8: neighbours in the tree")


def test_byes_of_the_top_seeds_are_named() -> None:
    found = following(participants=teams(6))
    assert found is not None
    assert (shown(found), found.sitting_out) == ([("2", "4", "5"), ("4", "3", "6")], ("1", "2"))
    assert (told(found), found.complete) == ([(codes.BYE.code, "1"), (codes.BYE.code, "2")], True)


def test_byes_who_meet_in_the_next_round_wait_for_the_first_to_begin() -> None:
    found = following(participants=teams(5))
    assert found is not None
    assert (shown(found), found.round, found.sitting_out) == ([("2", "4", "5")], 1, ("1", "2", "3"))
    begun = following([("4", "5", 3, 1)], participants=teams(5))
    assert shown(begun) == [("1", "1", "4"), ("2", "2", "3")]


def test_a_margin_of_one_side_alone_decides() -> None:
    won, lost = (
        MatchFact(kind="teams", round=1, home=home, away=away, home_score=Decimal(imps))
        for home, away, imps in (("1", "4", 12), ("2", "3", -7))
    )
    assert shown(following(participants=teams(4), matches=(won, lost))) == [("1", "1", "3")]


def test_winners_meet_and_the_reason_says_whom_they_beat() -> None:
    found = following(QUARTERS)
    assert found is not None
    assert (shown(found), found.round, found.complete) == ([("1", "1", "4"), ("2", "7", "3")], 2, True)
    assert found.tables[0].reason == "1 (beat 8 50 : 20) meets 4 (beat 5 31 : 30)"


def test_a_round_of_which_part_is_known_is_not_complete() -> None:
    found = following(QUARTERS[2:])
    assert found is not None
    assert (shown(found), found.round, found.complete) == ([("2", "7", "3")], 2, False)


def test_a_round_is_shown_until_a_next_match_is_known() -> None:
    found = following(QUARTERS[:1])
    assert found is not None
    assert (len(found.tables), found.round) == (4, 1)


def test_a_winner_meets_who_had_the_bye() -> None:
    found = following([("4", "5", 1, 0)], participants=teams(6))
    assert found is not None
    assert (shown(found), found.complete) == ([("1", "1", "4")], False)
    assert found.tables[0].reason == "1 (bye) meets 4 (beat 5 1 : 0)"


def test_rounds_keep_the_numbers_of_the_file() -> None:
    found = following(QUARTERS, first=3)
    assert found is not None
    assert (found.round, shown(found)[0]) == (4, ("1", "1", "4"))


def test_when_the_final_is_won_nothing_comes() -> None:
    final = following(QUARTERS, [("1", "4", 5, 0), ("7", "3", 5, 0)])
    assert shown(final) == [("1", "1", "7")]
    assert following(QUARTERS, [("1", "4", 5, 0), ("7", "3", 5, 0)], [("1", "7", 9, 8)]) is None


def test_of_a_tie_nobody_goes_on_and_a_finding_says_so() -> None:
    found = following([*QUARTERS[:1], ("4", "5", 30, 30), *QUARTERS[2:]])
    assert found is not None
    assert (shown(found), found.complete) == ([("2", "7", "3")], False)
    assert told(found) == [(codes.NO_WINNER.code, "match 4 - 5")]


def test_who_plays_on_has_won_a_tie() -> None:
    found = following([*QUARTERS[:1], ("4", "5", 30, 30), *QUARTERS[2:]], [("1", "5", None, None)])
    assert shown(found) == [("1", "1", "5"), ("2", "7", "3")]


def test_the_last_round_of_a_team_by_acblscore_says_who_lost() -> None:
    found = following(
        [*QUARTERS[:1], ("4", "5", 30, 30), *QUARTERS[2:]], participants=teams(8, team_4={"LAST_ROUND": "1"})
    )
    assert shown(found)[0] == ("1", "1", "5")


@pytest.mark.parametrize(("forfeit", "winner"), [("home", "8"), ("away", "1")])
def test_who_forfeits_has_lost(forfeit: Any, winner: str) -> None:
    matches = (
        MatchFact(kind="teams", round=1, home="1", away="8", forfeit=forfeit),
        MatchFact(kind="teams", round=1, home="4", away="5", home_score=Decimal(3), away_score=Decimal(1)),
    )
    assert shown(following(matches=matches)) == [("1", winner, "4")]


def test_a_match_over_two_sessions_is_the_sum_of_both() -> None:
    halves = tuple(
        MatchFact(
            kind="teams",
            session=session,
            round=1,
            home=home,
            away=away,
            unit="imps",
            home_score=Decimal(own),
            away_score=Decimal(their),
        )
        for session, home, away, own, their in (("1", "1", "4", 30, 0), ("2", "4", "1", 40, 5))
    )
    other = MatchFact(
        kind="teams",
        session="1",
        round=1,
        home="2",
        away="3",
        unit="imps",
        home_score=Decimal(9),
        away_score=Decimal(8),
    )
    found = following(
        participants=teams(4), matches=(*halves, other), sessions=(SessionFact(id="1"), SessionFact(id="2"))
    )
    assert shown(found) == [("1", "4", "2")]
    assert found is not None
    assert found.tables[0].reason == "4 (beat 1 40 : 35) meets 2 (beat 3 9 : 8)"


def test_without_seeds_those_who_go_on_are_listed_and_only_the_final_is_certain() -> None:
    plain = teams(8, seeds=False)
    found = following(QUARTERS, participants=plain)
    assert found is not None
    assert (shown(found)[0], len(found.tables), found.complete) == ((None, "1", None), 4, False)
    assert told(found) == [(codes.BRACKET_UNCLEAR.code, None)]
    final = following(QUARTERS, [("1", "3", 5, 0), ("7", "4", 5, 0)], participants=plain)
    assert shown(final) == [("1", "1", "7")]
    assert following(QUARTERS, [("1", "3", 5, 0), ("7", "4", 5, 0)], [("1", "7", 1, 0)], participants=plain) is None


def test_without_seeds_a_round_to_come_is_shown_as_the_file_has_it() -> None:
    matches = tuple(MatchFact(kind="teams", round=1, table=t, home=one, away=other) for t, one, other in ("112", "234"))
    assert shown(following(participants=teams(4, seeds=False), matches=matches)) == [("1", "1", "2"), ("2", "3", "4")]
    assert following(participants=teams(4, seeds=False)) is None


def test_seeds_that_did_not_make_the_first_round_make_no_tree() -> None:
    found = following([("1", "2", 5, 0), ("3", "4", 5, 0), ("5", "6", 5, 0), ("7", "8", 5, 0)])
    assert told(found) == [(codes.BRACKET_UNCLEAR.code, None)]


def test_a_match_of_three_leaves_open_who_goes_on() -> None:
    three = [("1", "2", 5, 0), ("2", "3", 5, 0), ("3", "1", 0, 5)]
    found = following(three, participants=teams(3, seeds=False))
    assert found is not None
    assert (found.round, len(found.tables)) == (1, 3)


def test_other_events_are_no_knock_out() -> None:
    assert following(QUARTERS, events=(EventFact(name="Cup", kind="teams"),)) is None


def away(who: str, number: int) -> PresenceFact:
    return PresenceFact(participant=who, round=number, present=False)


def test_who_meets_somebody_who_is_away_has_a_walk_over() -> None:
    found = following(presences=(away("8", 1),))
    assert shown(found) == [("2", "4", "5"), ("3", "2", "7"), ("4", "3", "6")]
    assert found is not None
    assert (found.sitting_out, found.complete) == (("1",), True)
    assert told(found) == [(codes.BYE.code, "1"), (codes.AWAY.code, "8")]
    after = following(QUARTERS[1:], presences=(away("8", 1),))
    assert shown(after) == [("1", "1", "4"), ("2", "7", "3")]
    assert after is not None
    assert after.tables[0].reason == "1 (walk-over, 8 is away) meets 4 (beat 5 31 : 30)"


def test_who_won_and_withdrew_afterwards_loses_the_next_match() -> None:
    found = following(QUARTERS, presences=(away("4", 2),))
    assert shown(found) == [("2", "7", "3")]
    assert found is not None
    assert found.sitting_out == ("1",)


def test_two_walk_overs_side_by_side_do_not_begin_the_next_round() -> None:
    found = following(presences=(away("8", 1), away("5", 1)))
    assert found is not None
    assert (found.round, found.sitting_out) == (1, ("1", "4"))


def test_a_match_that_was_played_counts_whoever_is_away() -> None:
    once = away("1", 1).replace(lasting=False)
    assert shown(following(QUARTERS, presences=(once,))) == shown(following(QUARTERS))


def test_without_a_tree_who_has_left_is_not_among_those_who_go_on() -> None:
    seedless = teams(8, seeds=False)
    assert [one for _, one, _ in shown(following(QUARTERS, participants=seedless))] == ["1", "7", "3", "4"]
    found = following(QUARTERS, participants=seedless, presences=(away("4", 2),))
    assert [one for _, one, _ in shown(found)] == ["1", "7", "3"]


def test_when_both_are_away_nobody_goes_on_and_the_next_opponent_has_a_walk_over() -> None:
    both = (away("4", 1), away("5", 1))
    before = following(presences=both)
    assert shown(before) == [("1", "1", "8"), ("3", "2", "7"), ("4", "3", "6")]
    assert before is not None
    assert (before.complete, before.sitting_out) == (True, ())
    assert (codes.BOTH_AWAY.code, "match 4 - 5") in told(before)
    after = following([QUARTERS[0], *QUARTERS[2:]], presences=both)
    assert shown(after) == [("2", "7", "3")]
    assert after is not None
    assert (after.round, after.sitting_out, after.complete) == (2, ("1",), True)
    assert told(after)[0] == (codes.BYE.code, "1")
    final = following([QUARTERS[0], *QUARTERS[2:]], [("7", "3", 8, 2)], presences=both)
    assert shown(final) == [("1", "1", "7")]
    assert final is not None
    assert final.tables[0].reason == "1 (bye) meets 7 (beat 3 8 : 2)"


def test_both_away_from_a_match_that_was_played_change_nothing() -> None:
    both = (away("4", 1), away("5", 1))
    assert shown(following(QUARTERS, presences=tuple(one.replace(lasting=False) for one in both))) == [
        ("1", "1", "4"),
        ("2", "7", "3"),
    ]


def test_a_final_that_one_or_both_do_not_come_to_says_how_it_ended() -> None:
    semifinals = [("1", "4", 9, 2), ("2", "3", 9, 2)]
    alone = following(semifinals, participants=teams(4), presences=(away("2", 2),))
    assert alone is not None
    assert (alone.round, alone.tables, alone.sitting_out, alone.complete) == (2, (), ("1",), True)
    assert alone.findings[0].message == "1 has no opponent in round 2 and has won"
    nobody = following(semifinals, participants=teams(4), presences=(away("1", 2), away("2", 2)))
    assert nobody is not None
    assert (nobody.tables, nobody.sitting_out, nobody.complete) == ((), (), True)
    assert (codes.BOTH_AWAY.code, "match 1 - 2") in told(nobody)


def test_without_a_tree_both_who_are_away_are_out() -> None:
    seedless = teams(4, seeds=False)
    both = tuple(away(name, 1) for name in "14")
    found = following([("1", "4", None, None), ("2", "3", 7, 5)], participants=seedless, presences=both)
    assert found is None or all("1" not in (line.ns, line.ew) for line in found.tables)
    eight = teams(8, seeds=False)
    some = following(
        [("1", "8", None, None), *QUARTERS[1:]], participants=eight, presences=(away("1", 1), away("8", 1))
    )
    assert some is not None
    assert sorted(line.ns or "" for line in some.tables) == ["3", "4", "7"]
    assert (codes.BOTH_AWAY.code, "match 1 - 8") in told(some)


def test_a_cup_of_two_is_a_final_by_their_seeds_and_a_cup_of_one_is_none() -> None:
    found = following(participants=teams(2))
    assert shown(found) == [("1", "1", "2")]
    assert found is not None
    assert found.tables[0].reason == "1 meets 2: neighbours in the tree"
    assert following(participants=teams(1)) is None
