"""The seats that a file itself gives."""

import time
from decimal import Decimal
from typing import Any

import pytest

from contracts.base import Discipline
from contracts.facts import EventFact, MatchFact, Participant, SeatFact, SessionFact
from contracts.seating import RoundAssignment
from contracts.standings import SectionProgress
from services.seating.domain.assignment import next_round
from services.seating.domain.movements.mitchell import mitchell
from services.seating.domain.stated_seats import stated_seats
from tests.support.fragments import pair, result
from tests.support.merged import merged
from tests.support.played_movements import results_of
from tests.support.time_limits import scaled


def seat(participant: str, table: str | None = None, direction: str | None = None, **more: Any) -> SeatFact:
    return SeatFact(**{"participant": participant, "stage": "next", "table": table, "direction": direction, **more})


def seats(*facts: SeatFact, **more: Any) -> RoundAssignment:
    found = stated_seats(merged(seats=facts, **more))
    assert found is not None
    return found


def shown(assignment: RoundAssignment) -> list[tuple[str | None, str | None, str | None]]:
    return [(line.table, line.ns, line.ew) for line in assignment.tables]


def test_a_file_without_seats_seats_nobody() -> None:
    assert stated_seats(merged()) is None


def test_two_pairs_meet_at_the_table_that_both_name() -> None:
    found = seats(seat("3", "1", "EW"), seat("7", "1", "NS"), participants=(pair("3"), pair("7")))
    assert shown(found) == [("1", "7", "3")]
    assert (found.tables[0].ns_names, found.tables[0].ew_names) == ("Ann 7 & Bob 7", "Ann 3 & Bob 3")
    assert (found.stage, found.rule, found.complete) == ("next", "stated", True)


def test_tables_are_in_the_order_of_their_numbers_within_their_sections() -> None:
    found = seats(*(seat(f"{s}{t}{d}", str(t), d, section=s) for s in "BA" for t in (10, 9) for d in ("NS", "EW")))
    assert [(line.section, line.table) for line in found.tables] == [("A", "9"), ("A", "10"), ("B", "9"), ("B", "10")]


def test_without_directions_the_first_sits_north_south() -> None:
    assert shown(seats(seat("3", "1"), seat("7", "1"))) == [("1", "3", "7")]
    assert shown(seats(seat("3", "1"), seat("7", "1", "NS"))) == [("1", "7", "3")]


def test_individuals_sit_in_four_seats() -> None:
    four = [seat(str(n), "1", direction, kind="player") for n, direction in enumerate("NESW", 1)]
    found = seats(*four)
    line = found.tables[0]
    assert (line.north, line.east, line.south, line.west) == ("1", "2", "3", "4")
    assert found.complete
    assert not seats(*four[:3]).complete


def test_a_player_of_chess_sits_by_colour() -> None:
    chess = (EventFact(discipline=Discipline.CHESS),)
    found = seats(seat("4", "1", colour="b", kind="player"), seat("9", "1", colour="w", kind="player"), events=chess)
    assert (found.tables[0].white, found.tables[0].black, found.complete) == ("9", "4", True)


def test_an_opponent_who_has_no_seat_of_his_own_takes_the_other_side() -> None:
    assert shown(seats(seat("3", "1", "EW", opponent="9"))) == [("1", "9", "3")]


def test_two_who_name_each_other_meet_even_without_a_table() -> None:
    found = seats(seat("3", opponent="9", kind="team"), seat("9", opponent="3", kind="team"))
    assert shown(found) == [(None, "3", "9")]
    assert found.sitting_out == ()


def test_who_has_no_table_or_does_not_go_on_sits_out() -> None:
    found = seats(seat("1", "1", "NS"), seat("2", "1", "EW"), seat("3"), seat("4", "2", "NS", resigned=True))
    assert found.sitting_out == ("3", "4")
    assert shown(found) == [("1", "1", "2")]


