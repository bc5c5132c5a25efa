"""The method that explains most of what the files of an event state.

Rules kept here:

1. A method is chosen by what files state and it does not give: the fewest such values win. Of two that are equal the
   one that comes first does, so the default stands where nothing is stated. Once everything is explained nothing more
   is tried.
2. Choices that do not depend on each other are made one after the other, each by the values that it decides: the
   method for lines by the points of boards, that for matches by the scores of matches, the rest by totals.
3. Sections are compared across the field, unless more of what is stated is right when each is compared within itself
   (USEBIO 1.4, 4.1). Rounds of a Swiss are compared by themselves if their boards were dealt anew.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from services.scoring.domain.matches.match_scores import MatchMethod
from services.scoring.domain.matches.penalties import Penalised, carried_into
from services.scoring.domain.method.candidates import (
    award_candidates,
    bye_candidates,
    field_candidates,
    inferred_method,
    line_candidates,
    match_candidates,
    match_rounding_candidates,
    match_sum_candidates,
    ruling_candidates,
    sit_out_candidates,
    total_candidates,
    unstated_line_candidates,
)
from services.scoring.domain.method.event_scores import BridgeEvent, EventScores, score_event
from services.scoring.domain.method.scoring_method import ScoringMethod
from services.scoring.domain.method.stated_method import misstated_method

Candidate = TypeVar("Candidate")


def best(candidates: Iterable[Candidate], unexplained: Callable[[Candidate], int]) -> Candidate:
    """The first of those that leave the fewest stated values unexplained (rule 1).

    Args:
        candidates: at least one, the default first.
        unexplained: how many stated values a candidate does not give.
    """
    ordered = iter(candidates)
    winner = next(ordered)
    fewest = unexplained(winner)
    while fewest and (candidate := next(ordered, None)) is not None:
        count = unexplained(candidate)
        if count < fewest:
            winner, fewest = candidate, count
    return winner


def best_scores(event: BridgeEvent) -> EventScores:
    """Score an event of bridge by the method that explains most of what its files state (rule 3)."""
    field = ScoringMethod(event.scheme)
    of_fields = [replace(field, apart="round"), field] if event.dealt_by_round else [field]
    # A side that has a board in two rounds by mistake does not divide the field, if what is stated says otherwise.
    scores = best((_best_scores(event, method) for method in of_fields), lambda scores: sum(scores.unexplained))
    within = (_best_scores(event, method) for method in field_candidates(event, scores))
    scores = best(chain([scores], within), lambda scores: sum(scores.unexplained))
    return replace(scores, findings=[*misstated_method(event, scores), *scores.findings])


def _best_scores(event: BridgeEvent, method: ScoringMethod) -> EventScores:
    """The scores by the best method that compares sections as this one does (rule 2)."""
    view = event.view(method.apart)
    scores = score_event(event, _of_matches(view, _of_lines(view, method)))
    for candidates, unexplained in _LATER_CHOICES:
        methods = candidates(view, scores)
        others = (score_event(event, other) for other in methods if other != scores.scoring_method)
        scores = best(chain([scores], others), unexplained)
    return scores


def _of_lines(event: BridgeEvent, method: ScoringMethod) -> ScoringMethod:
    """The method with the choices that the stated points of boards decide.

    Plain IMPs of pairs are compared only where a method gives half of those that are stated.
    """
    candidates = line_candidates(event)
    if not candidates:
        return method
    lines = best(candidates, event.cache.sample_misses(event.boards))
    detected = method.detected or lines != candidates[0]
    if method.scheme.lines == "imps":
        stated = sum(value is not None for board in event.boards for pair in board.stated for value in pair)
        if 2 * event.cache.wrong(event.boards, lines) > stated:
            return replace(method, detected=True)
    own_averages = best(award_candidates(event, lines), lambda own: event.awarded.misses(lines, own_averages=own))
    return replace(method, lines=lines, own_averages=own_averages, detected=detected)


def _of_matches(event: BridgeEvent, method: ScoringMethod) -> ScoringMethod:
    """The method with what a match gives, as the stated scores of matches decide."""
    if method.scheme.matches is None:
        return method
    played = event.matches(method)
    candidates = match_candidates(event.scheme, halves=any(match.half for match in played.matches))

    def misses(of: MatchMethod) -> int:
        sums = Penalised(list(played.sums(of)))
        return played.misses(of, carried_into(event.facts, played.scheme, played.matches, sums, of).raws)

    matches = best(candidates, misses)
    inferred = inferred_method(method.scheme, played, matches)
    if inferred is not None:
        return replace(method, matches=inferred[0], detected=method.detected or inferred[1])
    return replace(method, matches=matches, detected=method.detected or matches != candidates[0])


def _counts_sit_outs(scores: EventScores) -> bool:
    """Whether boards that were not played are worth something: said only where that explains half of the totals."""
    return scores.scoring_method is not None and scores.scoring_method.sit_out is not None


_LATER_CHOICES: tuple[
    tuple[Callable[[BridgeEvent, EventScores], Iterable[ScoringMethod]], Callable[[EventScores], int]], ...
] = (
    (unstated_line_candidates, lambda scores: scores.unexplained.totals),
    (match_rounding_candidates, lambda scores: scores.unexplained.matches),
    (bye_candidates, lambda scores: scores.unexplained.totals),
    (match_sum_candidates, lambda scores: scores.unexplained.totals),
    (total_candidates, lambda scores: scores.unexplained.totals),
    (ruling_candidates, lambda scores: scores.unexplained.totals),
    (sit_out_candidates, lambda scores: scores.unexplained.totals * (2 if _counts_sit_outs(scores) else 1)),
)
"""Choices that are made by scoring the whole event, each with the values that decide it."""
