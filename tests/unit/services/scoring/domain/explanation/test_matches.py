"""Matches: both tables of every board, and what the match gives for them."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from contracts.facts import (
    AdjustmentFact,
    EventFact,
    MatchFact,
    MatchRulingFact,
    Participant,
    Score,
    Sides,
    WeightedPoints,
)
from tests.support.explained import explained, results
from tests.support.fragments import points, result
from tests.support.readding import add_up


def teams(**event: Any) -> dict[str, Any]:
    """Two teams of four that have played three boards at two tables."""
    both = (("A", "B", 420), ("B", "A", -50))
    lines = [
        result(board, None, None, points + 20 * int(board), round=1, session="1").replace(
            sides=Sides(ns_team=ns, ew_team=ew)
        )  # type: ignore[arg-type]
        for board in ("1", "2", "3")
        for ns, ew, points in both
    ]
    entered = tuple(Participant(id=name, kind="team", name=name) for name in ("A", "B"))
    return {"lines": lines, "participants": entered, "event": EventFact(name="Teams", kind="teams", **event)}


@pytest.mark.parametrize(
    ("event", "rule", "board"),
    [
        (
            {"board_scoring": "imps", "match_scoring": "vps", "vp_scale": "WBF_CONTINUOUS"},
            "victory points",
            "teams imps",
        ),
        ({"board_scoring": "imps", "match_scoring": "imps"}, "match sum", "teams imps"),
        ({"board_scoring": "pab", "match_scoring": "pab"}, "match sum", "teams pab"),
        ({"board_scoring": "bam", "match_scoring": "bam"}, "match sum", "teams bam"),
        ({"board_scoring": "aggregate", "match_scoring": "aggregate"}, "match sum", "teams aggregate"),
    ],
)
def test_a_match_of_teams_leads_to_both_tables_of_every_board(event: dict[str, str], rule: str, board: str) -> None:
    found = explained(of="A", **teams(**event))
    (match,) = found.sessions[0].matches
    assert (found.basis, match.rule, {line.rule for line in match.lines}) == ("matches", rule, {board})
    assert [(table.side, table.score, table.own) for table in match.lines[0].tables] == [
        ("NS", "440", 440),
        ("EW", "-30", 30),
    ]
    assert match.lines[0].difference == 470


def test_victory_points_follow_from_the_margin_and_the_steps_of_the_scale() -> None:
    found = explained(of="A", **teams(board_scoring="imps", match_scoring="vps", vp_scale="WBF_DISCRETE"))
    (match,), (scale,) = found.sessions[0].matches, found.scales
    assert (match.scale, match.looked_up, match.margin) == (scale.name, scale.boards, match.sum)
    assert [step.points for step in scale.steps] == list(range(21))
    changed = found.model_dump(mode="json", exclude_none=True)
    changed["sessions"][0]["matches"][0]["margin"] = "0"
    with pytest.raises(AssertionError):
        add_up(changed)


def test_a_penalty_inside_a_match_is_part_of_its_sum() -> None:
    fine = AdjustmentFact(
        kind="penalty", participant="A", participant_kind="team", round=1, amount=Decimal(-3), unit="imps"
    )
    scale = {"board_scoring": "imps", "match_scoring": "vps", "vp_scale": "WBF_CONTINUOUS"}
    found = explained(of="A", adjustments=(fine,), **teams(**scale))
    (match,) = found.sessions[0].matches
    assert [gift.points for gift in match.given] == [-3]
    assert match.sum == sum(line.points or 0 for line in match.lines) - 3
    assert found.sessions[0].given == found.given == ()


def test_a_match_of_swiss_pairs_is_the_percentage_of_its_boards() -> None:
    lines = [line.replace(session="1") for line in results()]
    event = EventFact(name="Swiss", kind="swiss_pairs", board_scoring="match_points", match_scoring="vps")
    found = explained(lines=lines, event=event)
    (match,) = found.sessions[0].matches
    assert (match.sum_unit, match.rule, found.basis) == ("percent", "victory points", "matches")
    assert match.sum == 100 * sum(line.points or 0 for line in match.lines) / sum(line.top or 0 for line in match.lines)


IMPS = {"board_scoring": "imps", "match_scoring": "imps"}


def of_tables(*boards: tuple[tuple[str, Any], ...], **event: Any) -> dict[str, Any]:
    """Two teams, and for each board who of them sat North-South at each table, and with what score."""
    lines = []
    for number, tables in enumerate(boards, 1):
        for table, (ns, score) in enumerate(tables):
            line = result(str(number), None, None, 0, round=1, session="1", part=table)  # type: ignore[arg-type]
            both = score if isinstance(score, list) else [score, score]
            sides = Sides(ns_team=ns, ew_team="B" if ns == "A" else "A")
            lines.append(line.replace(sides=sides, ns_score=both[0], ew_score=both[1]))
    entered = tuple(Participant(id=name, kind="team", name=name) for name in ("A", "B"))
    return {
        "lines": lines,
        "participants": entered,
        "event": EventFact(**{"name": "T", "kind": "teams", **IMPS, **event}),
    }


FOUR = (("A", points(620)), ("A", points(-100)), ("B", points(600)), ("B", points(170)))


@pytest.mark.parametrize(
    ("method", "imps"),
    [
        # 620 and -100 against 600 and 170: 20, 450, -700 and -270 are 1, 10, -12 and -7 IMPs.
        ("ximps", 1 + 10 - 12 - 7),
        # -250 are -6 IMPs.
        ("add_then_imp", -6),
        # 20 and -270.
        ("imp_then_add", 1 - 7),
    ],
)
def test_a_board_of_larger_teams_adds_up_from_its_tables(method: str, imps: int) -> None:
    found = explained(of="A", **of_tables(FOUR, match_scoring=method, team_size=8))
    (line,) = found.sessions[0].matches[0].lines
    assert (line.rule, line.points, len(line.tables)) == (f"larger teams {method}", imps, 4)
    assert line.rule in {rule.name for rule in found.rules}
    changed = found.model_dump(mode="json", exclude_none=True)
    changed["sessions"][0]["matches"][0]["lines"][0]["tables"][1]["own"] = "0"
    with pytest.raises(AssertionError):
        add_up(changed)


def test_weighted_rulings_and_awards_at_tables_carry_their_shares_and_percentages() -> None:
    weighted = Score(
        kind="weighted",
        parts=(WeightedPoints(points=620, weight=Decimal("0.7")), WeightedPoints(points=-100, weight=Decimal("0.3"))),
    )
    plus = Score(kind="artificial", percent=Decimal(60))
    tables = of_tables((("A", weighted), ("B", points(600))), (("A", [plus, plus]), ("B", points(600))))
    first, second = explained(of="A", **tables).sessions[0].matches[0].lines
    # 20 are 1 IMP, and -700 are -12.
    assert (first.points, second.points) == (Fraction("0.7") - 12 * Fraction("0.3"), 3)
    assert [(each.score, each.share) for each in first.tables[0].outcomes] == [
        (620, Fraction(7, 10)),
        (-100, Fraction(3, 10)),
    ]
    assert second.tables[0].percent == 60


def test_a_table_of_imps_that_the_director_gives_is_part_of_the_explanation() -> None:
    found = explained(of="A", **of_tables((("A", points(620)), ("B", points(500))), imp_bounds=(100, 110, 130)))
    assert (found.imp_bounds, found.sessions[0].matches[0].lines[0].points) == ((100, 110, 130), 2)


def test_a_board_that_was_removed_says_what_its_side_was_awarded() -> None:
    boards = tuple((("A", points(620)), ("B", points(600 - 100 * number))) for number in range(3))
    ruling = MatchRulingFact(home="A", away="B", board="2", home_award="average plus", away_award="average")
    found = explained(of="A", match_rulings=(ruling,), **of_tables(*boards))
    assert [(line.rule, line.points) for line in found.sessions[0].matches[0].lines] == [
        ("teams imps", 1),
        ("removed board", 3),
        ("teams imps", 6),
    ]


def test_a_board_that_is_balanced_has_what_its_tables_give_both_sides() -> None:
    """Law 12C4: a split score, a plus for both sides, and a board that was taken out."""
    plus, split = Score(kind="artificial", percent=Decimal(60)), [points(420), points(-50)]
    boards = ((("A", split), ("B", points(400))), (("A", [plus, plus]), ("B", points(100))))
    boards += ((("A", points(500)), ("B", points(0))), (("A", points(50)), ("B", points(50))))
    ruling = MatchRulingFact(home="A", away="B", board="3", home_award="average plus", away_award="average")
    rules = {"kind": "knockout", "match_scoring": "imps"}
    found = explained(of="A", match_rulings=(ruling,), **of_tables(*boards, **rules))
    lines = found.sessions[0].matches[0].lines
    # 420 against 400 are 1 IMP to A, and 50 and 400 are 10 to B.
    assert [(line.rule, line.points, [(side.rule, side.points) for side in line.of]) for line in lines] == [
        ("balanced", Fraction(-9, 2), [("teams imps", 1), ("teams imps", 10)]),
        ("balanced", 0, [("award", 3), ("award", 3)]),
        ("balanced", Fraction(3, 2), [("removed board", 3), ("removed board", 0)]),
        ("teams imps", 0, []),
    ]
    assert {"balanced", "award", "removed board"} <= {rule.name for rule in found.rules}
    changed = found.model_dump(mode="json", exclude_none=True)
    changed["sessions"][0]["matches"][0]["lines"][0]["of"][1]["tables"][0]["own"] = "0"
    with pytest.raises(AssertionError):
        add_up(changed)


@pytest.mark.parametrize(
    ("home", "away", "rule"), [("22", "-10", "match sum"), ("22", "-22", "match sum"), ("24", "2", "imps won")]
)
def test_what_is_carried_into_a_match_of_a_knock_out_is_part_of_it_where_it_is_stated_so(
    home: str, away: str, rule: str
) -> None:
    boards = ((("A", points(620)), ("B", points(-100))), (("A", points(50)), ("B", points(110))))
    carried = AdjustmentFact(
        kind="carry_forward", participant="A", participant_kind="team", amount=Decimal(12), unit="imps"
    )
    stated = {"home_score": Decimal(home), "away_score": Decimal(away), "unit": "imps", "session": "1", "round": 1}
    met = MatchFact(kind="teams", home="A", away="B", **stated)
    # The boards are 12 IMPs to A and 2 to B.
    found = explained(
        of="A", adjustments=(carried,), matches=(met,), **of_tables(*boards, kind="knockout", match_scoring="imps")
    )
    (match,) = found.sessions[0].matches
    assert (match.rule, match.agrees, [each.points for each in match.given]) == (rule, True, [12])


def test_a_match_by_probst_carries_the_number_of_scores_of_each_board() -> None:
    lines = [line.replace(session="1") for line in results()]
    event = EventFact(name="Swiss", kind="swiss_pairs", board_scoring="cross_imps", match_scoring="vps")
    found = explained(lines=lines, event=event)
    (match,) = found.sessions[0].matches
    assert (match.rule, {line.scores for line in match.lines}) == ("probst", {4})
    changed = found.model_dump(mode="json", exclude_none=True)
    changed["sessions"][0]["matches"][0]["lines"][0]["scores"] = "2"
    with pytest.raises(AssertionError):
        add_up(changed)
