"""The methods that the files of an event leave open, choice by choice, the default first.

The documents leave rules open and programs differ. Each candidate is a published rule, or what a program was seen to
do.
"""

from collections.abc import Iterator
from dataclasses import replace

from contracts.base import FileFormat
from services.scoring.domain.boards.adjusted_averages import follows_own_averages
from services.scoring.domain.boards.line_candidates import line_methods
from services.scoring.domain.boards.line_methods import LineMethod, adds_up_like_acblscore, printed_rounding
from services.scoring.domain.boards.sections import may_be_apart
from services.scoring.domain.matches.match_candidates import match_methods
from services.scoring.domain.matches.match_scores import MatchMethod
from services.scoring.domain.method.event_scores import BridgeEvent, EventScores, ranks_pairs_of_teams
from services.scoring.domain.method.scoring_method import ScoringMethod
from shared.bridge.rounding import RoundingFamily


def field_candidates(event: BridgeEvent, scores: EventScores) -> Iterator[ScoringMethod]:
    """Whether lines are compared within each section, where across the field is not the only possibility."""
    method = scores.scoring_method
    if method is not None and method.lines is not None and may_be_apart(event.facts):
        yield ScoringMethod(event.scheme, by_section=True, detected=True)


def line_candidates(event: BridgeEvent, file_format: FileFormat) -> list[LineMethod]:
    """How the lines of a board are compared; none where they are not.

    Args:
        event: with its boards.
        file_format: of the newest file with results; its programs have their own standard.
    """
    return line_methods(event.scheme.lines or "", file_format, event.facts)


def award_candidates(event: BridgeEvent, lines: LineMethod) -> list[bool]:
    """Whether awards follow the pair's other boards: by law, unless points are stated for them that say otherwise."""
    if not follows_own_averages(lines):
        return [False]
    return [False, True] if event.awarded.are_stated else [True]


def match_candidates(event: BridgeEvent, method: ScoringMethod) -> list[MatchMethod]:
    """What a match gives."""
    return match_methods(event.scheme, halves=any(match.half for match in event.matches(method).matches))


def match_rounding_candidates(event: BridgeEvent, scores: EventScores) -> Iterator[ScoringMethod]:
    """Whether matches of pairs add up exact points or points as printed."""
    method = scores.scoring_method
    if method is not None and event.scheme.matches == "pairs":
        yield from (replace(method, match_rounding=rounding) for rounding in _roundings(event, method))


def bye_candidates(event: BridgeEvent, scores: EventScores) -> Iterator[ScoringMethod]:
    """Whether a bye without a stated score is worth something."""
    method = scores.scoring_method
    if method is not None and event.scheme.total == "matches" and scores.method.bye is not None:
        yield from (replace(method, byes=byes) for byes in (True, False))


def total_candidates(event: BridgeEvent, scores: EventScores) -> Iterator[ScoringMethod]:
    """What totals add up: exact points or points as printed, as they are or stretched, penalties in points."""
    method, scheme = scores.scoring_method, event.scheme
    of_boards = scheme.total == "boards" and bool(event.boards)
    if method is None or method.lines is None or not (of_boards or ranks_pairs_of_teams(event)):
        return
    match_points = of_boards and scheme.total_unit == "match_points"
    penalties = (True, False) if match_points and _has_penalties_without_unit(event) else (True,)
    for stretched in (False,) if match_points else (False, True):
        for rounding in _roundings(event, method):
            for percent in penalties:
                yield replace(
                    method,
                    stretched=stretched,
                    total_rounding=rounding,
                    percent_penalties=percent,
                    detected=method.detected or rounding is not None,
                )


def _roundings(event: BridgeEvent, method: ScoringMethod) -> list[RoundingFamily | None]:
    """Points as they are, and as the file prints them; these alone where nothing differs, as of ACBLscore."""
    if method.lines is None or adds_up_like_acblscore(method.lines):
        return [None]
    printed = printed_rounding(event.cache.samples(event.boards))
    return [None] if printed is None else [None, printed]


def _has_penalties_without_unit(event: BridgeEvent) -> bool:
    return any(
        fact.unit is None and fact.amount and fact.participant_kind == event.scheme.ranked
        for fact in event.facts.adjustments
    )
