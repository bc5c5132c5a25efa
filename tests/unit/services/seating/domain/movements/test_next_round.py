"""The next round of a movement that a file gives."""

from decimal import Decimal
from typing import Any

from contracts.codes import seating as codes
from contracts.facts import (
    EarlyStartFact,
    MovementFact,
    MovementLine,
    Participant,
    PresenceFact,
    ResultFact,
    SessionFact,
    Sides,
)
from contracts.seating import RoundAssignment
from contracts.standings import ScoredMatch
from services.seating.domain.movements.mitchell import mitchell
from services.seating.domain.movements.next_round import movement_round
from tests.support.fragments import pair, points, result
from tests.support.merged import merged
from tests.support.played_movements import results_of

LINES = (
    (1, "1", "1", "4"),
    (1, "2", "2", "3"),
    (2, "1", "1", "3"),
    (2, "2", "4", "2"),
    (3, "1", "1", "2"),
    (3, "2", "3", "4"),
)


def movement(lines: Any = LINES, **more: Any) -> MovementFact:
    found = tuple(
        MovementLine(
            round=number,
            table=table,
            sides=Sides(ns=ns, ew=ew),
            first_board=str(2 * number - 1),
            last_board=str(2 * number),
        )
        for number, table, ns, ew in lines
    )
    return MovementFact(**{"id": "H2", "kind": "pairs", "lines": found, **more})


ONLY = (movement(),)


def following(*results: ResultFact, movements: Any = ONLY, **more: Any) -> RoundAssignment | None:
    return movement_round(merged(results=results, movements=movements, **more))


def shown(assignment: RoundAssignment | None) -> list[tuple[str | None, str | None, str | None]]:
    assert assignment is not None
    return [(line.table, line.ns, line.ew) for line in assignment.tables]


def test_before_the_first_result_the_first_round_comes() -> None:
    found = following(participants=tuple(pair(str(n)) for n in range(1, 5)))
    assert shown(found) == [("1", "1", "4"), ("2", "2", "3")]
    assert found is not None
    assert (found.round, found.rule, found.stage) == (1, "movement", "round")
    assert (found.tables[0].first_board, found.tables[0].last_board) == ("1", "2")
    assert found.tables[0].ns_names == "Ann 1 & Bob 1"
    assert found.tables[0].reason == "round 1 of movement H2"


def test_a_round_is_over_when_each_of_its_tables_has_a_result() -> None:
    half = (result("1", "1", "4"),)
    whole = (*half, result("1", "2", "3"))
    assert shown(following(*half))[0] == ("1", "1", "4")
    assert shown(following(*whole)) == [("1", "1", "3"), ("2", "4", "2")]


def test_who_sat_the_other_way_has_met_all_the_same() -> None:
    assert shown(following(result("1", "4", "1"), result("1", "3", "2")))[0] == ("1", "1", "3")


def test_a_result_of_another_round_is_not_of_this_meeting() -> None:
    again = movement((*LINES, (4, "1", "1", "4"), (4, "2", "2", "3")))
    played = [result(str(n), ns, ew, round=n) for n, _, ns, ew in LINES]
    assert shown(following(*played, movements=(again,))) == [("1", "1", "4"), ("2", "2", "3")]


def test_after_the_last_round_nothing_comes() -> None:
    assert following(*(result(str(n), ns, ew) for n, _, ns, ew in LINES)) is None
    assert following(movements=()) is None
    assert following(movements=(movement(()),)) is None


def test_sections_of_a_session_go_on_together() -> None:
    other = movement([(n, t, f"B{ns}", f"B{ew}") for n, t, ns, ew in LINES], section="B", id="B")
    both = (movement(section="A"), other)
    found = following(result("1", "1", "4"), result("1", "2", "3"), result("1", "B1", "B4"), movements=both)
    assert found is not None
    assert found.round == 1
    assert [line.section for line in found.tables] == ["A", "A", "B", "B"]


