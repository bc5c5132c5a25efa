"""Tournaments that are drawn round by round from a seed, and a checker that works the absolute rules out by itself.

The checker shares no code with the adapter: it reads the request and the pairing, and knows C.04.3 and C.04.6 only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from random import Random

import networkx

from services.seating.domain.chess.draw import (
    ColourType,
    Contestant,
    Draw,
    DrawRequest,
    Forbidden,
    NoPairing,
    PairNextRound,
    System,
    Why,
)
from shared.chess.model import MATCH, Kind, Turn

WON_UNPLAYED = {Kind.PAIRING_BYE, Kind.FORFEIT_WIN, Kind.FULL_BYE}


def colours(one: Contestant) -> str:
    """The colours of the games that were played."""
    return "".join(turn.colour or "?" for turn in one.turns if turn.kind is Kind.PLAYED)


def due_absolutely(one: Contestant) -> str:
    """The colour that a player has an absolute preference for (C.04.3 1.7.1), or nothing."""
    had = colours(one)
    difference = had.count("w") - had.count("b")
    if difference > 1 or (had.endswith("ww") and difference >= -1):
        return "b"
    if difference < -1 or (had.endswith("bb") and difference <= 1):
        return "w"
    return ""


def is_top(request: DrawRequest, who: int) -> bool:
    """Whether the round is the last and somebody has more than half of what could be had (C.04.3 1.8)."""
    most = Fraction(request.win * (request.round - 1), request.scale)
    return request.round == request.rounds and request.score(who) > most / 2


def may_meet(request: DrawRequest, one: int, other: int) -> str:
    """Why two may not meet; blank when they may."""
    first, second = request.contestants[one], request.contestants[other]
    if first.away or second.away:
        return "is away"
    if any(turn.opponent == other and turn.kind is Kind.PLAYED for turn in first.turns):
        return "have met"
    bans = [ban for ban in request.forbidden if ban.first_round <= request.round <= ban.last_round]
    if any({one, other} <= {*ban.who} for ban in bans):
        return "may not meet"
    if request.system is System.DUTCH:
        due = due_absolutely(first)
        if due and due == due_absolutely(second) and not is_top(request, one) and not is_top(request, other):
            return f"both must have {due}"
    return ""


def broken_rules(request: DrawRequest, draw: Draw) -> list[str]:
    """Every absolute rule that a pairing breaks."""
    found = []
    seated = [who for pairing in draw.pairings for who in (pairing.white, pairing.black)]
    seated += [draw.bye] if draw.bye is not None else []
    present = [at for at, one in enumerate(request.contestants) if one.away is None]
    if sorted(seated) != present:
        found.append(f"seated {sorted(seated)}, present {present}")
    if (draw.bye is None) is not (len(present) % 2 == 0):
        found.append("a bye in an even field, or none in an odd one")
    if draw.bye is not None and any(turn.kind in WON_UNPLAYED for turn in request.contestants[draw.bye].turns):
        found.append(f"{draw.bye} has the pairing-allocated bye again")
    for pairing in draw.pairings:
        white, black = pairing.white, pairing.black
        why = may_meet(request, white, black)
        if why:
            found.append(f"{white} and {black}: {why}")
        top = is_top(request, white) or is_top(request, black)
        for who, colour in ((white, "w"), (black, "b")):
            had = colours(request.contestants[who]) + colour
            difference = abs(had.count("w") - had.count("b"))
            if request.system is System.DUTCH and not top and (difference > 2 or had[-3:] in ("www", "bbb")):
                found.append(f"{who} has had {had}")
    if [pairing.board for pairing in draw.pairings] != list(range(1, len(draw.pairings) + 1)):
        found.append("boards are not 1, 2, 3 …")
    return found


def pairing_exists(request: DrawRequest) -> bool:
    """Whether the absolute rules leave any pairing of everybody."""
    present = [at for at, one in enumerate(request.contestants) if one.away is None]
    graph = networkx.Graph([(a, b) for a, b in combinations(present, 2) if not may_meet(request, a, b)])
    wanted = present
    if len(present) % 2:
        wanted = [*present, -1]
        graph.add_edges_from(
            (-1, at) for at in present if not any(turn.kind in WON_UNPLAYED for turn in request.contestants[at].turns)
        )
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(wanted)


@dataclass
class Played:
    """A tournament in the making: requests to draw, and rounds that are played by chance."""

    random: Random
    request: DrawRequest
    unplayed: float
    strength: list[float] = field(default_factory=list)

    def play(self, draw: Draw) -> None:
        """Add the round to everybody's turns, with results by chance."""
        turns: dict[int, Turn] = {}
        worth = {"+": self.request.win, "=": self.request.draw, "-": self.request.loss}
        for pairing in draw.pairings:
            for who, turn in self._meet(pairing.white, pairing.black, worth):
                turns[who] = turn
        if draw.bye is not None:
            bye = self.request.draw if self.request.system is System.TEAM_SWISS else self.request.win
            turns[draw.bye] = Turn(Kind.PAIRING_BYE, points=self._both(bye, self.request.boards))
        kinds = {"H": Kind.HALF_BYE, "F": Kind.FULL_BYE, "Z": Kind.ZERO_BYE}
        for at, one in enumerate(self.request.contestants):
            if one.away:
                points = {"H": self.request.draw, "F": self.request.win, "Z": 0}[one.away]
                turns[at] = Turn(kinds[one.away], points=self._both(points, self.request.boards))
        everybody = [
            replace(one, turns=(*one.turns, turns[at]), away=None) for at, one in enumerate(self.request.contestants)
        ]
        self.request = replace(self.request, round=self.request.round + 1, contestants=tuple(everybody))

    def _both(self, points: int, games: int) -> tuple[int, int]:
        return (points, games) if self.request.system is System.TEAM_SWISS else (points, 0)

    def _meet(self, white: int, black: int, worth: dict[str, int]) -> Iterator[tuple[int, Turn]]:
        if self.random.random() < self.unplayed / 2:
            ours = self.random.choice(["+-", "-+", "--"])
            for who, other, colour, mark in ((white, black, "w", ours[0]), (black, white, "b", ours[1])):
                won = mark == "+"
                points = self._both(worth["+"] if won else 0, 2 * self.request.boards if won else 0)
                yield who, Turn(Kind.FORFEIT_WIN if won else Kind.FORFEIT_LOSS, other, colour, points)
            return
        edge = self.strength[white] - self.strength[black] + self.random.gauss(0, 1.5)
        ours = "+-" if edge > 0.8 else "-+" if edge < -0.8 else "=="
        for who, other, colour, mark in ((white, black, "w", ours[0]), (black, white, "b", ours[1])):
            standard = {"+": 2, "=": 1, "-": 0}[mark]
            games = self.request.boards + (standard - 1) * self.random.randint(1, self.request.boards)
            yield who, Turn(Kind.PLAYED, other, colour, self._both(worth[mark], games), standard)

    def absences(self) -> None:
        """Let some stay away from the round that comes."""
        everybody = [
            replace(one, away=self.random.choice("HHZZF") if self.random.random() < self.unplayed / 3 else None)
            for one in self.request.contestants
        ]
        self.request = replace(self.request, contestants=tuple(everybody))


