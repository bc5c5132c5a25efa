"""What comes after a complete round of chess."""

import pytest

from contracts.codes import seating as codes
from contracts.seating import RoundAssignment
from services.seating.domain.chess_draw import Draw, DrawNeeded, Pairing, System
from services.seating.domain.chess_round import chess_round
from tests.support.chess_rounds import SWISS, chess_event, players
from tests.support.merged import merged

FOUR = players("3 w 1", "4 b =", "1 b 0", "2 w =")


def after(*lines: str) -> RoundAssignment | DrawNeeded | None:
    return chess_round(chess_event(*lines))


def test_a_complete_round_is_followed_by_a_draw() -> None:
    found = after(*SWISS, *FOUR)
    assert isinstance(found, DrawNeeded)
    assert (found.request.system, found.request.round) == (System.DUTCH, 2)
    seats = found.finish(Draw((Pairing(1, 0, 1), Pairing(2, 3, 2))))
    assert (seats.event, seats.round, len(seats.tables)) == ("made-up-open", 2, 2)


def test_the_first_round_is_drawn_when_nothing_is_played() -> None:
    found = after(*SWISS, *players("", "", "", ""))
    assert isinstance(found, DrawNeeded)
    assert found.request.round == 1


@pytest.mark.parametrize(
    "lines",
    [
        (*SWISS, *players("3 w 1", "4 b", "1 b 0", "2 w")),
        ("012 Made-up Open", "142 1", SWISS[4], *FOUR),
        (*SWISS, *players("")),
    ],
    ids=["in play", "over", "alone"],
)
def test_nothing_is_drawn_while_a_round_is_in_play_after_the_last_one_and_for_one(lines: tuple[str, ...]) -> None:
    assert after(*lines) is None


def test_it_is_for_chess_alone() -> None:
    assert chess_round(merged()) is None


@pytest.mark.parametrize(("code", "rule"), [("FIDE_DUTCH_2017", "fide-dutch"), ("FIDE_DUBOV", "unsupported")])
def test_what_is_not_drawn_is_refused_with_a_finding(code: str, rule: str) -> None:
    found = after(*SWISS[:4], f"192 {code}", *FOUR)
    assert isinstance(found, RoundAssignment)
    assert (found.rule, found.round, found.complete, found.tables) == (rule, 2, False, ())
    assert [finding.code for finding in found.findings] == [codes.SYSTEM_NOT_DRAWN.code]


def test_a_round_robin_goes_on_by_its_table() -> None:
    found = after("012 Made-up Cup", "142 3", "192 BERGER_ROUNDROBIN", *players("4 w 1", "3 w =", "2 b =", "1 b 0"))
    assert isinstance(found, RoundAssignment)
    assert [(line.white, line.black) for line in found.tables] == [("4", "3"), ("1", "2")]


def test_a_round_robin_that_nothing_names_is_over_after_its_rounds() -> None:
    rows = ("4 w 1, 2 w 1, 3 b 1", "3 w =, 1 b 0, 4 w 1", "2 b =, 4 b =, 1 w 0", "1 b 0, 3 w =, 2 b 0")
    assert after("012 Made-up Cup", *players(*rows)) is None


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (("3 w 1", "4 b =", "4 b 0", "2 w ="), "round 1: 1 names 3 as opponent, who does not name 1"),
        (("3 w 1", "4 b =", "1 w 0", "2 w ="), "round 1: 1 and 3 do not have one White and one Black"),
        (("3 - 1", "4 b =", "1 - 0", "2 w ="), "round 1: 1 and 3 do not have one White and one Black"),
    ],
    ids=["opponents", "colours", "no colours"],
)
def test_rounds_that_contradict_themselves_are_not_drawn_upon(rows: tuple[str, ...], said: str) -> None:
    found = after(*SWISS, *players(*rows))
    assert isinstance(found, RoundAssignment)
    assert [(finding.code, finding.message) for finding in found.findings] == [(codes.ROUNDS_CONTRADICT.code, said)]


def test_a_forfeit_needs_no_colours() -> None:
    assert isinstance(after(*SWISS, *players("3 - +", "4 b =", "1 - -", "2 w =")), DrawNeeded)
