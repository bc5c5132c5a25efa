"""Scores of opponents, and how unplayed rounds count in them (C.07 article 16)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from shared.chess.model import Edition, Entrant, Kind, Tournament, Turn
from shared.chess.tie_breaks.buchholz import Opponents
from shared.chess.tie_breaks.codes import tie_break
from shared.chess.tie_breaks.values import values
from tests.support.against_gacrux import compare_with_gacrux
from tests.support.chess import amounts, league, swiss
from tests.support.chess_golden import compare_values, tables


def test_buchholz_is_the_sum_of_the_opponents_scores():
    table = swiss("2 w 1, 3 b 1", "1 b 0, 4 w 1", "4 w 1, 1 w 0", "3 b 0, 2 b 0")
    assert amounts(table, "BH") == [2, 2, 2, 2]
    assert amounts(table, "BH/C1") == [1, 2, 2, 1]
    assert amounts(table, "SB") == [2, 0, 0, 0]
    assert amounts(table, "AOB") == [2, 2, 2, 2]


def test_a_bye_at_the_end_counts_as_a_draw_for_the_opponents_and_one_before_a_game_does_not():
    late = swiss("2 w 1, - Z, - Z", "1 b 0, 3 w 1, 3 b 1", "- U, 2 b 0, 2 w 0")
    assert amounts(late, "BH")[1] == (1 + 0.5 + 0.5) + 1 + 1
    early = swiss("- Z, - Z, 2 w 1", "3 w 1, 3 b 1, 1 b 0", "2 b 0, 2 w 0, - U")
    assert amounts(early, "BH")[1] == 1 + 1 + 1


def test_a_forfeit_at_the_end_keeps_its_zero():
    table = swiss("2 w 1, - H, 2 w -", "1 b 0, 3 w 1, 1 b +", "- U, 2 b 0, - U")
    assert amounts(table, "BH")[1] == 1.5 + 2 + 1.5


@pytest.mark.parametrize(("start", "first"), [("2025/05/01", 1 + 3), ("2026/05/01", 1 + 1.5)])
def test_the_dummy_of_an_own_bye_has_the_own_score_since_2026_at_most_draws(start, first):
    table = swiss("- U, 2 w 1, - F", "- U, 1 b 0, - Z", "4 w 1, 4 b 1, 4 w 1", "3 b 0, 3 w 0, 3 b 0", start=start)
    bye = first - 1
    assert amounts(table, "PTS")[:2] == [3, 1]
    assert amounts(table, "BH")[0] == (1 + 0 + 0.5) + 2 * bye


@pytest.mark.parametrize(("start", "dummy"), [("2025/05/01", 2), ("2026/05/01", 1)])
def test_the_dummy_of_a_forfeit_has_since_2026_at_most_the_opponents_score(start, dummy):
    table = swiss("2 w 1, 3 b +", "1 b 0, - Z", "- U, 1 w -", start=start)
    assert amounts(table, "BH")[0] == 0.5 + dummy
    assert amounts(table, "BH/P")[0] == 0.5 + 1


def test_cut_takes_an_own_unplayed_round_first():
    table = swiss("2 w 1, - H, 3 w 0", "1 b 0, 3 w 0, - U", "- U, 2 b 1, 1 b 1")
    assert amounts(table, "BH")[0] == 1 + 1.5 + 3
    assert amounts(table, "BH/C1")[0] == 1 + 3


def test_fore_buchholz_takes_the_last_round_as_drawn():
    table = swiss("2 w 1, 3 b 1", "1 b 0, 4 w 1", "4 w 1, 1 w 0", "3 b 0, 2 b -", rounds=2)
    assert amounts(table, "FB") == [0.5 + 1.5, 1.5 + 0.5, 0.5 + 1.5, 1.5 + 0.5]
    not_yet = swiss("2 w 1, 3 b 1", "1 b 0, 4 w 1", "4 w 1, 1 w 0", "3 b 0, 2 b 0", rounds=3)
    assert amounts(not_yet, "FB") == amounts(not_yet, "BH")


def test_in_a_round_robin_a_forfeit_counts_as_played_and_a_rest_counts_nothing():
    table = swiss("2 w +, - Z, 3 b 1", "1 b -, 3 w 1, - Z", "- Z, 2 b 0, 1 w 0", type_="Round Robin")
    assert amounts(table, "SB") == [1, 0, 0]
    assert amounts(table, "BH") == [1, 2, 3]


def test_a_game_without_a_result_counts_nothing_yet():
    table = swiss("2 w 1, 3 b", "1 b 0, 4 w 1", "4 w 1, 1 w", "3 b 0, 2 b 0")
    assert amounts(table, "BH") == [1, 1, 0, 2]


def test_points_given_apart_from_rounds_are_in_nobodys_buchholz():
    table = swiss("2 w 1", "1 b 0", header=["299".ljust(12) + "  1.0      1    2".rjust(15)])
    assert amounts(table, "BH")[0] == 0


def test_extended_sonneborn_berger_multiplies_both_scores():
    table = league("3 w 1", "4 b =", "1 b 0", "2 w =", rounds=1)
    assert (amounts(table, "PTS"), amounts(table, "MPvGP")) == ([2, 0], [1.5, 0.5])
    assert amounts(table, "EMMSB") == [0, 0]
    assert amounts(table, "EMGSB") == [0, 1]
    assert amounts(table, "EGMSB") == [1, 0]
    assert amounts(table, "EGGSB") == [0.75, 0.75]


def test_a_cut_of_extended_sonneborn_berger_took_the_lowest_ranking_score_until_2024():
    rows = [Entrant(str(at), at, turns) for at, turns in enumerate(_three_teams(), 1)]
    table = Tournament(tuple(rows), 2, team=True, boards=2, win=(2, 4), draw=(1, 2))
    assert (table.scores[1], table.scores[2]) == ((0, 4), (2, 0))
    assert amounts(table, "EGMSB") == [2, 0, 2]
    assert amounts(table, "EGMSB/C1")[0] == 2
    assert amounts(replace(table, edition=Edition.C07_2024), "EGMSB/C1")[0] == 2
    assert amounts(replace(table, edition=Edition.C07_2023), "EGMSB/C1")[0] == 0


def _three_teams() -> list[tuple[Turn, ...]]:
    """The first team beat the second, which has more game points, and the third, which has more match points."""
    played = Kind.PLAYED
    return [
        (Turn(played, 1, points=(2, 2)), Turn(played, 2, points=(2, 4))),
        (Turn(played, 0, points=(0, 2)), Turn(played, 2, points=(0, 2))),
        (Turn(played, 1, points=(2, 0)), Turn(played, 0, points=(0, 0))),
    ]


def test_schedule_strength_is_the_other_score_and_a_part_of_buchholz():
    table = league("3 w 1, 3 b 1", "4 b =, 4 w 0", "1 b 0, 1 w 0", "2 w =, 2 b 1", rounds=2)
    assert amounts(table, "PTS") == [3, 1]
    assert amounts(table, "SSSC") == [2.5 + 1, 1.5 + 3]
    assert amounts(table, "SSSC/K2") == [3.5, 4.5]
    assert amounts(table, "SSSC/K4")[1] == 1.5 + 6 / 4


def test_every_value_can_be_added_up_again_from_its_terms():
    table = swiss("2 w 1, - H, 3 w 0", "1 b 0, 3 w 0, - U", "- U, 2 b 1, 1 b 1")
    for code in ("BH/C1", "SB", "AOB", "BH/M1"):
        for value in values(table, tie_break(code), explain=True).values():
            kept = [term.amount for term in value.terms if not term.cut]
            power = 2 if code == "SB" else 1
            expected = Fraction(sum(kept), table.scale**power) / (len(kept) if code == "AOB" else 1)
            assert value.amount == expected
            assert [term.round for term in value.terms] == sorted(term.round for term in value.terms)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_016))
def test_values_in_made_up_tournaments_are_those_of_gacrux(seed):
    compare_with_gacrux(seed, lambda code: code.startswith(("BH", "FB", "SB", "AOB", "EM", "EG", "SSSC")))


def test_values_of_small_tournaments_are_those_of_the_golden_file():
    compare_values(
        "buchholz",
        (
            "BH",
            "BH/C1",
            "BH/C2",
            "BH/M1",
            "BH/P",
            "FB",
            "FB/C1",
            "AOB",
            "AOB/F",
            "SB",
            "SB/C1",
            "SB/C2",
            "SB/P",
            "SB/F",
            "SB:GP",
            "BH:GP",
            "EMMSB",
            "EMGSB/C1",
            "EGMSB/C1",
            "EGGSB/P",
            "SSSC",
            "SSSC:GP",
            "SSSC/K3",
            "SSSC/F",
        ),
    )


CARRIED = ("BH", "BH/C1", "BH/P", "FB", "FB/P", "SB", "SB/P", "AOB", "AOB/F", "AOB/P", "EMGSB", "SSSC", "BH:GP")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["swiss 2026", "swiss 2023", "round robin", "unfinished 2026", "teams 2026"])
@pytest.mark.parametrize("shift", range(3))
def test_what_is_carried_over_a_change_is_what_working_it_out_gives(name, shift):
    before = tables()[name]
    for code in CARRIED:
        values(before, tie_break(code))
    entrants = list(before.entrants)
    changed = (shift, shift + 2)
    first, second = (entrants[index].turns for index in changed)
    for index, turns in zip(changed, (first[:-1] + second[-1:], second[1:] + first[:1]), strict=True):
        own = [turn if turn.opponent != index else turn._replace(opponent=-1, kind=Kind.HALF_BYE) for turn in turns]
        entrants[index] = replace(entrants[index], turns=tuple(own))
    near = {
        index
        for index, (old, new) in enumerate(zip(before.entrants, entrants, strict=True))
        if index in changed or any(turn.opponent in changed for turn in (*old.turns, *new.turns))
    }
    after = before.after(tuple(entrants), changed, near)
    assert any(key[0] is Opponents for key in after.worked_out)
    fresh = replace(after)
    for code in CARRIED:
        assert values(after, tie_break(code)) == values(fresh, tie_break(code)), code


def test_nothing_that_was_not_worked_out_is_carried():
    before = tables()["swiss 2026"]
    assert before.after(before.entrants, (0,), (0, 1)).worked_out == {}


def test_a_game_against_somebody_who_is_not_in_the_list_counts_as_one_against_the_own_score():
    rows = (
        (Turn(Kind.PLAYED, 1, points=(2, 0), standard=2), Turn(Kind.PLAYED, -1, points=(2, 0), standard=2)),
        (Turn(Kind.PLAYED, 0), Turn(Kind.PLAYED, 0)),
        (Turn(Kind.ZERO_BYE), Turn(Kind.FULL_BYE, points=(2, 0))),
    )
    table = Tournament(tuple(Entrant(str(at), at, turns) for at, turns in enumerate(rows, 1)), 2)
    assert amounts(table, "BH")[:2] == [0 + 1, 4]