def test_the_next_session_starts_when_the_movement_of_the_first_is_over() -> None:
    both = (movement(session="2", id="second"), movement(session="1", id="first"))
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    first = following(movements=both, sessions=sessions)
    assert first is not None
    assert (first.session, first.round) == ("1", 1)
    played = [result(str(n), ns, ew, session="1") for n, _, ns, ew in LINES]
    second = following(*played, movements=both, sessions=sessions)
    assert second is not None
    assert (second.session, second.round) == ("2", 1)
    later = following(
        *played,
        result("1", "1", "4", session="2"),
        result("1", "2", "3", session="2"),
        movements=both,
        sessions=sessions,
    )
    assert later is not None
    assert (later.session, later.round) == ("2", 2)


def test_a_session_that_was_left_early_is_not_seated_again() -> None:
    both = (movement(session="1"), movement(session="2"))
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    found = following(result("1", "1", "4", session="2"), movements=both, sessions=sessions)
    assert found is not None
    assert found.session == "2"


def test_a_movement_of_no_session_goes_with_any() -> None:
    played = (result("1", "1", "4", session="1"), result("1", "2", "3", session="1"))
    assert shown(following(*played, sessions=(SessionFact(id="1"),)))[0] == ("1", "1", "3")


def test_a_movement_that_nobody_plays_seats_nobody() -> None:
    assert following(result("1", "21", "24")) is None


def test_who_has_no_opponent_sits_out() -> None:
    odd = [
        MovementLine(round=1, table="1", sides=Sides(ns="1", ew="2")),
        MovementLine(round=1, table="2", sides=Sides(ns="3")),
        MovementLine(round=2, table="1", sides=Sides(ns="3", ew="1")),
    ]
    found = following(movements=(movement().replace(lines=tuple(odd)),))
    assert found is not None
    assert (shown(found), found.sitting_out) == ([("1", "1", "2")], ("3",))
    second = following(result("1", "1", "2"), movements=(movement().replace(lines=tuple(odd)),))
    assert second is not None
    assert (second.round, second.sitting_out) == (2, ("2",))


def test_a_phantom_pair_is_no_opponent() -> None:
    phantom = Participant(id="4", kind="pair", phantom=True)
    found = following(participants=(pair("1"), phantom))
    assert found is not None
    assert (shown(found), found.sitting_out) == ([("2", "2", "3")], ("1",))
    assert shown(following(result("1", "2", "3"), participants=(phantom,))) == [("1", "1", "3")]


MITCHELL = movement(((1, "1", "1", "1"), (1, "2", "2", "2"), (2, "1", "1", "2"), (2, "2", "2", "1")))


def test_a_table_without_boards_is_that_of_a_phantom_whoever_is_named_there() -> None:
    plan = movement()
    boardless = {"first_board": None, "last_board": None}
    lines = tuple(one.replace(**boardless) if "4" in one.sides.key else one for one in plan.lines)
    found = following(movements=(plan.replace(lines=lines),))
    assert found is not None
    assert (shown(found), found.sitting_out) == ([("2", "2", "3")], ("1",))
    after = following(result("1", "2", "3", round=1), movements=(plan.replace(lines=lines),))
    assert after is not None
    assert (after.round, shown(after), after.sitting_out) == (2, [("1", "1", "3")], ("2",))


SEVEN = mitchell(7, winners=1)


def played_without(who: str, first: int, last: int, until: int | None = None) -> list[ResultFact]:
    """The rounds to `last`, of which somebody is missing from `first` on, to `until` if he comes back."""
    away = range(first, (until or last) + 1)
    return [one for one in results_of(SEVEN, last) if who not in one.sides.key or one.round not in away]


def after(results: list[ResultFact]) -> tuple[int | None, int, tuple[str, ...]]:
    found = following(*results, movements=(SEVEN,))
    assert found is not None
    return found.round, len(found.tables), found.sitting_out


def test_a_withdrawal_holds_up_one_round_and_then_no_other() -> None:
    assert after(played_without("9", 3, 3)) == (3, 7, ())
    begun = [one for one in results_of(SEVEN, 4) if one.round == 4 and one.table == "5"]
    assert after([*played_without("9", 3, 3), *begun])[0] == 3
    assert after(played_without("9", 3, 4))[0] == 5


