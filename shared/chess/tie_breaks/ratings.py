"""Tie-breaks from ratings: C.07 article 10. Only games played over the board count; results count 1, a half and 0."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from shared.chess.model import Kind, Tournament
from shared.chess.tie_breaks.codes import TieBreak
from shared.chess.tie_breaks.rating_table import difference_of, expected_percent
from shared.chess.tie_breaks.terms import Term

LOWEST_STEP = 800
"""How far below the lowest opponent the perfect performance of somebody without a point lies (10.3)."""


def rating_of(tournament: Tournament, index: int, code: TieBreak) -> int | None:
    """RTNG (10.6): the rating, or that of /U for the unrated."""
    rating = tournament.entrants[index].rating
    return code.unrated if rating is None else rating


def can_rate(tournament: Tournament, code: TieBreak) -> bool:
    """Whether everybody has a rating or is given one: without a rule for the unrated, none of these is used."""
    return _ratings(tournament, code).complete


class Ratings(NamedTuple):
    """The rating of everybody, and whether everybody has one; no game changes them."""

    each: tuple[int | None, ...]
    complete: bool

    def after(self, _tournament: Tournament, _changed: Collection[int], _near: Collection[int]) -> Ratings:
        """The same after a change."""
        return self


def _ratings(tournament: Tournament, code: TieBreak) -> Ratings:
    def ratings() -> Ratings:
        each = tuple(rating_of(tournament, index, code) for index in range(len(tournament.entrants)))
        return Ratings(each, None not in each)

    return tournament.known(Ratings, ratings, code.unrated)


def opponents_ratings(tournament: Tournament, index: int, code: TieBreak) -> list[Term]:
    """The rating of each opponent met over the board, the lowest and highest marked as cut by /C and /M (ARO, 10.1)."""
    terms = [
        Term(round_, turn.opponent, rating, score=rating)
        for round_, turn in enumerate(tournament.entrants[index].turns, 1)
        if turn.played and turn.opponent >= 0 and (rating := rating_of(tournament, turn.opponent, code)) is not None
    ]
    order = sorted(range(len(terms)), key=lambda at: terms[at].amount)
    low = min(code.cut_low, len(order))
    high = min(code.cut_high, len(order) - low)
    gone = {*order[:low], *order[len(order) - high :]} if low or high else set()
    return [term._replace(cut=True) if at in gone else term for at, term in enumerate(terms)]


def rounded_mean(values: list[int]) -> int | None:
    """The mean, a half rounded up; None of nothing."""
    return (2 * sum(values) + len(values)) // (2 * len(values)) if values else None


class Games(NamedTuple):
    """The games that count: the ratings of the opponents, and the result against them in half points."""

    ratings: list[int]
    halves: int


class GamesByIndex(list[Games | None]):
    """The games of everybody whose games were asked for."""

    def after(self, _tournament: Tournament, changed: Collection[int], _near: Collection[int]) -> GamesByIndex:
        """The same without those of a change."""
        following = GamesByIndex(self)
        for index in changed:
            following[index] = None
        return following


def games_of(tournament: Tournament, of: Iterable[int], code: TieBreak) -> list[Games]:
    """The games of some, worked out once for all tie-breaks with the same cuts."""
    of_nobody = [None] * len(tournament.entrants)
    known = tournament.known(GamesByIndex, lambda: GamesByIndex(of_nobody), code.cut_low, code.cut_high, code.unrated)
    collected = []
    for index in of:
        games = known[index]
        if games is None:
            games = known[index] = _games_of(tournament, index, code)
        collected.append(games)
    return collected


def _games_of(tournament: Tournament, index: int, code: TieBreak) -> Games:
    turns = tournament.entrants[index].turns
    if code.cut_low or code.cut_high:
        terms = [term for term in opponents_ratings(tournament, index, code) if not term.cut]
        return Games([term.amount for term in terms], sum(turns[term.round - 1].standard for term in terms))
    theirs, played = _ratings(tournament, code).each, Kind.PLAYED
    ratings, halves = [], 0
    for kind, opponent, _, _, standard, _ in turns:
        if kind is played and opponent >= 0:
            rating = theirs[opponent]
            if rating is not None:
                ratings.append(rating)
                halves += standard
    return Games(ratings, halves)


def average(games: Games) -> int | None:
    """ARO (10.1): the average rating of the opponents."""
    return rounded_mean(games.ratings)


def performance(games: Games) -> int | None:
    """TPR (10.2): the average rating of the opponents and the difference that the percentage stands for."""
    ratings, halves = games
    mean = rounded_mean(ratings)
    if mean is None:
        return None
    percent = (100 * halves + len(ratings)) // (2 * len(ratings))
    return mean + difference_of(percent)


def perfect_performance(games: Games) -> int | None:
    """PTP (10.3): the lowest rating whose expected result against these opponents is no less than the actual one."""
    ratings, halves = games
    if not ratings:
        return None
    if halves == 0:
        return min(ratings) - LOWEST_STEP
    low, high = min(ratings) - LOWEST_STEP, max(ratings) + LOWEST_STEP
    while high - low > 1:
        middle = (low + high) // 2
        if sum(expected_percent(middle - rating) for rating in ratings) >= 50 * halves:
            high = middle
        else:
            low = middle
    return high
