"""Ways of scoring in the words of a director."""

from decimal import Decimal

import pytest

from contracts.facts import EventFact
from contracts.standings import Method
from services.scoring.domain.rankings.method_words import kind_in_words, method_in_words, unit_in_words


@pytest.mark.parametrize(
    ("method", "words"),
    [
        (Method(board_scoring="match_points"), "match points"),
        (
            Method(board_scoring="match_points", scale="2-1-0", factoring="neuberg-ebu", rounding="printed-1"),
            "match points, scale 2-1-0, Neuberg's formula as the EBU applies it, rounding to 1 decimal",
        ),
        (
            Method(board_scoring="cross_imps", average="comparisons", average_plus=Decimal(2), rounding="printed-2"),
            "cross-IMPs, rounding to 2 decimals, divided by the number of comparisons, 2 IMPs for an average plus",
        ),
        (
            Method(board_scoring="imps", match_scoring="vps", vp_scale="SBU", pairwise="butler_imps"),
            "IMPs, matches by victory points, victory point scale SBU, pairs of teams by Butler IMPs",
        ),
        (
            Method(board_scoring="match_points", field="section", totals="per-board", awards="own average"),
            "match points, each section compared by itself, average plus and minus by the pair's other boards,"
            " totals brought to the same number of boards",
        ),
        (
            Method(board_scoring="match_points", rounding="printed-0-even", totals="sit-out-60"),
            "match points, rounding to 0 decimals, halves to even, 60 % for boards that were not played",
        ),
        (
            Method(board_scoring="imps", totals="matches-printed-1"),
            "IMPs, rounding to 1 decimal of the scores of matches",
        ),
        (
            Method(board_scoring="games", tie_breaks=("PTS", "BH"), edition="2024"),
            "games, tie-breaks PTS, BH, rules of FIDE C.07 of 2024",
        ),
        (
            Method(board_scoring="imps", average_plus=Decimal(0), bye=Decimal(0)),
            "IMPs, 0 IMPs for an average plus, 0 for a bye",
        ),
    ],
)
def test_a_method_is_told_with_all_that_decides_a_score(method: Method, words: str) -> None:
    assert method_in_words(method) == words


def test_no_word_of_the_program_is_shown() -> None:
    for name in ("match_points", "butler_imps", "cross_imps", "home_style", "imp_then_add", "vps"):
        assert "_" not in unit_in_words(name)
    assert unit_in_words("Instant Matchpoints") == "Instant Matchpoints"


def test_who_plays_is_named_as_far_as_it_is_known() -> None:
    assert kind_in_words(EventFact(kind="swiss_pairs")) == "Swiss pairs"
    assert kind_in_words(EventFact()) == "an unknown kind of event"
