"""Made-up events in matches in which everything is right: for tests that break one thing in them.

Teams of four, or Swiss pairs: everybody meets everybody, each round has boards of its own, and every score, IMP, match
point, victory point, total and place agrees with the others.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from contracts.base import Place
from contracts.facts import (
    BoardPointsFact,
    EventFact,
    MatchFact,
    Participant,
    Person,
    ResultFact,
    Scope,
    SeatFact,
    SessionFact,
    Sides,
    StatedScore,
    StatedTotal,
    Stratum,
)
from contracts.messages import Fragment
from shared.bridge.boards.cross_imps import CrossAverage, score_cross_board
from shared.bridge.boards.imps import imps
from shared.bridge.boards.matchpoints import FactoringMethod, MatchpointScale, score_board
from shared.bridge.matches.victory_points import ImpScale, PercentScale, find_scale
from shared.bridge.rankings.places import rank
from shared.bridge.rounding import to_decimal
from tests.support.board_lines import played
from tests.support.clean_event import at_a_table, shuffled
from tests.support.fragments import fragment


@dataclass
class CleanMatches:
    """An event in matches in which nothing is wrong.

    Attributes:
        kind: "swiss_teams" or "swiss_pairs".
        sides: how many teams or pairs, an even number.
        scale: of the victory points, a name that `find_scale` knows.
        named: whether the event names the scale.
    """

    seed: int = 1
    kind: str = "swiss_teams"
    sides: int = 6
    boards_per_round: int = 5
    scale: str = "WBF_DISCRETE"
    named: bool = True
    lines: int = field(default=0, init=False)

    def fragment(self, name: str = "clean matches", **more: Any) -> Fragment:
        """The event as one file states it."""
        self.random = random.Random(self.seed)
        self.lines = 0
        self.points: list[BoardPointsFact] = []
        self.teams = self.kind == "swiss_teams"
        results: list[ResultFact] = []
        matches: list[MatchFact] = []
        for number in range(1, self.sides):
            of_round = list(self._scored(list(self._round(number))))
            results.extend(of_round)
            matches.extend(self._matches(number, of_round))
        event = EventFact(
            at=self._at(),
            name="Clean matches",
            kind=self.kind,
            start_date="2026-03-07",
            results="complete",
            board_scoring="imps" if self.teams else "match_points",
            match_scoring="vps",
            vp_scale=self.scale if self.named else None,
            label_names=("FLIGHT",),
            strata=(Stratum(number=1),),
            boards_played=(self.sides - 1) * self.boards_per_round,
        )
        facts: dict[str, Any] = {
            "events": (event,),
            "sessions": (SessionFact(at=self._at(), id="1", date="2026-03-07"),),
            "participants": tuple(self._participants()),
            "matches": tuple(matches),
            "board_points": tuple(self.points),
            "totals": tuple(self._totals(matches, results)),
            "seats": tuple(self._seats()),
        }
        scope = Scope(whole=True, sessions=("1",))
        return fragment(name, results=results, scope=scope, **{**facts, **more})

    def _at(self) -> Place:
        self.lines += 1
        return Place(line=self.lines)

    def _boards(self, number: int) -> range:
        first = (number - 1) * self.boards_per_round + 1
        return range(first, first + self.boards_per_round)

    def _pairings(self, number: int) -> Iterator[tuple[str, str]]:
        """Everybody meets everybody: one stays, the others go round."""
        others = self.sides - 1
        circle = [(number + step) % others + 1 for step in range(others)]
        order = [self.sides, *circle]
        for table in range(self.sides // 2):
            yield str(order[table]), str(order[-1 - table])

    def _round(self, number: int) -> Iterator[ResultFact]:
        hands = {board: shuffled(self.random) for board in self._boards(number)}
        for table, (home, away) in enumerate(self._pairings(number), 1):
            for board in self._boards(number):
                sittings = [Sides(ns=home, ew=away)]
                if self.teams:
                    sittings = [
                        Sides(ns=f"{ns}A", ew=f"{ew}B", ns_team=ns, ew_team=ew)
                        for ns, ew in ((home, away), (away, home))
                    ]
                for sides in sittings:
                    yield at_a_table(
                        self.random,
                        hands[board],
                        str(board),
                        at=self._at(),
                        session="1",
                        round=number,
                        table=str(table),
                        sides=sides,
                    )

    def _scored(self, results: list[ResultFact]) -> Iterator[ResultFact]:
        boards: dict[str, list[ResultFact]] = {}
        for result in results:
            boards.setdefault(result.board, []).append(result)
        unit = "cross_imps" if self.teams else "match_points"
        for lines in boards.values():
            field = [played(line.ns_score.points or 0) for line in lines]
            if self.teams:
                ns = [line.ns or Fraction(0) for line in score_cross_board(field, CrossAverage.COMPARISONS)]
                ew = [-value for value in ns]
            else:
                scored = score_board(
                    field, expected=None, scale=MatchpointScale.EUROPEAN, factoring=FactoringMethod.NONE
                )
                ns, ew = [line.ns or Fraction(0) for line in scored], [line.ew or Fraction(0) for line in scored]
            for line, for_ns, for_ew in zip(lines, ns, ew, strict=True):
                stated = StatedScore(ns=to_decimal(for_ns, 2), ew=to_decimal(for_ew, 2), unit=unit)
                yield line.replace(stated=stated)

    def _matches(self, number: int, results: list[ResultFact]) -> Iterator[MatchFact]:
        boards = self._boards(number)
        for table, (home, away) in enumerate(self._pairings(number), 1):
            lines = [line for line in results if line.table == str(table)]
            vps = self._team_points(number, home, away, lines) if self.teams else self._pair_points(lines)
            yield MatchFact(
                at=self._at(),
                session="1",
                kind="teams" if self.teams else "pairs",
                round=number,
                table=str(table),
                home=home,
                away=away,
                first_board=str(boards.start),
                last_board=str(boards.stop - 1),
                home_score=vps[0],
                away_score=vps[1],
                unit="vps",
            )

    def _team_points(self, number: int, home: str, away: str, lines: list[ResultFact]) -> tuple[Decimal, Decimal]:
        margin = 0
        for ours, theirs in zip(lines[::2], lines[1::2], strict=True):
            won = imps((ours.ns_score.points or 0) - (theirs.ns_score.points or 0))
            margin += won
            self.points.append(
                BoardPointsFact(
                    at=self._at(),
                    session="1",
                    round=number,
                    home=home,
                    away=away,
                    board=ours.board,
                    home_points=Decimal(won),
                    unit="imps",
                )
            )
        scale = find_scale(self.scale)
        assert isinstance(scale, ImpScale)
        award = scale.award(margin, self.boards_per_round)
        assert award is not None
        return award

    def _pair_points(self, lines: list[ResultFact]) -> tuple[Decimal, Decimal]:
        ns = sum(Fraction(line.stated.ns or 0) for line in lines if line.stated)
        ew = sum(Fraction(line.stated.ew or 0) for line in lines if line.stated)
        scale = find_scale(self.scale)
        assert isinstance(scale, PercentScale)
        home, away = (scale.award(100 * own / (ns + ew), self.boards_per_round) for own in (ns, ew))
        assert home is not None
        assert away is not None
        return home, away

    def _participants(self) -> Iterator[Participant]:
        for number in range(1, self.sides + 1):
            if not self.teams:
                people = (Person(name=f"Ann {number}", national_id=f"1{number}"), Person(name=f"Bob {number}"))
                yield Participant(at=self._at(), id=str(number), kind="pair", players=people)
                continue
            yield Participant(at=self._at(), id=str(number), kind="team", members=(f"{number}A", f"{number}B"))
            for pair in "AB":
                people = (Person(name=f"Ann {number}{pair}"), Person(name=f"Bob {number}{pair}"))
                yield Participant(at=self._at(), id=f"{number}{pair}", kind="pair", team=str(number), players=people)

    def _totals(self, matches: list[MatchFact], results: list[ResultFact]) -> Iterator[StatedTotal]:
        sums: dict[str, Decimal] = {}
        wins: dict[str, int] = {}
        for match in matches:
            for name, own, other in (
                (match.home, match.home_score, match.away_score),
                (match.away, match.away_score, match.home_score),
            ):
                assert name is not None
                assert own is not None
                assert other is not None
                sums[name] = sums.get(name, Decimal(0)) + own
                wins[name] = wins.get(name, 0) + (own > other)
        places = rank(sums)
        boards = (self.sides - 1) * self.boards_per_round
        for name, total in sums.items():
            yield StatedTotal(
                at=self._at(),
                participant=name,
                kind="team" if self.teams else "pair",
                session="1",
                total=total,
                place=str(places[name]),
                wins=Decimal(wins[name]),
                boards_played=None if self.teams else boards,
            )
        for pair in (f"{number}{letter}" for number in range(1, self.sides + 1) for letter in "AB" if self.teams):
            own = [line.stated.ns for line in results if line.sides.ns == pair and line.stated]
            own += [line.stated.ew for line in results if line.sides.ew == pair and line.stated]
            yield StatedTotal(
                at=self._at(),
                participant=pair,
                kind="pair",
                session="1",
                boards_played=boards,
                pair_imps=sum((value for value in own if value is not None), Decimal(0)),
            )

    def _seats(self) -> Iterator[SeatFact]:
        kind: Any = "team" if self.teams else "pair"
        for table, sides in enumerate(self._pairings(1), 1):
            for name, direction in zip(sides, ("NS", "EW"), strict=True):
                yield SeatFact(
                    at=self._at(),
                    participant=name,
                    kind=kind,
                    session="1",
                    stage="start",
                    table=str(table),
                    direction=direction,
                )