def test_a_table_with_one_pair_makes_the_assignment_incomplete() -> None:
    assert not seats(seat("1", "1", "NS"), seat("2", "1", "EW"), seat("3", "2", "NS")).complete


def test_nobody_is_lost_when_a_seat_is_stated_for_two() -> None:
    found = seats(seat("1", "1", "NS"), seat("2", "1", "NS"), seat("3", "1", "EW"))
    assert shown(found) == [("1", "1", "3"), ("1", "2", None)]
    assert not found.complete
    four = seats(seat("1", "1", "NS"), seat("2", "1", "NS"), seat("3", "1", "EW"), seat("4", "1", "EW"))
    assert shown(four) == [("1", "1", "3"), ("1", "2", "4")]
    assert not four.complete
    three = seats(seat("1", "1"), seat("2", "1"), seat("3", "1"))
    assert sorted(name for line in three.tables for name in (line.ns, line.ew) if name) == ["1", "2", "3"]


def test_seats_to_come_count_before_those_of_the_start() -> None:
    found = seats(seat("1", "1", "NS", stage="start"), seat("1", "5", "EW"), seat("2", "5", "NS"))
    assert found.stage == "next"
    assert shown(found) == [("5", "2", "1")]


def test_seats_of_the_start_end_with_the_first_result() -> None:
    start = (seat("1", "1", "NS", stage="start"), seat("2", "1", "EW", stage="start"))
    assert seats(*start).stage == "start"
    assert stated_seats(merged(seats=start, results=(result("1", "1", "2"),))) is None


def test_seats_of_the_start_of_a_later_session_are_taken_when_the_earlier_has_been_played() -> None:
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    start = tuple(seat(n, "1", d, stage="start", session=s) for s in "12" for n, d in (("1", "NS"), ("2", "EW")))
    assert seats(*start, sessions=sessions).session == "1"
    assert seats(*start, sessions=sessions, results=(result("1", "1", "2", session="1"),)).session == "2"
    assert stated_seats(merged(seats=start, sessions=sessions, results=(result("1", "1", "2", session="2"),))) is None


def test_seats_after_a_session_end_when_the_next_one_is_played() -> None:
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    after_first = (seat("1", "1", "NS", session="1"), seat("2", "1", "EW", session="1"))
    played = (result("1", "1", "2", session="1"),)
    assert seats(*after_first, sessions=sessions, results=played).session == "1"
    played += (result("1", "1", "2", session="2"),)
    assert stated_seats(merged(seats=after_first, sessions=sessions, results=played)) is None


def two_sessions(rounds_over: int, *more: SeatFact) -> RoundAssignment | None:
    """Three tables for three rounds in session 1, whose file says who sits where after it."""
    plan = mitchell(3, winners=1).replace(session="1")
    results = tuple(one.replace(session="1") for one in results_of(plan, rounds_over))
    after = (seat("1", "1", "NS", session="1"), seat("4", "1", "EW", session="1"))
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    return next_round(merged(seats=(*after, *more), sessions=sessions, results=results, movements=(plan,)))  # type: ignore[return-value]


def test_seats_after_a_session_wait_for_the_end_of_its_movement() -> None:
    assert [found.rule for over in (0, 1, 2) if (found := two_sessions(over))] == ["movement"] * 3
    after = two_sessions(3)
    assert after is not None
    assert (after.rule, after.stage, shown(after)) == ("stated", "next", [("1", "1", "4")])


def test_the_start_of_the_next_session_waits_too_and_then_counts_before_what_the_last_one_said() -> None:
    start = (seat("6", "2", "NS", session="2", stage="start"), seat("4", "2", "EW", session="2", stage="start"))
    during, after = two_sessions(2, *start), two_sessions(3, *start)
    assert during is not None
    assert during.rule == "movement"
    assert after is not None
    assert (after.session, after.stage, shown(after)) == ("2", "start", [("2", "6", "4")])


