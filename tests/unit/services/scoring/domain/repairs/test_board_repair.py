"""The line that is wrong is named, with the score that makes all stated points of its board right."""

from decimal import Decimal
from random import Random

import pytest

from contracts.facts import ResultFact, Score, StatedScore
from services.scoring.domain.boards.board_list import Board, BoardKey, board_of, published
from services.scoring.domain.boards.imp_methods import BUTLER, CROSS_IMPS
from services.scoring.domain.boards.line_methods import ACBL, EBU, LineMethod
from services.scoring.domain.repairs import board_repair
from services.scoring.domain.repairs.board_repair import Repair, repair_of, told
from shared.bridge.play.contract_score import possible_scores
from tests.support.fragments import result

NUMBER = "1"
"""Nobody is vulnerable on board 1."""

SCORES = (420, 170, 50, -50, -100, 420, 400)


def lines(*scores: int) -> list[ResultFact]:
    return [result(NUMBER, str(number), str(number + 50), score) for number, score in enumerate(scores, 1)]


def board(played: list[ResultFact]) -> Board:
    return board_of(BoardKey(None, None, NUMBER), played, None, None)


def stating(played: list[ResultFact], method: LineMethod, field: int) -> list[ResultFact]:
    """The lines with their points, as a program prints them."""
    points = method.score(board(played).lines, field)
    return [
        line.replace(stated=StatedScore(ns=published(worth.ns), ew=published(worth.ew), unit="match_points"))
        for line, worth in zip(played, points, strict=True)
    ]


def with_score(line: ResultFact, points: int) -> ResultFact:
    score = Score(kind="points", points=points)
    return line.replace(ns_score=score, ew_score=score)


def test_the_line_whose_score_was_changed_is_named_with_its_score() -> None:
    played = stating(lines(*SCORES), EBU, 7)
    played[2] = with_score(played[2], -420)
    wrong = board(played)
    repair = repair_of(wrong, EBU, 7)
    assert repair is not None
    assert (repair.kind, repair.lines, repair.other) == ("score", (2,), None)
    assert 50 in repair.scores
    assert all(-50 < score < 170 for score in repair.scores)
    text, line, has, right = told(repair, wrong)
    assert text == f"3 against 53 has -420, but with {right} all stated points of the board are right"
    assert (line, has, right) == (played[2], "-420", "a score from 0 to 160")


def test_of_two_lines_that_have_become_equal_both_are_named() -> None:
    played = stating(lines(420, 170, 50, -50, -100), EBU, 5)
    played[3] = with_score(played[3], 50)
    wrong = board(played)
    repair = repair_of(wrong, EBU, 5)
    assert repair is not None
    assert repair.other is not None
    assert (repair.lines, repair.other.lines) == ((2,), (3,))
    assert -50 in repair.other.scores
    assert told(repair, wrong)[0] == (
        "3 against 53 has 50 instead of a score from 70 to 160, or 4 against 54 has 50 instead of a score from -90 to 0"
        ": then all stated points of the board are right"
    )


def test_a_score_that_another_line_has_is_known_exactly() -> None:
    played = stating(lines(*SCORES), EBU, 7)
    played[0] = with_score(played[0], -420)
    wrong = board(played)
    repair = repair_of(wrong, EBU, 7)
    assert repair == Repair("score", (0,), (420,))
    assert told(repair, wrong)[0] == (
        "1 against 51 has -420, but with 420 (the sign is turned) all stated points of the board are right"
    )


def test_two_lines_with_each_others_score_are_named() -> None:
    played = stating(lines(420, 170, 50, -50), EBU, 4)
    played[0], played[3] = with_score(played[0], -50), with_score(played[3], 420)
    wrong = board(played)
    repair = repair_of(wrong, EBU, 4)
    assert repair == Repair("exchanged", (0, 3), (420,))
    assert told(repair, wrong)[0] == (
        "1 against 51 has -50 and 4 against 54 420; with the scores exchanged all stated points of the board are right"
    )


