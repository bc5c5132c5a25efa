"""Which finding is a cause, and which only follows from it."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.base import Place
from contracts.codes import Code, acblscore, chess, scoring, trf, validation
from contracts.facts import (
    AdjustmentFact,
    BoardPointsFact,
    Facts,
    GameFact,
    MatchFact,
    Participant,
    ResultFact,
    Sides,
    StatedTotal,
)
from contracts.findings import Cause, Finding, Severity
from services.scoring.domain.differences import precedence
from services.scoring.domain.differences.precedence import folded
from tests.support.fragments import fragment, pair, points, result, stated


def total(name: str, line: int, value: str, **more: Any) -> StatedTotal:
    return StatedTotal(participant=name, total=Decimal(value), at=Place(line=line), **{"kind": "pair", **more})


FACTS: Facts = fragment(
    "f",
    participants=tuple(map(pair, "1234")),
    results=(
        result("1", "1", "2", 420, stated=stated("2", "0")),
        result("1", "3", "4", 50, stated=stated("0", "2")),
        result("2", "1", "4", 0, stated=stated("1", "1")),
    ),
    totals=(total("1", 11, "3", place="1"), total("4", 12, "9", place="2"), total("2", 13, "0", place="4")),
).facts

HIGH = FACTS.replace(totals=(FACTS.totals[0].replace(total=Decimal(10)), *FACTS.totals[1:]))

SCORE = validation.SCORE_NOT_OF_CONTRACT.finding("wrong score", subject="board 1", place=Place(line=1))
POINTS = scoring.POINTS_DIFFER.finding("board 1 differs", subject="board 1", place=Place(line=2))
SUM = scoring.TOTAL_DIFFERS.finding("total of 1", subject="pair 1", place=Place(line=11))
NO_SUM = scoring.TOTAL_DIFFERS.finding("total of 4", subject="pair 4", place=Place(line=12))
IN_ORDER = scoring.PLACE_DIFFERS.finding("place of 4", subject="pair 4", place=Place(line=11))
OUT_OF_ORDER = scoring.PLACE_DIFFERS.finding("place of 2", subject="pair 2", place=Place(line=13))


def causes(*findings: Finding) -> list[str]:
    return [finding.message for finding in folded(findings, FACTS) if finding.severity is not Severity.INFO]


def test_what_follows_names_its_cause() -> None:
    (follows,) = [finding for finding in folded([SCORE, POINTS], FACTS) if finding.severity is Severity.INFO]
    assert follows.cause == Cause(code=SCORE.code, subject="board 1", place=Place(line=1))
    assert follows.message == POINTS.message


def test_a_finding_alone_is_a_cause() -> None:
    for finding in (SCORE, POINTS, SUM, OUT_OF_ORDER):
        assert folded([finding], FACTS) == [finding]


def test_what_follows_stays_as_a_remark_that_names_the_cause_and_the_order_is_kept() -> None:
    remark, cause = folded([POINTS, SCORE], FACTS)
    assert cause == SCORE
    assert (remark.code, remark.severity) == (POINTS.code, Severity.INFO)
    assert remark.advice == "Correct this first, which it probably follows from: wrong score"


def test_a_wrong_score_explains_the_points_of_its_board_alone() -> None:
    other = POINTS.replace(subject="board 2", message="board 2 differs", place=Place(line=3))
    assert causes(SCORE, POINTS, other) == ["wrong score", "board 2 differs"]


def test_a_total_that_is_the_sum_of_its_lines_follows_and_another_is_a_fault_of_its_own() -> None:
    assert causes(POINTS, SUM) == ["board 1 differs"]
    assert causes(POINTS, NO_SUM) == ["board 1 differs", "total of 4"]


def test_a_place_that_follows_the_stated_totals_is_a_consequence_and_another_is_not() -> None:
    remark = folded([NO_SUM, IN_ORDER], HIGH)[1]
    assert remark.severity is Severity.INFO
    assert causes(NO_SUM, OUT_OF_ORDER) == ["total of 4", "place of 2"]


@pytest.mark.parametrize("code", [validation.REPEATED_RESULT, validation.TWICE_ON_A_BOARD, scoring.UNKNOWN_PARTICIPANT])
def test_other_results_than_were_played_explain_everything_that_is_computed(code: Any) -> None:
    cause = code.finding("somebody else", subject="board 9", place=Place(line=9))
    assert causes(POINTS, SUM, NO_SUM, OUT_OF_ORDER, cause) == ["somebody else"]


def test_findings_of_one_step_at_one_place_are_one_fault() -> None:
    percentage = scoring.PERCENTAGE_DIFFERS.finding("percentage of 4", subject="pair 4", place=Place(line=12))
    assert causes(percentage, NO_SUM) == ["total of 4"]


def test_an_error_is_never_folded_under_a_warning() -> None:
    unsure = validation.TWICE_AT_ONCE.finding("two tables", subject="board 1", place=Place(line=1))
    assert unsure.severity is Severity.WARNING
    assert causes(unsure, POINTS) == ["two tables", "board 1 differs"]


FINED = scoring.MATCH_UNBALANCED.finding(
    "match 1 against 2", subject="match 1 - 2", place=Place(line=1), stated="13 : 8", computed="12 : 8"
)


def unbalanced(computed: str, *others: Finding, name: str = "1", facts: Facts = FACTS) -> list[tuple[str, Severity]]:
    total = scoring.TOTAL_DIFFERS.finding("total", subject=f"team {name}", stated="50", computed=computed)
    every = folded([FINED, total, *others], facts)
    return [(finding.message, finding.severity) for finding in every if finding.severity is not Severity.INFO]


def test_a_total_without_the_fine_of_a_match_makes_the_score_of_the_match_wrong() -> None:
    assert unbalanced("51") == [("match 1 against 2", Severity.ERROR)]
    assert unbalanced("52") == [("match 1 against 2", Severity.WARNING), ("total", Severity.ERROR)]
    assert unbalanced("51", name="3") == [("match 1 against 2", Severity.WARNING), ("total", Severity.ERROR)]


def test_places_that_follow_such_a_total_follow_from_the_match() -> None:
    assert unbalanced("51", IN_ORDER, facts=HIGH) == [("match 1 against 2", Severity.ERROR)]


def test_wins_follow_from_a_match_of_the_side_alone() -> None:
    wins = scoring.WINS_DIFFER.finding("wins", subject="pair 1", place=Place(line=11))
    other = FINED.replace(subject="match 2 - 3", message="match of others")
    assert causes(FINED, wins) == ["match 1 against 2"]
    assert causes(other, wins) == ["match of others", "wins"]


def test_a_number_that_nobody_has_is_one_fault_whoever_reports_it() -> None:
    by_scoring = scoring.UNKNOWN_PARTICIPANT.finding("39 plays", subject="board 1", place=Place(offset=7))
    by_reader = acblscore.UNKNOWN_PAIR.finding("nobody has 39", subject="section A", place=Place(offset=7))
    assert causes(by_reader, by_scoring) == ["39 plays"]


def test_the_same_finding_again_is_one() -> None:
    assert folded([SCORE, SCORE], FACTS) == [SCORE]


def causes_in(facts: Facts, *findings: Finding) -> list[str]:
    return [finding.message for finding in folded(findings, facts) if finding.severity is not Severity.INFO]


def of(code: Any, subject: str, line: int, message: str | None = None) -> Finding:
    return code.finding(message or subject, subject=subject, place=Place(line=line))


TEAMS: Facts = fragment(
    "teams",
    participants=(
        Participant(id="A", kind="team"),
        Participant(id="B", kind="team"),
        Participant(id="C", kind="team"),
        pair("1", team="A"),
        pair("2", team="B"),
    ),
    results=(
        ResultFact(
            board="1", sides=Sides(ns="1", ew="2", ns_team="A", ew_team="B"), ns_score=points(50), ew_score=points(50)
        ),
    ),
    matches=(
        MatchFact(kind="teams", session="1", home="A", away="B", home_score=Decimal(14), away_score=Decimal(6)),
        MatchFact(kind="teams", session="2", home="A", away="C", home_score=Decimal(10), away_score=Decimal(10)),
    ),
    totals=(
        StatedTotal(participant="A", kind="team", total=Decimal(24), at=Place(line=21)),
        StatedTotal(participant="B", kind="team", total=Decimal(9), at=Place(line=22)),
        StatedTotal(participant="1", kind="pair", pair_imps=Decimal(3), at=Place(line=23)),
    ),
).facts


@pytest.mark.parametrize(
    ("match", "explained"),
    [("match A - C", True), ("match B - C", True), ("match C - D", False), ("match D - E", False)],
)
def test_points_of_a_board_explain_the_matches_of_those_who_play_it(match: str, explained: bool) -> None:
    differs = of(scoring.MATCH_DIFFERS, match, 31)
    assert causes_in(TEAMS, POINTS, differs) == [POINTS.message, *([] if explained else [match])]


def test_points_of_a_board_explain_no_board_of_another_number() -> None:
    datum = of(scoring.DATUM_DIFFERS, "board 2", 9)
    assert causes_in(TEAMS, SCORE, datum) == ["wrong score", "board 2"]


def test_a_total_of_matches_follows_from_them_where_it_is_their_sum() -> None:
    differs = of(scoring.MATCH_DIFFERS, "match A - B", 31)
    consistent, wrong = of(scoring.TOTAL_DIFFERS, "team A", 21), of(scoring.TOTAL_DIFFERS, "team B", 22)
    assert causes_in(TEAMS, differs, consistent, wrong) == ["match A - B", "team B"]


@pytest.mark.parametrize(("cause", "explained"), [("match A - B", True), ("match B - C", False)])
def test_a_total_of_a_pair_that_cannot_be_added_up_follows_from_a_match_of_its_team(
    cause: str, explained: bool
) -> None:
    total_of_pair = of(scoring.TOTAL_DIFFERS, "pair 1", 23)
    expected = [cause] if explained else [cause, "pair 1"]
    assert causes_in(TEAMS, of(scoring.MATCH_DIFFERS, cause, 31), total_of_pair) == expected


@pytest.mark.parametrize(("board", "explained"), [("board 1", True), ("board 2", False)])
def test_a_total_that_cannot_be_added_up_follows_from_a_board_that_its_pair_plays(board: str, explained: bool) -> None:
    points_differ = of(scoring.POINTS_DIFFER, board, 5)
    expected = [board] if explained else [board, "pair 1"]
    assert causes_in(TEAMS, points_differ, of(scoring.TOTAL_DIFFERS, "pair 1", 23)) == expected


@pytest.mark.parametrize("code", [scoring.BOARDS_PLAYED_DIFFER, scoring.WINS_DIFFER])
def test_numbers_of_boards_and_wins_do_not_follow_from_points(code: Any) -> None:
    assert causes_in(TEAMS, POINTS, of(code, "pair 1", 23)) == [POINTS.message, "pair 1"]


def test_a_total_without_a_place_in_the_file_is_a_fault_of_its_own() -> None:
    anywhere = scoring.TOTAL_DIFFERS.finding("somewhere", subject="pair 1")
    assert causes_in(TEAMS, POINTS, anywhere) == [POINTS.message, "somewhere"]


def test_a_penalty_that_is_in_the_total_leaves_it_the_sum() -> None:
    fined = FACTS.replace(adjustments=(AdjustmentFact(kind="penalty", participant="4", amount=Decimal(6)),))
    assert causes_in(fined, SCORE, NO_SUM) == ["wrong score"]
    assert causes_in(FACTS, SCORE, NO_SUM) == ["wrong score", "total of 4"]


CHESS: Facts = fragment(
    "chess",
    participants=(
        *(Participant(id=n, kind="player", team=team) for n, team in (("1", "T"), ("2", "U"), ("3", None))),
        Participant(id="T", kind="team"),
        Participant(id="U", kind="team"),
        Participant(id="V", kind="team", members=("2",)),
        Participant(id="W", kind="team", members=("3",)),
    ),
    games=(
        GameFact(round=1, player="1", opponent="2"),
        GameFact(round=2, player="1", opponent="3"),
        GameFact(round=1, player="3"),
    ),
).facts
GAME = of(chess.RESULTS_DISAGREE, "player 1 in round 1", 1, "game")


@pytest.mark.parametrize(
    ("subject", "explained"),
    [
        ("player 1", True),
        ("player 2", True),
        ("player 3", False),
        ("team T", True),
        ("team U", True),
        ("team V", True),
        ("team W", False),
        ("player T", False),
    ],
)
def test_a_game_explains_the_points_of_its_players_and_their_teams(subject: str, explained: bool) -> None:
    differs = of(scoring.TOTAL_DIFFERS, subject, 41)
    assert causes_in(CHESS, GAME, differs) == ["game", *([] if explained else [subject])]


@pytest.mark.parametrize(("subject", "explained"), [("team T", True), ("team V", True), ("team W", False)])
def test_a_game_explains_the_summaries_of_its_teams(subject: str, explained: bool) -> None:
    summary = of(scoring.SUMMARY_DIFFERS, subject, 42)
    assert causes_in(CHESS, GAME, summary) == ["game", *([] if explained else [subject])]


def test_a_game_explains_every_place() -> None:
    assert causes_in(CHESS, GAME, of(scoring.PLACE_DIFFERS, "player 3", 43)) == ["game"]


def test_a_fault_of_a_round_names_no_player_whose_points_it_explains() -> None:
    of_round = of(chess.PAIRING_BYES_OF_ROUND, "round 1", 1)
    for code, subject in ((scoring.TOTAL_DIFFERS, "player 1"), (scoring.SUMMARY_DIFFERS, "team T")):
        differs = of(code, subject, 41).replace(severity=of_round.severity)
        assert causes_in(CHESS, of_round, differs) == ["round 1", subject]


def test_wrong_points_of_a_team_explain_its_summary_alone() -> None:
    points_differ = of(scoring.TOTAL_DIFFERS, "team T", 41, "points")
    assert causes_in(CHESS, points_differ, of(scoring.SUMMARY_DIFFERS, "team T", 42)) == ["points"]
    assert causes_in(CHESS, points_differ, of(scoring.SUMMARY_DIFFERS, "team U", 42)) == ["points", "team U"]
    percentage = of(scoring.PERCENTAGE_DIFFERS, "team T", 41, "percent")
    assert causes_in(CHESS, percentage, of(scoring.SUMMARY_DIFFERS, "team T", 42)) == ["percent", "team T"]


@pytest.mark.parametrize(
    ("place", "direction", "consequence"),
    [("1", "EW", True), ("2", "EW", False), ("3", "EW", True), ("1", "NS", False)],
)
def test_a_place_may_follow_the_totals_within_its_line(place: str, direction: str, consequence: bool) -> None:
    lines = {"1": "NS", "2": "NS", "3": direction}
    facts = fragment(
        "lines",
        participants=tuple(pair(n, direction=line) for n, line in lines.items()),
        totals=(total("1", 11, "30"), total("2", 12, "20"), total("3", 13, "10", place=place)),
    ).facts
    finding = of(scoring.PLACE_DIFFERS, "pair 3", 13, "place")
    assert causes_in(facts, SCORE, finding) == ["wrong score", *([] if consequence else ["place"])]


def test_many_places_are_asked_of_one_cause_of_each_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"{number}" for number in range(1, 101)]
    facts = fragment("many", totals=tuple(total(name, int(name), name, place=name) for name in names)).facts
    asked: list[Finding] = []
    explains = precedence._Event.explains
    monkeypatch.setattr(precedence._Event, "explains", lambda *each: asked.append(each[2]) or explains(*each))
    wrong = [of(scoring.TOTAL_DIFFERS, f"pair {name}", int(name), "total") for name in names]
    places = [of(scoring.PLACE_DIFFERS, f"pair {name}", int(name), "place") for name in names]
    assert causes_in(facts, *wrong, *places) == ["total"] * 100 + ["place"] * 100
    assert len(asked) == len(places)


def test_a_place_without_a_total_beside_it_is_a_consequence() -> None:
    facts = fragment("bare", totals=(StatedTotal(participant="1", kind="pair", place="1", at=Place(line=11)),)).facts
    assert causes_in(facts, SCORE, of(scoring.PLACE_DIFFERS, "pair 1", 11, "place")) == ["wrong score"]


def test_a_penalty_that_is_not_in_the_total_leaves_it_the_sum_of_its_lines() -> None:
    fined = FACTS.replace(adjustments=(AdjustmentFact(kind="penalty", participant="1", amount=Decimal(6)),))
    assert causes_in(fined, POINTS, SUM) == ["board 1 differs"]


def test_a_line_that_makes_all_totals_right_explains_them_and_the_second_result_on_its_board() -> None:
    misplaced = scoring.LINE_MISPLACED.finding("the result of 1 is that of 3", subject="board 1")
    twice, elsewhere = (
        validation.TWICE_ON_A_BOARD.finding(f"2 has two results on board {board}", subject=f"board {board}")
        for board in "12"
    )
    differs = scoring.TOTAL_DIFFERS.finding("pair 3 differs", subject="pair 3", stated="2", computed="0")
    made = {finding.message: finding.severity for finding in folded([twice, elsewhere, differs, misplaced], FACTS)}
    assert made == {
        misplaced.message: Severity.ERROR,
        twice.message: Severity.INFO,
        elsewhere.message: Severity.ERROR,
        differs.message: Severity.INFO,
    }


MATCHES = fragment(
    "matches",
    results=[result("1", "1", "2", 420, sides=Sides(ns_team="A", ew_team="B"))],
    board_points=(BoardPointsFact(home="A", away="B", board="1", at=Place(line=5)),),
    totals=(total("A", 11, "30", kind="team"), total("B", 12, "10", kind="team")),
).facts


def test_the_points_of_a_line_explain_what_its_match_states_for_the_board_and_the_wins_of_its_teams() -> None:
    line = of(scoring.POINTS_DIFFER, "board 1", 4, "line")
    of_match = of(scoring.POINTS_DIFFER, "board 1", 5, "board of the match")
    wins = of(scoring.WINS_DIFFER, "team A", 11, "wins")
    assert causes_in(MATCHES, line, of_match, wins) == ["line"]
    other = of(scoring.POINTS_DIFFER, "board 2", 5, "other board")
    assert causes_in(MATCHES, line, other) == ["line", "other board"]
    assert causes_in(MATCHES, line, of(scoring.POINTS_DIFFER, "board 1", 6, "line of another match")) == [
        "line",
        "line of another match",
    ]


def test_a_match_that_makes_all_totals_right_explains_them_and_places_and_no_boards() -> None:
    misreported = of(scoring.MATCH_MISREPORTED, "match A - B", 3, "misreported")
    consequences = (
        of(scoring.MATCH_DIFFERS, "match A - B", 8, "the match").replace(computed="5 : 15"),
        of(scoring.MATCH_DIFFERS, "match C - D", 9, "another that was compared with it"),
        of(scoring.TOTAL_DIFFERS, "team A", 11, "total"),
        of(scoring.PLACE_DIFFERS, "team B", 12, "place"),
    )
    assert causes_in(MATCHES, misreported, *consequences) == ["misreported"]
    known = of(scoring.MATCH_DIFFERS, "match C - D", 9, "by its boards").replace(computed="5 : 15")
    board = of(scoring.POINTS_DIFFER, "board 1", 4, "line")
    assert causes_in(MATCHES, misreported, known, board) == ["misreported", "by its boards", "line"]


def test_a_line_that_is_turned_explains_that_its_tables_are_alike() -> None:
    misplaced = of(scoring.LINE_MISPLACED, "board 1", 4, "turned")
    alike = of(validation.TABLES_ALIKE, "board 1", 4, "alike")
    assert causes_in(MATCHES, misplaced, alike) == ["turned"]
    assert causes_in(MATCHES, misplaced, of(validation.TABLES_ALIKE, "board 2", 6, "apart")) == ["turned", "apart"]


def test_a_pair_listed_in_the_wrong_direction_explains_places_and_no_total() -> None:
    turned = validation.DIRECTION_NOT_TAKEN.finding("listed EW", subject="pair 3", place=Place(line=9))
    assert causes(turned, OUT_OF_ORDER, NO_SUM) == ["listed EW", "total of 4"]


@pytest.mark.parametrize("code", [scoring.POINTS_DIFFER, scoring.TOTAL_DIFFERS, scoring.MATCH_DIFFERS])
def test_findings_that_stay_are_held_against_few_others(code: Code, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Finding] = []
    grave = precedence._is_as_grave
    monkeypatch.setattr(precedence, "_is_as_grave", lambda cause, finding: asked.append(cause) or grave(cause, finding))
    lines = [
        validation.SCORE_IMPOSSIBLE.finding("line", subject=f"board {n}", place=Place(line=n)) for n in range(1, 99)
    ]
    others = [code.finding("other", subject=f"match x{n} - y{n}", place=Place(line=n)) for n in range(101, 199)]
    found = [*lines, *others]
    assert folded(found, FACTS) == found
    assert len(asked) < 2 * len(found)


def test_a_file_that_is_cut_explains_what_it_lacks_and_a_pointer_alone_explains_nothing() -> None:
    cut = acblscore.FILE_CUT.finding("cut", place=Place(offset=6))
    pointer = acblscore.BAD_POINTER.finding("pointer", subject="index 2", place=Place(offset=9))
    assert causes(cut, pointer, NO_SUM, OUT_OF_ORDER) == ["cut"]
    assert causes(pointer, NO_SUM) == ["pointer", "total of 4"]
    game = trf.MISSING_ROUND.finding("round", subject="player 9 in round 2", place=Place(line=5))
    assert causes(trf.FILE_CUT.finding("cut", place=Place(line=8)), game) == ["cut"]


def test_a_record_of_points_explains_all_points_and_the_order_of_places() -> None:
    record = scoring.POINTS_BY_RESULT.finding("record", subject="record XXS", place=Place(path="XXS"))
    order = scoring.PLACES_OF_ANOTHER_ORDER.finding("order", subject="the places", place=Place(line=30))
    player = scoring.TOTAL_DIFFERS.finding("points", subject="player 1", place=Place(line=20))
    assert causes(record, player, order) == ["record"]
    assert causes(player, order) == ["points", "order"]


def test_a_bye_of_a_team_explains_its_points_and_those_of_its_players() -> None:
    facts = Facts(participants=(Participant(id="3", kind="team", members=("5", "6")),))
    bye = of(scoring.BYE_MISREPORTED, "team 3 in round 5", 21, "bye")
    points_of = [of(scoring.TOTAL_DIFFERS, f"player {name}", line, name) for line, name in ((22, "5"), (23, "7"))]
    assert causes_in(facts, bye, of(scoring.TOTAL_DIFFERS, "team 3", 10, "team"), *points_of) == ["bye", "7"]