def test_who_should_meet_somebody_who_has_gone_home_sits_out() -> None:
    number, tables, out = after(played_without("9", 3, 4))
    meets = next(one.sides.ns for one in SEVEN.lines if one.round == 5 and one.sides.ew == "9")
    assert (number, tables, out) == (5, 6, (meets,))


def test_who_comes_late_is_seated_from_then_on() -> None:
    assert after(played_without("9", 1, 2))[1:] == (6, ("4",))
    assert after(played_without("9", 1, 3, until=2))[1:] == (7, ())


def test_a_table_that_is_late_once_is_seated_on() -> None:
    late = [one for one in results_of(SEVEN, 4) if not (one.round == 3 and one.table == "2")]
    assert after(late) == (5, 7, ())


def test_numbers_that_both_sides_use_are_told_apart_by_the_side() -> None:
    pairs = tuple(pair(f"{number}{side}") for number in "12" for side in ("NS", "EW"))
    played = (result("1", "1NS", "1EW"), result("1", "2NS", "2EW"))
    found = following(*played, participants=pairs, movements=(MITCHELL,))
    assert shown(found) == [("1", "1NS", "2EW"), ("2", "2NS", "1EW")]
    assert found is not None
    assert found.tables[0].ew_names == "Ann 2EW & Bob 2EW"
    assert shown(following(participants=pairs, movements=(MITCHELL,)))[0] == ("1", "1NS", "1EW")


def test_numbers_that_several_sections_use_are_told_apart_by_the_section() -> None:
    sections = tuple(MITCHELL.replace(section=name) for name in "AB")
    pairs = tuple(pair(f"{name}-{number}{side}") for name in "AB" for number in "12" for side in ("NS", "EW"))
    found = shown(following(participants=pairs, movements=sections))
    assert found == [("1", "A-1NS", "A-1EW"), ("2", "A-2NS", "A-2EW"), ("1", "B-1NS", "B-1EW"), ("2", "B-2NS", "B-2EW")]


def test_individuals_and_teams_have_movements_too() -> None:
    sides = Sides(north="1", south="2", east="3", west="4")
    individual = MovementFact(id="I8", kind="individual", lines=(MovementLine(round=1, table="1", sides=sides),))
    found = following(movements=(individual,))
    assert found is not None
    assert (found.tables[0].north, found.tables[0].west) == ("1", "4")
    played = ResultFact(board="1", sides=sides, ns_score=points(0), ew_score=points(0))
    assert following(played, movements=(individual,)) is None
    teams = MovementFact(
        id="T", kind="teams", lines=(MovementLine(round=1, table="1", sides=Sides(ns_team="A", ew_team="B")),)
    )
    assert shown(following(movements=(teams,))) == [("1", "A", "B")]


def test_what_is_wrong_with_a_movement_is_said_with_its_seats() -> None:
    found = following(movements=(movement(((1, "1", "1", "4"), (1, "2", "1", "3"))),))
    assert found is not None
    assert {finding.code for finding in found.findings} == {
        "seating.seated-twice",
        "seating.board-twice",
        "seating.board-shared",
    }
    assert [line.table for line in found.tables] == ["1", "2"]
    sound = following(movements=(movement(((1, "1", "1", "4"), (2, "2", "2", "3"))),))
    assert sound is not None
    assert sound.findings == ()


def by_word(found: RoundAssignment) -> list[tuple[str, str | None]]:
    """What is said of the director's words, not of shared boards."""
    of = (codes.STILL_PLAYING.code, codes.AWAY.code)
    return [(one.code, one.subject) for one in found.findings if one.code in of]


EVERYBODY = tuple(pair(str(number)) for number in range(1, 5))


