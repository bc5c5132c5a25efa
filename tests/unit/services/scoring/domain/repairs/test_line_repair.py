"""One line, or a board, explains totals that are not the sums of their lines."""

from decimal import Decimal
from fractions import Fraction

import pytest

from contracts.codes import scoring as codes
from contracts.facts import AdjustmentFact, EventFact, Facts, ResultFact, StatedTotal
from contracts.findings import Finding
from services.scoring.domain.boards.board_list import Board, BoardKey
from services.scoring.domain.differences.rankings import TOTALS_AHEAD
from services.scoring.domain.repairs.line_repair import misplaced_line, missing_boards, repaired
from shared.bridge.boards.matchpoints import LineMatchpoints
from tests.support.fragments import pair, result, stated

PAIRS = [str(number) for number in range(1, 7)]

MEETINGS = (
    (("1", "4"), ("2", "5"), ("3", "6")),
    (("1", "5"), ("2", "6"), ("3", "4")),
    (("1", "6"), ("2", "4"), ("3", "5")),
)
POINTS = ((4, 0), (2, 2), (0, 4)), ((3, 1), (3, 1), (0, 4)), ((1, 3), (4, 0), (1, 3))


def lines() -> list[ResultFact]:
    return [
        result(str(board), ns, ew, 10 * mine, round=board, stated=stated(str(mine), str(theirs)))
        for board, (round_, points) in enumerate(zip(MEETINGS, POINTS, strict=True), 1)
        for (ns, ew), (mine, theirs) in zip(round_, points, strict=True)
    ]


def evening(*played: ResultFact, **more: object) -> Facts:
    """What lines say, with the totals of the whole evening."""
    totals = dict.fromkeys(PAIRS, Decimal(0))
    for line in lines():
        totals[str(line.sides.ns)] += line.stated.ns
        totals[str(line.sides.ew)] += line.stated.ew
    return Facts(
        events=(EventFact(kind="pairs"),),
        participants=tuple(map(pair, PAIRS)),
        results=played,
        totals=tuple(StatedTotal(participant=name, kind="pair", total=total) for name, total in totals.items()),
        **more,
    )


def differing(count: int = 1) -> list[Finding]:
    return [codes.TOTAL_DIFFERS.finding(f"pair {number} differs", subject=f"pair {number}") for number in range(count)]


def test_nothing_is_said_of_totals_that_are_the_sums() -> None:
    assert misplaced_line(evening(*lines())) is None


def test_a_line_that_is_turned_is_named() -> None:
    played = lines()
    sides = played[0].sides
    played[0] = played[0].replace(sides=sides.replace(ns=sides.ew, ew=sides.ns))
    found = misplaced_line(evening(*played))
    assert found is not None
    assert (found.code, found.subject) == (codes.LINE_MISPLACED.code, "board 1")
    assert found.message == "board 1: 4 sat East-West and 1 North-South; then both totals are right"
    assert (found.stated, found.computed) == ("4 : 1", "1 : 4")


def test_two_boards_of_one_meeting_on_which_it_may_have_happened_are_both_named() -> None:
    more = [line.replace(board=f"1{line.board}") for line in lines()]
    facts = evening(*lines(), *more)
    facts = facts.replace(totals=tuple(total.replace(total=2 * total.total) for total in facts.totals))
    sides = facts.results[0].sides
    wrong = facts.results[0].replace(sides=sides.replace(ns=sides.ew, ew=sides.ns))
    found = misplaced_line(facts.replace(results=(wrong, *facts.results[1:])))
    assert found is not None
    assert found.message == "board 1: 4 sat East-West and 1 North-South; then both totals are right"
    turned_back = facts.results[9].replace(sides=sides.replace(ns=sides.ew, ew=sides.ns))
    either = misplaced_line(facts.replace(results=(wrong, *facts.results[1:9], turned_back, *facts.results[10:])))
    assert either is None, "two lines are wrong"


def test_a_line_under_a_wrong_number_is_named() -> None:
    played = lines()
    played[1] = played[1].replace(sides=played[1].sides.replace(ns="1"))
    found = misplaced_line(evening(*played))
    assert found is not None
    assert found.message == "board 1: the result of 1 is that of 2; then both totals are right"
    assert (found.stated, found.computed) == ("1", "2")


def exchanged_on_a_board() -> list[ResultFact]:
    """1 and 2 exchanged on the first of two boards of each round, of which the last fits their totals as well."""
    played = [line.replace(board=f"{line.board}{half}") for half in "ab" for line in lines()]
    first, second = played[0], played[1]
    played[0] = first.replace(sides=first.sides.replace(ns="2"))
    played[1] = second.replace(sides=second.sides.replace(ns="1"))
    return played


