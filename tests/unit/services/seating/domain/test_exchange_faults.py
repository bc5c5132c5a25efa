"""What exchanges by hand break: rematches, colours, byes, bans, federations and boards."""

from typing import Any

import pytest

from contracts.facts import Participant, Person
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import Method, Progress, ScoredMatch, Standings
from services.seating.domain.exchange_faults import exchange_faults
from tests.support.chess_rounds import SWISS, chess_event, players
from tests.support.fragments import result
from tests.support.merged import merged


def seats(*lines: SeatAssignment, out: tuple[str, ...] = (), number: int = 3) -> RoundAssignment:
    return RoundAssignment(event="open", stage="round", round=number, rule="x", tables=lines, sitting_out=out)


def games(*couples: tuple[str, str], **more: Any) -> RoundAssignment:
    return seats(*(SeatAssignment(table=str(n), white=w, black=b) for n, (w, b) in enumerate(couples, 1)), **more)


def pairs(*couples: tuple[str, str], first_board: int = 9, **more: Any) -> RoundAssignment:
    lines = (
        SeatAssignment(
            table=str(n), ns=ns, ew=ew, first_board=str(first_board + 2 * n), last_board=str(first_board + 1 + 2 * n)
        )
        for n, (ns, ew) in enumerate(couples)
    )
    return seats(*lines, **more)


def texts(drawn: RoundAssignment, now: RoundAssignment, of: EventMerged) -> list[str]:
    found = list(exchange_faults(drawn, now, of))
    assert {finding.code for finding in found} <= {"seating.exchange-breaks"}
    return [finding.message for finding in found]


CHESS = chess_event(*SWISS, *players("2 w 1, 3 b 1", "1 b 0, 4 w =", "4 w 1, 1 w 0", "3 b 0, 2 b =", "- U, - Z"))


@pytest.mark.parametrize(
    ("now", "out", "expected"),
    [
        ((("1", "4"), ("2", "3")), ("5",), []),
        ((("1", "2"), ("4", "3")), ("5",), ["1 and 2 meet again: they met in round 1"]),
        ((("3", "2"), ("1", "4")), ("5",), ["3 has White for the third time running"]),
    ],
)
def test_players_who_meet_again_or_have_a_colour_too_often_are_named(
    now: tuple[tuple[str, str], ...], out: tuple[str, ...], expected: list[str]
) -> None:
    assert texts(games(("4", "1"), ("3", "2"), out=out), games(*now, out=out), CHESS)[: len(expected)] == expected


def test_a_colour_three_times_more_than_the_other_is_too_often() -> None:
    event = chess_event(*SWISS, *players("2 w 1, 3 w 1, 4 b 0, 5 w 1", "1 b 0", "", "", ""))
    (text,) = texts(games(("6", "1"), number=5), games(("1", "6"), number=5), event)
    assert text == "1 has White three times more than Black"


def test_whoever_has_had_a_bye_or_won_without_playing_sits_out_again() -> None:
    drawn, now = games(("1", "5"), out=("2",)), games(("1", "2"), out=("5",))
    assert "5 sits out again, after pairing-allocated bye in round 1" in texts(drawn, now, CHESS)
    assert texts(now, drawn, CHESS) == []


def test_a_ban_and_a_federation_are_broken_where_those_meet_whom_they_concern() -> None:
    event = chess_event(*SWISS, "260    1    9    1    4", *players("2 w 1", "1 b 0", "4 w 1", "3 b 0"))
    listed = tuple(
        each.replace(players=(Person(name="x", federation="NED" if each.id in "14" else "BEL"),))
        for each in event.facts.participants
    )
    of = event.replace(facts=event.facts.replace(participants=listed))
    found = texts(games(("1", "3"), ("2", "4"), number=2), games(("1", "4"), ("2", "3"), number=2), of)
    assert "1 and 4 are both of federation NED" in found
    assert "2 and 3 are both of federation BEL" in found
    one = tuple(each.replace(players=(Person(name="x", federation="NED"),)) for each in listed)
    of = event.replace(facts=event.facts.replace(participants=one))
    found = texts(games(("1", "3"), ("2", "4"), number=2), games(("1", "4"), ("2", "3"), number=2), of)
    assert not any("federation" in text for text in found)


def test_a_match_that_was_played_and_a_bye_come_again() -> None:
    matches = (
        ScoredMatch(unit="vps", home="1", away="4", round=1),
        ScoredMatch(unit="vps", home="5", round=2),
        ScoredMatch(unit="vps", home="2", away="3"),
    )
    standings = Standings(
        event="open", name="x", method=Method(board_scoring="imps"), matches=matches, progress=Progress()
    )
    of = merged(standings=standings, participants=(Participant(id="1", kind="team"),))
    drawn, now = pairs(("1", "2"), ("5", "3"), out=("4",)), pairs(("1", "4"), ("2", "3"), out=("5",))
    assert texts(drawn, now, of) == [
        "1 and 4 meet again: they met in round 1",
        "2 and 3 meet again: they met before",
        "5 sits out again, after a bye in round 2",
    ]


def test_pairs_of_a_movement_meet_again_or_play_a_board_again() -> None:
    played = (
        result("9", "1", "5", round=1),
        result("10", "1", "5", round=1),
        result("11", "2", "4", round=2),
        result("12", "1", "2", round=3),
    )
    of = merged(results=played)
    drawn, now = pairs(("3", "5"), ("4", "1")), pairs(("1", "5"), ("2", "3"))
    assert texts(drawn, now, of) == [
        "1 and 5 meet again: they met in round 1",
        "1 has played boards 9, 10 before",
        "2 has played board 11 before",
    ]
    turned = pairs(("5", "1"), ("2", "3"))
    assert not any("meet again" in text for text in texts(now, turned, of))


def test_boards_that_are_no_numbers_or_too_many_are_taken_at_their_ends() -> None:
    of = merged(results=(result("A", "1", "5", round=1), result("900", "2", "4", round=1)))
    lines = (
        SeatAssignment(ns="1", first_board="A", last_board="B"),
        SeatAssignment(ns="2", first_board="1", last_board="99999"),
        SeatAssignment(ns="3"),
    )
    now = seats(*lines)
    drawn = seats(*(line.replace(ns="8") for line in lines))
    assert texts(drawn, now, of) == ["1 has played board A before"]