def test_a_called_round_is_that_of_the_movement_and_tables_that_play_are_listed() -> None:
    found = following(result("1", "1", "4"), early_starts=(EarlyStartFact(round=2),))
    assert shown(found) == [("1", "1", "3"), ("2", "4", "2")]
    assert found is not None
    assert by_word(found) == [(codes.STILL_PLAYING.code, "table 2")]
    for early in (3, 9):
        assert shown(following(result("1", "1", "4"), early_starts=(EarlyStartFact(round=early),)))[0] == (
            "1",
            "1",
            "4",
        )
    assert shown(following(result("1", "1", "4"), early_starts=(EarlyStartFact(round=2, early=False),)))[0] == (
        "1",
        "1",
        "4",
    )


def test_who_is_away_by_word_makes_a_sit_out_and_is_not_waited_for() -> None:
    away = PresenceFact(participant="4", round=1, lasting=False, present=False)
    found = following(presences=(away,), participants=EVERYBODY)
    assert shown(found) == [("2", "2", "3")]
    assert found is not None
    assert (found.sitting_out, by_word(found)) == (("1",), [(codes.AWAY.code, "4")])
    after = following(result("1", "2", "3"), presences=(away,), participants=EVERYBODY)
    assert shown(after) == [("1", "1", "3"), ("2", "4", "2")]


def test_who_withdraws_by_word_sits_out_all_who_should_meet_him() -> None:
    left = PresenceFact(participant="4", round=2, present=False)
    one = (result("1", "1", "4"), result("1", "2", "3"))
    found = following(*one, presences=(left,), participants=EVERYBODY)
    assert shown(found) == [("1", "1", "3")]
    assert found is not None
    assert found.sitting_out == ("2",)
    last = following(*one, result("3", "1", "3"), presences=(left,), participants=EVERYBODY)
    assert shown(last) == [("1", "1", "2")]


def test_a_match_with_a_score_has_been_played_and_one_without_has_not() -> None:
    lines = tuple(
        MovementLine(round=number, table="1", sides=Sides(ns_team="A", ew_team=other))
        for number, other in ((1, "B"), (2, "C"))
    )
    teams = MovementFact(id="R", kind="teams", lines=lines)

    def coming(**match: Any) -> int | None:
        scored = ScoredMatch(**{"round": 1, "home": "B", "away": "A", "unit": "vps", **match})
        standings = merged().standings.replace(matches=(scored,))
        found = movement_round(merged(movements=(teams,), standings=standings))
        return None if found is None else found.round

    assert coming() == 1
    assert coming(home_score=Decimal(12)) == 2
    assert coming(stated_home=Decimal(12)) == 2
    assert coming(stated_home=Decimal(12), away=None) == 1


def test_a_line_seats_teams_and_individuals_too() -> None:
    team = MovementFact(
        id="R", kind="teams", lines=(MovementLine(round=1, table="1", sides=Sides(ns_team="A", ew_team="B")),)
    )
    people = (Participant(id="A", kind="team", name="Reds"), Participant(id="B", kind="team", name="Blues"))
    (table,) = (following(movements=(team,), participants=people) or fail()).tables
    assert (table.ns, table.ew, table.ns_names, table.ew_names) == ("A", "B", "Reds", "Blues")
    four = MovementFact(
        id="I",
        kind="individual",
        lines=(MovementLine(round=1, table="1", sides=Sides(north="1", south="2", east="3", west="4")),),
    )
    (table,) = (following(movements=(four,)) or fail()).tables
    assert (table.north, table.south, table.east, table.west, table.ns, table.ew) == ("1", "2", "3", "4", None, None)


def fail() -> RoundAssignment:
    raise AssertionError("there are no seats")


def test_a_round_with_fewer_than_half_of_its_tables_in_holds_up_the_next_whatever_that_one_has() -> None:
    plan = mitchell(5, winners=1)
    lines = results_of(plan, 2)
    two = tuple(one for one in lines if one.table in ("1", "2"))
    three = tuple(one for one in lines if one.table in ("1", "2", "3"))
    people = tuple(pair(str(number)) for number in range(1, 11))
    waiting, going = (following(*some, movements=(plan,), participants=people) for some in (two, three))
    assert waiting is not None
    assert going is not None
    assert (waiting.round, going.round) == (1, 3)