def test_who_should_meet_a_phantom_sits_out_and_the_seats_are_complete() -> None:
    phantom = Participant(id="9", kind="pair", section="A", phantom=True)
    facts = (seat("1", "1", "NS", section="A"), seat("2", "1", "EW", section="A"), seat("3", "2", "NS", section="A"))
    found = seats(*facts, participants=(phantom,))
    assert (shown(found), found.sitting_out, found.complete) == ([("1", "1", "2")], ("3",), True)
    elsewhere = seats(*facts, participants=(phantom.replace(section="B"),))
    assert (elsewhere.sitting_out, elsewhere.complete) == ((), False)


def test_of_several_rounds_the_earliest_that_is_not_complete_is_seated() -> None:
    facts = [seat(n, "1", d, round=r) for r in (4, 3, 2) for n, d in (("1", "NS"), ("2", "EW"))]
    assert seats(*facts, rounds_complete=2).round == 3
    assert seats(*facts).round == 2
    assert stated_seats(merged(seats=tuple(facts), rounds_complete=4)) is None


def in_second_session(
    number: int, *, sections: tuple[SectionProgress, ...] = (), matches: tuple[MatchFact, ...] = ()
) -> RoundAssignment | None:
    """Seats for a round of session 2, after five rounds of session 1 and those that the event says of session 2."""
    facts = tuple(seat(n, "1", d, round=number, session="2") for n, d in (("1", "NS"), ("2", "EW")))
    of = merged(
        seats=facts,
        matches=matches,
        rounds_complete=6,
        sessions=(SessionFact(id="1"), SessionFact(id="2")),
        results=(result("1", "1", "2", session="1"), result("1", "1", "2", session="2")),
    )
    progress = of.standings.progress.replace(sections=sections)
    return stated_seats(of.replace(standings=of.standings.replace(progress=progress)))


def test_rounds_of_a_second_session_are_counted_from_its_own_first() -> None:
    first = SectionProgress(session="1", section="A", rounds_complete=5)
    second = tuple(SectionProgress(session="2", section=s, rounds_complete=n) for s, n in (("A", 2), ("B", 1)))
    found = in_second_session(2, sections=(first, *second))
    assert found is not None
    assert (found.session, found.round) == ("2", 2)
    assert in_second_session(1, sections=(first, *second)) is None


def test_matches_of_a_second_session_are_counted_from_its_own_first() -> None:
    over = MatchFact(session="2", round=1, kind="pairs", home="1", away="2", home_score=Decimal(12))
    bye = MatchFact(session="2", round=1, kind="pairs", home="3")
    playing = MatchFact(session="2", round=2, kind="pairs", home="1", away="3")
    assert in_second_session(1, matches=(over, bye, playing)) is None
    found = in_second_session(2, matches=(over, bye, playing))
    assert found is not None
    assert found.round == 2


@pytest.mark.slow
def test_seating_thousands_of_tables_takes_no_pairwise_loop() -> None:
    facts = tuple(seat(f"{t}{d}", str(t), d) for t in range(5_000) for d in ("NS", "EW"))
    people = tuple(pair(fact.participant) for fact in facts)
    started = time.process_time()
    found = seats(*facts, participants=people)
    assert time.process_time() - started < scaled(5)
    assert len(found.tables) == 5_000


def test_pairings_of_a_numbered_round_of_chess_are_left_to_the_rule_of_chess() -> None:
    seats_ = tuple(
        SeatFact(kind="player", participant=name, stage="next", round=2, opponent=other, colour=colour)
        for name, other, colour in (("1", "2", "w"), ("2", "1", "b"))
    )
    chess = EventFact(name="Open", discipline=Discipline.CHESS)
    assert stated_seats(merged(events=(chess,), seats=seats_)) is None
    assert stated_seats(merged(seats=seats_)) is not None


def test_seats_of_no_round_come_before_those_of_the_first() -> None:
    numbered = (seat("1", "1", "NS", round=1), seat("2", "1", "EW", round=1))
    found = seats(*numbered, seat("3", "5", "NS"), seat("4", "5", "EW"))
    assert (found.round, shown(found)) == (None, [("5", "3", "4")])
