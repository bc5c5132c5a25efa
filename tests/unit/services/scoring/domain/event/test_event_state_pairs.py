"""Pairs and individuals, from a document to standings: all that is stated is right, or one thing is wrong."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from tests.support import by_hand
from tests.support.by_hand import printed
from tests.support.scored_documents import board, listed, pair, places, result, row, score, tags, wrong

SITTING = (
    (("1", "4"), ("2", "5"), ("3", "6")),
    (("1", "5"), ("2", "6"), ("3", "4")),
    (("1", "6"), ("2", "4"), ("3", "5")),
)
"""Three rounds of a Mitchell movement of three tables."""

SCORES = ((420, 450, -50), (-110, 140, 100), (620, -100, 650), (90, 90, -90), (-400, -430, 50), (1430, 680, 680))
"""Six boards, two in each round, as North-South scored them at tables 1, 2 and 3."""

Way = Callable[[Sequence[int]], Sequence[Fraction]]


def against_datum(scores: Sequence[int]) -> list[Fraction]:
    return by_hand.butler_imps(scores, by_hand.datum(scores))


def aggregate(scores: Sequence[int]) -> list[Fraction]:
    return [Fraction(value) for value in scores]


WAYS: dict[str, tuple[str, str, Way, int | None]] = {
    "match points": ("MATCH_POINTS", "MATCH", by_hand.match_points, 4),
    "butler": ("BUTLER_IMPS", "BUTLER", against_datum, None),
    "cross imps": ("CROSS_IMPS", "CROSS_IMPS", by_hand.cross_imps, None),
    "aggregate": ("AGGREGATE", "AGGREGATE", aggregate, None),
}


def event(way: str, *, broken_line: bool = False, broken_total: bool = False, datums: bool = False) -> str:
    """An event of six pairs; what it states was worked out by hand."""
    scoring, unit, points_of, top = WAYS[way]
    totals = {str(n): Fraction(0) for n in range(1, 7)}
    boards = []
    for number, scores in enumerate(SCORES, 1):
        lines = []
        for (ns, ew), points, value in zip(SITTING[(number - 1) // 2], points_of(scores), scores, strict=True):
            theirs = top - points if top is not None else -points
            totals[ns] += points
            totals[ew] += theirs
            said = points + 1 if broken_line and (number, ns) == (2, "3") else points
            lines.append(result(ns, ew, value, (printed(said), printed(theirs)), unit))
        stated = {"DATUM": by_hand.datum(scores)} if datums else {}
        boards.append(board(number, *lines, **stated))
    place = by_hand.places(totals)
    rows = []
    for name, total in totals.items():
        said = total + 2 if broken_total and name == "5" else total
        more = {"PERCENTAGE": printed(said * 100 / 24)} if top is not None else {}
        rows.append(pair(name, PLACE=place[name], TOTAL_SCORE=printed(said), **more))
    return tags(WINNER_TYPE=1, BOARD_SCORING_METHOD=scoring) + listed(*rows) + "".join(boards)


@pytest.mark.parametrize("way", WAYS)
def test_an_event_that_is_right_has_no_difference(way: str) -> None:
    scored = score(event(way))
    assert wrong(scored) == []
    assert scored.standings.differences == 0
    assert all(line.agrees for found in scored.boards for line in found.lines)
    assert all(found.agrees for found in scored.standings.rankings[0].rows)


@pytest.mark.parametrize("way", WAYS)
def test_points_of_a_line_that_are_wrong_are_the_only_finding(way: str) -> None:
    scored = score(event(way, broken_line=True))
    assert wrong(scored) == [("scoring.board-points-differ", "board 2")]
    assert scored.standings.differences == 1


@pytest.mark.parametrize("way", WAYS)
def test_a_total_that_is_wrong_is_the_only_finding(way: str) -> None:
    found = wrong(score(event(way, broken_total=True)))
    assert found == (
        [("scoring.percentage-differs", "pair 5"), ("scoring.total-differs", "pair 5")]
        if way == "match points"
        else [("scoring.total-differs", "pair 5")]
    )


def test_datums_of_butler_that_are_right_are_said_to_be_those_of_the_scores() -> None:
    scored = score(event("butler", datums=True))
    assert wrong(scored) == []
    # Board 1: 820 by 3 is 273⅓; board 6: 2790 by 3 is 930.
    assert [found.datum for found in scored.boards] == [270, 40, 390, 30, -260, 930]
    assert scored.standings.method.datum == "mean of all scores, to the nearest 10"


SEATED = (
    (("1", "2", "3", "4"), ("5", "6", "7", "8")),
    (("1", "3", "5", "7"), ("2", "4", "6", "8")),
    (("1", "5", "2", "6"), ("3", "7", "4", "8")),
)
"""North, South, East and West of two tables on three boards."""


def individual(first_total: str = "6") -> str:
    """Eight players; 2 match points for the better, 1 each for the same score."""
    boards = []
    for number, (tables, scores) in enumerate(zip(SEATED, ((420, 400), (50, 50), (-100, -120)), strict=True), 1):
        points = by_hand.match_points(scores)
        lines = []
        for seats, value, mine in zip(tables, scores, points, strict=True):
            names = {f"{seat}_PLAYER_NUMBER": name for seat, name in zip("NSEW", seats, strict=True)}
            inside = tags(**names, SCORE=value, NS_MATCH_POINTS=mine, EW_MATCH_POINTS=2 - mine)
            lines.append(f"<TRAVELLER_LINE>{inside}</TRAVELLER_LINE>")
        boards.append(board(number, *lines))
    # Player 1: 2 + 1 + 2. Player 2: 2 + 1 + 0. Player 3: 0 + 1 + 0. Player 4: 0 + 1 + 2, and so on.
    totals = {"1": 5, "2": 3, "3": 1, "4": 3, "5": 3, "6": 1, "7": 3, "8": 5}
    place = by_hand.places(totals)
    players = "".join(
        f"<PLAYER>{tags(PLAYER_NUMBER=name, PLACE=place[name], TOTAL_SCORE=first_total if name == '1' else total)}"
        f"</PLAYER>"
        for name, total in totals.items()
    )
    return listed(players) + "".join(boards)


def test_an_individual_event_that_is_right_has_no_difference() -> None:
    scored = score(individual("5"), event='EVENT_TYPE="INDIVIDUAL"')
    assert wrong(scored) == []
    assert places(scored)[:2] == [("1", "1=", 5), ("8", "1=", 5)]
    assert row(scored, "2").percentage == 50


def test_a_total_of_an_individual_event_that_is_wrong_is_the_only_finding() -> None:
    assert wrong(score(individual("6"), event='EVENT_TYPE="INDIVIDUAL"')) == [("scoring.total-differs", "player 1")]
