"""Points by result: what an event states (`EventFact.scoring_system`), else what the rules give.

| result | stated as | else |
|---|---|---|
| win, draw, loss | `W D L`, by colour `WW BW WD BD WL BL` | 1, a half, 0 |
| forfeit win, full-point bye | `+`, `F` | as a win |
| pairing-allocated bye | `U` | as a win |
| half-point bye | `H` | as a draw |
| forfeit loss, absence | `-`, `Z`, both `A` | 0 |
| match won, drawn, lost | `TW TD TL` | 2, 1, 0 |
| team left over | `TU` match points, `TUG` game points | as a drawn match; on every board the points of `U` |
| `299 F` and so on | "mp=1 gp=2 round=3 of=7,12" | – |

Sources: TRF-2026 records 162, 299, 320, 362; a team left over is not given its game points by any text, and every board
as won is what FIDE's own checker reckons with.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from math import lcm

from contracts.facts import Detail, Facts

_HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Exception299:
    """Points that record 299 gives instead of the usual ones; None for a score that it leaves alone."""

    result: str
    match_points: Fraction | None
    game_points: Fraction | None
    round: int | None
    of: frozenset[str]

    def holds(self, result: str, round_: int, entrant: str) -> bool:
        """Whether it is about this result."""
        return result == self.result and self.round in (None, round_) and (not self.of or entrant in self.of)


@dataclass(frozen=True)
class Points:
    """Points by result."""

    stated: Mapping[str, Fraction]
    exceptions: tuple[Exception299, ...] = ()

    def game(self, result: str, colour: str | None = None) -> Fraction:
        """What a result of 001 brings a player: 1 = 0 W D L + - U F H Z."""
        letter = {"1": "W", "=": "D", "0": "L"}.get(result, result)
        if colour is not None and letter in "WDL":
            by_colour = self.stated.get(colour.upper() + letter)
            if by_colour is not None:
                return by_colour
        chain = {
            "W": ("W",),
            "D": ("D",),
            "L": ("L",),
            "+": ("+", "W"),
            "F": ("F", "W"),
            "U": ("U", "W"),
            "H": ("H", "D"),
            "-": ("-", "A"),
            "Z": ("Z", "A"),
        }[letter]
        for name in chain:
            if name in self.stated:
                return self.stated[name]
        return {"W": Fraction(1), "D": _HALF}.get(chain[-1], Fraction(0))

    def match(self, result: str) -> Fraction:
        """Match points of a match that was won, drawn or lost: W D L."""
        return self.stated.get(f"T{result}", {"W": Fraction(2), "D": Fraction(1)}.get(result, Fraction(0)))

    def unplayed_match(self, result: str, boards: int, round_: int, entrant: str) -> tuple[Fraction, Fraction]:
        """Match and game points of a team without a match: + - U F H Z."""
        as_match = {"+": "W", "F": "W", "H": "D", "U": "D"}.get(result)
        match_points = self.match(as_match) if as_match else Fraction(0)
        game_points = self.game({"-": "Z"}.get(result, result)) * boards
        if result == "U":
            match_points = self.stated.get("TU", match_points)
            game_points = self.stated.get("TUG", game_points)
        return self.instead(result, round_, entrant, (match_points, game_points))

    def instead(
        self, result: str, round_: int, entrant: str, usual: tuple[Fraction, Fraction]
    ) -> tuple[Fraction, Fraction]:
        """The points of the last exception that holds, or the usual ones."""
        for each in reversed(self.exceptions):
            if each.holds(result, round_, entrant):
                match_points, game_points = each.match_points, each.game_points
                return (
                    usual[0] if match_points is None else match_points,
                    usual[1] if game_points is None else game_points,
                )
        return usual

    def scale(self, others: Iterable[Fraction] = ()) -> int:
        """The smallest whole number that makes every number of points whole; 2 at least."""
        given = [*self.stated.values(), *others]
        for each in self.exceptions:
            given += [points for points in (each.match_points, each.game_points) if points is not None]
        return lcm(2, *(points.denominator for points in given))


def points_of(details: Iterable[Detail]) -> Points:
    """Read the scoring system of an event; what cannot be read is left out, since the reader has reported it."""
    stated: dict[str, Fraction] = {}
    exceptions: list[Exception299] = []
    for detail in details:
        if detail.name.startswith("299 "):
            exceptions.append(_exception(detail.name[4:], detail.value))
        elif (value := _number(detail.value)) is not None:
            stated[detail.name] = value
    return Points(stated, tuple(exceptions))


def byes_to_come(facts: Facts) -> dict[str, Fraction]:
    """What the byes of rounds to come will bring to each player; some programs have it in his points already."""
    points: dict[str, Fraction] = {}
    system = points_of(facts.event.scoring_system)
    for seat in facts.seats:
        if seat.kind == "player" and seat.opponent is None and seat.text in ("F", "H", "U", "Z"):
            points[seat.participant] = points.get(seat.participant, Fraction(0)) + system.game(seat.text)
    return points


def team_byes_to_come(facts: Facts, boards: int) -> dict[str, tuple[Fraction, Fraction]]:
    """What the byes of rounds to come will bring to each team: match points, and game points of so many boards."""
    points: dict[str, tuple[Fraction, Fraction]] = {}
    system = points_of(facts.event.scoring_system)
    for seat in facts.seats:
        if seat.kind == "team" and seat.opponent is None and seat.text in ("F", "H", "U", "Z"):
            before = points.get(seat.participant, (Fraction(0), Fraction(0)))
            given = system.unplayed_match(seat.text, boards, seat.round or 0, seat.participant)
            points[seat.participant] = (before[0] + given[0], before[1] + given[1])
    return points


def _exception(result: str, text: str) -> Exception299:
    fields = dict(part.partition("=")[::2] for part in text.split())
    round_ = fields.get("round", "")
    return Exception299(
        result,
        _number(fields.get("mp", "")),
        _number(fields.get("gp", "")),
        int(round_) if round_.isdecimal() else None,
        frozenset(fields["of"].split(",")) if fields.get("of") else frozenset(),
    )


def _number(text: str) -> Fraction | None:
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return Fraction(value) if value.is_finite() and abs(value) < 10_000 else None
