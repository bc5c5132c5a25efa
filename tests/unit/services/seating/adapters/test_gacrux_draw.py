"""Draws by gacrux: no absolute rule is broken, and what it may use is limited.

As many tournaments of players as KIBITZ_DRAWN_TOURNAMENTS says (else 60) are drawn to their end, and three of teams
for every four of those.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from random import Random

import pytest

from services.seating.adapters.gacrux_draw import Limits, pair_in_this_process, pair_next_round
from services.seating.domain.chess.draw import Contestant, Draw, DrawRequest, Forbidden, NoPairing, Pairing, System, Why
from shared.chess.model import Kind, Turn
from tests.support.chess_draws import Tally, broken_rules, drawn_to_the_end, made_up, pairing_exists

TOURNAMENTS = int(os.environ.get("KIBITZ_DRAWN_TOURNAMENTS", "60"))


def tally(seeds: range, largest: int, *, team: bool) -> Tally:
    found = Tally()
    for seed in seeds:
        random = Random(seed)
        size, rounds = random.randint(4, largest), random.randint(3, 9)
        drawn_to_the_end(seed, size, rounds, pair_in_this_process, found, team=team)
    return found


@pytest.mark.slow
def test_no_absolute_rule_is_broken_in_tournaments_of_players() -> None:
    found = tally(range(5000, 5000 + TOURNAMENTS), 40, team=False)
    assert found.broken == []
    assert found.rounds > 4 * TOURNAMENTS


@pytest.mark.slow
def test_no_absolute_rule_is_broken_in_tournaments_of_teams() -> None:
    found = tally(range(6000, 6000 + TOURNAMENTS * 3 // 4), 24, team=True)
    assert found.broken == []
    assert found.rounds > 3 * TOURNAMENTS


@pytest.mark.slow
def test_a_tournament_through_processes_is_the_one_without_them() -> None:
    ours, theirs = made_up(11, 14, 3), made_up(11, 14, 3)
    for _ in range(3):
        found, same = pair_next_round(ours.request), pair_in_this_process(theirs.request)
        assert isinstance(found, Draw)
        assert found == same
        assert broken_rules(ours.request, found) == []
        ours.play(found)
        theirs.play(found)


@pytest.mark.slow
def test_no_pairing_is_an_answer() -> None:
    met = [Turn(Kind.PLAYED, 1, "w", (2, 0), 2), Turn(Kind.PLAYED, 0, "b", (0, 0))]
    request = DrawRequest(
        System.DUTCH, 2, 3, tuple(Contestant(str(at + 1), at + 1, (turn,)) for at, turn in enumerate(met)), "w"
    )
    assert not pairing_exists(request)
    for system in System:
        found = pair_next_round(replace(request, system=system))
        assert isinstance(found, NoPairing)
        assert (found.why, bool(found.reason)) == (Why.NONE_EXISTS, True)


def test_fewer_than_two_cannot_be_paired() -> None:
    request = made_up(1, 4, 5).request
    alone = replace(request, contestants=tuple(replace(one, away="Z") for one in request.contestants[1:]))
    assert isinstance(pair_next_round(alone), NoPairing)


def test_the_edition_of_2017_is_refused() -> None:
    found = pair_next_round(replace(made_up(1, 8, 5).request, edition=2017))
    assert isinstance(found, NoPairing)
    assert (found.why, "2017" in found.reason) == (Why.NOT_SUPPORTED, True)


def test_a_draw_that_takes_too_long_is_stopped() -> None:
    found = pair_next_round(made_up(1, 8, 5).request, Limits(seconds=0.01))
    assert found == NoPairing(Why.TIME, "the draw was stopped after 0.01 seconds")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not keep the limit of memory")
def test_a_draw_that_needs_too_much_memory_is_stopped() -> None:
    found = pair_next_round(made_up(1, 400, 5, unplayed=0).request, Limits(megabytes=64))
    assert isinstance(found, NoPairing)
    assert found.why is Why.MEMORY


def test_a_worker_that_ends_without_an_answer_is_a_failure(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    from services.seating.adapters import gacrux_draw

    for text, said in (("raise SystemExit(3)", "ended with 3"), ("print('!')", "no answer")):
        broken = tmp_path / "broken.py"
        broken.write_text(text)
        monkeypatch.setattr(gacrux_draw, "_WORKER", broken)
        found = pair_next_round(made_up(1, 8, 5).request)
        assert isinstance(found, NoPairing)
        assert (found.why, said in found.reason) == (Why.FAILED, True)


REQUEST = made_up(2, 6, 5, unplayed=0).request


@pytest.mark.parametrize(
    ("draw", "broken"),
    [
        (Draw((Pairing(1, 0, 1), Pairing(2, 2, 3))), "seated"),
        (Draw((Pairing(1, 0, 1), Pairing(2, 2, 3), Pairing(3, 4, 4))), "seated"),
        (Draw((Pairing(1, 0, 1), Pairing(2, 2, 3)), bye=4), "a bye in an even field"),
        (Draw((Pairing(2, 0, 1), Pairing(1, 2, 3), Pairing(3, 4, 5))), "boards"),
    ],
)
def test_the_checker_notices_a_wrong_pairing(draw: Draw, broken: str) -> None:
    assert any(rule.startswith(broken) for rule in broken_rules(REQUEST, draw))


def test_the_checker_notices_rematches_colours_bans_and_second_byes() -> None:
    white = tuple(Turn(Kind.PLAYED, 2 + at, "w", (2, 0), 2) for at in range(2))
    black = (Turn(Kind.PLAYED, 0, "b"), Turn(Kind.PAIRING_BYE, points=(2, 0)))
    everybody = (Contestant("1", 1, white), Contestant("2", 2, white), Contestant("3", 3, black))
    request = replace(REQUEST, round=3, contestants=everybody, forbidden=())
    both = broken_rules(request, Draw((Pairing(1, 0, 1),), bye=2))
    assert both == ["2 has the pairing-allocated bye again", "0 and 1: both must have b", "0 has had www"]
    assert "2 and 0: have met" in broken_rules(request, Draw((Pairing(1, 2, 0),), bye=1))
    banned = replace(request, forbidden=(Forbidden(3, 3, (0, 1)),))
    assert "0 and 1: may not meet" in broken_rules(banned, Draw((Pairing(1, 0, 1),), bye=2))
    last = replace(request, rounds=3)
    assert broken_rules(last, Draw((Pairing(1, 0, 1),), bye=2)) == ["2 has the pairing-allocated bye again"]
