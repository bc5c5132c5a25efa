"""Scores of contracts (Law 77)."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.contract import PASSED_OUT, Contract, Denomination, Risk, parse_contract
from shared.bridge.play.contract_score import contract_score, ns_score, possible_scores
from shared.bridge.play.seats import Seat, Side

contracts = st.builds(Contract, st.integers(1, 7), st.sampled_from(Denomination), st.sampled_from(Risk))


def score(text: str, margin: int, vulnerable: bool, **options: bool) -> int:
    contract = parse_contract(text)
    assert isinstance(contract, Contract)
    return contract_score(contract, contract.level + 6 + margin, vulnerable, **options)


def test_the_whole_table_of_2940_scores_is_that_of_law_77():
    table = [
        contract_score(Contract(level, denomination, risk), tricks, vulnerable)
        for level in range(1, 8)
        for denomination in Denomination
        for risk in Risk
        for vulnerable in (False, True)
        for tricks in range(14)
    ]
    assert len(table) == 2_940
    assert sum(table) == -2_628_190
    assert hashlib.sha256(json.dumps(table).encode()).hexdigest().startswith("e59204dad4adb5a5")


@pytest.mark.parametrize(
    ("contract", "margin", "vulnerable", "points"),
    [
        ("3NT", 0, False, 400),
        ("3NT", 0, True, 600),
        ("2HX", 0, False, 470),
        ("2HX", 0, True, 670),
        ("1NTXX", 1, False, 760),
        ("1NTXX", 1, True, 1160),
        ("7NTXX", 0, True, 2980),
        ("4SX", -3, False, -500),
        ("4SX", -3, True, -800),
        ("4SX", -4, False, -800),
        ("1CXX", -1, True, -400),
        ("7NTXX", -13, True, -7600),
        ("6D", 0, False, 920),
        ("5CX", 1, True, 950),
    ],
)
def test_known_results_score_as_published(contract, margin, vulnerable, points):
    assert score(contract, margin, vulnerable) == points


@pytest.mark.parametrize(
    ("contract", "margin", "points"),
    [("4SX", -3, -500), ("4SX", -4, -700), ("4SX", -5, -900), ("4SXX", -4, -1400), ("4S", -4, -200)],
)
def test_old_match_point_scoring_leaves_out_the_extra_for_the_fourth_undertrick(contract, margin, points):
    assert score(contract, margin, False, old_doubled_undertricks=True) == points


def test_old_match_point_scoring_changes_nothing_when_vulnerable():
    assert score("4SX", -5, True, old_doubled_undertricks=True) == score("4SX", -5, True) == -1400


def test_a_passed_out_board_scores_nothing():
    assert contract_score(PASSED_OUT, 0, True) == 0
    assert ns_score(PASSED_OUT, None, 0, Vulnerability.ALL) == 0


@pytest.mark.parametrize("tricks", [-1, 14])
def test_an_impossible_number_of_tricks_is_refused(tricks):
    with pytest.raises(ValueError, match="0 to 13"):
        contract_score(Contract(4, Denomination.SPADES), tricks, False)


@pytest.mark.parametrize(
    ("declarer", "vulnerability", "points"),
    [
        (Seat.NORTH, Vulnerability.NS, 620),
        (Seat.SOUTH, Vulnerability.EW, 420),
        (Seat.EAST, Vulnerability.EW, -620),
        (Seat.WEST, Vulnerability.NS, -420),
        (Seat.WEST, Vulnerability.ALL, -620),
    ],
)
def test_north_souths_score_looks_at_declarer_and_at_declarers_vulnerability(declarer, vulnerability, points):
    assert ns_score(Contract(4, Denomination.SPADES), declarer, 10, vulnerability) == points


def test_a_contract_without_a_declarer_has_no_score():
    with pytest.raises(ValueError, match="declarer"):
        ns_score(Contract(4, Denomination.SPADES), None, 10, Vulnerability.ALL)


@pytest.mark.parametrize(
    ("vul_ns", "vul_ew", "count"), [(False, False, 283), (True, False, 315), (False, True, 315), (True, True, 343)]
)
def test_the_number_of_possible_scores_is_known(vul_ns, vul_ew, count):
    assert len(possible_scores(vul_ns, vul_ew)) == count


def test_scores_that_no_contract_gives_are_not_possible():
    assert 420 not in possible_scores(True, False)
    assert 420 in possible_scores(False, False)
    assert 50 not in possible_scores(False, True)
    assert 50 in possible_scores(True, False)
    assert all(points % 10 == 0 for points in possible_scores(True, True))
    assert 0 in possible_scores(True, True)


def test_possible_scores_follow_old_match_point_scoring_when_asked():
    assert -700 in possible_scores(False, False, old_doubled_undertricks=True)
    assert -700 not in possible_scores(False, True)
    assert -2900 in possible_scores(False, False)
    assert -2900 not in possible_scores(False, False, old_doubled_undertricks=True)


@given(contracts, st.integers(0, 12), st.booleans())
def test_another_trick_is_never_worth_less(contract, tricks, vulnerable):
    assert contract_score(contract, tricks + 1, vulnerable) > contract_score(contract, tricks, vulnerable)


@given(contracts, st.sampled_from(Seat), st.integers(0, 13), st.sampled_from(Vulnerability))
def test_every_score_is_possible_at_its_vulnerability(contract, declarer, tricks, vulnerability):
    points = ns_score(contract, declarer, tricks, vulnerability)
    assert points in possible_scores(vulnerability.of(Side.NS), vulnerability.of(Side.EW))
