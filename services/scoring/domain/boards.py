"""Travellers: the results of one board, scored together."""

import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import NamedTuple

from contracts.base import Compass, Series, slug
from contracts.facts import BoardFact, DealFact, ResultFact
from contracts.standings import BoardDeal, ScoredBoard, TravellerLine
from services.scoring.domain.lines import board_line, score_text
from services.scoring.domain.matches import team_sides
from services.scoring.domain.method import BoardSample, agrees, percent_agrees
from shared.bridge.board_cycle import Vulnerability, dealer, parse_vulnerability, vulnerability
from shared.bridge.board_line import BoardLine
from shared.bridge.matchpoints import LineMatchpoints, expected_scores
from shared.bridge.rounding import ratio_to_decimal

_PLAIN = re.compile(r"[A-Z0-9]+")

POINT_PLACES = 2
"""Decimals of points and percentages as they are published; ranking uses the exact values."""


_LINES = Series(TravellerLine, *TravellerLine.model_fields)
"""Lines need no validation: what they hold is of facts that were validated, or worked out here (ADR 0012)."""


Pairs = tuple[tuple[Decimal | None, Decimal | None], ...]
_NOTHING = (None, None)


@dataclass(frozen=True)
class Names:
    """What participants are called on a traveller.

    Attributes:
        players: of each pair and individual, by id.
        teams: of each team, by id.
        team_of: the team of each pair.
    """

    players: Mapping[str, str] = field(default_factory=dict)
    teams: Mapping[str, str] = field(default_factory=dict)
    team_of: Mapping[str, str] = field(default_factory=dict)


class BoardKey(NamedTuple):
    """Which traveller a result belongs to: boards are compared within a session and a group of sections."""

    session: str | None
    group: str | None
    board: str

    @property
    def id(self) -> str:
        """The token of the board in subjects: "7", "2-7", "b-7" for a group of sections scored apart.

        Names of other than digits and capitals get a digest behind them, so that no two boards share a token.
        """
        parts = [part for part in (self.session, self.group, self.board) if part]
        token = slug("-".join(parts))
        if all(_PLAIN.fullmatch(part) for part in parts):
            return token
        digest = zlib.crc32("\0".join(str(part) for part in (self.session, self.group, self.board)).encode())
        return f"{token[:80].strip('-')}-{digest:08x}"


@dataclass(frozen=True)
class Board:
    """The results of one board, ready to be scored."""

    key: BoardKey
    results: tuple[ResultFact, ...]
    lines: tuple[BoardLine, ...]
    from_contract: tuple[bool, ...]
    vulnerability: Vulnerability | None
    dealer: Compass | None
    datum: Fraction | None = None

    @cached_property
    def expected(self) -> int:
        """How many scores its lines stand for."""
        return expected_scores(self.lines)

    @cached_property
    def worked_out(self) -> tuple[ResultFact, ...]:
        """Results whose score comes from contract and tricks."""
        return tuple(result for result, by_us in zip(self.results, self.from_contract, strict=True) if by_us)

    @cached_property
    def blank(self) -> tuple[ResultFact, ...]:
        """Results that nothing can be compared with, on either side."""
        return tuple(r for r, line in zip(self.results, self.lines, strict=True) if line.ns is None and line.ew is None)

    @cached_property
    def stated(self) -> Pairs:
        """What is stated for each line: North-South's and East-West's points."""
        return tuple(
            (result.stated.ns, result.stated.ew) if result.stated is not None else _NOTHING for result in self.results
        )

    @cached_property
    def stated_percents(self) -> Pairs:
        """What is stated for each line in per cent, where nothing is stated in points."""
        if any(value is not None for pair in self.stated for value in pair):
            return ()
        return tuple(
            (result.stated.ns_percent, result.stated.ew_percent) if result.stated is not None else _NOTHING
            for result in self.results
        )

    def sample(self, field: int) -> BoardSample:
        """The board as evidence for the method of scoring."""
        return BoardSample(self.lines, self.stated, field, self.datum, self.stated_percents)


