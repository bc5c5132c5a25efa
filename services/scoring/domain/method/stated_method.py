"""That files state one way of scoring boards, and their points are those of another one."""

from collections.abc import Iterator

from contracts.codes.scoring import METHOD_MISSTATED
from contracts.findings import Finding
from services.scoring.domain.method.candidates import LINE_METHODS
from services.scoring.domain.method.event_scores import BridgeEvent, EventScores
from services.scoring.domain.rankings.method_words import unit_in_words

FEWEST = 20
"""Stated points from which on they tell one way of scoring from another."""

_COMPARED = ("match_points", "butler_imps", "cross_imps", "aggregate")
"""Ways that points are held against; "imps" is either of two of them."""


def misstated_method(event: BridgeEvent, scores: EventScores) -> Iterator[Finding]:
    """The other way of scoring by which at least nine of ten stated points of boards are right.

    It is looked for only where the way that is stated gives less than half of them, and the event is scored by that in
    any case.
    """
    method, stated = scores.scoring_method, event.scheme.lines or ""
    if method is None or event.scheme.lines is None or event.scheme.matches is not None:
        return
    view = event.view(method.apart)
    points = [value for board in view.boards for pair in board.stated for value in pair if value is not None]
    # Where all have the same, any way gives it. IMPs that no method gives are not compared.
    if len(points) < FEWEST or len(set(points)) == 1:
        return
    if method.lines is not None and 2 * view.cache.wrong(view.boards, method.lines) <= len(points):
        return
    own = LINE_METHODS.get(stated, ())
    wrong = {
        name: min(view.cache.wrong(view.boards, each) for each in LINE_METHODS[name])
        for name in _COMPARED
        if LINE_METHODS[name][0] not in own
    }
    other = min(wrong, key=lambda name: wrong[name])
    if 10 * wrong[other] > len(points):
        return
    given, meant = unit_in_words(stated), unit_in_words(other)
    right = len(points) - wrong[other]
    yield METHOD_MISSTATED.finding(
        f"the files say {given}, but {right} of {len(points)} stated points of boards are those of {meant}",
        subject="the scoring method",
        stated=given,
        computed=meant,
    )
