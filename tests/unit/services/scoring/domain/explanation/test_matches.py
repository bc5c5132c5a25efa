"""Matches: both tables of every board, and what the match gives for them."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.facts import AdjustmentFact, EventFact, Participant, Sides
from tests.support.explained import explained, results
from tests.support.fragments import result
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
