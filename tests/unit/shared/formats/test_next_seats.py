"""The seats that follow, among the facts of an event and beside them."""

from typing import Any

from contracts.base import Discipline
from contracts.codes.seating import AWAY
from contracts.facts import Detail, EventFact, GameFact, Participant, SeatFact, SessionFact, Sides
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import Method, Progress, Standings
from shared.formats.next_seats import beyond_the_movement, losses_of_seats, with_seats
from tests.support.fragments import pair, result
from tests.support.merged import merged

PAIRS = tuple(pair(number) for number in "1234")
FIRST = SeatAssignment(table="1", section="A", ns="1", ew="3", first_board="9", last_board="16")
SECOND = SeatAssignment(table="2", section="A", ns="2", ew="4", first_board="9", last_board="16")


def assigned(*tables: SeatAssignment, **more: Any) -> RoundAssignment:
    given: dict[str, Any] = {"stage": "round", "round": 2, "rule": "inferred", "tables": tables or (FIRST, SECOND)}
    return RoundAssignment(event="made-up-pairs", **{**given, **more})


def event(*, rounds: int | None = 1, complete: bool | None = None, **facts: Any) -> EventMerged:
    standings = Standings(
        event="made-up-pairs",
        name="Made-up pairs",
        method=Method(board_scoring="match_points"),
        progress=Progress(rounds_complete=rounds, complete=complete),
    )
    return merged(standings=standings, **{"participants": PAIRS, **facts})


def said(seats: tuple[SeatFact, ...]) -> list[tuple[Any, ...]]:
    return [(s.kind, s.participant, s.stage, s.round, s.section, s.table, s.direction, s.opponent) for s in seats]


def chess(**facts: Any) -> EventMerged:
    people = tuple(Participant(id=number, kind="player") for number in "123")
    return event(
        events=(EventFact(kind="individual", discipline=Discipline.CHESS),), **{"participants": people, **facts}
    )


def test_everybody_at_a_table_gets_a_seat_of_the_round() -> None:
    seated = with_seats(event(), assigned())
    assert said(seated.facts.seats) == [
        ("pair", "1", "next", 2, "A", "1", "NS", "3"),
        ("pair", "3", "next", 2, "A", "1", "EW", "1"),
        ("pair", "2", "next", 2, "A", "2", "NS", "4"),
        ("pair", "4", "next", 2, "A", "2", "EW", "2"),
    ]


def test_seats_of_the_first_round_are_those_of_the_start() -> None:
    seats = with_seats(event(), assigned(round=1)).facts.seats
    assert {(seat.stage, seat.round) for seat in seats} == {("start", None)}


def test_seats_without_a_session_are_those_of_the_only_one() -> None:
    seats = with_seats(event(sessions=(SessionFact(id="1"),)), assigned()).facts.seats
    assert {seat.session for seat in seats} == {"1"}


def test_teams_and_players_are_told_from_pairs() -> None:
    teams = tuple(Participant(id=number, kind="team") for number in "1234")
    both = event(events=(EventFact(kind="swiss_teams"),), participants=(*PAIRS, *teams))
    assert {seat.kind for seat in with_seats(both, assigned()).facts.seats} == {"team"}
    four = assigned(SeatAssignment(table="1", north="1", south="2", east="3", west="4"))
    players = event(participants=tuple(Participant(id=number, kind="player") for number in "1234"))
    seats = with_seats(players, four).facts.seats
    assert [(seat.kind, seat.participant, seat.direction, seat.opponent) for seat in seats] == [
        ("player", "1", "N", None),
        ("player", "2", "S", None),
        ("player", "3", "E", None),
        ("player", "4", "W", None),
    ]


def test_what_files_state_stays_as_it_is_unless_it_is_locked() -> None:
    stated = (SeatFact(participant="1", stage="next", table="7", direction="NS"),)
    known = event(seats=stated)
    assert with_seats(known, assigned(rule="stated", round=None, stage="next")) is known
    locked = with_seats(known, assigned(rule="stated", round=None, stage="next", locked=True))
    assert [(seat.participant, seat.table) for seat in locked.facts.seats] == [
        ("1", "1"),
        ("3", "1"),
        ("2", "2"),
        ("4", "2"),
    ]


def test_older_seats_give_way_and_later_ones_stay() -> None:
    old = SeatFact(participant="1", stage="next", round=1, table="5", direction="NS")
    same = SeatFact(participant="2", stage="next", round=2, table="6", direction="NS")
    later = SeatFact(participant="3", stage="next", round=4, text="H")
    start = SeatFact(participant="4", stage="start", table="8", direction="NS")
    seats = with_seats(event(seats=(old, same, later, start)), assigned()).facts.seats
    assert seats[:2] == (later, start)
    assert len(seats) == 6


def test_pairings_of_chess_have_colours_and_byes_their_letters() -> None:
    board = SeatAssignment(table="1", white="2", black="1")
    seats = assigned(board, rule="fide-dutch", round=1, sitting_out=("3",), byes=(Detail(name="3", value="U"),))
    found = with_seats(chess(), seats).facts.seats
    assert [(s.participant, s.round, s.colour, s.opponent, s.text) for s in found] == [
        ("2", 1, "w", "1", None),
        ("1", 1, "b", "2", None),
        ("3", 1, None, None, "U"),
    ]


def test_a_round_of_chess_that_the_file_has_already_is_left_to_it() -> None:
    games = (GameFact(round=2, player="1", opponent="2", colour="w"),)
    known = chess(games=games)
    assert with_seats(known, assigned(SeatAssignment(table="1", white="1", black="2"))) is known


def test_boards_and_those_who_sit_out_are_what_a_seat_cannot_say() -> None:
    lost = losses_of_seats(assigned(sitting_out=("5",)))
    assert [(loss.what, loss.count) for loss in lost] == [
        ("boards of the next round", 2),
        ("sitting out in the next round", 1),
    ]
    assert losses_of_seats(None) == losses_of_seats(assigned(rule="stated")) == ()


def test_seats_of_a_movement_are_in_the_movement() -> None:
    assert beyond_the_movement(assigned(rule="movement")) is None
    locked = assigned(rule="movement", locked=True)
    assert beyond_the_movement(locked) is locked
    away = assigned(rule="movement", findings=(AWAY.finding("5 is away in round 2", subject="5"),))
    assert beyond_the_movement(away) is away
    assert beyond_the_movement(assigned()) == assigned()


def test_the_merged_event_itself_is_not_changed() -> None:
    known = event(results=(result("1", "1", "3", 420),))
    before = known.model_dump_json()
    with_seats(known, assigned())
    assert known.model_dump_json() == before
    assert known.facts.results[0].sides == Sides(ns="1", ew="3")
