"""Swiss pairs, from a document to standings: all that is stated is right, or one thing is wrong."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import sqrt

import pytest

from services.scoring.domain.event.event_state import Scored
from tests.support import by_hand
from tests.support.by_hand import printed
from tests.support.scored_documents import board, listed_pairs, met, one_table, pair_match, places, row, tags, wrong
from tests.support.scored_documents import score as scored_document

SWISS = 'EVENT_TYPE="SWISS_PAIRS"'
ROUNDS = ((("1", "2"), ("3", "4"), ("5", "6")), (("4", "1"), ("2", "6"), ("3", "5")))
SCORES = (
    ((420, 450, -50), (-110, 140, 100), (620, -100, 650), (90, 90, -90)),
    ((-400, -430, 50), (1430, 680, 680), (110, 100, 140), (-620, -170, -650)),
)
"""For each round and board North-South's score in each of the three matches."""

UP_TO = ("50.92", "52.80", "54.71", "56.70", "58.80", "61.08", "63.63", "66.61", "70.36", "75.95")
"""Four boards or fewer: the greatest percentage of 10, 11, ..., 19 victory points (EBU 3.1.7)."""

FIRST_MARGINS = (1, 3, 5, 7, 10, 13, 16, 20, 25, 31)
"""Five boards: the first margin of 11, 12, ..., 20 victory points."""


def score(inside: str, version: str = "1.4") -> Scored:
    return scored_document(inside, event=SWISS, version=version)


def by_percentage(percent: Fraction) -> int:
    if percent < 50:
        return 20 - by_percentage(100 - percent)
    return 10 + sum(percent > Fraction(bound) for bound in UP_TO)


def match_pointed(match: int, boards: Sequence[Sequence[int]]) -> tuple[Fraction, Fraction]:
    """Per cent of both sides: four match points are the top of three results."""
    ns = sum(by_hand.match_points(scores)[match] for scores in boards)
    return ns * 100 / (4 * len(boards)), 100 - ns * 100 / (4 * len(boards))


def match_vps(match: int, boards: Sequence[Sequence[int]]) -> tuple[int, int]:
    ns, ew = match_pointed(match, boards)
    return by_percentage(ns), by_percentage(ew)


def cross_imped(match: int, boards: Sequence[Sequence[int]]) -> tuple[Fraction, Fraction]:
    ns = sum(by_hand.cross_imps(scores)[match] for scores in boards)
    return Fraction(ns), -Fraction(ns)


def butler(match: int, boards: Sequence[Sequence[int]]) -> tuple[Fraction, Fraction]:
    ns = sum(by_hand.butler_imps(scores, by_hand.datum(scores))[match] for scores in boards)
    return Fraction(ns), -Fraction(ns)


Match = Callable[[int, Sequence[Sequence[int]]], tuple[int | Fraction, int | Fraction]]

WAYS: dict[str, tuple[str, str, str, Match]] = {
    "match points to victory points": ("MATCH_POINTS", "VPS", "VICTORY_POINTS", match_vps),
    "cross-IMPs": ("CROSS_IMPS", "IMPS", "SCORE", cross_imped),
    "Butler": ("BUTLER_IMPS", "IMPS", "SCORE", butler),
}


def event(way: str, *, broken: bool = False) -> str:
    scoring, match_scoring, unit, of_match = WAYS[way]
    totals = dict.fromkeys("123456", Fraction(0))
    matches = []
    for number, (meetings, boards) in enumerate(zip(ROUNDS, SCORES, strict=True), 1):
        for place, (ns, ew) in enumerate(meetings):
            won, lost = (Fraction(side) for side in of_match(place, boards))
            totals[ns] += won
            totals[ew] += lost
            said = won + 1 if broken and (number, place) == (2, 1) else won
            lines = [board(4 * number - 3 + n, one_table(scores[place])) for n, scores in enumerate(boards)]
            matches.append(pair_match(ns, ew, (printed(said), printed(lost)), *lines, round_number=number, unit=unit))
    place_of = by_hand.places(totals)
    rows = [(name, printed(total), place_of[name]) for name, total in totals.items()]
    scorings = tags(BOARD_SCORING_METHOD=scoring, MATCH_SCORING_METHOD=match_scoring)
    return scorings + listed_pairs(rows) + "".join(matches)


