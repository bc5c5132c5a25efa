"""Seats that follow, as a game file has them."""

from decimal import Decimal
from typing import Any

from contracts.base import Place
from contracts.facts import Facts, MatchFact, Participant, SeatFact
from shared.formats.acblscore.writer.next_round import next_session, seat_fields, with_drawn
from shared.formats.losses import Losses


def seat(who: str, **more: Any) -> SeatFact:
    return SeatFact.checked({"participant": who, "stage": "next", **more})


def drawn(who: str, other: str, direction: str, *, round: int = 2, table: str = "1") -> SeatFact:
    return seat(who, kind="team", round=round, section="T", table=table, opponent=other, direction=direction)


def match(home: str, away: str, round: int, won: int | None = None) -> MatchFact:
    scores = {"home_score": Decimal(won), "away_score": Decimal(20 - won)} if won is not None else {}
    return MatchFact(kind="teams", round=round, home=home, away=away, unit="vps", boards=7, **scores)  # type: ignore[arg-type]


def test_a_seat_is_a_section_a_direction_and_a_table() -> None:
    fields = seat_fields(seat("1", section="B", table="12", direction="EW"))
    assert fields == {"next_section": "B", "next_direction": "E", "next_table": 12}


def test_who_has_resigned_has_no_seat() -> None:
    fields = seat_fields(seat("1", section="B", table="12", direction="EW", resigned=True))
    assert fields == {"next_section": "98", "next_direction": " ", "next_table": 0}


def test_a_table_that_is_no_number_is_no_table() -> None:
    assert seat_fields(seat("1", section="B", table="Bar"))["next_table"] == 0


def test_seats_of_the_next_session_are_told_from_those_of_a_round() -> None:
    seats = (
        seat("1", session="1", table="2"),
        seat("2", session="1", round=4, table="3"),
        seat("3", session="2"),
        seat("4", session="1", kind="team"),
        SeatFact(participant="5", stage="start", session="1"),
    )
    losses = Losses()
    assert [one.participant for one in next_session(Facts(seats=seats), "1", losses)] == ["1"]
    assert [(loss.what, loss.count) for loss in losses.items()] == [("seat in a round", 1)]


def test_a_drawn_match_is_added_once_the_side_that_sits_north_south_first() -> None:
    seats = (drawn("2", "1", "EW"), drawn("1", "2", "NS"))
    facts = Facts(seats=seats, participants=(Participant(id="1", kind="team", section="T"),))
    played = match("1", "3", 1, 12)
    first, second = with_drawn(facts, [played], None)
    assert first is played
    assert (second.round, second.table, second.home, second.away, second.section) == (2, "T1", "1", "2", "T")
    assert (second.unit, second.boards, second.home_score) == ("vps", 7, None)


def test_a_match_that_is_drawn_already_stands() -> None:
    known = match("2", "1", 2)
    assert with_drawn(Facts(seats=(drawn("1", "2", "NS"), drawn("2", "1", "EW"))), [known], None) == (known,)


def test_another_draw_takes_the_place_of_one_that_was_not_played() -> None:
    seats = (drawn("1", "2", "NS"), drawn("2", "1", "EW"))
    known = [match("1", "3", 2), match("4", "2", 2, 11), match("5", "6", 2)]
    found = with_drawn(Facts(seats=seats), known, None)
    assert [(one.home, one.away) for one in found] == [("4", "2"), ("5", "6"), ("1", "2")]


def test_seats_that_the_file_states_leave_its_matches_alone() -> None:
    stated = drawn("1", "2", "NS").replace(at=Place(offset=5))
    known = match("1", "3", 2)
    assert with_drawn(Facts(seats=(stated,)), [known], None) == (known,)


def test_a_drawn_match_is_of_the_section_of_its_team_else_of_its_table() -> None:
    seats = (drawn("1", "2", "NS").replace(section="T"), drawn("2", "1", "EW"))
    team = Participant(id="1", kind="team", section="S")
    (own,) = with_drawn(Facts(seats=seats, participants=(team,)), (), None)
    (other,) = with_drawn(Facts(seats=seats, participants=(team.replace(section=None),)), (), None)
    assert (own.section, other.section) == ("S", "T")


def test_a_seat_that_a_text_file_states_is_drawn_and_one_of_a_game_file_stands_already() -> None:
    seats = (drawn("1", "2", "NS"), drawn("2", "1", "EW"))
    stated = tuple(each.replace(at=Place(line=7)) for each in seats)
    found = with_drawn(Facts(seats=stated), (), None)
    assert [(match.home, match.away, match.round) for match in found] == [("1", "2", 2)]
    of_game_file = tuple(each.replace(at=Place(offset=7)) for each in seats)
    assert with_drawn(Facts(seats=of_game_file), (), None) == ()
