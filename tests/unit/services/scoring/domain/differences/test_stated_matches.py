"""Statements about matches whose boards have no scores."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.codes import scoring as codes
from contracts.facts import AdjustmentFact, BoardPointsFact, Detail, EventFact, MatchFact, ScaleChart, ScaleTable
from services.scoring.domain.differences.stated_matches import compare_stated_matches
from tests.support.matches import imps, of

STEPS = "0=10.00-10.00 3=11.00-9.00 9=12.50-7.50 20=20.00-0.00"
TEAMS = EventFact(
    kind="swiss_teams",
    board_scoring="imps",
    match_scoring="vps",
    vp_scale="20 points, 7 boards",
    details=(Detail(name="VP_SCALE_STEPS", value=STEPS),),
)
UNNAMED = TEAMS.replace(vp_scale=None, details=())


def match(margin: int | None, vps: tuple[str, str], wins: tuple[str, str] = ("0", "0"), **more: Any) -> MatchFact:
    made: dict[str, Any] = {"home": "A", "away": "B", "round": 1, **more}
    return MatchFact(
        kind="teams",
        unit="vps",
        home_imps=None if margin is None else Decimal(margin),
        away_imps=None if margin is None else Decimal(-margin),
        home_score=Decimal(vps[0]),
        away_score=Decimal(vps[1]),
        home_game_points=Decimal(wins[0]),
        away_game_points=Decimal(wins[1]),
        **made,
    )


def found(*matches: MatchFact, event: EventFact = TEAMS, **facts: Any) -> list[tuple[str, str | None, str | None]]:
    whole = of(event, matches=matches, **facts).facts
    return [(finding.code, finding.stated, finding.computed) for finding in compare_stated_matches(whole, ())]


@pytest.mark.parametrize(
    ("margin", "vps", "code"),
    [
        (2, ("10", "10"), None),
        (-9, ("7.5", "12.5"), None),
        (25, ("20", "0"), None),
        (9, ("11", "9"), codes.MATCH_DIFFERS),
        (9, ("12.5", "6.5"), codes.MATCH_UNBALANCED),
    ],
)
def test_victory_points_are_those_of_the_steps_that_the_file_brings(margin: int, vps: Any, code: Any) -> None:
    assert [each[0] for each in found(match(margin, vps))] == ([code.code] if code else [])


def test_a_table_that_the_director_gives_counts_before_the_steps_of_the_file() -> None:
    rows = ((0, Decimal(6), Decimal(6)), (5, Decimal(9), Decimal(3)))
    given = ScaleTable(name="Club", unit="imps", charts=(ScaleChart(boards=(1, 40), rows=rows),))
    event = TEAMS.replace(vp_table=given)
    assert found(match(7, ("9", "3"), boards=7), event=event) == []
    assert [each[0] for each in found(match(7, ("11", "9"), boards=7), event=event)] == [codes.MATCH_DIFFERS.code]


@pytest.mark.parametrize(
    ("margin", "wins", "right"),
    [(5, ("1", "0"), True), (1, ("0.75", "0.25"), True), (0, ("0.5", "0.5"), True), (5, ("0", "1"), False)],
)
def test_the_wins_of_a_match_follow_from_its_margin(margin: int, wins: Any, right: bool) -> None:
    event = TEAMS.replace(details=())
    vps = ("11", "9") if margin else ("10", "10")
    assert [each[0] for each in found(match(margin, vps, wins), event=event)] == (
        [] if right else [codes.WINS_DIFFER.code]
    )


def test_a_margin_is_the_sum_of_the_stated_boards() -> None:
    boards = {"board_points": [imps(10), imps(-3, "2")]}
    assert found(match(7, ("11", "9")), **boards) == []
    assert (codes.MARGIN_DIFFERS.code, "9", "7") in found(match(9, ("12.5", "7.5")), **boards)


def test_what_is_carried_forward_may_be_in_a_margin() -> None:
    def carried(participant: str, amount: int) -> AdjustmentFact:
        fields: Any = {"participant": participant, "participant_kind": "team", "amount": Decimal(amount)}
        return AdjustmentFact(kind="carry_forward", unit="imps", **fields)

    boards = {"board_points": [imps(10), imps(-3, "2")]}
    for forward in ([carried("A", 2)], [carried("B", -2)], [carried("A", 5), carried("B", 3)]):
        assert found(match(9, ("12.5", "7.5")), adjustments=forward, **boards) == []
    assert found(match(9, ("12.5", "7.5")), adjustments=[carried("A", 3)], **boards) != []


def test_without_a_scale_a_greater_margin_wins_no_fewer_victory_points() -> None:
    vps = [(1, ("11", "9")), (5, ("13", "7")), (9, ("12", "8")), (15, ("16", "4")), (20, ("18", "2"))]
    matches = [match(margin, points, round=n, boards=8) for n, (margin, points) in enumerate(vps, 1)]
    assert [each[0] for each in found(*matches, event=UNNAMED)] == [codes.MATCH_OUT_OF_ORDER.code]


def test_without_margins_both_sides_have_what_nearly_all_matches_have() -> None:
    right = [match(None, ("15", "5"), round=n) for n in range(1, 6)]
    assert found(*right, event=UNNAMED) == []
    assert found(*right, match(None, ("12", "6"), round=6), event=UNNAMED) == [
        (codes.MATCH_UNBALANCED.code, "12 : 6", "20")
    ]


def test_handicaps_byes_forfeits_and_half_matches_are_not_asked() -> None:
    wrong = match(9, ("11", "9"))
    handicap = AdjustmentFact(kind="handicap", participant="A", participant_kind="team", amount=Decimal(3))
    assert found(wrong, adjustments=[handicap]) == []
    assert found(wrong.replace(forfeit="home")) == []
    assert found(match(9, ("6", "4"))) == []


def test_matches_that_are_all_stated_otherwise_are_one_finding() -> None:
    (finding,) = compare_stated_matches(
        of(TEAMS, matches=[match(9, ("11", "9"), round=n) for n in range(1, 6)]).facts, ()
    )
    assert (finding.code, finding.subject) == (codes.MATCH_DIFFERS.code, "the matches")
    assert "5 of 5 matches" in finding.message


def messages(*matches: MatchFact, event: EventFact = TEAMS, **facts: Any) -> list[str]:
    whole = of(event, matches=matches, **facts).facts
    return [finding.message for finding in compare_stated_matches(whole, ())]


def test_findings_about_stated_matches_say_who_what_and_why() -> None:
    assert messages(match(9, ("11", "9"))) == [
        "match A against B in round 1 is stated with 11 : 9 victory points; a margin of 9 IMPs gives 12.50 : 7.50"
    ]
    assert messages(match(9, ("12.5", "7.5"), ("0.5", "0.5"))) == [
        "match A against B in round 1 is stated with 0.5 : 0.5 wins; a margin of 9 IMPs gives 1 : 0 or 0.75 : 0.25"
    ]
    many = [match(9, ("11", "9"), home=f"A{n}", away=f"B{n}") for n in range(4)]
    assert messages(*many) == [
        "4 of 4 matches are not stated with the victory points of their margins; first match A0 against B0 in round 1"
    ]


@pytest.mark.parametrize(("wrong", "findings"), [(1, 1), (2, 2), (3, 1), (4, 1)])
def test_more_than_half_of_four_matches_have_one_reason(wrong: int, findings: int) -> None:
    every = [match(9, ("11", "9") if n < wrong else ("12.5", "7.5"), home=f"A{n}", away=f"B{n}") for n in range(4)]
    assert len(found(*every)) == findings


@pytest.mark.parametrize(("count", "reported"), [(3, 0), (4, 1)])
def test_the_usual_sum_is_known_from_four_matches_on(count: int, reported: int) -> None:
    usual = [match(None, ("12", "8"), home=f"A{n}", away=f"B{n}") for n in range(count)]
    odd = match(None, ("11", "8"), home="C", away="D")
    assert len(found(*usual, odd, event=UNNAMED)) == reported
    if reported:
        assert messages(*usual, odd, event=UNNAMED) == [
            "match C against D in round 1 is stated with 11 : 8 victory points, 19 together; other matches have 20"
        ]


def test_out_of_order_matches_name_the_margin() -> None:
    margins = [(1, "10.5", "9.5"), (5, "12", "8"), (9, "11", "9"), (12, "14", "6"), (15, "16", "4")]
    every = [match(m, (a, b), home=f"A{n}", away=f"B{n}") for n, (m, a, b) in enumerate(margins)]
    (message,) = messages(*every, event=UNNAMED)
    assert message.endswith("matches won by more or by less have scores that do not go with it")
    assert "victory points for a margin of" in message


def test_boards_of_which_one_states_nothing_add_up_to_no_margin() -> None:
    def margins(*points: int | None) -> list[str]:
        stated = [
            BoardPointsFact(
                round=1, home="A", away="B", board=str(n), unit="imps", home_points=None if p is None else Decimal(p)
            )
            for n, p in enumerate(points)
        ]
        return [code for code, *_ in found(match(9, ("12.5", "7.5"), boards=2), board_points=stated)]

    assert margins(4, 4) == [codes.MARGIN_DIFFERS.code]
    assert margins(5, 4) == []
    assert margins(4, None) == []
    assert margins(4) == []


@pytest.mark.parametrize(
    ("kind", "amount", "asked"),
    [("handicap", 3, False), ("handicap", 0, True), ("penalty", 3, True), ("penalty", 0, True)],
)
def test_only_handicaps_of_some_amount_leave_matches_unasked(kind: str, amount: int, *, asked: bool) -> None:
    adjustment = AdjustmentFact(kind=kind, participant="A", participant_kind="team", amount=Decimal(amount))
    assert bool(found(match(9, ("11", "9")), adjustments=[adjustment])) is asked


@pytest.mark.parametrize(("imps", "right"), [((44, 20), True), ((20, 44), False), ((30, 30), False), ((0, 24), False)])
def test_the_side_with_more_imps_has_no_fewer_victory_points(imps: tuple[int, int], right: bool) -> None:
    event = EventFact(kind="knockout")
    gross = {"home_imps": Decimal(imps[0]), "away_imps": Decimal(imps[1])}
    others = [match(None, ("15", "5"), home=f"C{n}", away=f"D{n}") for n in range(3)]
    of_event = found(match(None, ("19", "1")).replace(**gross), *others, event=event)
    assert [each[0] for each in of_event] == ([] if right else [codes.MATCH_OUT_OF_ORDER.code])


def test_imps_that_both_sides_won_are_subtracted_before_they_are_held_against_boards() -> None:
    boards = {"board_points": [imps(10), imps(-3, "2")]}
    gross = match(None, ("11", "9")).replace(home_imps=Decimal(10), away_imps=Decimal(3))
    assert found(gross, **boards) == []
    assert [each[0] for each in found(gross.replace(away_imps=Decimal(4)), **boards)] == [codes.MARGIN_DIFFERS.code]


@pytest.mark.parametrize(
    ("details", "right"),
    [
        ("1,31,29|2,79,2|200,110,31", True),
        ("1,31,29|2,79,12|200,110,31", False),
        ("200,120,31", True),
        ("1,31,29|2,,2", True),
        ("1,31,29|200,110,31", True),
    ],
)
def test_the_imps_of_a_match_are_those_of_its_parts(details: str, right: bool) -> None:
    fact = match(None, ("19", "1")).replace(
        home_imps=Decimal(110), away_imps=Decimal(31), details=(Detail(name="MatchDetails", value=details),)
    )
    assert [each[0] for each in found(fact, event=UNNAMED)] == ([] if right else [codes.MARGIN_DIFFERS.code])