def conditions(
    board: str, stated_vulnerable: str | None, stated_dealer: Compass | None
) -> tuple[Vulnerability | None, Compass | None]:
    """Vulnerability and dealer of a board, as stated, else from its number (Law 2); None where it has none."""
    number = int(board) if board.isascii() and board.isdigit() and 0 < int(board) < 10_000 else None
    by_number = vulnerability(number) if number else None
    vulnerable = parse_vulnerability(stated_vulnerable) if stated_vulnerable else by_number
    return vulnerable, stated_dealer or (Compass(dealer(number).value) if number else None)


def board_of(
    key: BoardKey,
    results: Sequence[ResultFact],
    fact: BoardFact | None,
    deal: DealFact | None,
    *,
    old_doubled_undertricks: bool = False,
) -> Board:
    """Put the results of a board together with what is known of the board.

    Vulnerability and dealer come from the file, else from the deal, else from the board's number (Law 2).
    """
    stated_vul = (fact.vulnerable if fact else None) or (deal.vulnerable if deal else None)
    stated_dealer = (fact.dealer if fact else None) or (deal.dealer if deal else None)
    vul, deals = conditions(key.board, stated_vul, stated_dealer)
    pairs = [board_line(result, vul, old=old_doubled_undertricks) for result in results]
    return Board(
        key, tuple(results), tuple(line for line, _ in pairs), tuple(worked for _, worked in pairs), vul, deals,
        Fraction(fact.datum) if fact is not None and fact.datum is not None else None,
    )  # fmt: skip


def published(value: Fraction | None) -> Decimal | None:
    """A number as it is published: two decimals, without those that are zero."""
    return None if value is None else _published(value.numerator, value.denominator)


@lru_cache(maxsize=16_384)
def _published(above: int, below: int) -> Decimal:
    """The same numbers come again and again; they are known by their two parts, whose hashes cost nothing."""
    return tidy(ratio_to_decimal(above, below, POINT_PLACES))


def tidy(value: Decimal) -> Decimal:
    """Drop zeros after the decimal point, and never write an exponent."""
    return Decimal(f"{value.normalize():f}")


def percent(points: Fraction | None, top: Fraction) -> Decimal | None:
    """Points as a percentage of the top."""
    if points is None or top.numerator <= 0:
        return None
    return _published(100 * points.numerator * top.denominator, points.denominator * top.numerator)