@pytest.mark.parametrize("way", WAYS)
def test_an_event_that_is_right_has_no_difference(way: str) -> None:
    scored = score(event(way))
    assert wrong(scored) == []
    assert all(found.agrees for found in scored.standings.matches)
    assert all(found.agrees for found in scored.standings.rankings[0].rows)


@pytest.mark.parametrize("way", WAYS)
def test_a_match_that_states_another_score_is_the_only_finding(way: str) -> None:
    assert wrong(score(event(way, broken=True))) == [("scoring.match-differs", "match 2 - 6")]


def test_the_first_match_step_by_step() -> None:
    # 420 is second of three, -110 last, 620 second, 90 shares the lead: 2 + 0 + 2 + 3 of 16 are 43.75 %.
    found = met(score(event("match points to victory points")), "1", "2")
    assert (found.home_raw, found.away_raw) == (Decimal("43.75"), Decimal("56.25"))
    assert (found.home_score, found.away_score, found.unit) == (7, 13, "vps")


def test_a_swiss_by_percentage_ranks_by_percentage_and_shows_that_of_each_match() -> None:
    data = event("match points to victory points").replace("VPS", "PERCENTAGE")
    scored = score(data)
    found = met(scored, "1", "2")
    assert (found.unit, found.home_score, found.agrees) == ("percent", Decimal("43.75"), False)
    ours = sum(match_pointed(0, SCORES[0])[:1]) + match_pointed(0, SCORES[1])[1]
    assert row(scored, "1").percentage == printed(Fraction(ours, 2))


# An adjusted score: each side by its own percentage


def test_victory_points_of_a_ruled_match_need_not_sum_to_twenty() -> None:
    lines = [board(n, one_table(score_)) for n, score_ in ((1, 420), (2, "A6060"))]
    others = [
        pair_match(a, b, (None, None), board(1, one_table(x)), board(2, one_table(y)))
        for a, b, x, y in (("3", "4", 450, 100), ("5", "6", -50, 140))
    ]
    scored = score(tags(MATCH_SCORING_METHOD="VPS") + pair_match("1", "2", (12, 12), *lines) + "".join(others))
    found = met(scored, "1", "2")
    # 2 of 4 and 60 %: 55 % for each side.
    assert (found.home_raw, found.away_raw, found.home_score, found.away_score) == (55, 55, 13, 13)
    assert wrong(scored) == [("scoring.match-differs", "match 1 - 2")]


# Arrow switch


def test_a_board_that_was_switched_by_accident_counts_for_the_pair_that_sat_there() -> None:
    def of(switched: str | None) -> Scored:
        lines = board(1, one_table(420, ARROW_SWITCHED=switched))
        others = pair_match("3", "4", (None, None), board(1, one_table(50)))
        return score(tags(MATCH_SCORING_METHOD="VPS") + pair_match("1", "2", (None, None), lines) + others)

    assert (met(of(None), "1", "2").home_raw, met(of("N"), "1", "2").home_raw) == (100, 100)
    switched = of("Y")
    assert (met(switched, "1", "2").home_raw, met(switched, "1", "2").away_raw) == (0, 100)
    line = next(line for line in switched.boards[0].lines if line.score == "420")
    assert (line.ns, line.ew) == ("2", "1")


# Cross-IMPs to victory points


