"""Who is ahead among those who are tied."""

from dataclasses import replace
from random import Random

import pytest

from shared.chess.from_facts import tournament_of
from shared.chess.model import MATCH
from shared.chess.tie_breaks import direct_encounter as direct_encounters
from shared.chess.tie_breaks.codes import tie_break
from shared.chess.tie_breaks.direct_encounter import by_games, direct_encounter, met
from tests.support.against_gacrux import compare_with_gacrux
from tests.support.chess import league, swiss
from tests.support.chess_golden import compare_encounters, compare_values
from tests.support.chess_tournaments import individual
from tests.support.trf_documents import facts_of

DE = tie_break("DE")


def test_when_all_have_met_their_games_decide():
    table = swiss("2 w 1, 3 b 0, 4 w =", "1 b 0, 4 w 1, 3 b =", "4 w 0, 1 w 1, 2 w =", "3 b 1, 2 b 0, 1 b =")
    assert direct_encounter(table, [0, 2], DE) == [[2], [0]]
    assert direct_encounter(table, [1, 2], DE) == [[1, 2]]


def test_the_average_of_several_games_counts():
    table = swiss("2 w 1, 2 b 0, 3 w =", "1 b 0, 1 w 1, 3 b =", "- Z, - Z, 1 b =")
    assert by_games(table, [0, 1], MATCH, DE) == [[0, 1]]
    assert met(table, [0, 1], MATCH, DE) == [{1: [2, 0]}, {0: [0, 2]}]


def test_one_who_is_first_whatever_the_missing_games_bring_is_first():
    table = swiss("2 w 1, 3 b 1", "1 b 0, - U", "- U, 1 w 0")
    assert direct_encounter(table, [0, 1, 2], DE) == [[0], [1, 2]]


def test_one_who_could_still_be_reached_is_not_first():
    table = swiss("2 w 1, - H", "1 b 0, - U", "- H, - U")
    assert direct_encounter(table, [0, 1, 2], DE) == [[0, 1, 2]]


def test_of_too_many_nobody_is_first_without_a_look_at_their_games(monkeypatch):
    shortened = 0
    for seed in range(12):
        table = tournament_of(facts_of(*individual(seed, 12, 2 + seed % 3, unplayed=0.2)))
        for size in range(4, 13):
            tied = Random(seed).sample(range(12), size)
            monkeypatch.setattr(direct_encounters, "_too_many", lambda *_: False)
            slowly = direct_encounter(table, tied, DE)
            monkeypatch.undo()
            assert direct_encounter(table, tied, DE) == slowly
            shortened += direct_encounters._too_many(table, size, MATCH)
    assert 20 < shortened < 12 * 9 - 20


def test_a_result_worth_more_than_all_missing_games_puts_one_before_many():
    before = swiss("2 w 1", "1 b 0", *["- Z"] * 4)
    everybody = [0, 1, 2, 3, 4, 5]
    assert direct_encounter(before, everybody, DE) == [everybody]
    winner, *others = before.entrants
    nine_points = replace(winner, turns=(winner.turns[0]._replace(points=(18, 0)),))
    after = before.after((nine_points, *others), (0,), (0, 1))
    assert direct_encounter(after, everybody, DE) == [[0], [1, 2, 3, 4, 5]]


def test_those_who_stay_tied_are_looked_at_among_themselves():
    rows = ("2 w 1, 3 b 0, 4 w 1", "1 b 0, 3 w 1, 4 b =", "4 w 1, 2 b 0, 1 w 1", "3 b 0, 1 b 0, 2 w =")
    table = swiss(*rows)
    assert direct_encounter(table, [0, 1, 2, 3], DE) == [[2], [0], [1], [3]]


