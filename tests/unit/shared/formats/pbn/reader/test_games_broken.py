"""Legal games with annotations give no finding; broken in one known way, the finding names the fault and its line."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from contracts.codes import pbn
from contracts.codes.code import codes_of
from shared.formats.pbn.reader.parse import parse
from tests.support.pbn_faults import FAULTS, legal
from tests.support.pbn_games import found

SEEDS = st.integers(0, 100_000)

NOT_OF_A_GAME = {
    "no-game", "too-large", "not-bridge", "encoding", "text-cut", "more-like-it", "no-identity", "read-as",
    "number-shared", "table-differs", "table-alone", "rubber-history", "rubber-impossible", "rubber-score",
    "scores-not-opposite", "percentages", "not-export", "not-separated", "deal-id",
    "wrong-leader", "wrong-first-column", "seated-twice", "auction-unfinished", "contract-missing",
}  # fmt: skip
"""Codes of files, of habits, and of what the games here have none of; each has a test of its own."""


@given(SEEDS)
def test_a_legal_annotated_game_gives_no_finding(seed: int) -> None:
    assert found("\n".join(legal(seed).lines()) + "\n") == []


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
@settings(max_examples=25)
@given(seed=SEEDS)
def test_a_legal_game_broken_in_one_known_way_has_the_finding_that_names_it(fault: str, seed: int) -> None:
    code, break_it = FAULTS[fault]
    broken = break_it(legal(seed))
    assume(broken is not None)
    assert broken is not None
    lines, at = broken
    assert (code, at + 1) in found("\n".join(lines) + "\n")


@given(SEEDS, st.sampled_from(sorted(FAULTS)), SEEDS)
def test_a_broken_game_costs_neither_the_one_before_nor_the_one_behind(seed: int, fault: str, other: int) -> None:
    broken = FAULTS[fault][1](legal(seed))
    assume(broken is not None)
    assert broken is not None
    good = ["", *legal(other).lines()]
    good[good.index('[Site "Nowhere"]')] = '[Site "Elsewhere"]'
    text = "\n".join([*good[1:], "", *broken[0], *good]) + "\n"
    events = [event for event in parse(text.encode("iso-8859-1")).events if event.facts.event.organiser is not None]
    (elsewhere,) = [event for event in events if event.facts.event.organiser.name == "Elsewhere"]
    (alone,) = parse(("\n".join(good[1:]) + "\n").encode()).events
    assert [deal.key for deal in elsewhere.facts.deals] == [deal.key for deal in alone.facts.deals]
    assert [len(fact.calls) for fact in elsewhere.facts.auctions] == 2 * [len(f.calls) for f in alone.facts.auctions]


def test_every_code_of_a_game_has_a_way_to_break_one() -> None:
    all_codes = {code.code.removeprefix("pbn.") for code in codes_of(vars(pbn))}
    assert {code for code, _ in FAULTS.values()} == all_codes - NOT_OF_A_GAME
