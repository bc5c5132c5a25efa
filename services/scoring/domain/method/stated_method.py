"""That files state one way of scoring boards or matches, and their points are those of another one."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from contracts.codes.scoring import METHOD_MISSTATED
from contracts.findings import Finding
from services.scoring.domain.matches.match_scores import MatchMethod
from services.scoring.domain.method.candidates import LINE_METHODS, SCALES
from services.scoring.domain.method.event_scores import BridgeEvent, EventScores
from services.scoring.domain.rankings.method_words import unit_in_words
from shared.bridge.matches.board_comparison import BoardMethod
from shared.bridge.matches.victory_points import scale_name

FEWEST = 20
"""Stated points from which on they tell one way of scoring from another."""

FEWEST_MATCHES = 6
"""Matches with a stated score from which on they do; those of boards all have the same few margins."""

_COMPARED = ("match_points", "butler_imps", "cross_imps", "aggregate")
"""Ways that points are held against; "imps" is either of two of them."""


def misstated_method(event: BridgeEvent, scores: EventScores) -> Iterator[Finding]:
    """The other way of scoring by which at least nine of ten stated points of boards, or scores of matches, are right.

    It is looked for only where the way that is stated gives less than half of them, and the event is scored by that in
    any case.
    """
    return chain(_of_boards(event, scores), _of_matches(event, scores))


def _of_boards(event: BridgeEvent, scores: EventScores) -> Iterator[Finding]:
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
    if 10 * wrong[other] <= len(points):
        yield _finding(unit_in_words(stated), unit_in_words(other), len(points), wrong[other], "points of boards")


def _of_matches(event: BridgeEvent, scores: EventScores) -> Iterator[Finding]:
    """What a match gives is named by the files: IMPs, or a scale of victory points that is known."""
    scheme, method = event.scheme, scores.scoring_method
    own = None if method is None else method.matches
    if method is None or own is None or scheme.given is not None or scheme.tables not in (None, BoardMethod.IMPS):
        return
    named = scheme.match_scoring == own.unit == "imps" or (scheme.vp_scale and own.scale == scale_name(scheme.vp_scale))
    if not named or (own.scale is not None and own.scale not in SCALES):
        return
    played = event.view(method.apart).matches(method)
    sums = zip(played.matches, played.sums(own), strict=True)
    compared = sum(raw.complete and match.fact is not None and match.fact.home_score is not None for match, raw in sums)
    if compared < FEWEST_MATCHES or 2 * played.misses(own) <= compared:
        return
    scales = (replace(own, unit="vps", won=False, scale=name) for name in SCALES if name != own.scale)
    others = [*([] if own.unit == "imps" else [MatchMethod("imps")]), *scales]
    wrong = [played.misses(each) for each in others]
    fewest = min(wrong)
    if 10 * fewest <= compared:
        # Scales may give the same for all margins that there are.
        meant = " or ".join(_in_words(each) for each, count in zip(others, wrong, strict=True) if count == fewest)
        yield _finding(_in_words(own), meant, compared, fewest, "scores of matches")


def _in_words(method: MatchMethod) -> str:
    """What a match gives."""
    unit = unit_in_words(method.unit)
    return unit if method.scale is None else f"{unit} by {method.scale}"


def _finding(given: str, meant: str, count: int, wrong: int, what: str) -> Finding:
    return METHOD_MISSTATED.finding(
        f"the files say {given}, but {count - wrong} of {count} stated {what} are those of {meant}",
        subject="the scoring method",
        stated=given,
        computed=meant,
    )