def made_up(seed: int, size: int, rounds: int, *, team: bool = False, unplayed: float = 0.1) -> Played:
    """A tournament before its first round: acceleration and bans in some."""
    random = Random(seed)
    everybody = [Contestant(str(at + 1), at + 1) for at in range(size)]
    if not team and random.random() < 0.3:
        upper = 2 * -(-size // 4)
        lent = tuple((Fraction(2 - step, 2), Fraction(0)) for step in (0, 1, 2))
        everybody = [replace(one, lent=lent[:3]) if one.number <= upper else one for one in everybody]
    forbidden = ()
    if random.random() < 0.4 and size > 6:
        forbidden = (Forbidden(1, random.randint(1, rounds), tuple(sorted(random.sample(range(size), 3)))),)
    win, half = (4, 2) if team else random.choice([(2, 1), (2, 1), (6, 2)])
    request = DrawRequest(
        system=System.TEAM_SWISS if team else System.DUTCH,
        round=1,
        rounds=rounds,
        contestants=tuple(everybody),
        initial_colour=random.choice(["w", "b"]),  # type: ignore[arg-type]
        win=win,
        draw=half,
        boards=4 if team else 1,
        primary=random.choice([0, 0, 1]) if team else MATCH,
        colours=random.choice([*ColourType]) if team else ColourType.A,
        forbidden=forbidden,
    )
    strength = [2 - 4 * at / size for at in range(size)]
    return Played(random, request, unplayed, strength)


@dataclass
class Tally:
    """What came of many draws."""

    rounds: int = 0
    pairs: int = 0
    without: int = 0
    broken: list[str] = field(default_factory=list)


def drawn_to_the_end(
    seed: int, size: int, rounds: int, pair: PairNextRound, tally: Tally, *, team: bool = False
) -> None:
    """Draw and play a whole tournament, checking every round."""
    made = made_up(seed, size, rounds, team=team)
    for _ in range(rounds):
        made.absences()
        found = pair(made.request)
        where = f"seed {seed}, round {made.request.round} of {rounds}, {size} players"
        if isinstance(found, NoPairing):
            tally.without += 1
            if found.why is not Why.NONE_EXISTS or pairing_exists(made.request):
                tally.broken.append(f"{where}: no pairing, {found}")
            return
        tally.rounds += 1
        tally.pairs += len(found.pairings)
        tally.broken += [f"{where}: {rule}" for rule in broken_rules(made.request, found)]
        made.play(found)
