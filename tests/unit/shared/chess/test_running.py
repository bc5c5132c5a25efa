"""Standings after a change are those of working everything out, whatever changed."""

from dataclasses import fields
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.base import Place
from contracts.facts import Facts, GameFact, PresenceFact, SeatFact
from shared.chess.from_facts import tournament_of
from shared.chess.running import Running, run
from shared.chess.standings import Ranked, rank, standings
from tests.support.chess_tournaments import individual, teams
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import abnormal

ORDERS = (
    (),
    ("PTS", "DE", "BH/C1", "BH", "SB", "ARO/U1400", "TPR/U1400", "WIN", "BPG"),
    ("PTS", "AOB", "DE/P", "FB/M1", "SB/C2/P", "KS", "APRO/U1400", "STD"),
    ("BH/P", "PS/C1", "APPO/U1400", "AOB/F", "REP", "DE", "PTS", "TPN/R"),
    ("PTP", "DE", "WON", "RTNG", "BH/C1"),
)
STARTS = ("2023/10/01", "2024/09/01", "2026/05/01")


def with_order(facts: Facts, order: tuple[str, ...]) -> Facts:
    event = facts.event.replace(tie_breaks=order)
    return facts.replace(events=(event,))


def with_games(facts: Facts, games: tuple[GameFact, ...]) -> Facts:
    return facts.replace(games=games)


def same(one: Ranked, other: Ranked) -> bool:
    """Whether everything that was worked out is the same."""
    kept = [each.name for each in fields(Ranked) if each.name != "tournament"]
    return one.tournament.entrants == other.tournament.entrants and all(
        getattr(one, name) == getattr(other, name) for name in kept
    )


def made_anew(facts: Facts) -> Ranked:
    return rank(tournament_of(facts), facts.event.tie_breaks)


@pytest.mark.slow
@settings(max_examples=40)
@given(st.integers(0, 10_000), st.sampled_from(ORDERS), st.sampled_from(STARTS), st.data())
def test_any_changes_of_games_give_what_working_everything_out_gives(seed, order, start, data):
    random = Random(seed)
    facts = with_order(
        facts_of(*individual(seed, random.randint(6, 24), random.randint(2, 6), start=start, unplayed=0.3)), order
    )
    running = run(facts)
    for _ in range(3):
        facts = with_games(facts, changed(facts.games, data))
        running = run(facts, running)
        assert same(running.ranked, made_anew(facts))


@pytest.mark.slow
@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(4, 7), st.sampled_from(ORDERS), st.booleans(), st.data())
def test_a_change_may_turn_a_round_robin_into_a_swiss_and_back(seed, size, order, robin, data):
    lines = individual(seed, size, size - 1 + size % 2, robin=robin, unplayed=0.1)
    first = facts = with_order(facts_of(*(line for line in lines if not line.startswith("092"))), order)
    running = run(facts)
    for _ in range(2):
        facts = with_games(facts, changed(facts.games, data))
        running = run(facts, running)
        assert running.ranked.tournament.pre_determined is tournament_of(facts).pre_determined
        assert same(running.ranked, made_anew(facts))
    assert same(run(first, running).ranked, made_anew(first))


def changed(games: tuple[GameFact, ...], data: st.DataObject) -> tuple[GameFact, ...]:
    """Some games with another result, opponent or colour, one taken out or one with none."""
    found = list(games)
    players = sorted({game.player for game in games})
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(found) - 1))
        update = data.draw(
            st.one_of(
                st.builds(lambda result: {"result": result}, st.sampled_from([*"10=+-HU", None])),
                st.builds(lambda who: {"opponent": who}, st.sampled_from([*players, None])),
                st.builds(lambda colour: {"colour": colour}, st.sampled_from(["w", "b", None])),
            )
        )
        found[at] = found[at].replace(**update)
    if data.draw(st.integers(0, 5)) == 0:
        found.pop()
    return tuple(found)


def only_one_result(size: int, rounds: int) -> tuple[Facts, Facts]:
    facts = facts_of(*individual(1, size, rounds, unplayed=0.05))
    last = [game for game in facts.games if game.round == rounds and game.opponent and game.result in ("1", "0", "=")]
    one = last[0]
    other = next(game for game in last if game.player == one.opponent)
    results = {id(one): "1", id(other): "0"} if one.result != "1" else {id(one): "=", id(other): "="}
    games = tuple(game.replace(result=results[id(game)]) if id(game) in results else game for game in facts.games)
    return facts, with_games(facts, games)


def test_a_result_leaves_the_rows_that_it_does_not_touch_as_they_are():
    before, after = (with_order(each, ("PTS", "BH", "SB")) for each in only_one_result(60, 5))
    first = run(before)
    again = run(after, first)
    old = {id(row) for row in first.ranked.standings.rows}
    kept = [row for row in again.ranked.standings.rows if id(row) in old]
    assert 20 <= len(kept) < 60
    assert again.ranked.standings == standings(tournament_of(after), ("PTS", "BH", "SB"))


def test_nothing_new_is_the_same_standings():
    facts, _ = only_one_result(12, 3)
    first = run(facts)
    assert run(facts.model_copy(), first).ranked is first.ranked


def test_the_same_games_in_other_objects_are_nothing_new():
    facts, after = only_one_result(12, 3)
    first = run(facts)
    copied = with_games(facts, tuple(game.replace() for game in facts.games))
    assert run(copied, first).ranked is first.ranked
    again = with_games(after, tuple(game.replace() for game in after.games))
    assert same(run(again, first).ranked, made_anew(after))


def test_what_is_no_game_is_worked_out_anew():
    lines = individual(3, 10, 4, unplayed=0.2)
    facts = facts_of(*lines)
    running = run(facts)
    for other in (
        facts_of(*lines, abnormal("", "", "1.0", 2, 3)),
        facts_of(*individual(3, 10, 5, unplayed=0.2)),
        facts_of(*lines[:-1]),
        facts_of(*teams(3, 6, 3, 2)),
    ):
        assert same(run(other, running).ranked, made_anew(other))
        assert same(run(facts, Running(other, run(other).table, run(other).ranked)).ranked, made_anew(facts))


def test_a_bye_by_the_word_of_the_director_makes_the_standings_anew():
    whole = with_order(facts_of(*individual(3, 8, 3, unplayed=0.5)), ())
    facts = with_games(whole, tuple(game for game in whole.games if (game.player, game.round) != ("1", 2)))
    running = run(facts)
    words = tuple(
        PresenceFact(participant=each.id, round=2, lasting=False, present=False, bye="F") for each in facts.participants
    )
    told = facts.replace(presences=words)
    assert same(run(told, running).ranked, made_anew(told))
    assert not same(run(told, running).ranked, running.ranked)


def test_byes_that_were_announced_or_are_left_over_follow_while_the_games_stay_the_same():
    facts = facts_of(*individual(3, 8, 2, unplayed=0.0))
    first = tuple(game for game in facts.games if game.round == 1)
    who = first[0].player, first[0].opponent
    games = tuple(game for game in first if game.player not in who)
    before = run(facts.replace(games=games))
    announced = SeatFact(participant=who[0], kind="player", stage="next", round=1, text="H")
    now = facts.replace(games=games, seats=(announced,))
    running = run(now, before)
    assert same(running.ranked, made_anew(now))
    assert running.ranked != before.ranked
    # Files have the round no more: the director is the one who says what came of it, and the other is left over.
    alone = tuple(game.replace(at=Place(path="/decisions/0")) for game in games)
    now = now.replace(games=alone)
    assert same(run(now, running).ranked, made_anew(now))
    assert run(now, running).ranked != running.ranked
