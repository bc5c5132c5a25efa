"""From a draw to seats: reasons, byes, and findings where there is no pairing."""

from dataclasses import replace
from fractions import Fraction

import pytest

from contracts.codes import seating as codes
from contracts.codes.code import Code
from services.seating.domain.chess.draw import Contestant, Draw, DrawRequest, NoPairing, Pairing, System, Why
from services.seating.domain.chess.seats import drawn_round, points_text
from shared.chess.model import GAME, MATCH, Kind, Turn

NOTE = codes.SYSTEM_ASSUMED.finding("by the usual one")


def one(number: int, points: int, away: str | None = None) -> Contestant:
    return Contestant(str(number), number, (Turn(Kind.PLAYED, points=(points, 0)),), away=away)


REQUEST = DrawRequest(System.DUTCH, 2, 5, (one(1, 2), one(2, 1), one(3, 2), one(4, 2), one(5, 0), one(6, 0, "H")), "w")
DRAW = Draw((Pairing(1, 2, 0, "E.1"), Pairing(2, 1, 3, "E.5")), bye=4)


def test_every_table_says_with_how_many_points_they_meet_and_what_decided_the_colours() -> None:
    found = drawn_round("e", REQUEST, (), DRAW)
    assert [(line.table, line.white, line.black) for line in found.tables] == [("1", "3", "1"), ("2", "2", "4")]
    assert [line.reason for line in found.tables] == [
        "both have 1 point; both get the colour they are due",
        "½ against 1 point; colours by number and initial colour",
    ]
    assert (found.rule, found.round, found.complete, found.basis) == ("fide-dutch", 2, True, REQUEST.digest)


def test_the_pairing_allocated_bye_comes_before_the_byes_that_were_asked_for() -> None:
    found = drawn_round("e", REQUEST, (NOTE,), DRAW)
    assert found.sitting_out == ("5", "6")
    assert [(bye.name, bye.value) for bye in found.byes] == [("5", "U"), ("6", "H")]
    assert found.findings == (NOTE,)


@pytest.mark.parametrize(
    ("why", "code"),
    [
        (Why.NONE_EXISTS, codes.NO_PAIRING),
        (Why.TIME, codes.DRAW_STOPPED),
        (Why.MEMORY, codes.DRAW_STOPPED),
        (Why.FAILED, codes.DRAW_FAILED),
        (Why.NOT_SUPPORTED, codes.SYSTEM_NOT_DRAWN),
    ],
)
def test_no_pairing_is_an_answer_with_its_reason(why: Why, code: Code) -> None:
    found = drawn_round("e", REQUEST, (NOTE,), NoPairing(why, "because"))
    assert (found.tables, found.complete, found.rule, found.basis) == ((), False, "fide-dutch", REQUEST.digest)
    assert [finding.code for finding in found.findings] == [code.code, NOTE.code]
    assert found.findings[0].message == "round 2: because"


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (Fraction(3), "3"),
        (Fraction(1, 2), "½"),
        (Fraction(5, 2), "2½"),
        (Fraction(0), "0"),
        (Fraction(9, 4), "9/4"),
        (Fraction(-1, 2), "-1/2"),
    ],
)
def test_points_are_written_as_people_write_them(points: Fraction, text: str) -> None:
    assert points_text(points) == text


def test_points_are_counted_in_words_of_one_or_many_and_by_the_score_that_pairs_teams() -> None:
    both = Draw((Pairing(1, 0, 3), Pairing(2, 4, 0)))
    assert [line.reason for line in drawn_round("e", REQUEST, (), both).tables] == [
        "both have 1 point",
        "0 against 1 point",
    ]
    turned = drawn_round("e", REQUEST, (), Draw((Pairing(1, 0, 4),)))
    assert turned.tables[0].reason == "1 against 0 points"
    teams = replace(REQUEST, system=System.TEAM_SWISS, primary=GAME)
    (table,) = drawn_round("e", teams, (), Draw((Pairing(1, 0, 1),))).tables
    assert table.reason == "both have 0 game points"
    assert drawn_round("e", replace(teams, primary=MATCH), (), both).tables[0].reason == "both have 1 point"
