"""Sources of standings."""

from datetime import timedelta

import pytest

from contracts.codes.scoring import LINE_WITHOUT_SCORE, METHOD_DETECTED, SCORE_FROM_CONTRACT
from contracts.facts import ResultFact, Scope
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.report import source_of
from tests.support.fragments import NOON, fragment, pair, result, stated


@pytest.mark.parametrize(
    ("scope", "text"),
    [
        (Scope(), "the whole event"),
        (Scope(whole=True), "the whole event"),
        (Scope(sessions=("1",)), "session 1"),
        (Scope(sections=("A", "B"), rounds=(3,)), "section A, B; round 3"),
        (Scope(boards=tuple(str(n) for n in range(1, 13))), "board 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"),
        (Scope(boards=tuple(str(n) for n in range(1, 40))), "board 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 …"),
    ],
)
def test_a_source_says_in_words_what_it_covers(scope: Scope, text: str) -> None:
    assert source_of(fragment("evening", scope=scope)).scope == text


def test_a_source_names_its_file_and_its_moment() -> None:
    made = fragment("evening", minutes=7, file_format="pbn")
    source = source_of(made)
    assert (source.fragment, source.file, source.name) == (made.id, made.file.sha256, "evening.xml")
    assert (source.format, source.as_of) == ("pbn", NOON + timedelta(minutes=7))


def remarks_of(*lines: ResultFact) -> list[tuple[str, str]]:
    state = EventState("club-pairs-2026-03-07")
    state.apply(fragment("f", results=lines, participants=tuple(pair(str(n)) for n in range(1, 41))))
    wanted = {code.code: code.code.split(".")[1] for code in (METHOD_DETECTED, SCORE_FROM_CONTRACT, LINE_WITHOUT_SCORE)}
    return [(wanted[f.code], f.message) for f in state.score()[0].every if f.code in wanted]


def test_scores_that_are_missing_or_worked_out_are_counted_by_board() -> None:
    worked = [result(board, "1", "2", None, contract="4S", declarer="N", tricks=10) for board in ("1", "2")]
    blank = [result("3", "1", "2", None), result("3", "3", "4", 50)]
    assert remarks_of(*worked, *blank) == [
        ("score-from-contract", "2 lines had no score: boards 1, 2; it was calculated from the contract"),
        ("line-without-score", "1 line has no score: board 3"),
    ]
    two = [result("3", str(n), str(n + 20), None) for n in (1, 2)]
    assert remarks_of(*two, result("3", "5", "6", 50)) == [("line-without-score", "2 lines have no score: board 3")]


@pytest.mark.parametrize(("count", "named"), [(8, "1, 2, 3, 4, 5, 6, 7, 8"), (9, "1, 2, 3, 4, 5, 6, 7, 8 …")])
def test_up_to_eight_boards_are_named(count: int, named: str) -> None:
    lines = [result(str(n), "1", "2", None) for n in range(1, count + 1)]
    assert remarks_of(*lines, result("1", "3", "4", 50)) == [
        ("line-without-score", f"{count} lines have no score: boards {named}")
    ]


def test_a_method_that_is_not_the_standard_one_is_described() -> None:
    lines = [
        result("1", str(n), str(n + 20), score, stated=stated(ns, ew))
        for n, (score, ns, ew) in enumerate(((100, "1", "0"), (50, "0", "1")), 1)
    ]
    ((code, message),) = remarks_of(*lines)
    assert code == "method-detected"
    assert message.startswith(
        "the file leaves the scoring method open; its points and totals fit: match points, scale 1-½-0, "
    )
