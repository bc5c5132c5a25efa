"""Places after some results have changed are those of ranking everybody anew."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from shared.chess.from_facts import tournament_of
from shared.chess.model import Entrant, Tournament
from shared.chess.standings import Ranked, rank, rank_again
from tests.support.chess_tournaments import individual
from tests.support.trf_documents import facts_of

ORDERS = (
    ("PTS", "DE", "BH/C1", "BH", "SB"),
    ("PTS", "AOB", "DE/P", "FB/M1", "SB/C2/P", "KS"),
    ("BH", "SB", "FB", "AOB/F", "APRO", "APPO", "PTS"),
    ("PTS", "BH/M1", "WIN", "BPG", "PS", "TPN"),
)


def tournament(seed: int) -> Tournament:
    random = Random(seed)
    lines = individual(seed, random.randint(6, 16), random.randint(2, 5), start="2026/05/01", unplayed=0.2)
    return tournament_of(facts_of(*lines))


def with_other_results(before: Tournament, random: Random) -> tuple[Tournament, list[int]]:
    """Some turns with the points of another result, or against another opponent."""
    entrants: list[Entrant] = list(before.entrants)
    changed = random.sample(range(len(entrants)), 2)
    for index in changed:
        turns = list(entrants[index].turns)
        at = random.randrange(len(turns))
        opponent = random.choice([number for number in range(len(entrants)) if number != index])
        played = [turn for entrant in entrants for turn in entrant.turns if turn.played]
        turns[at] = replace_turn(random.choice(played), opponent)
        entrants[index] = replace(entrants[index], turns=tuple(turns))
    return replace(before, entrants=tuple(entrants)), changed


def replace_turn(turn, opponent: int):
    return turn._replace(opponent=opponent)


def shown(ranked: Ranked) -> Sequence[object]:
    return [(row.index, row.place, row.shared, row.values) for row in ranked.standings.rows]


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS, ids=" ".join)
@pytest.mark.parametrize("seed", range(8))
def test_other_results_rank_everybody_as_if_they_had_always_been(seed, order):
    random = Random(seed)
    now = tournament(seed)
    ranked = rank(now, order)
    for _ in range(4):
        now, changed = with_other_results(now, random)
        ranked = rank_again(ranked, now.entrants, changed)
        anew = rank(replace(now), order)
        assert shown(ranked) == shown(anew)
        assert ranked.named_by == anew.named_by


def test_a_row_that_a_change_does_not_touch_is_the_same_object():
    before = rank(tournament(3), ("PTS", "BH"))
    after, changed = with_other_results(before.tournament, Random(1))
    rows = {row.index: row for row in before.standings.rows}
    again = rank_again(before, after.entrants, changed)
    same = [row for row in again.standings.rows if row is rows[row.index]]
    reached = set(changed).union(*(before.named_by[index] + again.named_by[index] for index in changed))
    assert {row.index for row in same}.isdisjoint(changed)
    assert {
        row.index for row in again.standings.rows if row.index not in reached and row.place == rows[row.index].place
    } <= {row.index for row in same}


def test_without_any_code_that_is_known_everybody_is_first_in_the_order_of_numbers():
    ranked = rank(tournament(2), ("OTHER_CLUB",))
    assert {row.place for row in ranked.standings.rows} == {1}
    numbers = [ranked.tournament.entrants[row.index].number for row in ranked.standings.rows]
    assert numbers == sorted(numbers)