def test_two_pairs_that_are_exchanged_on_a_board_are_named_by_whom_they_meet() -> None:
    facts = evening(*exchanged_on_a_board())
    facts = facts.replace(totals=tuple(total.replace(total=2 * total.total) for total in facts.totals))
    found = misplaced_line(facts)
    assert found is not None
    assert (found.subject, found.stated, found.computed) == ("board 1a", "1 : 2", "2 : 1")
    text = "board 1a: the results of 1 and 2 are exchanged, those against 5 and 4; then both totals are right"
    assert found.message == text


def test_points_that_lines_come_to_stand_for_those_that_no_file_states() -> None:
    played = exchanged_on_a_board()
    boards = [
        Board(BoardKey(None, line.sides.ns, line.board), (line.replace(stated=None),), (), (False,), None, None)
        for line in played
    ]
    points = {
        board.key: (LineMatchpoints(Fraction(line.stated.ns), Fraction(line.stated.ew), Fraction(4), Fraction(4)),)
        for board, line in zip(boards, played, strict=True)
    }
    facts = evening(*(board.results[0] for board in boards))
    facts = facts.replace(totals=tuple(total.replace(total=2 * total.total) for total in facts.totals))
    differences = of_totals(("1", "16", "12"), ("2", "12", "16"))
    assert repaired(facts, differences) == differences
    found, *_ = repaired(facts, differences, (), boards, points)
    assert (found.code, found.subject) == (codes.LINE_MISPLACED.code, "board 1a")


def test_a_line_that_is_missing_is_named() -> None:
    found = misplaced_line(evening(*lines()[:-1]))
    assert found is not None
    assert (found.code, found.subject) == (codes.LINE_MISSING.code, "board 3")
    assert found.message == "board 3: the result of 3 and 5 is missing; their totals count 1 and 3"


@pytest.mark.parametrize("how", ["a total", "two lines", "a penalty", "no points"])
def test_what_one_line_does_not_explain_is_not_explained(how: str) -> None:
    facts = evening(*lines())
    if how == "a total":
        wrong = facts.totals[0].replace(total=Decimal(99))
        facts = facts.replace(totals=(wrong, *facts.totals[1:]))
    elif how == "two lines":
        facts = evening(*lines()[:-2])
    elif how == "a penalty":
        fine = AdjustmentFact(kind="penalty", participant="3", participant_kind="pair", amount=Decimal(-1))
        facts = evening(*lines()[:-1], adjustments=(fine,))
    else:
        facts = evening(*(line.replace(stated=None) for line in lines()[:-1]))
    assert misplaced_line(facts) is None


def test_the_unfactored_total_is_what_lines_add_up_to() -> None:
    facts = evening(*lines()[:-1])
    factored = tuple(total.replace(unfactored=total.total, total=total.total * 2) for total in facts.totals)
    found = misplaced_line(facts.replace(totals=factored))
    assert found is not None
    assert found.code == codes.LINE_MISSING.code


def test_a_session_is_looked_at_alone() -> None:
    first = [line.replace(session="1") for line in lines()[:-1]]
    second = [line.replace(session="2", board=f"1{line.board}") for line in lines()]
    facts = evening(*first, *second)
    totals = [total.replace(session=session) for session in ("1", "2") for total in facts.totals]
    overall = [total.replace(total=2 * total.total) for total in facts.totals]
    found = misplaced_line(facts.replace(totals=(*overall, *totals)))
    assert found is not None
    assert found.subject == "board 3"


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        ("1 2 3 5 6", "board 4 is missing: there is no result of it"),
        ("1 2 5 6", "boards 3, 4 are missing: there is no result of them"),
        ("1 2 3 4", None),
        ("2 3 4", "board 1 is missing: there is no result of it"),
        ("3 4 5", None),
        ("1 9", None),
        ("x y", None),
    ],
)
def test_a_gap_among_the_boards_or_before_the_second_is_named(boards: str, message: str | None) -> None:
    found = missing_boards(evening(*(result(board, "1", "4") for board in boards.split())))
    assert (found.message.partition(", but")[0] if found is not None else None) == message


def test_the_last_board_of_a_set_is_missing_where_all_other_sets_have_it() -> None:
    sets = {0: "1 2", 1: "3 4", 2: "5"}
    played = [
        result(board, ns, ew)
        for number, boards in sets.items()
        for ns, ew in MEETINGS[number]
        for board in boards.split()
    ]
    found = missing_boards(evening(*played))
    assert found is not None
    assert found.subject == "board 6"
    more = [result("6", ns, ew) for ns, ew in MEETINGS[2][:2]]
    assert missing_boards(evening(*played, *more)) is None, "a line is missing and not the board"


def test_a_gap_matters_where_most_totals_differ() -> None:
    played = [line.replace(board={"1": "1", "2": "2", "3": "4"}[line.board]) for line in lines()]
    facts = evening(*played)
    assert repaired(facts, differing(2)) == differing(2)
    assert [finding.code for finding in repaired(facts, differing(5))] == [
        codes.BOARD_MISSING.code,
        *(finding.code for finding in differing(5)),
    ]
    ahead = codes.NOT_CHECKED.finding("the stated totals count more boards than have come in", subject=TOTALS_AHEAD)
    assert [finding.code for finding in repaired(facts, [ahead])] == [codes.BOARD_MISSING.code]
    assert repaired(facts, []) == []


