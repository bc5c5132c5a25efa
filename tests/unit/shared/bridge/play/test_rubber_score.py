"""Points above and below the line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.play.contract import Contract, Denomination, Risk, parse_contract
from shared.bridge.play.contract_score import contract_score
from shared.bridge.play.rubber_score import LineScore, explains, rubber_score


@pytest.mark.parametrize(
    ("text", "tricks", "vulnerable", "own", "other"),
    [
        ("2H", 8, False, (0, 60), (0, 0)),
        ("2H", 11, True, (90, 60), (0, 0)),
        ("3NT", 10, False, (30, 100), (0, 0)),
        ("4DX", 11, False, (50 + 100, 160), (0, 0)),
        ("1CXX", 9, True, (100 + 2 * 400, 80), (0, 0)),
        ("6S", 12, True, (750, 180), (0, 0)),
        ("7NT", 13, False, (1000, 220), (0, 0)),
        ("5C", 9, True, (0, 0), (200, 0)),
        ("4HX", 7, False, (0, 0), (500, 0)),
    ],
)
def test_a_deal_gives_points_above_and_below_the_line(text, tricks, vulnerable, own, other):
    contract = parse_contract(text)
    assert isinstance(contract, Contract)
    assert rubber_score(contract, tricks, vulnerable) == (LineScore(*own), LineScore(*other))


def test_undertricks_count_as_before_1987_where_the_event_says_so():
    contract = Contract(4, Denomination.HEARTS, Risk.DOUBLED)
    assert rubber_score(contract, 6, False, old_doubled_undertricks=True)[1] == LineScore(700, 0)
    assert rubber_score(contract, 6, False)[1] == LineScore(800, 0)


@given(st.integers(1, 7), st.sampled_from(Denomination), st.sampled_from(Risk), st.integers(0, 13), st.booleans())
def test_with_the_premium_of_a_deal_it_is_the_duplicate_score(level, denomination, risk, tricks, vulnerable):
    contract = Contract(level, denomination, risk)
    own, other = rubber_score(contract, tricks, vulnerable)
    premium = 0
    if tricks >= level + 6:
        premium = 50 if own.below < 100 else 500 if vulnerable else 300
    points = own.above + own.below + premium - other.above - other.below
    assert points == contract_score(contract, tricks, vulnerable)


@pytest.mark.parametrize(
    ("above", "below", "made", "right"),
    [
        (30, 100, True, True),
        (130, 100, True, True),
        (530, 100, True, True),
        (680, 100, True, True),
        (40, 100, True, False),
        (30, 90, True, False),
        (530, 100, False, False),
        (180, 100, False, True),
    ],
)
def test_honours_and_premiums_may_stand_on_top_above_the_line(above, below, made, right):
    assert explains(LineScore(above, below), LineScore(30, 100), made=made) is right


@pytest.mark.parametrize(("text", "premium"), [("6C", (500, 750)), ("7D", (1000, 1500))])
def test_slams_bring_their_premium_above_the_line(text, premium):
    contract = parse_contract(text)
    assert isinstance(contract, Contract)
    above = [rubber_score(contract, contract.level + 6, vulnerable)[0].above for vulnerable in (False, True)]
    assert tuple(above) == premium


def test_nothing_but_the_honours_and_premiums_of_the_rules_is_explained():
    honours = {0, 100, 150}
    premiums = {0, 50, 100, 300, 500, 700}
    for made, more in ((True, {one + other for one in honours for other in premiums}), (False, honours)):
        explained = {
            points for points in range(-10, 1001) if explains(LineScore(points, 40), LineScore(0, 40), made=made)
        }
        assert explained == more
