"""Who the numbers of a movement are, and who sits at a table."""

import pytest

from contracts.facts import MovementFact, MovementLine, Sides
from shared.bridge.movement_ids import everybody_at, teams_at, with_ids


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
