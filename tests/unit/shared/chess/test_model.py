"""The tournament as the rules see it."""

from fractions import Fraction

import pytest

from shared.chess.model import Edition, Entrant, Kind, Tournament, Turn, edition_of


@pytest.mark.parametrize(
    ("day", "edition"),
    [
        ("2023-09-01", Edition.C07_2023),
        ("2024-07-31", Edition.C07_2023),
        ("2024-08-01", Edition.C07_2024),
        ("2026-02-28", Edition.C07_2024),
        ("2026-03-01", Edition.C07_2026),
        (None, Edition.C07_2026),
        ("next spring", Edition.C07_2026),
    ],
)
def test_the_edition_is_the_one_in_force_on_the_first_day(day, edition):
    assert edition_of(day) is edition


def test_scores_are_the_turns_and_what_was_given():
    turns = (Turn(Kind.PLAYED, 1, "w", (2, 0), 2), Turn(Kind.HALF_BYE, points=(1, 0)))
    tournament = Tournament(
        (Entrant("7", 7, turns, point_adjustment=(-1, 0)), Entrant("8", 8, (Turn(Kind.ZERO_BYE),) * 2)), rounds=3
    )
    assert tournament.scores == ((2, 0), (0, 0))
    assert tournament.rounds_in == 2
    assert tournament.exact(3) == Fraction(3, 2)


def test_a_tournament_of_nobody_has_no_rounds():
    assert Tournament((), rounds=5).rounds_in == 0
