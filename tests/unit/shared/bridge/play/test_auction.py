"""The auction: sufficiency, doubles, its end and the declarer (Laws 17 to 22)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.play.auction import BIDS, SKIPPED, after, follow_auction, parse_call, partner, turn
from shared.bridge.play.contract import PASSED_OUT
from shared.bridge.play.seats import Seat
from tests.support.pbn_games import made_up

N, E, S, W = Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST


def outcome(first: Seat, calls: str, insufficient: tuple[int, ...] = ()):
    return follow_auction(first, calls.split(), frozenset(insufficient))


def faults(first: Seat, calls: str, insufficient: tuple[int, ...] = ()):
    return [(fault.number, fault.fault) for fault in outcome(first, calls, insufficient).faults]


def test_turns_go_clockwise():
    assert [turn(S, number) for number in range(5)] == [S, W, N, E, S]
    assert (after(W), partner(E)) == (N, W)


def test_there_are_35_bids_from_one_club_to_seven_notrump():
    assert len(BIDS) == 35
    assert list(BIDS)[:6] == ["1C", "1D", "1H", "1S", "1NT", "2C"]
    assert BIDS["7NT"] == 34


@pytest.mark.parametrize(
    ("first", "calls", "contract", "declarer"),
    [
        (N, "1H Pass 2H Pass Pass Pass", "2H", N),
        (E, "Pass Pass 1NT Pass 3NT Pass Pass Pass", "3NT", W),
        (S, "1S X XX Pass Pass Pass", "1SXX", S),
        (W, "1C 1H 2H X Pass Pass Pass", "2HX", E),
        (N, "1H 2C 2H 3C 4H AP", "4H", N),
        (N, "1H Pass 1S Pass 4H Pass Pass Pass", "4H", N),
    ],
)
def test_the_last_bid_is_the_contract_of_who_first_named_its_denomination(first, calls, contract, declarer):
    found = outcome(first, calls)
    assert (str(found.contract), found.declarer, found.ended, found.faults) == (contract, declarer, True, ())


def test_four_passes_end_an_auction_without_a_bid():
    assert not outcome(N, "Pass Pass Pass").ended
    found = outcome(N, "Pass Pass Pass Pass")
    assert (found.ended, found.contract, found.declarer) == (True, PASSED_OUT, None)
    assert outcome(N, "AP").contract is PASSED_OUT
    assert not outcome(N, "1C Pass Pass").ended


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("1S 1H", [(1, "insufficient")]),
        ("1S 1S", [(1, "insufficient")]),
        ("7NT 7S", [(1, "insufficient")]),
        ("X", [(0, "inadmissible-double")]),
        ("1C Pass X", [(2, "inadmissible-double")]),
        ("1C X X", [(2, "inadmissible-double")]),
        ("XX", [(0, "inadmissible-redouble")]),
        ("1C XX", [(1, "inadmissible-redouble")]),
        ("1C X Pass XX", [(3, "inadmissible-redouble")]),
        ("1C X XX XX", [(3, "inadmissible-redouble")]),
        ("1C Pass Pass Pass 1D", [(4, "after-end")]),
        ("AP Pass", [(1, "after-end")]),
        ("1C Bah Pass", [(1, "not-a-call")]),
    ],
)
def test_what_the_laws_do_not_allow_is_named_at_its_call(calls, expected):
    assert faults(N, calls) == expected


def test_an_accepted_insufficient_bid_counts_and_the_next_has_to_beat_it():
    assert faults(N, "1D 1C 1D", (1,)) == []
    assert faults(N, "1D 1C 1C", (1,)) == [(2, "insufficient")]
    assert faults(N, "1D 1H", (1,)) == [(1, "sufficient")]


def test_a_skipped_turn_moves_the_turn_on_and_is_no_pass():
    found = outcome(W, f"1D {SKIPPED} 2D Pass Pass Pass")
    assert (str(found.contract), found.declarer, found.ended) == ("2D", W, True)
    found = outcome(W, f"{SKIPPED} 1D Pass Pass Pass")
    assert (found.declarer, found.ended) == (N, True)
    assert faults(N, f"AP {SKIPPED}") == [(1, "skip")]


@given(st.integers(0, 10_000))
def test_legal_auctions_have_no_fault_and_end(seed):
    game = made_up(seed, tricks=0)
    found = follow_auction(game.dealer, game.calls)
    assert found.ended
    assert found.faults == ()
    assert not follow_auction(game.dealer, game.calls[:-1]).ended


@given(st.integers(0, 10_000))
def test_a_bid_made_twice_is_found(seed):
    game = made_up(seed, tricks=0)
    bids = [number for number, call in enumerate(game.calls) if call in BIDS]
    if bids:
        calls = [*game.calls[: bids[-1] + 1], game.calls[bids[-1]]]
        assert [(fault.number, fault.fault) for fault in follow_auction(game.dealer, calls).faults] == [
            (len(calls) - 1, "insufficient")
        ]


def test_calls_are_read_as_players_and_programs_write_them():
    written = {"1c": "1C", "7NT": "7NT", "2sa": "2NT", "3n": "3NT", "p": "Pass", "PASS": "Pass", "x": "X", "dbl": "X"}
    written |= {"R": "XX", "Redouble": "XX", "allpass": "AP", "^S": "^S"}
    assert {text: parse_call(text) for text in written} == written
    assert [parse_call(text) for text in ("8C", "", "-", "1")] == [None] * 4
