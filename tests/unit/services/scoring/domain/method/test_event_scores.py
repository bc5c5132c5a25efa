from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.facts import (
    AdjustmentFact,
    BoardFact,
    EventFact,
    Facts,
    Participant,
    ResultFact,
    StatedScore,
    StatedTotal,
)
from contracts.messages import Fragment
from services.scoring.domain.boards.board_list import Board, BoardKey, board_of
from services.scoring.domain.boards.board_scores import BoardScores
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.method.event_scores import BridgeEvent, EventScores
from services.scoring.domain.method.search import best_scores
from services.scoring.domain.rankings.scheme import scheme_of
from tests.support.fragments import fragment, pair, result
from tests.support.team_facts import both, facts, match, teams


def scores_of(of: Facts, cache: BoardScores | None = None) -> EventScores:
    by_board: dict[BoardKey, list[ResultFact]] = {}
    for line in of.results:
        by_board.setdefault(BoardKey(line.session, None, line.board), []).append(line)
    boards: list[Board] = [
        board_of(key, lines, next((b for b in of.boards if b.board == key.board), None), None)
        for key, lines in by_board.items()
    ]
    return score_best(of, boards, cache or BoardScores())


def score_best(of: Facts, boards: list[Board], cache: BoardScores) -> EventScores:
    return best_scores(BridgeEvent(of, boards, cache, scheme_of(of)))


def event(scoring: str, *lines: ResultFact, **more: Any) -> Facts:
    return Facts(events=(EventFact(name="Pairs", kind="pairs", board_scoring=scoring),), results=lines, **more)


def line(board: int, ns: str, ew: str, score: int, ns_points: object = None, ew_points: object = None) -> ResultFact:
    said = None
    if ns_points is not None:
        said = StatedScore(ns=Decimal(str(ns_points)), ew=Decimal(str(ew_points)))
    return result(str(board), ns, ew, score, stated=said)


def total(number: str, value: str) -> StatedTotal:
    return StatedTotal(participant=number, kind="pair", total=Decimal(value))


def totals(scores: EventScores, ranking: int = 0) -> dict[str, Decimal | None]:
    return {row.id: row.total for row in scores.rankings[ranking].rows}


STEPS = (100, 50, 0)

ONE = BoardKey(None, None, "1")
"""Board 1 of an event of one session."""


def cross(board: int, *places: int, points: tuple[str, str, str] | None = None) -> list[ResultFact]:
    return [
        line(board, f"{n}", f"{n + 3}", STEPS[n - 1], *((points[n - 1], -Decimal(points[n - 1])) if points else ()))
        for n in places
    ]


def test_imps_of_boards_make_the_totals() -> None:
    scores = scores_of(event("cross_imps", *cross(1, 1, 2, 3), *cross(2, 1, 2, 3)))
    # 100 against 50 is 2 IMPs, against 0 it is 3: 2.5 on average.
    assert totals(scores) == {"1": 5, "6": 5, "2": 0, "5": 0, "3": -5, "4": -5}
    assert (scores.unit, scores.rankings[0].unit, scores.detected, scores.compared) == ("imps", "imps", False, True)
    assert scores.method.totals is None


def test_totals_of_pairs_who_played_fewer_boards_are_stretched_where_that_fits() -> None:
    lines = [*cross(1, 1, 2, 3), *cross(2, 1, 2, 3), line(3, "1", "5", 100), line(3, "2", "4", 50)]
    # Pair 3 has -2.5 and -2.5 on two boards; over three it would have -7.5. Pair 6 the opposite.
    of = event(
        "cross_imps",
        *lines,
        participants=tuple(pair(str(n)) for n in range(1, 7)),
        totals=(total("3", "-7.5"), total("6", "7.5"), total("1", "7")),
    )
    scores = scores_of(of)
    assert scores.findings == []
    assert scores.method.totals == "per-board"
    assert totals(scores)["3"] == Decimal("-7.5")
    plain = scores_of(of.replace(totals=(total("3", "-5"), total("6", "5"))))
    assert (plain.findings, plain.method.totals, totals(plain)["3"]) == ([], None, -5)