def traveller(
    event: str,
    board: Board,
    points: Sequence[LineMatchpoints],
    names: Names,
    deal: DealFact | None,
    unit: str,
    datum: Decimal | None,
) -> ScoredBoard:
    """The traveller as it is published, best North-South score first.

    A line of a match that does not say which pairs played has the names of the teams.
    """
    shown = _shown(points)
    agreed: dict[tuple[int, int, bool], bool | None] = {}
    lines = [
        _line(result, worth, shown[_identity(worth)], line, names, agreed)
        for result, worth, line in zip(board.results, points, board.lines, strict=True)
    ]
    tops = {id(worth.top_ns): worth.top_ns for worth in points}.values()
    # Over their common denominator points are whole numbers, which are quick to compare.
    common = lcm(*{worth.ns.denominator for worth in points if worth.ns is not None})
    won = [None if w.ns is None else -w.ns.numerator * (common // w.ns.denominator) for w in points]
    order = sorted(
        range(len(lines)),
        key=lambda i: (won[i] is None, won[i] or 0, str(lines[i].section), lines[i].round or 0, i),
    )
    return ScoredBoard(
        event=event,
        id=board.key.id,
        session=board.key.session,
        board=board.key.board,
        dealer=board.dealer,
        vulnerable=_vulnerable(board.vulnerability),
        unit=unit,
        top=published(max(tops)) if tops and unit == "match_points" else None,
        datum=datum,
        deal=BoardDeal(north=deal.north, east=deal.east, south=deal.south, west=deal.west) if deal else None,
        double_dummy=(deal.double_dummy or None) if deal else None,
        lines=tuple(lines[i] for i in order),
    )


def _vulnerable(value: Vulnerability | None) -> str | None:
    words = {Vulnerability.NONE: "None", Vulnerability.NS: "NS", Vulnerability.EW: "EW", Vulnerability.ALL: "All"}
    return None if value is None else words[value]


def sides_of(result: ResultFact) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The participants of North-South and of East-West: one pair each, or two individuals each."""
    sides = result.sides
    ns = (sides.ns,) if sides.ns else tuple(p for p in (sides.north, sides.south) if p)
    ew = (sides.ew,) if sides.ew else tuple(p for p in (sides.east, sides.west) if p)
    return ns, ew


class _Shown(NamedTuple):
    """The points of a line as they are published, and in per cent."""

    ns_points: Decimal | None
    ew_points: Decimal | None
    ns_percent: Decimal | None
    ew_percent: Decimal | None


def _identity(worth: LineMatchpoints) -> tuple[int, ...]:
    """Which numbers these are; equal scores share them, so that thousands of lines are a few dozen conversions."""
    return (id(worth.ns), id(worth.ew), id(worth.top_ns), id(worth.top_ew))


def _shown(points: Sequence[LineMatchpoints]) -> dict[tuple[int, ...], _Shown]:
    different = {_identity(worth): worth for worth in points}
    return {
        key: _Shown(
            published(worth.ns), published(worth.ew), percent(worth.ns, worth.top_ns), percent(worth.ew, worth.top_ew)
        )
        for key, worth in different.items()
    }


def _agrees(
    result: ResultFact, worth: LineMatchpoints, agreed: dict[tuple[int, int, bool], bool | None]
) -> bool | None:
    """Whether what is stated of a line is what it is worth; None where nothing is stated.

    Args:
        result: the line.
        worth: of it.
        agreed: what was found of lines that share both; programs state the same of equal scores.
    """
    stated = result.stated
    if stated is None:
        return None
    played = result.ns_score.kind == result.ew_score.kind == "points"
    key = (id(stated), id(worth), played)
    if key not in agreed:
        checks = [agrees(stated.ns, worth.ns), agrees(stated.ew, worth.ew)]
        if played:
            checks.append(percent_agrees(stated.ns_percent, worth.ns, worth.top_ns))
            checks.append(percent_agrees(stated.ew_percent, worth.ew, worth.top_ew))
        known = [check for check in checks if check is not None]
        agreed[key] = all(known) if known else None
    return agreed[key]


def _line(
    result: ResultFact, worth: LineMatchpoints, shown: _Shown, line: BoardLine, names: Names,
    agreed: dict[tuple[int, int, bool], bool | None],
) -> TravellerLine:  # fmt: skip
    ns, ew = sides_of(result)
    ns_team, ew_team = team_sides(result, names.team_of)
    score = score_text(result.ns_score, result.ew_score)
    if not score and isinstance(line.ns, int):
        score = str(line.ns)
    ew_score = score_text(result.ew_score, result.ns_score)
    stated = result.stated
    same = result.ew_score is result.ns_score or result.ew_score == result.ns_score
    split = result.ns_score.kind == "points" and not same
    return _LINES.make(
        {
            "session": result.session,
            "section": result.section,
            "round": result.round,
            "table": result.table,
            "ns": "+".join(ns) or None,
            "ew": "+".join(ew) or None,
            "ns_names": _names_of(ns, ns_team, names),
            "ew_names": _names_of(ew, ew_team, names),
            "ns_team": ns_team,
            "ew_team": ew_team,
            "contract": result.contract,
            "declarer": result.declarer,
            "lead": result.lead,
            "tricks": result.tricks,
            "score": score,
            "ew_score": ew_score if split else None,
            "ns_points": shown.ns_points,
            "ew_points": shown.ew_points,
            "ns_percent": shown.ns_percent,
            "ew_percent": shown.ew_percent,
            "stated_ns": stated.ns if stated is not None else None,
            "stated_ew": stated.ew if stated is not None else None,
            "agrees": _agrees(result, worth, agreed),
        }
    )


def _names_of(side: tuple[str, ...], team: str | None, names: Names) -> str:
    if not side:
        return names.teams.get(team or "", "")
    if len(side) == 1:
        return names.players.get(side[0], "").strip(" &")
    return " & ".join(names.players.get(participant, "") for participant in side).strip(" &")
