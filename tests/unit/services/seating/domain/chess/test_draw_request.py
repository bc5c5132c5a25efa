"""From a chess event to the request for a draw."""

from fractions import Fraction

import pytest

from contracts.codes import seating as codes
from services.seating.domain.chess.draw import DrawRequest, Forbidden, System
from services.seating.domain.chess.draw_request import Prepared, byes_of, contradiction, initial_colour, prepare
from services.seating.domain.chess.pairing_system import Swiss
from shared.chess.from_facts import tournament_of
from shared.chess.model import Kind
from tests.support.chess_rounds import SWISS, facts_of, players
from tests.support.trf_lines import abnormal, accelerated, team

DUTCH = Swiss(System.DUTCH)
FOUR = ("3 w 1", "4 b =", "1 b 0", "2 w =")


def ready(*lines: str, round_: int = 2, swiss: Swiss = DUTCH, header: tuple[str, ...] = SWISS) -> Prepared:
    facts = facts_of(*header, *lines)
    return prepare(facts, tournament_of(facts), swiss, round_)


def request(*lines: str, round_: int = 2, swiss: Swiss = DUTCH) -> DrawRequest:
    return ready(*lines, round_=round_, swiss=swiss).request


def test_history_points_and_rounds_come_from_the_file() -> None:
    found = request(*players(*FOUR))
    assert [one.id for one in found.contestants] == ["1", "2", "3", "4"]
    assert [found.score(at) for at in range(4)] == [1, Fraction(1, 2), 0, Fraction(1, 2)]
    turn = found.contestants[2].turns[0]
    assert (turn.kind, turn.opponent, turn.colour, turn.standard) == (Kind.PLAYED, 0, "b", 0)
    assert (found.round, found.rounds, found.initial_colour, found.edition) == (2, 5, "w", 2026)
    assert (found.win, found.draw, found.loss, found.scale) == (2, 1, 0, 2)
    assert ready(*players(*FOUR)).notes == ()


def test_points_of_the_scoring_system_count() -> None:
    found = request("162 W 3.0 D 1.0 L 0.0", *players(*FOUR))
    assert (found.win, found.draw, found.score(0)) == (6, 2, 3)


def test_byes_of_the_round_are_away_with_their_letter() -> None:
    found = request("240 H   2    4", "XXZ 3", *players("3 w 1", "4 b =, - F", "1 b 0", "2 w ="))
    assert [one.away for one in found.contestants] == [None, "F", "Z", "H"]


def test_byes_of_other_rounds_say_nothing() -> None:
    facts = facts_of(*SWISS, "240 H   3    4", *players(*FOUR))
    assert byes_of(facts, "player", 2) == {}
    assert byes_of(facts, "player", 3) == {"4": "H"}


def test_bans_of_both_records_hold_in_their_rounds() -> None:
    found = request("260   1   3    1    2    9", "XXP 3 4", *players(*FOUR))
    assert found.forbidden == (Forbidden(1, 3, (0, 1)), Forbidden(1, 999, (2, 3)))


def test_fictitious_points_are_of_their_rounds() -> None:
    found = request(accelerated("", "1.0", 1, 1, 1, 2), accelerated("", "0.5", 2, 2, 1, 1), *players(*FOUR))
    assert [one.fictitious_points for one in found.contestants] == [((1, 0), (Fraction(1, 2), 0)), ((1, 0),), (), ()]
    assert [found.score(at) for at in range(4)] == [Fraction(3, 2), Fraction(1, 2), 0, Fraction(1, 2)]


def test_baku_by_name_gives_the_points_of_the_regulations() -> None:
    found = request(*players(*["" for _ in range(9)]), round_=1, swiss=Swiss(System.DUTCH, baku=True))
    lent = [[points[0] for points in one.fictitious_points] for one in found.contestants]
    assert lent == [[1, 1, Fraction(1, 2)]] * 6 + [[]] * 3


def test_points_that_are_spelled_out_come_before_baku() -> None:
    lines = (accelerated("", "2.0", 1, 1, 1, 1), *players(*FOUR))
    found = request(*lines, swiss=Swiss(System.DUTCH, baku=True))
    assert [len(one.fictitious_points) for one in found.contestants] == [1, 0, 0, 0]


def test_points_given_and_taken_count_for_the_draw() -> None:
    found = request(abnormal("", "", "-1.0", 1, 3), *players(*FOUR))
    assert [found.score(at) for at in range(4)] == [1, Fraction(1, 2), -1, Fraction(1, 2)]


