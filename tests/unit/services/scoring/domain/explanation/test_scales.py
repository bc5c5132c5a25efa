"""Scales of victory points are written out so that whoever has only the steps finds what a match gives."""

from fractions import Fraction
from typing import Any

import pytest

from contracts.facts import ScaleTable
from services.scoring.domain.explanation.scales import FROM_MATCHES, Scale, explained_scale
from services.scoring.domain.matches.inferred_scale import infer_scale
from services.scoring.domain.matches.match_scores import looked_up
from shared.bridge.matches.victory_points import SCALE_NAMES, PercentScale, find_scale, load_scale
from tests.support.readding import victory_points


def read_out(scale: Scale, boards: int, margin: Fraction) -> Fraction | None:
    """What somebody finds who has nothing but the steps."""
    written = explained_scale(scale, boards)
    assert written is not None
    match: dict[str, Any] = {
        "scale": written.name,
        "looked_up": boards,
        "margin": margin,
        "sum": margin,
        "opponents_sum": 0,
    }
    return victory_points(match, [written.model_dump(mode="json")])


@pytest.mark.parametrize("name", SCALE_NAMES)
def test_a_scale_written_out_gives_what_the_scale_gives(name: str) -> None:
    scale = find_scale(name)
    assert scale is not None
    boards = next(n for n in (7, 3, 12, 24) if looked_up(scale, Fraction(50), n) is not None)
    percent = isinstance(scale, PercentScale)
    margins = [Fraction(n, 3) for n in range(0, 301, 7)] if percent else [Fraction(n, 2) for n in range(-160, 161, 7)]
    for margin in [*margins, *(scale.charts[0].up_to if isinstance(scale, PercentScale) else ())]:
        assert read_out(scale, boards, margin) == looked_up(scale, margin, boards), margin


def test_a_scale_that_the_matches_bear_out_has_their_margins() -> None:
    scale = infer_scale([(8, Fraction(margin), Fraction(points)) for margin, points in ((-5, 8), (0, 10), (5, 12))])
    written = explained_scale(scale, 8)
    assert written is not None
    assert [(step.least, step.points) for step in written.steps] == [(-5, 8), (0, 10), (5, 12)]
    assert (written.name, written.whole) == (FROM_MATCHES, False)
    assert explained_scale(scale, 9) is None


def test_a_scale_is_not_written_out_for_a_length_that_it_lacks_or_without_an_end() -> None:
    chart = {"boards": [1, 8], "rows": [[0, 10, 10], [90_000, 20, 0]]}
    endless = load_scale(ScaleTable.model_validate({"name": "odd", "unit": "imps", "charts": [chart]}))
    assert explained_scale(endless, 8) is None
    for name in ("ACBL20", "EBU_SWISS_PAIRS"):
        scale = find_scale(name)
        assert scale is not None
        assert explained_scale(scale, 399) is None