def test_totals_of_printed_points_are_added_up_as_printed() -> None:
    # 90 against 0, 50 and 0 is 3 + 1 + 3, by 3 comparisons 2.33; over five boards 11.67, as printed 11.5.
    printed = ("2.3", "-1.7", "1.0", "-1.7")
    lines = [
        line(board, f"{n}", f"{n + 4}", score, points, -Decimal(points))
        for board in range(1, 6)
        for n, (score, points) in enumerate(zip((90, 0, 50, 0), printed, strict=True), 1)
    ]
    pairs = tuple(pair(str(n)) for n in range(1, 9))
    of = event("cross_imps", *lines, participants=pairs, totals=(total("1", "11.5"), total("2", "-8.5")))
    scores = scores_of(of)
    assert (scores.findings, scores.method.rounding, totals(scores)["5"]) == ([], "printed-1", Decimal("-11.5"))
    exact = scores_of(of.replace(totals=(total("1", "11.67"), total("2", "-8.33"))))
    assert (exact.findings, exact.method.rounding) == ([], "exact")


FIVE = (-110, 0, 170, 260, 620)
"""The mean is 188, in the middle 170, without the ends 143.33."""


@pytest.mark.parametrize(
    ("stated", "words", "datum"),
    [
        ((-7, -5, -1, 2, 10), "mean of all scores, to the nearest 10", 190),
        ((-7, -5, 0, 3, 10), "median, to the nearest 10", 170),
        ((-6, -4, 1, 3, 10), "mean without the best and the worst score, to the nearest 10", 140),
    ],
)
def test_the_datum_of_butler_is_found_by_fit(stated: tuple[int, ...], words: str, datum: int) -> None:
    lines = [
        line(1, f"{n}", f"{n + 5}", score, points, -points)
        for n, (score, points) in enumerate(zip(FIVE, stated, strict=True), 1)
    ]
    scores = scores_of(event("butler_imps", *lines))
    assert scores.method.datum == words
    assert scores.datums[ONE] == datum
    assert tuple(found.ns for found in scores.points[ONE]) == stated


def test_a_datum_that_was_set_by_hand_counts_where_only_it_gives_the_points() -> None:
    # Against 300: -130 is -4, -410 is -9, -40 is -1.
    lines = [
        line(1, f"{n}", f"{n + 3}", score, points, -Decimal(points))
        for n, (score, points) in enumerate(((170, "-4"), (-110, "-9"), (260, "-1")), 1)
    ]
    scores = scores_of(event("butler_imps", *lines, boards=(BoardFact(board="1", datum=Decimal(300)),)))
    assert scores.method.datum == "as stated"
    assert scores.datums[ONE] == 300


def test_points_as_stated_stay_where_no_rule_scores_the_lines() -> None:
    of = event("other", line(1, "1", "2", 50, "3.5", "1"))
    scores = scores_of(of)
    assert [(found.ns, found.ew) for found in scores.points[ONE]] == [(Fraction(7, 2), 1)]
    assert (scores.compared, [f.code for f in scores.findings]) == (False, ["scoring.not-checked"])


TEAM_EVENT = facts(
    event={"match_scoring": "vps", "vp_scale": "WBF_DISCRETE"},
    participants=teams("1", "2"),
    matches=[match("1", "2")],
    results=[*both(1, "1", "2", 420, -50), *(line for flat in range(2, 6) for line in both(flat, "1", "2", 50, 50))],
)
"""One match of five boards: 10 IMPs, which are 15 victory points."""


def test_a_team_event_ranks_teams_by_their_matches_and_says_by_which_scale() -> None:
    scores = scores_of(TEAM_EVENT)
    assert (scores.rankings[0].unit, scores.method.match_scoring, scores.method.vp_scale) == (
        "vps",
        "vps",
        "WBF_DISCRETE",
    )
    assert scores.method.winners == 1
    assert [found.ns for found in scores.points[ONE]] == [10, -10]


