"""Scales of victory points, written out for matches of one length."""

from fractions import Fraction

from contracts.explanation import ExplainedScale, ScaleStep
from services.scoring.domain.matches.inferred_scale import InferredScale
from services.scoring.domain.matches.match_scores import BEYOND_ALL_SCALES, looked_up
from shared.bridge.matches.victory_points import ImpScale, PercentScale

FROM_MATCHES = "from the matches"
"""The name of a scale that the matches of a file bear out."""

_WIDEST = 1024
"""The greatest margin to which a scale is written out."""

Scale = ImpScale | PercentScale | InferredScale


def scale_name(scale: Scale) -> str:
    """By which matches refer to it."""
    return FROM_MATCHES if isinstance(scale, InferredScale) else scale.name


def explained_scale(scale: Scale, boards: int) -> ExplainedScale | None:
    """A scale, written out; None for a length that it does not cover, or where it has no end."""
    if isinstance(scale, PercentScale):
        steps = _percent_steps(scale, boards)
    else:
        if isinstance(scale, ImpScale):
            margins = list(map(Fraction, _margins(scale, boards)))
        else:
            margins = sorted(margin for length, margin in scale.table if length == boards)
        steps, before = [], None
        for margin in margins:
            points = looked_up(scale, margin, boards)
            if points is not None and points != before:
                steps.append(ScaleStep(least=margin, points=points))
                before = points
    if not steps:
        return None
    return ExplainedScale(name=scale_name(scale), boards=boards, whole=isinstance(scale, ImpScale), steps=tuple(steps))


def _percent_steps(scale: PercentScale, boards: int) -> list[ScaleStep]:
    chart = next((chart for chart in scale.charts if chart.fewest <= boards <= chart.most), None)
    if chart is None:
        return []
    middle, bounds = Fraction(chart.middle), list(enumerate(chart.up_to))
    return [
        ScaleStep(least=Fraction(0), points=middle - len(bounds)),
        *(ScaleStep(least=100 - bound, points=middle - place) for place, bound in reversed(bounds)),
        *(ScaleStep(least=bound, above=True, points=middle + place + 1) for place, bound in bounds),
    ]


def _margins(scale: ImpScale, boards: int) -> range:
    """The whole margins up to one that is worth as much as any; none where there is no such margin."""
    most = looked_up(scale, Fraction(BEYOND_ALL_SCALES), boards)
    widest = 1
    while looked_up(scale, Fraction(widest), boards) != most and widest < _WIDEST:
        widest *= 2
    return range(-widest, widest + 1) if most is not None and widest < _WIDEST else range(0)
