"""Who the numbers of a movement are, and who sits at a table."""

import pytest

from contracts.facts import MovementFact, MovementLine, Sides
from shared.bridge.movement_ids import MOST_BOARDS, boards_of, everybody_at, teams_at, with_ids


def one_table(first_board: str | None = "1", section: str | None = "A") -> MovementFact:
    line = MovementLine(round=1, table="1", sides=Sides(ns="1", ew="2"), first_board=first_board)
    other = MovementLine(round=1, table="2", sides=Sides(ns="3", ew="4"), first_board="3")
    return MovementFact(id="M", kind="pairs", section=section, lines=(line, other))


@pytest.mark.parametrize(
    ("ids", "meant"),
    [
        ({"1", "2"}, ("1", "2")),
        ({"1NS", "2EW"}, ("1NS", "2EW")),
        ({"A-1", "A-2"}, ("A-1", "A-2")),
        ({"A-1NS", "A-2EW"}, ("A-1NS", "A-2EW")),
        ({"1", "1NS", "2EW"}, ("1", "2EW")),
        (set(), ("1", "2")),
    ],
)
def test_a_number_is_the_participant_of_that_number_side_or_section(ids: set[str], meant: tuple[str, str]) -> None:
    sides = with_ids(one_table(), ids).lines[0].sides
    assert (sides.ns, sides.ew) == meant


def test_a_table_without_boards_among_others_is_that_of_a_phantom() -> None:
    lines = with_ids(one_table(first_board=None), {"1", "2"}).lines
    assert [everybody_at(line.sides) for line in lines] == [frozenset(), {"3", "4"}]


def test_pairs_or_players_sit_at_a_table_else_teams() -> None:
    assert everybody_at(Sides(ns="1", ew="2", ns_team="A", ew_team="B")) == {"1", "2"}
    assert everybody_at(Sides(north="1", south="2", east="3", west="4")) == {"1", "2", "3", "4"}
    assert everybody_at(Sides(ns_team="A", ew_team="B")) == teams_at(Sides(ns_team="A", ew_team="B")) == {"A", "B"}


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("3", "5", ("3", "4", "5")),
        ("3", "3", ("3",)),
        ("A1", "A2", ("A1", "A2")),
        ("A1", "A1", ("A1",)),
        ("1", "999999999", ("1", "999999999")),
        ("5", "3", ("5", "3")),
        (None, None, ()),
        ("4", None, ("4",)),
    ],
)
def test_boards_of_a_line_are_those_between_its_first_and_last(
    first: str | None, last: str | None, expected: tuple[str, ...]
) -> None:
    assert boards_of(MovementLine(round=1, table="1", sides=Sides(), first_board=first, last_board=last)) == expected


def test_a_line_may_claim_as_many_boards_as_a_session_has_and_no_more() -> None:
    def boards(first: str, last: str) -> tuple[str, ...]:
        return boards_of(MovementLine(round=1, table="1", sides=Sides(), first_board=first, last_board=last))

    assert len(boards("1", str(MOST_BOARDS))) == MOST_BOARDS
    assert boards("1", str(MOST_BOARDS + 1)) == ("1", str(MOST_BOARDS + 1))