def test_without_a_number_of_rounds_two_more_are_thought_to_follow_and_it_is_said() -> None:
    found = ready(*players(*FOUR), header=SWISS[:2])
    assert found.request.rounds == 4
    assert [note.code for note in found.notes] == [codes.ROUNDS_UNKNOWN.code]


def test_dates_of_rounds_count_them_where_no_record_does() -> None:
    dates = "132" + " " * 88 + "26/05/01  26/05/02  26/05/03"
    assert ready(dates, *players(*FOUR), header=SWISS[:2]).request.rounds == 3


def test_a_system_that_is_assumed_is_said_to_be() -> None:
    notes = ready(*players(*FOUR), swiss=Swiss(System.DUTCH, stated=False)).notes
    assert [note.code for note in notes] == [codes.SYSTEM_ASSUMED.code]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("152 B", *players(*FOUR)), ("b", False)),
        (("XXC black1", *players(*FOUR)), ("b", False)),
        (players("3 b 1", "4 w =", "1 w 0", "2 b ="), ("b", False)),
        (players("3 w 1", "4 b =", "1 b 0", "2 w ="), ("w", False)),
        (players("", "", ""), ("w", True)),
    ],
)
def test_the_initial_colour_is_stated_or_shown_by_round_one_or_white(
    lines: list[str], expected: tuple[str, bool]
) -> None:
    facts = facts_of(*SWISS[:2], *lines)
    assert initial_colour(facts, tournament_of(facts)) == expected


def test_the_initial_colour_is_found_when_the_first_has_a_bye_in_round_one() -> None:
    rows = ("- H", "4 w 1", "5 b 1", "2 b 0", "3 w 0")
    facts = facts_of(*SWISS[:2], *players(*rows))
    assert initial_colour(facts, tournament_of(facts)) == ("w", False)
    by_number = ("- H", "4 b 1", "5 w 1", "2 w 0", "3 b 0")
    facts = facts_of(*SWISS[:2], *players(*by_number))
    assert initial_colour(facts, tournament_of(facts)) == ("b", False)


def test_a_white_colour_that_was_assumed_is_said_to_be() -> None:
    notes = ready(*players("", "", ""), round_=1, header=(*SWISS[:3], SWISS[4])).notes
    assert [note.code for note in notes] == [codes.COLOUR_ASSUMED.code]


def test_teams_carry_both_scores_and_leave_boards_out() -> None:
    lines = [
        "012 League",
        "142 5",
        "152 W",
        "192 FIDE_TEAM_TYPEB_MP_GP",
        "352 WB",
        "240 H   2    2",
        team(1, (1, 2)),
        team(2, (3, 4)),
        *players("3 w 1", "4 b =", "1 b 0", "2 w ="),
    ]
    facts = facts_of(*lines)
    swiss = Swiss(System.TEAM_SWISS)
    found = prepare(facts, tournament_of(facts), swiss, 2).request
    assert [one.turns[0].points for one in found.contestants] == [(4, 3), (0, 1)]
    assert [one.turns[0].boards for one in found.contestants] == [(), ()]
    assert [one.away for one in found.contestants] == [None, "H"]
    assert (found.boards, found.win, found.draw) == (2, 4, 2)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (FOUR, None),
        (("2 w 1", "3 b 0", "2 w 1", "- Z"), "round 1: 1 names 2 as opponent, who does not name 1"),
        (("2 w 1", "1 w 0"), "round 1: 1 and 2 do not have one White and one Black"),
        (("2 - +", "1 - -"), None),
        (("2 w +", "1 - -"), "round 1: 1 and 2 do not have one White and one Black"),
    ],
    ids=["all agree", "other opponents", "both White", "a forfeit without colours", "a forfeit with one colour"],
)
def test_a_draw_is_made_from_rounds_that_agree(rows: tuple[str, ...], sentence: str | None) -> None:
    assert contradiction(tournament_of(facts_of(*SWISS, *players(*rows))), 2) == sentence


def test_rounds_from_the_one_that_is_drawn_on_contradict_nothing() -> None:
    tournament = tournament_of(facts_of(*SWISS, *players("2 w 1, 2 w 1", "1 b 0, 1 w 0")))
    assert contradiction(tournament, 2) is None
    assert contradiction(tournament, 3) is not None


def test_rounds_before_the_first_fictitious_points_have_none_of_either_kind() -> None:
    found = request(accelerated("", "0.5", 2, 2, 1, 1), *players(*FOUR))
    assert found.contestants[0].fictitious_points == ((0, 0), (Fraction(1, 2), 0))
