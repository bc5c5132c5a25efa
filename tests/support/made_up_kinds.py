"""Made-up events of other kinds than match-pointed pairs, scored by the service itself: for tests of what is shown."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from contracts.facts import AdjustmentFact, EventFact, MatchFact, Participant, Person, ResultFact, Sides, Stratum
from contracts.messages import EventMerged, Fragment
from contracts.standings import ScoredBoard, Standings
from services.scoring.domain.event.event_state import EventState
from tests.support.fragments import fragment, result
from tests.support.made_up_pairs import FIRST, LAST

CONTRACTS = (
    ("3NT", "N", 9, 400),
    ("4S", "S", 11, 450),
    ("4H", "E", 10, -420),
    ("2S", "W", 7, 50),
    ("5D", "N", 10, -50),
    ("1NT", "E", 8, -120),
    ("6NT", "S", 12, 990),
    ("4SX", "W", 8, 300),
)
TEAMS = ("Lighthouse", "Seagulls", "Harbour Masters", "Driftwood", "Ó Briain", "The Very Long Bowline Society", "Tide")
SCALE = "WBF_CONTINUOUS"


@dataclass(frozen=True)
class MadeUp:
    """An event as it would come from the bus."""

    standings: Standings
    boards: tuple[ScoredBoard, ...]
    merged: EventMerged


def _scored(facts: Fragment) -> MadeUp:
    state = EventState(facts.event)
    state.apply(facts)
    scored, merged = state.score()
    return MadeUp(scored.standings, scored.boards, merged)


def _people(chance: random.Random, count: int) -> tuple[Person, ...]:
    return tuple(Person(name=f"{chance.choice(FIRST)} {chance.choice(LAST)}") for _ in range(count))


def _line(chance: random.Random, board: int, sides: Sides, number: int, table: int | None = None) -> ResultFact:
    contract, declarer, tricks, score = chance.choice(CONTRACTS)
    where = None if table is None else str(table)
    return result(
        str(board),
        "",
        "",
        score,
        sides=sides,
        round=number,
        table=where,
        contract=contract,
        declarer=declarer,
        tricks=tricks,
    )


def _sides(left: int, right: int, *, pairs: bool) -> tuple[Sides, Sides]:
    """Who sits at the two tables of a match."""
    if not pairs:
        return Sides(ns_team=str(left), ew_team=str(right)), Sides(ns_team=str(right), ew_team=str(left))
    return Sides(ns=f"{left}-1", ew=f"{right}-2"), Sides(ns=f"{right}-1", ew=f"{left}-2")


def swiss_teams(rounds: int = 3, *, boards: int = 6, running: int = 0, pairs: bool = True) -> MadeUp:
    """Seven teams, so that one has a bye in each round.

    Args:
        rounds: that have begun.
        boards: of a match.
        running: of the last round, on which both tables of every match have a score; 0 for all.
        pairs: whether the lines name pairs, or only teams.
    """
    chance = random.Random(11)
    lines, matches = [], []
    for number in range(1, rounds + 1):
        order = [(place + number) % 7 + 1 for place in range(7)]
        met = ((order[1], order[6]), (order[2], order[5]), (order[3], order[4]))
        bye = MatchFact(kind="teams", round=number, home=str(order[0]), home_score=Decimal(12))
        matches.append(bye)
        for table, (left, right) in enumerate(met, 1):
            wrong = {"home_score": Decimal(20), "away_score": Decimal(0)} if (number, table) == (1, 2) else {}
            matches.append(
                MatchFact(
                    kind="teams",
                    round=number,
                    table=str(table),
                    home=str(left),
                    away=str(right),
                    boards=boards,
                    **wrong,
                )
            )
            first, second = _sides(left, right, pairs=pairs)
            played = running if running and number == rounds else boards
            for board in range((number - 1) * boards + 1, (number - 1) * boards + played + 1):
                lines += [_line(chance, board, first, number, table), _line(chance, board, second, number, table)]
    people = [
        Participant(id=f"{team}-{seat}", kind="pair", team=str(team), players=_people(chance, 2))
        for team in range(1, 8)
        for seat in (1, 2)
    ]
    teams = [Participant(id=str(number), kind="team", name=name) for number, name in enumerate(TEAMS, 1)]
    event = EventFact(
        name="County Swiss Teams",
        kind="swiss_teams",
        board_scoring="imps",
        match_scoring="vps",
        vp_scale=SCALE,
        pairwise_scoring="cross_imps" if pairs else None,
        rounds=7,
    )
    return _scored(
        fragment(
            "teams",
            event="county-swiss-teams",
            results=lines,
            events=(event,),
            matches=tuple(matches),
            participants=(*teams, *(people if pairs else ())),
        )
    )


def point_a_board() -> MadeUp:
    """A match of six boards between two teams, by points: 2 for a better result, 1 for an equal one."""
    scores = ((420, -50), (110, 110), (-50, 620), (90, -120), (400, 170), (-100, 110))
    first, second = _sides(1, 2, pairs=True)
    lines = [
        result(str(board), "", "", score, sides=sides, round=1, table=str(table))
        for board, both in enumerate(scores, 1)
        for table, (score, sides) in enumerate(zip(both, (first, second), strict=True), 1)
    ]
    return _scored(
        fragment(
            "pab",
            event="point-a-board-teams",
            results=lines,
            events=(EventFact(name="Point-a-board", kind="teams", board_scoring="pab", match_scoring="pab"),),
            matches=(MatchFact(kind="teams", round=1, home="1", away="2", boards=6),),
            participants=(
                *(Participant(id=f"{team}-{seat}", kind="pair", team=str(team)) for team in (1, 2) for seat in (1, 2)),
                *(Participant(id=str(team), kind="team", name=TEAMS[team]) for team in (1, 2)),
            ),
        )
    )


KNOCK_OUT = (((3, 6, 41, 22), (4, 5, 18, 30)), ((1, 5, 33, 12), (3, 2, 28, 27)), ((2, 5, 50, 19), (1, 3, None, None)))
"""Rounds of a knock-out of six teams, of which two have a bye: both sides, and what they have."""


def knock_out(rounds: int = 3, *, final: tuple[int, int] | None = None, event: str = "harbour-cup") -> MadeUp:
    """A knock-out with a play-off for the third place; the final is to be played unless it is given."""
    matches = [
        MatchFact(
            kind="teams",
            round=number,
            home=str(home),
            away=str(away),
            boards=24,
            home_score=None if left is None else Decimal(left),
            away_score=None if right is None else Decimal(right),
        )
        for number, ties in enumerate(KNOCK_OUT[:rounds], 1)
        for home, away, left, right in ties
    ]
    if final is not None:
        matches[-1] = matches[-1].replace(home_score=Decimal(final[0]), away_score=Decimal(final[1]))
    return _scored(
        fragment(
            "cup",
            event=event,
            events=(EventFact(name="Harbour Cup", kind="knockout", board_scoring="imps", match_scoring="imps"),),
            matches=tuple(matches),
            participants=tuple(Participant(id=str(n), kind="team", name=TEAMS[n]) for n in range(1, 7)),
        )
    )


def butler_pairs(*, handicaps: bool = False) -> MadeUp:
    """Eight pairs by Butler IMPs, a round robin of three boards each."""
    chance = random.Random(5)
    pairs = [Participant(id=str(n), kind="pair", players=_people(chance, 2), stratum="AB"[n % 2]) for n in range(1, 9)]
    lines = [
        _line(chance, (number - 1) * 3 + board, Sides(ns=str(left), ew=str(right)), number, table)
        for number, order in _round_robin(8)
        for table, (left, right) in enumerate(order, 1)
        for board in (1, 2, 3)
    ]
    given = tuple(
        AdjustmentFact(kind=kind, participant=pair, amount=Decimal(amount), unit="imps")
        for kind, pair, amount in (("handicap", "3", "12.5"), ("carry_forward", "3", "-4"), ("handicap", "6", "9"))
    )
    event = EventFact(
        name="Butler Evening",
        kind="pairs",
        board_scoring="butler_imps",
        strata=(Stratum(number=1, label="A"), Stratum(number=2, label="B")),
    )
    return _scored(
        fragment(
            "butler",
            event="butler-evening",
            results=lines,
            events=(event,),
            participants=tuple(pairs),
            adjustments=given if handicaps else (),
        )
    )


def _round_robin(count: int) -> Iterable[tuple[int, list[tuple[int, int]]]]:
    for number in range(1, count):
        order = [1, *((place + number) % (count - 1) + 2 for place in range(count - 1))]
        yield number, [(order[place], order[-1 - place]) for place in range(count // 2)]


def individuals() -> MadeUp:
    """Eight players, each with another partner every round; the file does not know what two of them are called."""
    chance = random.Random(3)
    named = [Participant(id=str(n), kind="player", players=_people(chance, 1)) for n in range(1, 7)]
    lines = []
    for number, order in _round_robin(8):
        seats = [str(player) for couple in order for player in couple]
        for table in (0, 1):
            north, south, east, west = seats[4 * table : 4 * table + 4]
            sides = Sides(north=north, south=south, east=east, west=west)
            lines += [_line(chance, (number - 1) * 2 + board, sides, number, table + 1) for board in (1, 2)]
    event = EventFact(name="Individual", kind="individual", board_scoring="match_points")
    return _scored(
        fragment("individual", event="individual-cup", results=lines, events=(event,), participants=tuple(named))
    )
