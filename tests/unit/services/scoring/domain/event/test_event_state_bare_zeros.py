"""A program that writes awards and boards that were not played as a score of 0 without a contract, and factors none."""

from fractions import Fraction

import pytest

from services.scoring.domain.event.event_state import Scored
from tests.support import by_hand
from tests.support.by_hand import printed
from tests.support.scored_documents import board, listed_pairs, score, tags, wrong

SCORES = (420, 450, -50, 170, 620, -100, 140)


def line(ns: str, ew: str, of: int | None, points: tuple[Fraction, Fraction] | None) -> str:
    """A line; without a score as that program writes it."""
    contract, tricks = (None, None) if of is None else ("2NT", 8)
    stated = {} if points is None else {"NS_MATCH_POINTS": float(points[0]), "EW_MATCH_POINTS": float(points[1])}
    inside = tags(NS_PAIR_NUMBER=ns, EW_PAIR_NUMBER=ew, CONTRACT=contract, TRICKS=tricks, SCORE=of or 0, **stated)
    return f"<TRAVELLER_LINE>{inside}</TRAVELLER_LINE>"


def evening(award: tuple[int, int] | None) -> Scored:
    """Seven tables and seven boards; on the third board table 4 has an award in per cent, or did not play."""
    totals, tops = (dict.fromkeys(map(str, range(1, 15)), Fraction(0)) for _ in "ab")
    boards = []
    for number in range(7):
        scores: list[int | None] = [SCORES[(table + number) % 7] for table in range(7)]
        if number == 2:
            scores[3] = None
        played = [each for each in scores if each is not None]
        points = iter(by_hand.match_points(played))
        lines = []
        for table, of in enumerate(scores):
            ns, ew, top = str(table + 1), str(8 + (table + number) % 7), 2 * (len(played) - 1)
            if of is not None:
                won = next(points)
                shown = (won, top - won)
            elif award is None:
                lines.append(line(ns, ew, None, None))
                continue
            else:
                top = 12
                shown = (Fraction(award[0] * top, 100), Fraction(award[1] * top, 100))
            for pair, own in zip((ns, ew), shown, strict=True):
                totals[pair] += own
                tops[pair] += top
            lines.append(line(ns, ew, of, shown))
        boards.append(board(number + 1, *lines))
    percent = {name: 100 * total / tops[name] for name, total in totals.items()}
    place_of = by_hand.places(percent)
    rows = [(name, printed(own), place_of[name]) for name, own in percent.items()]
    listed = listed_pairs(rows).replace("TOTAL_SCORE", "PERCENTAGE")
    return score(tags(WINNER_TYPE=1) + listed + "".join(boards))


@pytest.mark.parametrize("award", [(60, 40), (60, 60), (50, 50)])
def test_an_award_has_the_points_that_are_stated_of_a_top_with_it(award: tuple[int, int]) -> None:
    scored = evening(award)
    assert [code for code, _ in wrong(scored)] == ["scoring.ruling-as-stated"]
    (ruled,) = (each for each in scored.boards[2].lines if not each.score)
    assert (ruled.ns_points, ruled.ew_points) == (Fraction(12 * award[0], 100), Fraction(12 * award[1], 100))
    assert scored.standings.differences == 0


def test_a_board_that_was_not_played_has_no_score() -> None:
    scored = evening(None)
    assert wrong(scored) == []
    assert [each.ns_points for each in scored.boards[2].lines if not each.score] == [None]
    assert scored.standings.differences == 0