def test_a_percentage_alone_stands_for_points() -> None:
    facts = evening(*lines())
    percents = tuple(
        total.replace(total=None, percentage=(total.total * 100 / 12).quantize(Decimal("0.01")))
        for total in facts.totals
        if total.total is not None
    )
    facts = facts.replace(totals=percents)
    assert misplaced_line(facts) is None
    sides = facts.results[0].sides
    turned = facts.results[0].replace(sides=sides.replace(ns=sides.ew, ew=sides.ns))
    found = misplaced_line(facts.replace(results=(turned, *facts.results[1:])))
    assert found is not None
    assert found.subject == "board 1"


def of_totals(*subjects: tuple[str, str, str]) -> list[Finding]:
    return [
        codes.TOTAL_DIFFERS.finding("x", subject=f"pair {name}", stated=claimed, computed=ours)
        for name, claimed, ours in subjects
    ]


def turned_among_rulings() -> Facts:
    """The first line turned, where the totals of two others are no sums of lines."""
    played = lines()
    sides = played[0].sides
    played[0] = played[0].replace(sides=sides.replace(ns=sides.ew, ew=sides.ns))
    facts = evening(*played)
    totals = tuple(t.replace(total=t.total + 5) if t.participant in ("2", "6") else t for t in facts.totals)
    return facts.replace(totals=totals)


def test_a_line_is_named_where_the_totals_of_its_two_alone_are_not_ours() -> None:
    facts = turned_among_rulings()
    assert misplaced_line(facts) is None
    found, *_ = repaired(facts, of_totals(("1", "8", "4"), ("4", "4", "8")))
    assert (found.code, found.subject) == (codes.LINE_MISPLACED.code, "board 1")


def test_no_line_is_named_beside_a_board_that_differs_or_many_totals() -> None:
    facts = turned_among_rulings()
    differences = of_totals(("1", "8", "4"), ("4", "4", "8"))
    board = codes.POINTS_DIFFER.finding("board 2 differs", subject="board 2")
    assert repaired(facts, differences, [board]) == differences
    many = [*differences, *of_totals(*((str(number), "9", "1") for number in range(20, 26)))]
    assert codes.LINE_MISPLACED.code not in {finding.code for finding in repaired(facts, many)}


def test_what_our_totals_lack_names_the_line_where_stated_points_do_not_add_up() -> None:
    played = lines()
    sides = played[0].sides
    played[0] = played[0].replace(sides=sides.replace(ns=sides.ew, ew=sides.ns))
    facts = evening(*played)
    facts = facts.replace(totals=tuple(t.replace(total=t.total + 20) for t in facts.totals))
    found, *_ = repaired(facts, of_totals(("1", "28", "24"), ("4", "24", "28")))
    assert (found.code, found.subject) == (codes.LINE_MISPLACED.code, "board 1")


@pytest.mark.parametrize("field", ["total", "pair_imps"])
def test_a_result_with_imps_is_missing_for_two_who_both_have_no_line_on_its_board(field: str) -> None:
    won = {"1": {"1": 5, "2": -5, "3": 2, "4": -2}, "2": {"1": -3, "2": 3, "3": 1, "4": -1}}
    played = [
        result(board, ns, ew, 10, stated=stated(str(imps[ns]), str(imps[ew])))
        for board, imps in won.items()
        for ns, ew in (("1", "2"), ("3", "4"))
    ]
    totals = tuple(
        StatedTotal(participant=name, kind="pair", **{field: Decimal(sum(imps[name] for imps in won.values()))})
        for name in "1234"
    )
    facts = Facts(participants=tuple(map(pair, "1234")), results=tuple(played[:3]), totals=totals)
    found = misplaced_line(facts)
    assert found is not None
    assert (found.code, found.subject, found.computed) == (codes.LINE_MISSING.code, "board 2", "3 : 4")


def in_per_cent(facts: Facts) -> Facts:
    """The same totals, of three boards with a top of four, as percentages."""
    totals = (
        total.replace(total=None, percentage=round(Decimal(total.total or 0) * 100 / 12, 2)) for total in facts.totals
    )
    return facts.replace(totals=tuple(totals))


@pytest.mark.parametrize("gone", [0, 2, 3, 5, 6, 7, 8])  # without the others percentages stay as they are
def test_a_line_that_percentages_count_is_missing_even_if_it_was_worth_nothing_to_one_side(gone: int) -> None:
    played = lines()
    lost = played.pop(gone)
    for facts in (evening(*played), in_per_cent(evening(*played))):
        found = misplaced_line(facts)
        assert found is not None
        assert (found.code, found.subject) == ("scoring.line-missing", f"board {lost.board}")
        assert set((found.computed or "").split(" : ")) == {lost.sides.ns, lost.sides.ew}
