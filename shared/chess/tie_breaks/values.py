"""A tie-break of everybody, or of some: the value, and on request the terms that it was summed from."""

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from shared.chess.model import GAME, MATCH, Tournament
from shared.chess.tie_breaks import buchholz, ratings
from shared.chess.tie_breaks import own_results as counts
from shared.chess.tie_breaks import team_boards as boards
from shared.chess.tie_breaks.codes import BY_RATING, TieBreak
from shared.chess.tie_breaks.terms import Term, total


class Value(NamedTuple):
    """A tie-break of one participant.

    Attributes:
        units: the value in 1/divisor, so that thousands of values are compared as whole numbers. None where it cannot
            be had: rating tie-breaks with unrated players and no rule for them, and averages of nothing.
        order: by which values are compared where one number does not do (TBR, BBE) or divisors differ (AOB, SSSC); None
            to compare units.
        terms: what the value was summed from, when asked for.
    """

    units: int | None
    divisor: int = 1
    order: tuple[int | Fraction, ...] | None = None
    terms: tuple[Term, ...] = ()

    @property
    def amount(self) -> Fraction | None:
        """The value; for direct encounters the place among those who were tied, from 1."""
        return None if self.units is None else Fraction(self.units, self.divisor)


def _exactly(amount: Fraction, terms: tuple[Term, ...] = ()) -> Value:
    """A value that is compared as a fraction, because others of its kind have other divisors."""
    return Value(amount.numerator, amount.denominator, (amount,), terms)


_Terms = Callable[[Tournament, int, TieBreak], list[Term]]

_COUNTS: Mapping[str, Callable[[Tournament, TieBreak], counts.Counts]] = {
    "WIN": counts.wins,
    "WON": counts.won,
    "BPG": counts.black_games,
    "BWG": counts.black_wins,
    "REP": counts.elected,
    "STD": counts.standard_points,
}
"""Tie-breaks that count something in every turn; STD counts half points."""

_SUMS: Mapping[str, tuple[_Terms, str]] = {
    "PS": (counts.progressive, "points"),
    "KS": (counts.koya, "points"),
    "BH": (buchholz.buchholz, "points"),
    "FB": (buchholz.buchholz, "points"),
    "SB": (buchholz.sonneborn_berger, "product"),
    "EMMSB": (buchholz.sonneborn_berger, "product"),
    "EMGSB": (buchholz.sonneborn_berger, "product"),
    "EGMSB": (buchholz.sonneborn_berger, "product"),
    "EGGSB": (buchholz.sonneborn_berger, "product"),
}
"""Tie-breaks that are sums of terms, with the unit of the terms."""


def values(
    tournament: Tournament, code: TieBreak, *, of: Collection[int] | None = None, explain: bool = False
) -> dict[int, Value]:
    """A tie-break by index; not for direct encounters, which need to know who is tied.

    Of some, or of everybody; with `explain` every value carries its terms.
    """
    wanted = range(len(tournament.entrants)) if of is None else of
    if code.name in _COUNTS:
        return _counted(tournament, code, wanted, explain=explain)
    if code.name in _SUMS:
        return _summed(tournament, code, wanted, explain=explain)
    if code.name in BY_RATING:
        return _by_rating(tournament, code, wanted, explain=explain)
    if code.name in ("PTS", "MPVGP"):
        return _scored(tournament, _score(tournament, code), wanted, explain=explain)
    return {index: _other(tournament, index, code, explain=explain) for index in wanted}


def _summed(tournament: Tournament, code: TieBreak, wanted: Collection[int], *, explain: bool) -> dict[int, Value]:
    """Sums of points, or of products of points and points."""
    function, unit = _SUMS[code.name]
    divisor = {"points": tournament.scale, "product": tournament.scale**2}[unit]
    if not explain and function in (buchholz.buchholz, buchholz.sonneborn_berger):
        return _in_units(wanted, buchholz.quick_sums(tournament, wanted, code), divisor)
    result = {}
    for index in wanted:
        terms = function(tournament, index, code)
        result[index] = Value(total(terms), divisor, terms=tuple(terms) if explain else ())
    return result


def _scored(tournament: Tournament, which: int, wanted: Collection[int], *, explain: bool) -> dict[int, Value]:
    """One of the two scores."""
    if not explain:
        return _in_units(wanted, [tournament.scores[index][which] for index in wanted], tournament.scale)
    terms = [tuple(counts.scored(tournament, index, which)) for index in wanted]
    return {
        index: Value(tournament.scores[index][which], tournament.scale, terms=each)
        for index, each in zip(wanted, terms, strict=True)
    }