def test_a_result_that_is_missing_is_named_by_where_it_was() -> None:
    played = stating(lines(*SCORES), EBU, 7)
    del played[2]
    wrong = board(played)
    repair = repair_of(wrong, EBU, 7)
    assert repair is not None
    assert repair.kind == "missing"
    assert 50 in repair.scores
    assert (min(repair.scores), max(repair.scores)) == (-20, 160) or all(-50 < s < 170 for s in repair.scores)
    assert told(repair, wrong)[0].startswith("a result is missing: with one more, a score from ")


def test_a_result_too_many_is_named() -> None:
    played = stating(lines(*SCORES), EBU, 7)
    stranger = result(NUMBER, "9", "59", 140, stated=StatedScore(ns=Decimal(1), ew=Decimal(1), unit="match_points"))
    wrong = board([*played, stranger])
    repair = repair_of(wrong, EBU, 7)
    assert repair == Repair("extra", (7,))
    assert told(repair, wrong)[0] == "without the result of 9 against 59 (140) all stated points of the board are right"


def test_what_no_single_line_explains_is_not_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    played = stating(lines(*SCORES), EBU, 7)
    changed = [with_score(line, 1100 + 100 * number) if number < 3 else line for number, line in enumerate(played)]
    assert repair_of(board(changed), EBU, 7) is None
    one = [with_score(played[0], -420), *played[1:]]
    monkeypatch.setattr(board_repair, "MOST_LINES", 6)
    assert repair_of(board(one), EBU, 7) is None, "a board of more lines is not looked at"


def test_a_ruling_says_nothing_of_the_scores() -> None:
    award = Score(kind="artificial", percent=Decimal(60))
    ruled = result(NUMBER, "8", "58").replace(ns_score=award, ew_score=award)
    played = stating([*lines(*SCORES), ruled], EBU, 8)
    played[7] = played[7].replace(stated=StatedScore(ns=Decimal(1), ew=Decimal(1), unit="match_points"))
    played[0] = with_score(played[0], -420)
    assert repair_of(board(played), EBU, 8) == Repair("score", (0,), (420,))


@pytest.mark.parametrize("method", [EBU, ACBL, BUTLER[0], CROSS_IMPS[0]], ids=["ebu", "acbl", "butler", "cross-imps"])
@pytest.mark.parametrize("seed", range(40))
def test_a_repair_never_leaves_the_score_out_that_was_there(method: LineMethod, seed: int) -> None:
    dice = Random(seed)
    every = sorted(possible_scores(False, False))
    scores = [dice.choice(every) if dice.random() < 0.3 else dice.choice(SCORES) for _ in range(dice.randint(5, 13))]
    played = stating(lines(*scores), method, len(scores))
    at = dice.randrange(len(scores))
    other = dice.choice([score for score in (*SCORES, -scores[at]) if score != scores[at]])
    played[at] = with_score(played[at], other)
    wrong = board(played)
    repair = repair_of(wrong, method, len(scores))
    if repair is not None and repair.kind == "score" and repair.lines == (at,):
        assert scores[at] in repair.scores
    if repair is not None and repair.kind == "score":
        for score in (repair.scores[0], repair.scores[-1]):
            right = [*played]
            right[repair.lines[0]] = with_score(played[repair.lines[0]], score)
            restated = stating(right, method, len(scores))
            assert [line.stated for line in restated] == [line.stated for line in played]


@pytest.mark.parametrize(
    ("scores", "at", "entered", "words"),
    [
        ((990, 420, 50, -50, -100), 0, -500, "a score of 430 or more"),
        ((420, 170, 50, -50, -100), 4, 500, "a score of -70 or less"),
    ],
)
def test_a_score_at_an_end_has_one_bound(scores: tuple[int, ...], at: int, entered: int, words: str) -> None:
    played = stating(lines(*scores), EBU, 5)
    played[at] = with_score(played[at], entered)
    wrong = board(played)
    repair = repair_of(wrong, EBU, 5)
    assert repair is not None
    assert told(repair, wrong)[3] == words
