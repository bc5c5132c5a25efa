"""Sections and sessions, strata, handicap and penalties, from a document to standings."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction

import pytest

from services.scoring.domain.event.event_state import Scored
from tests.support import by_hand
from tests.support.by_hand import printed
from tests.support.scored_documents import (
    board,
    listed,
    one_table,
    pair,
    pair_match,
    places,
    ranked,
    result,
    row,
    score,
    tags,
    wrong,
)

A = (("1", "2"), ("3", "4"), ("5", "6"))
B = (("11", "12"), ("13", "14"))
SCORES_A = ((420, 450, -50), (-110, 140, 100), (620, -100, 650), (90, 90, -90))
SCORES_B = ((450, 400), (100, -120), (620, 620), (110, -300))

Points = Callable[[Sequence[int]], Sequence[Fraction]]


def section(
    name: str,
    sitting: Sequence[tuple[str, str]],
    scores: Sequence[Sequence[int]],
    points: Sequence[Sequence[Fraction]],
    tops: Sequence[int],
    rows: str = "",
) -> str:
    boards = []
    for number, (values, worth, top) in enumerate(zip(scores, points, tops, strict=True), 1):
        lines = [
            result(ns, ew, value, (printed(mine), printed(top - mine)))
            for (ns, ew), value, mine in zip(sitting, values, worth, strict=True)
        ]
        boards.append(board(number, *lines))
    return f'<SECTION SECTION_ID="{name}">{rows}{"".join(boards)}</SECTION>'


def two_sections(*, apart: bool, broken: bool = False, rows: str = "") -> str:
    """Five tables in two sections, match-pointed together or each section by itself."""
    if apart:
        points_a = [by_hand.match_points(scores) for scores in SCORES_A]
        points_b = [by_hand.match_points(scores) for scores in SCORES_B]
        tops = (4, 2)
    else:
        every = [by_hand.match_points((*a, *b)) for a, b in zip(SCORES_A, SCORES_B, strict=True)]
        points_a, points_b = [found[:3] for found in every], [found[3:] for found in every]
        tops = (8, 8)
    if broken:
        points_a[1] = [points_a[1][0] + 1, *points_a[1][1:]]
    return (
        rows + section("A", A, SCORES_A, points_a, [tops[0]] * 4) + section("B", B, SCORES_B, points_b, [tops[1]] * 4)
    )


def test_sections_are_scored_across_the_field() -> None:
    scored = score(two_sections(apart=False))
    assert wrong(scored) == []
    assert [found.id for found in scored.boards] == ["1", "2", "3", "4"]
    assert scored.standings.method.field is None


def test_sections_that_were_scored_each_by_itself_are_found_by_fit() -> None:
    scored = score(two_sections(apart=True))
    assert wrong(scored) == []
    assert [found.id for found in scored.boards][:4] == ["a-1", "a-2", "a-3", "a-4"]
    assert {found.top for found in scored.boards} == {2, 4}
    assert (scored.standings.method.field, scored.standings.method.detected) == ("section", True)
    (about,) = [f for f in scored.standings.findings if f.code == "scoring.method-detected"]
    assert "each section compared by itself" in about.message
    # 420 beats -50 in its own section: half of its top; across the field it would be 2 of 8.
    line = next(line for line in scored.boards[0].lines if line.ns == "1")
    assert line.ns_percent == 50


@pytest.mark.parametrize("apart", [True, False])
def test_points_that_are_wrong_do_not_change_what_is_compared_with_what(apart: bool) -> None:
    scored = score(two_sections(apart=apart, broken=True))
    assert wrong(scored) == [("scoring.board-points-differ", "board 2")]
    assert (scored.standings.method.field == "section") is apart


def test_without_stated_points_the_field_is_one() -> None:
    lines = f'<SECTION SECTION_ID="A">{board(1, result("1", "2", 50))}</SECTION>'
    lines += f'<SECTION SECTION_ID="B">{board(1, result("3", "4", 90))}</SECTION>'
    (only,) = score(lines).boards
    assert only.top == 2


def test_a_file_with_sections_and_cross_imps_within_each_is_found_too() -> None:
    def lines(sitting: Sequence[tuple[str, str]], scores: Sequence[int]) -> list[str]:
        points = by_hand.cross_imps(scores)
        return [
            result(ns, ew, value, (printed(mine), printed(-mine)), "CROSS_IMPS")
            for (ns, ew), value, mine in zip(sitting, scores, points, strict=True)
        ]

    data = tags(BOARD_SCORING_METHOD="CROSS_IMPS") + "".join(
        f'<SECTION SECTION_ID="{name}">'
        f"{''.join(board(n, *lines(sitting, values)) for n, values in enumerate(scores, 1))}</SECTION>"
        for name, sitting, scores in (("A", A, SCORES_A), ("B", B, SCORES_B))
    )
    scored = score(data)
    assert wrong(scored) == []
    assert scored.standings.method.field == "section"


def swiss(values: Sequence[int], stated: Sequence[tuple[int, int]]) -> str:
    """Two sections of three and of two matches of one board, which state nothing but victory points."""
    meetings = [
        pair_match(ns, ew, points, board(1, one_table(value)))
        for (ns, ew), value, points in zip((*A, *B), values, stated, strict=True)
    ]
    inside = (("A", meetings[:3]), ("B", meetings[3:]))
    return "".join(f'<SECTION SECTION_ID="{name}">{"".join(found)}</SECTION>' for name, found in inside)


@pytest.mark.parametrize(
    ("stated", "field"),
    [
        # Across the field 450, 400, 100, 50 and -50 are 100, 75, 50, 25 and 0 %.
        ([(20, 0), (10, 10), (0, 20), (19, 1), (1, 19)], None),
        # In section A 100, 50 and 0 %, in section B 100 and 0 %.
        ([(20, 0), (10, 10), (0, 20), (20, 0), (0, 20)], "section"),
    ],
)
def test_swiss_pairs_in_sections_are_told_by_their_matches_alone(
    stated: Sequence[tuple[int, int]], field: str | None
) -> None:
    scored = score(swiss((450, 100, -50, 400, 50), stated), event='EVENT_TYPE="SWISS_PAIRS"')
    assert wrong(scored) == []
    assert scored.standings.method.field == field


def test_sections_are_told_by_totals_alone_where_lines_state_nothing() -> None:
    points = {
        "A": [by_hand.match_points(scores) for scores in SCORES_A],
        "B": [by_hand.match_points(scores) for scores in SCORES_B],
    }
    rows = []
    for name, sitting, top in (("A", A, 4), ("B", B, 2)):
        for n, (ns, ew) in enumerate(sitting):
            percent = sum(found[n] for found in points[name]) * Fraction(100, 4 * top)
            rows += [pair(ns, PERCENTAGE=printed(percent)), pair(ew, PERCENTAGE=printed(100 - percent))]
    lines = "".join(
        f'<SECTION SECTION_ID="{name}">'
        + "".join(
            board(number, *(result(*both, value) for both, value in zip(sitting, values, strict=True)))
            for number, values in enumerate(scores, 1)
        )
        + "</SECTION>"
        for name, sitting, scores in (("A", A, SCORES_A), ("B", B, SCORES_B))
    )
    scored = score(listed(*rows) + lines)
    assert wrong(scored) == []
    assert scored.standings.method.field == "section"


def with_section_places(third: str) -> Scored:
    """Boards across the field; places within section A by hand: 5 leads, then 1 and 3."""
    every = [by_hand.match_points((*a, *b)) for a, b in zip(SCORES_A, SCORES_B, strict=True)]
    totals = {ns: sum(found[n] for found in every) for n, (ns, _) in enumerate((*A, *B))}
    totals |= {ew: 32 - totals[ns] for ns, ew in (*A, *B)}
    overall = by_hand.places(totals)
    in_section = {}
    for sitting in (A, B):
        in_section |= by_hand.places({name: totals[name] for both in sitting for name in both})
    in_section["3"] = third or in_section["3"]
    rows = [
        pair(name, PLACE=overall[name], PERCENTAGE=printed(Fraction(total * 100, 32)), SECTION_PLACE=in_section[name])
        for name, total in totals.items()
    ]
    names = {name for both in A for name in both}
    in_a = listed(*(text for text, name in zip(rows, totals, strict=True) if name in names))
    in_b = listed(*(text for text, name in zip(rows, totals, strict=True) if name not in names))
    points_a, points_b = [found[:3] for found in every], [found[3:] for found in every]
    return score(
        section("A", A, SCORES_A, points_a, [8] * 4, in_a) + section("B", B, SCORES_B, points_b, [8] * 4, in_b)
    )


def test_each_section_has_a_ranking_and_its_stated_places_are_compared() -> None:
    scored = with_section_places("")
    assert wrong(scored) == []
    assert [found.id for found in scored.standings.rankings] == ["overall", "section-A", "section-B"]
    assert len(ranked(scored, "section-B").rows) == 4
    assert wrong(with_section_places("6")) == [("scoring.place-differs", "pair 3")]


# Sessions


def two_sessions(second: str = "75", overall: str = "66.67") -> str:
    """Pair 1 has 1 match point of 2 in the first session and 3 of 4 in the second; pair 4 has as much."""
    first = board(1, result("1", "2", 50, (1, 1)), result("3", "4", 50, (1, 1)))
    later = board(1, result("1", "2", 90, (2, 0)), result("3", "4", 50, (0, 2))) + board(
        2, result("1", "2", 90, (1, 1)), result("3", "4", 90, (1, 1))
    )

    def of_pair_1(percentage: str) -> str:
        return listed(pair("1", PLACE="1=", PERCENTAGE=percentage))

    sessions = ("1", "50", first), ("2", second, later)
    return of_pair_1(overall) + "".join(
        f'<SESSION SESSION_ID="{name}">{of_pair_1(percentage)}{boards}</SESSION>'
        for name, percentage, boards in sessions
    )


def test_sessions_have_rankings_of_their_own_and_make_the_overall_one_together() -> None:
    # 1 of 2, then 3 of 4: 4 of 6 are 66.67 %.
    scored = score(two_sessions())
    assert wrong(scored) == []
    assert [found.id for found in scored.standings.rankings] == ["overall", "session-1", "session-2"]
    assert [row(scored, "1", name).percentage for name in ("overall", "session-1", "session-2")] == [
        Decimal("66.67"),
        50,
        75,
    ]


def test_a_wrong_percentage_of_a_session_is_the_only_finding() -> None:
    assert wrong(score(two_sessions("70"))) == [("scoring.percentage-differs", "pair 1")]


# Penalties, handicap, carry-forward


def imp_event(*rows: str, version: str = "1.4") -> Scored:
    """Butler of two tables and two boards: pair 1 has 2 + 0 IMPs, pair 3 the opposite."""
    boards = board(1, result("1", "2", 120), result("3", "4", 0)) + board(2, result("1", "2", 50), result("3", "4", 50))
    return score(tags(BOARD_SCORING_METHOD="BUTLER_IMPS") + listed(*rows) + boards, version=version)


def test_without_anything_added_the_boards_are_the_total() -> None:
    # The datum is 60: 60 more and 60 less are 2 IMPs.
    assert [(name, total) for name, _, total in places(imp_event())] == [("1", 2), ("4", 2), ("2", -2), ("3", -2)]


@pytest.mark.parametrize("amounts", [("-1.5",), ("-1", "-0.5"), ("-0.75", "-0.75")])
def test_penalties_in_the_unit_of_the_totals_are_inside_them(amounts: tuple[str, ...]) -> None:
    penalties = "".join(tags(ADJUSTMENT=amount) for amount in amounts)
    scored = imp_event(pair("1", penalties, TOTAL_SCORE="0.5", PLACE="2"))
    assert wrong(scored) == []
    assert (row(scored, "1").total, row(scored, "1").adjustment) == (Decimal("0.5"), Decimal("-1.5"))
    assert wrong(imp_event(pair("1", penalties, TOTAL_SCORE="2", PLACE="2"))) == [("scoring.total-differs", "pair 1")]


@pytest.mark.parametrize(("version", "stated"), [("1.4", "2"), ("1.2", "5")])
def test_a_handicap_is_outside_the_total_from_1_4_on_and_decides_the_place(version: str, stated: str) -> None:
    rows = [pair("1", TOTAL_SCORE=stated, HANDICAP=3, PLACE="1"), pair("4", TOTAL_SCORE=2, PLACE="2")]
    scored = imp_event(*rows, version=version)
    assert wrong(scored) == []
    leader = row(scored, "1")
    assert (leader.place, leader.total, leader.handicap, leader.final) == ("1", 2, 3, 5)


def test_a_carry_forward_is_outside_the_total_and_decides_the_place() -> None:
    scored = imp_event(pair("3", TOTAL_SCORE=-2, CARRY_FORWARD="4.5", PLACE="1"), pair("1", TOTAL_SCORE=2, PLACE="2="))
    assert wrong(scored) == []
    assert (row(scored, "3").final, row(scored, "3").carry_forward) == (Decimal("2.5"), Decimal("4.5"))


def test_a_handicap_of_match_points_is_per_cent() -> None:
    boards = board(1, result("1", "2", 90, (2, 0)), result("3", "4", 50, (0, 2))) + board(
        2, result("1", "2", 90, (1, 1)), result("3", "4", 90, (1, 1))
    )
    rows = (
        pair("1", PERCENTAGE=75, PLACE="2"),
        pair("4", PERCENTAGE=75, HANDICAP="2.5", PLACE="1"),
        pair("2", PERCENTAGE=20, ADJUSTMENT=-5, PLACE="4"),
        pair("3", PERCENTAGE=25, PLACE="3"),
    )
    scored = score(listed(*rows) + boards)
    assert wrong(scored) == []
    assert (row(scored, "4").final, row(scored, "2").total) == (Decimal("77.5"), Decimal("0.8"))


# Strata


def stratified(kind: str, *, first_in_c: str = "1", override: str = "") -> str:
    """Limits of 300 and 100; the third pair holds 90 on average and 150 at the most."""
    holdings = {"1": (900, 100), "2": (250, 250), "3": (150, 30), "4": (10, 50)}
    strata = "".join(
        f"<STRAT>{tags(STRAT_NUMBER=n, STRAT_LABEL=label, UPPER_LIMIT=limit)}</STRAT>"
        for n, label, limit in ((1, "A", 0), (2, "B", 300), (3, "C", 100))
    )
    rows = []
    for name, points in holdings.items():
        players = "".join(
            f"<PLAYER>{tags(PLAYER_NAME=f'P {held}', MASTER_POINT_TOTAL=held)}</PLAYER>" for held in points
        )
        more = (
            tags(STRAT_PLACE=first_in_c)
            if name == "4"
            else tags(OVERRIDE_STRAT=override or None)
            if name == "2"
            else ""
        )
        rows.append(pair(name, players + more))
    boards = board(1, result("1", "2", 90), result("3", "4", 50)) + board(2, result("1", "3", 90), result("2", "4", 50))
    return (
        f"<STRATIFICATION>{tags(STRATIFICATION_TYPE=kind)}<STRATS>{strata}</STRATS></STRATIFICATION>"
        + listed(*rows)
        + boards
    )


def names(scored: Scored, ranking: str) -> list[str]:
    return [name for name, _, _ in places(scored, ranking)]


@pytest.mark.parametrize(
    ("kind", "override", "in_b", "in_c"),
    [
        ("AVERAGE", "", ["4", "2", "3"], ["4", "3"]),
        ("HIGHEST", "", ["4", "2", "3"], ["4"]),
        ("AVERAGE", "3", ["4", "2", "3"], ["4", "2", "3"]),
        ("HIGHEST", "1", ["4", "3"], ["4"]),
    ],
)
def test_a_pair_ranks_in_its_own_stratum_and_in_every_higher_one(
    kind: str, override: str, in_b: list[str], in_c: list[str]
) -> None:
    scored = score(stratified(kind, override=override))
    assert wrong(scored) == []
    assert [found.id for found in scored.standings.rankings] == ["overall", "stratum-2", "stratum-3"]
    assert (names(scored, "stratum-2"), names(scored, "stratum-3")) == (in_b, in_c)
    assert len(names(scored, "overall")) == 4


def test_a_stated_place_in_a_stratum_that_is_wrong_is_the_only_finding() -> None:
    assert wrong(score(stratified("AVERAGE", first_in_c="2"))) == [("scoring.place-differs", "pair 4")]


# Ties


def test_ties_that_the_file_splits_stay_shared_and_are_no_difference() -> None:
    lines = board(1, result("1", "2", 50), result("3", "4", 50))
    rows = [pair(name, PERCENTAGE=50, PLACE=place) for place, name in enumerate("1234", 1)]
    scored = score(listed(*rows) + lines)
    assert [place for _, place, _ in places(scored)] == ["1="] * 4
    assert {code for code, _ in wrong(scored)} == {"scoring.tie-split"}
    assert scored.standings.differences == 0
