"""The grammar of codes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.chess.model import GAME, MATCH
from shared.chess.tie_breaks.codes import NAMES, TieBreak, UnknownTieBreak, tie_break


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BH", {"name": "BH"}),
        ("bh/c1", {"name": "BH", "cut_low": 1}),
        ("BH-C1", {"name": "BH", "cut_low": 1}),
        ("BHC2", {"name": "BH", "cut_low": 2}),
        ("BH/M1", {"name": "BH", "cut_low": 1, "cut_high": 1}),
        ("BH:GP/C1/P", {"name": "BH", "score": GAME, "cut_low": 1, "forfeits_played": True}),
        ("AOB/F", {"name": "AOB", "fore": True}),
        ("KS/L+2", {"name": "KS", "limit": 2}),
        ("KS/L-1", {"name": "KS", "limit": -1}),
        ("SSSC/K10", {"name": "SSSC", "divisor": 10}),
        ("ARO/U1400", {"name": "ARO", "unrated": 1400}),
        ("TPN/R", {"name": "TPN", "reverse": True}),
        ("GE", {"name": "REP"}),
        ("MPTS", {"name": "PTS", "score": MATCH}),
        ("GPTS", {"name": "PTS", "score": GAME}),
        ("ESB:GM/C1", {"name": "EGMSB", "cut_low": 1}),
        ("MPvGP", {"name": "MPVGP"}),
        ("ARO/C", {"name": "ARO", "cut_low": 1}),
        ("BH/M", {"name": "BH", "cut_low": 1, "cut_high": 1}),
        (" de/p ", {"name": "DE", "forfeits_played": True}),
        ("DE-P", {"name": "DE", "forfeits_played": True}),
        ("BH:GP#C1-P", {"name": "BH", "score": GAME, "cut_low": 1, "forfeits_played": True}),
        ("WIN/C1/P", {"name": "WIN", "ignored": "/C1/P"}),
        ("BH/K3/C1", {"name": "BH", "cut_low": 1, "ignored": "/K3"}),
    ],
)
def test_a_code_says_name_score_and_modifiers(text, expected):
    assert tie_break(text) == TieBreak(text.strip(), **expected)


@pytest.mark.parametrize("text", ["", "OTHER_CLUB_RULE", "BH:XP", "BH/Q1", "BH/V1", "BH/C1x", "/C1", "ESB"])
def test_a_code_of_ones_own_is_refused_with_a_sentence(text):
    with pytest.raises(UnknownTieBreak) as error:
        tie_break(text)
    assert text in str(error.value)


@pytest.mark.parametrize(
    ("text", "lower"), [("BH", False), ("TPN", True), ("TPN/R", False), ("BC", True), ("RTNG", False), ("RTNG/R", True)]
)
def test_less_is_better_for_numbers_and_board_count_and_r_turns_it_round(text, lower):
    assert tie_break(text).lower_is_better is lower


@given(st.sampled_from(sorted(NAMES)), st.sampled_from(["", "/C1", "/M2", "/P", "/F", "/R", "/K3", "/L-2", "/U1000"]))
def test_every_name_takes_every_modifier(name, modifier):
    assert tie_break(name + modifier).name == name


@given(st.text(max_size=30))
def test_any_text_is_a_code_or_unknown(text):
    try:
        assert tie_break(text).name in NAMES
    except UnknownTieBreak:
        return