def test_a_method_of_matches_that_was_found_by_fit_is_said_to_be_found() -> None:
    of = TEAM_EVENT.replace(
        events=(EventFact(kind="swiss_teams", match_scoring="imps"),), matches=(match("1", "2", ("10", "0")),)
    )
    assert scores_of(of).detected
    assert scores_of(of).method.detected


@pytest.mark.parametrize(
    ("unit", "total_of_1", "codes"),
    [
        ("vps", 14, []),
        (None, 14, []),
        ("imps", 15, ["scoring.adjustment-not-applied"]),
        ("boards", 15, ["scoring.adjustment-not-applied"]),
    ],
)
def test_a_penalty_of_a_team_counts_in_the_unit_of_its_total(
    unit: str | None, total_of_1: int, codes: list[str]
) -> None:
    penalty = AdjustmentFact(kind="penalty", participant="1", participant_kind="team", amount=Decimal(-1), unit=unit)
    scores = scores_of(TEAM_EVENT.replace(adjustments=(penalty,)))
    assert totals(scores)["1"] == total_of_1
    assert [finding.code for finding in scores.findings] == codes


def test_points_of_boards_that_do_not_change_are_kept() -> None:
    cache = BoardScores()
    lines = [*cross(1, 1, 2, 3), *cross(2, 1, 2, 3)]
    boards = {
        number: board_of(BoardKey(None, None, number), [r for r in lines if r.board == number], None, None)
        for number in "12"
    }
    of = event("cross_imps", *lines)
    before = score_best(of, list(boards.values()), cache)
    boards["2"] = board_of(BoardKey(None, None, "2"), [*cross(2, 1, 2), line(2, "3", "6", 420)], None, None)
    after = score_best(of, list(boards.values()), cache)
    key = ONE
    assert after.points[key] is before.points[key]
    assert after.points[boards["2"].key] != before.points[boards["2"].key]


SCORE = st.sampled_from([-620, -100, 0, 50, 420, 980])


@st.composite
def team_files(draw: st.DrawFn) -> list[Fragment]:
    """Three matches of two boards, line by line in any number of files."""
    lines: list[ResultFact] = []
    for home, away in (("1", "2"), ("1", "3"), ("2", "3")):
        for board in (1, 2):
            lines.extend(both(board, home, away, draw(SCORE), draw(SCORE), ns=f"{home}A", ew=f"{away}B"))
    pieces = draw(st.lists(st.integers(1, 3), min_size=len(lines), max_size=len(lines)))
    made = {
        "events": (EventFact(name="Teams", kind="teams", match_scoring="imps", pairwise_scoring="cross_imps"),),
        "participants": (
            *teams("1", "2", "3"),
            *(Participant(id=f"{n}{x}", kind="pair", team=n) for n in "123" for x in "AB"),
        ),
    }
    files = {number: [r for r, n in zip(lines, pieces, strict=True) if n == number] for number in (1, 2, 3)}
    return [fragment(f"part{number}", minutes=number, results=found, **made) for number, found in files.items()]


@given(team_files(), st.randoms(use_true_random=False))
def test_totals_of_teams_and_of_their_pairs_do_not_depend_on_the_order_of_files(
    parts: list[Fragment], shuffle: Any
) -> None:
    def standings(order: list[Fragment]) -> Any:
        state = EventState("teams")
        for part in order:
            state.apply(part)
            state.score()
        return state.score()[0].standings

    expected = standings(parts)
    mixed = list(parts)
    shuffle.shuffle(mixed)
    found = standings(mixed)
    assert (found.rankings, found.matches, found.progress) == (expected.rankings, expected.matches, expected.progress)
    for row in found.matches:
        assert row.home_raw == -row.away_raw
    assert sum(row.total for row in found.rankings[0].rows) == 0
