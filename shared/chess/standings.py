"""Standings: who is where, by points and tie-breaks in a stated order, every value with what it was summed from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from shared.chess import boards, buchholz, counts, encounters, ratings
from shared.chess.model import GAME, MATCH, Edition, Tournament
from shared.chess.terms import Term, total
from shared.chess.tie_break import BY_RATING, OF_TIED_GROUPS, TieBreak, UnknownTieBreak, tie_break

DEFAULT_INDIVIDUAL = ("PTS", "BH/C1", "BH", "SB", "DE", "WIN", "BPG")
DEFAULT_ROUND_ROBIN = ("PTS", "DE", "WIN", "SB", "KS")
DEFAULT_TEAM = ("PTS", "MPvGP", "EDE", "EMGSB/C1", "BC")
"""Orders where a tournament states none."""


@dataclass(frozen=True, slots=True)
class Value:
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


@dataclass(frozen=True, slots=True)
class Row:
    """One participant in the standings: index, place from 1 (shared by equals), and a value for each tie-break."""

    index: int
    place: int
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Standings:
    """The whole order.

    Attributes:
        codes: points and tie-breaks in the order in which they decide.
        unknown: codes that are not computed and decide nothing, each with a sentence.
    """

    edition: Edition
    codes: tuple[TieBreak, ...]
    rows: tuple[Row, ...]
    unknown: tuple[str, ...] = ()


def default_order(tournament: Tournament) -> tuple[str, ...]:
    """The order of a tournament that states none."""
    if tournament.team:
        return DEFAULT_TEAM
    return DEFAULT_ROUND_ROBIN if tournament.pre_determined else DEFAULT_INDIVIDUAL


def standings(tournament: Tournament, order: Sequence[str] = (), *, explain: bool = False) -> Standings:
    """Rank everybody.

    Args:
        tournament: after any number of rounds.
        order: codes as in record 212, points among them; the default order when empty.
        explain: whether every value carries its terms.
    """
    codes, unknown = understood(order or default_order(tournament))
    groups: list[list[int]] = [list(range(len(tournament.entrants)))]
    columns: list[Mapping[int, Value]] = []
    for code in codes:
        if code.name in OF_TIED_GROUPS:
            groups, column = _by_encounter(tournament, groups, code)
        else:
            column = values(tournament, code, explain=explain)
            groups = [part for group in groups for part in _by_value(group, column, lower=code.lower_is_better)]
        columns.append(column)
    rows, place = [], 1
    for group in groups:
        for index in sorted(group, key=lambda at: tournament.entrants[at].number):
            rows.append(Row(index, place, tuple(column[index] for column in columns)))
        place += len(group)
    return Standings(tournament.edition, tuple(codes), tuple(rows), tuple(unknown))


def understood(order: Iterable[str]) -> tuple[list[TieBreak], list[str]]:
    """The codes that are computed, and a sentence for each that is not."""
    codes: list[TieBreak] = []
    unknown: list[str] = []
    for text in order:
        try:
            codes.append(tie_break(text))
        except UnknownTieBreak as error:
            unknown.append(str(error))
    return codes, unknown


def _by_encounter(
    tournament: Tournament, groups: list[list[int]], code: TieBreak
) -> tuple[list[list[int]], dict[int, Value]]:
    following: list[list[int]] = []
    column: dict[int, Value] = {}
    for group in groups:
        parts = encounters.direct_encounter(tournament, group, code) if len(group) > 1 else [group]
        place = 1
        for part in parts:
            for index in part:
                column[index] = Value(place)
            place += len(part)
        following += parts
    return following, column


def _by_value(group: list[int], column: Mapping[int, Value], *, lower: bool) -> list[list[int]]:
    """Split a group by value; what is unknown comes last."""
    if len(group) == 1:
        return [group]
    parts: dict[object, list[int]] = {}
    for index in group:
        value = column[index]
        parts.setdefault(value.units if value.order is None else value.order, []).append(index)
    unknown = parts.pop(None, [])
    ranked = [parts[key] for key in sorted(parts, reverse=not lower)]  # type: ignore[type-var]
    return [*ranked, unknown] if unknown else ranked


_Terms = Callable[[Tournament, int, TieBreak], list[Term]]

_SUMS: Mapping[str, tuple[_Terms, str]] = {
    "WIN": (counts.wins, "count"),
    "WON": (counts.won, "count"),
    "BPG": (counts.black_games, "count"),
    "BWG": (counts.black_wins, "count"),
    "REP": (counts.elected, "count"),
    "STD": (counts.standard_points, "half"),
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


def values(tournament: Tournament, code: TieBreak, *, explain: bool = False) -> dict[int, Value]:
    """A tie-break of everybody, by index; not for direct encounters, which need to know who is tied."""
    everybody = range(len(tournament.entrants))
    if code.name in _SUMS:
        function, unit = _SUMS[code.name]
        divisor = {"count": 1, "half": 2, "points": tournament.scale, "product": tournament.scale**2}[unit]
        if not explain and function in (buchholz.buchholz, buchholz.sonneborn_berger):
            return {index: Value(buchholz.quick_sum(tournament, index, code), divisor) for index in everybody}
        found = {}
        for index in everybody:
            terms = function(tournament, index, code)
            found[index] = Value(total(terms), divisor, terms=tuple(terms) if explain else ())
        return found
    if code.name in BY_RATING:
        return _by_rating(tournament, code, explain=explain)
    return {index: _other(tournament, index, code, explain=explain) for index in everybody}


def _other(tournament: Tournament, index: int, code: TieBreak, *, explain: bool) -> Value:
    """Points, numbers, boards, averages of Buchholz, and scores with schedule strength."""
    which = tournament.primary if code.score is None else code.score
    if code.name == "MPVGP":
        which = GAME if which == MATCH else MATCH
    if code.name in ("PTS", "MPVGP"):
        return Value(tournament.scores[index][which], tournament.scale)
    if code.name == "TPN":
        return Value(tournament.entrants[index].number)
    if code.name in ("BC", "TBR", "BBE"):
        return _by_boards(tournament, index, code)
    if code.name == "AOB":
        terms = buchholz.opponents_buchholz(tournament, index, code)
        if not terms:
            return Value(None)
        return _exactly(Fraction(total(terms), tournament.scale * len(terms)), tuple(terms) if explain else ())
    sum_, terms = buchholz.schedule_strength(tournament, index, code)
    return _exactly(sum_, tuple(terms) if explain else ())


def _by_boards(tournament: Tournament, index: int, code: TieBreak) -> Value:
    """Board count, top board, bottom board elimination."""
    points = boards.of_tournament(tournament, index)
    if code.name == "BC":
        return Value(boards.board_count(points), tournament.scale)
    order = boards.top_board(points) if code.name == "TBR" else boards.bottom_board_elimination(points)
    return Value(order[0] if order else 0, tournament.scale, order)


def _by_rating(tournament: Tournament, code: TieBreak, *, explain: bool) -> dict[int, Value]:
    everybody = range(len(tournament.entrants))
    if not ratings.can_rate(tournament, code):
        return {index: Value(None) for index in everybody}
    if code.name == "RTNG":
        return {index: _whole(ratings.rating_of(tournament, index, code)) for index in everybody}
    if code.name in ("APRO", "APPO"):
        single = ratings.performance if code.name == "APRO" else ratings.perfect_performance
        each = {index: single(tournament, index, code) for index in everybody}
        found = {}
        for index in everybody:
            terms = [
                Term(term.round, term.opponent, theirs)
                for term in ratings.opponents_ratings(tournament, index, code)
                if (theirs := each[term.opponent]) is not None
            ]
            found[index] = _whole(ratings.rounded_mean([term.amount for term in terms]), terms if explain else [])
        return found
    found = {}
    for index in everybody:
        terms = ratings.opponents_ratings(tournament, index, code) if explain else []
        if code.name == "ARO":
            amount = ratings.average(tournament, index, code)
        elif code.name == "TPR":
            amount = ratings.performance(tournament, index, code)
        else:
            amount = ratings.perfect_performance(tournament, index, code)
        found[index] = _whole(amount, terms)
    return found


def _whole(amount: int | None, terms: list[Term] | None = None) -> Value:
    return Value(amount, terms=tuple(terms or ()))