def cross_event(probst: bool, *, broken: bool = False) -> str:
    """Three matches of five boards; X of three results divided by √3, or the mean of two comparisons."""
    scores = (*SCORES[0], SCORES[1][0])
    matches = []
    for place, (ns, ew) in enumerate(ROUNDS[0]):
        sums = [by_hand.cross_imps(of_board, 1)[place] for of_board in scores]
        margin = float(sum(sums)) / (sqrt(3) if probst else 2)
        whole = int(abs(margin) + 0.5)
        won = 10 + sum(whole >= first for first in FIRST_MARGINS)
        stated = (won, 20 - won) if margin >= 0 else (20 - won, won)
        if broken and place == 2:
            stated = (stated[0] - 1, stated[1] + 1)
        lines = [board(n, one_table(of_board[place])) for n, of_board in enumerate(scores, 1)]
        matches.append(pair_match(ns, ew, stated, *lines))
    return tags(BOARD_SCORING_METHOD="CROSS_IMPS", MATCH_SCORING_METHOD="VPS") + "".join(matches)


@pytest.mark.parametrize("probst", [True, False])
def test_cross_imps_to_victory_points_by_probst_or_by_their_mean(probst: bool) -> None:
    scored = score(cross_event(probst))
    assert wrong(scored) == []
    assert scored.standings.rankings[0].unit == "vps"
    assert wrong(score(cross_event(probst, broken=True))) == [("scoring.match-differs", "match 5 - 6")]


def test_the_two_ways_of_cross_imps_differ_on_these_boards() -> None:
    assert cross_event(True) != cross_event(False)


def test_matches_that_state_victory_points_give_them_where_nothing_says_so() -> None:
    lines = [board(n, one_table(10)) for n in range(1, 6)]
    matches = pair_match("1", "2", (10, 10), *lines) + pair_match("3", "4", (10, 10), *lines)
    assert score(tags(BOARD_SCORING_METHOD="CROSS_IMPS") + matches).standings.rankings[0].unit == "vps"
    unnamed = matches.replace("VICTORY_POINTS", "SCORE")
    assert score(tags(BOARD_SCORING_METHOD="CROSS_IMPS") + unnamed).standings.rankings[0].unit == "imps"


# Triples and old files


@pytest.mark.parametrize(("won", "lost"), [((10, 0), (0, 10)), ((20, 0), (0, 20))])
def test_half_matches_of_a_triple_by_the_chart_that_the_file_shows(won: object, lost: object) -> None:
    def meeting(ns: str, ew: str, value: int, stated: object) -> str:
        return pair_match(ns, ew, stated, board(1, one_table(value)), board(2, one_table(value)))  # type: ignore[arg-type]

    even = tuple(5 if won == (10, 0) else 10 for _ in "ab")
    triple = meeting("1", "2", 650, won) + meeting("2", "3", 50, lost) + meeting("3", "1", 420, even)
    scored = score(tags(MATCH_SCORING_METHOD="VPS") + triple)
    # 650 beats both others, 420 one of them, 50 none.
    assert wrong(scored) == []
    assert met(scored, "1", "2").home_score == won[0]  # type: ignore[index]


def test_swiss_pairs_of_1_0_without_traveller_lines_are_scored_by_the_score_of_each_board() -> None:
    def old(ns: str, ew: str, stated: tuple[int, int], value: int) -> str:
        return pair_match(ns, ew, stated, board(1, SCORE=value))

    matches = old("1", "2", (20, 0), 420) + old("3", "4", (10, 10), 50) + old("5", "6", (0, 20), -50)
    scored = score(matches, version="1.0")
    assert wrong(scored) == []
    assert [line.score for line in scored.boards[0].lines] == ["420", "50", "-50"]
    assert places(scored)[:2] == [("1", "1=", 20), ("6", "1=", 20)]
    assert wrong(score(matches.replace("<SCORE>50", "<SCORE>-50"), version="1.0")) == [
        ("scoring.match-differs", "match 3 - 4"),
        ("scoring.match-differs", "match 5 - 6"),
    ]