def _in_units(wanted: Collection[int], amounts: Iterable[int | None], divisor: int = 1) -> dict[int, Value]:
    """Values without terms; equal ones are the same object."""
    known: dict[int | None, Value] = {}
    result = {}
    for index, amount in zip(wanted, amounts, strict=True):
        value = known.get(amount)
        if value is None:
            value = known[amount] = Value(amount, divisor)
        result[index] = value
    return result


def _counted(tournament: Tournament, code: TieBreak, wanted: Collection[int], *, explain: bool) -> dict[int, Value]:
    count, divisor = _COUNTS[code.name](tournament, code), 2 if code.name == "STD" else 1
    turns = [tournament.entrants[index].turns for index in wanted]
    if not explain:
        return _in_units(wanted, [sum(count(each)) for each in turns], divisor)
    terms = [counts.terms(each, count) for each in turns]
    return {index: Value(total(each), divisor, terms=tuple(each)) for index, each in zip(wanted, terms, strict=True)}


def _score(tournament: Tournament, code: TieBreak) -> int:
    """Which of the two scores a code of points is about: the one that ranks, or the other."""
    which = tournament.primary if code.score is None else code.score
    if code.name == "MPVGP":
        return GAME if which == MATCH else MATCH
    return which


def _other(tournament: Tournament, index: int, code: TieBreak, *, explain: bool) -> Value:
    """Numbers, boards, averages of Buchholz, and scores with schedule strength."""
    if code.name == "TPN":
        return Value(tournament.entrants[index].number)
    if code.name in ("BC", "TBR", "BBE"):
        return _by_boards(tournament, index, code, explain=explain)
    if code.name == "AOB":
        terms = buchholz.opponents_buchholz(tournament, index, code)
        if not terms:
            return Value(None)
        return _exactly(Fraction(total(terms), tournament.scale * len(terms)), tuple(terms) if explain else ())
    sum_, terms = buchholz.schedule_strength(tournament, index, code)
    return _exactly(sum_, tuple(terms) if explain else ())


_BY_BOARDS: Mapping[str, Callable[[list[int]], int]] = {
    "BC": boards.board_count,
    "TBR": lambda points: points[0],
    "BBE": lambda points: sum(points[:-1]),
}
"""Tie-breaks from the points on each board; of the top board and the elimination, the first number that is compared."""

_SEVERAL: Mapping[str, Callable[[list[int]], tuple[int, ...]]] = {
    "TBR": boards.top_board,
    "BBE": boards.bottom_board_elimination,
}
"""All numbers that are compared, one after the other."""


def _by_boards(tournament: Tournament, index: int, code: TieBreak, *, explain: bool) -> Value:
    """Board count, top board, bottom board elimination."""
    rounds = boards.of_rounds(tournament, index)
    points = boards.of_tournament(rounds)
    count, order = _BY_BOARDS[code.name], _SEVERAL.get(code.name)
    terms: tuple[Term, ...] = ()
    if explain:
        turns = tournament.entrants[index].turns
        terms = tuple(
            Term(round_, turn.opponent, count(each))
            for round_, (turn, each) in enumerate(zip(turns, rounds, strict=True), 1)
        )
    units = count(points) if points else 0
    return Value(units, tournament.scale, order(points) if order else None, terms)


def _by_rating(tournament: Tournament, code: TieBreak, wanted: Collection[int], *, explain: bool) -> dict[int, Value]:
    if not ratings.can_rate(tournament, code):
        return {index: Value(None) for index in wanted}
    if code.name == "RTNG":
        return {index: _whole(ratings.rating_of(tournament, index, code)) for index in wanted}
    if code.name in ("APRO", "APPO"):
        single = ratings.performance if code.name == "APRO" else ratings.perfect_performance
        each: dict[int, int | None] = {}
        result = {}
        for index in wanted:
            terms = []
            for term in ratings.opponents_ratings(tournament, index, code):
                if term.opponent not in each:
                    each[term.opponent] = single(*ratings.games_of(tournament, (term.opponent,), code))
                theirs = each[term.opponent]
                if theirs is not None:
                    terms.append(Term(term.round, term.opponent, theirs))
            result[index] = _whole(ratings.rounded_mean([term.amount for term in terms]), terms if explain else [])
        return result
    function = {"ARO": ratings.average, "TPR": ratings.performance, "PTP": ratings.perfect_performance}[code.name]
    amounts = [function(games) for games in ratings.games_of(tournament, wanted, code)]
    if not explain:
        return _in_units(wanted, amounts)
    return {
        index: _whole(amount, ratings.opponents_ratings(tournament, index, code))
        for index, amount in zip(wanted, amounts, strict=True)
    }


def _whole(amount: int | None, terms: list[Term] | None = None) -> Value:
    return Value(amount, terms=tuple(terms or ()))
