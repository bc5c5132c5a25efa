from decimal import Decimal

import pytest

from contracts.decisions import Awarded, MatchAwarded
from shared.formats.decisions.awards import (
    AVERAGES,
    GAME_RESULTS,
    MATCH_AWARDS,
    UnclearAward,
    board_averages,
    game_result,
    line_awards,
    match_awards,
)


def percent(value: str) -> Awarded:
    return Awarded(percent=Decimal(value))


@pytest.mark.parametrize(
    ("text", "ns", "ew"),
    [
        ("420", Awarded(points=420), Awarded(points=420)),
        (" +420 ", Awarded(points=420), Awarded(points=420)),
        ("-50", Awarded(points=-50), Awarded(points=-50)),
        ("60%", percent("60"), percent("40")),
        ("62.5 %", percent("62.5"), percent("37.5")),
        ("60/40", percent("60"), percent("40")),
        ("60% / 60%", percent("60"), percent("60")),
        ("−50", Awarded(points=-50), Awarded(points=-50)),
        ("Average  Plus", Awarded(award="average plus"), Awarded(award="average minus")),
        ("average minus", Awarded(award="average minus"), Awarded(award="average plus")),
        ("average", Awarded(award="average"), Awarded(award="average")),
        ("not played", Awarded(award="not played"), Awarded(award="not played")),
    ],
)
def test_one_side_says_what_the_other_gets(text: str, ns: Awarded, ew: Awarded) -> None:
    assert line_awards(text) == (ns, ew)


def test_each_side_may_get_its_own() -> None:
    assert line_awards("60%", "60%") == (percent("60"), percent("60"))
    assert line_awards("average plus", "420") == (Awarded(award="average plus"), Awarded(points=420))


def test_weighted_results_are_for_both_sides() -> None:
    first, other = line_awards("30% 420, 70% of -50")
    assert first == other
    assert first.weighted is not None
    assert [(part.percent, part.points) for part in first.weighted] == [(30, 420), (70, -50)]


@pytest.mark.parametrize(
    "text", ["", "many", "110%", "-1%", "nan%", "4.5", "30% 420, 60% -50", "123456", "void", "1e3", "60/140"]
)
def test_what_no_side_can_get_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(UnclearAward, match=r"Write 420, -50, 60%"):
        line_awards(text)
    with pytest.raises(UnclearAward):
        line_awards("420", text)


@pytest.mark.parametrize(
    ("text", "away"),
    [
        ("void", "void"),
        ("director fault", "director fault"),
        ("average", "average"),
        ("average plus", "average minus"),
        ("average minus", "average plus"),
        ("mismatch higher", None),
        ("mismatch lower", None),
    ],
)
def test_of_a_match_one_award_says_the_other(text: str, away: str | None) -> None:
    first, other = match_awards(text)
    assert (first.award, other and other.award) == (text, away)


def test_a_match_may_have_scores() -> None:
    assert match_awards("13.5") == (MatchAwarded(score=Decimal("13.5")), None)
    assert match_awards("13.5", "void") == (MatchAwarded(score=Decimal("13.5")), MatchAwarded(award="void"))


@pytest.mark.parametrize("text", ["", "60%", "not played", "inf", "half"])
def test_what_no_match_gives_is_refused(text: str) -> None:
    with pytest.raises(UnclearAward, match="Write a score, or void"):
        match_awards(text)


def test_the_board_of_a_match_gives_averages() -> None:
    assert [board_averages(each) for each in AVERAGES] == [
        ("average plus", "average minus"),
        ("average", "average"),
        ("average minus", "average plus"),
    ]
    assert board_averages("average", "average plus") == ("average", "average plus")
    for wrong in set(MATCH_AWARDS) - set(AVERAGES):
        with pytest.raises(UnclearAward, match="Write average plus, average, average minus"):
            board_averages(wrong)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        *((result, result) for result in GAME_RESULTS),
        ("1/2 - 1/2", "½-½"),
        ("1/2-0", "½-0"),
        ("1-0F", "+--"),
        ("0-1f", "--+"),
        ("0-0F", "---"),
        ("None", None),
    ],
)
def test_a_game_has_one_result(text: str, result: str | None) -> None:
    assert game_result(text) == result


@pytest.mark.parametrize("text", ["", "1", "1-1", "2-0", "+-0"])
def test_another_result_of_a_game_is_refused(text: str) -> None:
    with pytest.raises(UnclearAward, match=r"Write 1-0, 1/2-1/2"):
        game_result(text)