def test_a_forfeit_counts_only_with_p_or_in_a_round_robin():
    rows = ("2 w +, 3 b 0", "1 b -, 3 w 1", "- U, 2 b 0")
    assert direct_encounter(swiss(*rows), [0, 1], DE) == [[0, 1]]
    assert direct_encounter(swiss(*rows), [0, 1], tie_break("DE/P")) == [[0], [1]]
    assert direct_encounter(swiss(*rows, type_="Round Robin"), [0, 1], DE) == [[0], [1]]


def test_teams_go_on_to_the_other_score_and_to_boards():
    table = league("3 w 1, 3 b 0", "4 b =, 4 w =", "1 b 0, 1 w 1", "2 w =, 2 b =", rounds=2)
    assert direct_encounter(table, [0, 1], tie_break("EDE")) == [[0, 1]]
    level = league("3 w 1", "4 b 0", "1 b 0", "2 w 1", rounds=1)
    assert direct_encounter(level, [0, 1], tie_break("EDE")) == [[0, 1]]
    assert direct_encounter(level, [0, 1], tie_break("EDET")) == [[0], [1]]
    assert direct_encounter(level, [0, 1], tie_break("EDEB")) == [[0], [1]]
    assert direct_encounter(level, [0, 1], tie_break("EDEBT")) == [[0], [1]]
    assert direct_encounter(level, [0, 1], tie_break("EDEBB")) == [[0], [1]]


def test_boards_decide_only_between_two_teams():
    rows = ("3 w 1, 5 b 0", "4 b 0, 6 w 1", "1 b 0, - U", "2 w 1, - U", "- U, 1 w 1", "- U, 2 b 0")
    table = league(*rows, rounds=2)
    assert direct_encounter(table, [0, 1, 2], tie_break("EDET")) == [[0, 1, 2]]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_016))
def test_values_in_made_up_tournaments_are_those_of_gacrux(seed):
    compare_with_gacrux(seed, lambda code: code.startswith(("DE", "EDE")))


def test_values_of_small_tournaments_are_those_of_the_golden_file():
    compare_values(
        "direct-encounter", ("DE", "DE/P", "DE:GP", "EDE", "EDE/P", "EDE:GP", "EDET", "EDEB", "EDEBT", "EDEBB")
    )


def test_any_who_are_tied_are_split_as_the_golden_file_says():
    codes = ("DE", "DE/P", "DE:GP", "EDE", "EDEC", "EDET", "EDEB", "EDEBT", "EDEBB", "EDEBB:GP", "EDEBT/P")
    compare_encounters("encounters", codes)


def test_in_a_round_robin_games_to_come_leave_nobody_tied_who_is_ahead():
    rows = ("2 w 1", "1 b 0", "4 w 1", "3 b 0")
    assert direct_encounter(swiss(*rows, rounds=3, type_="Round Robin"), [0, 1, 2], DE) == [[0], [1, 2]]
    assert direct_encounter(swiss(*rows, rounds=5), [0, 1, 2], DE) == [[0, 1, 2]]


def test_board_count_comes_before_the_top_board_and_the_bottom_board_where_a_code_has_both():
    results = ("1", "0", "0", "0", "1", "1")
    other = {"1": "0", "0": "1"}
    ours = (f"{board + 7} {'wb'[board % 2]} {result}" for board, result in enumerate(results))
    theirs = (f"{board + 1} {'bw'[board % 2]} {other[result]}" for board, result in enumerate(results))
    table = league(*ours, *theirs, boards=6, rounds=1)
    assert direct_encounter(table, [0, 1], tie_break("EDE")) == [[0, 1]]
    assert direct_encounter(table, [0, 1], tie_break("EDET")) == [[0], [1]]
    assert direct_encounter(table, [0, 1], tie_break("EDEB")) == [[1], [0]]
    assert direct_encounter(table, [0, 1], tie_break("EDEBT")) == [[1], [0]]
    assert direct_encounter(table, [0, 1], tie_break("EDEBB")) == [[1], [0]]
    assert direct_encounter(table, [0, 1], tie_break("EDEC")) == [[1], [0]]
