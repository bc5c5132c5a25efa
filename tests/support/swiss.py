"""Made-up Swiss events, drawn round by round, and a checker of draws that shares no code with what draws.

The checker counts, from the list of what was played alone, the fewest rematches that any draw of the round has. Two who
have not met are joined in a graph; whoever a maximum matching of it leaves over must meet somebody again.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations
from typing import Any

import networkx

from contracts.facts import EventFact, MatchFact, Participant
from contracts.messages import EventMerged
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.swiss import Draw, Entrant, Field, Played, Settings, draw
from tests.support.fragments import fragment


def entrants(count: int) -> tuple[Entrant, ...]:
    """So many, each with its rank as its id."""
    return tuple(Entrant(str(number)) for number in range(1, count + 1))


def played(*matches: tuple[int, int] | tuple[int, int, int], half: bool = False) -> tuple[Played, ...]:
    """Matches by the ids of the two, and the round, 1 where it is left out."""
    return tuple(Played(str(one), str(other), rest[0] if rest else 1, half=half) for one, other, *rest in matches)


def drawn(count: int, *matches: Any, round: int = 2, settings: Settings | None = None, **more: Any) -> Draw:
    """The draw of a field with these ranks after these matches."""
    of = more.pop("entrants", entrants(count))
    return draw(Field(round, of, played=played(*matches), settings=settings or Settings(), **more))


def meetings(found: Draw) -> list[tuple[str, str]]:
    """Who meets whom, in the order of the tables."""
    return [(meeting.ns, meeting.ew) for meeting in found.meetings]


@dataclass
class SwissEvent:
    """An event that is played by chance, after one draw for each round."""

    teams: int
    rounds: int
    seed: int = 1
    settings: Settings = field(default_factory=Settings)
    leaving: bool = False

    def play(self) -> Iterator[tuple[Field, Draw]]:
        """Each round's field and draw; then it is played."""
        chance = random.Random(self.seed)
        points = {str(number): 0 for number in range(1, self.teams + 1)}
        byes: Counter[str] = Counter()
        triples: Counter[str] = Counter()
        matches: list[Played] = []
        under_way: tuple[tuple[str, str, str], ...] = ()
        gone: set[str] = set()
        for number in range(1, self.rounds + 1):
            order = sorted(points, key=lambda name: (-points[name], int(name)))
            if self.leaving and number > 2 and len(order) - len(gone) > 4:
                gone.add(chance.choice([n for n in order if n not in {x for three in under_way for x in three}]))
            of = Field(
                number,
                tuple(Entrant(name, byes[name], triples[name]) for name in order),
                rounds=self.rounds,
                played=tuple(matches),
                withdrawn=frozenset(gone),
                under_way=under_way,
                settings=self.settings,
            )
            found = draw(of)
            yield of, found
            for meeting in found.meetings:
                won = chance.randint(0, 10 if meeting.half else 20)
                points[meeting.ns] += won
                points[meeting.ew] += (10 if meeting.half else 20) - won
                matches.append(Played(meeting.ns, meeting.ew, number, meeting.half))
            if found.bye is not None:
                byes[found.bye] += 1
                points[found.bye] += 12
            new = [triple for triple in found.triples if triple not in under_way]
            triples.update(name for triple in new for name in triple)
            under_way = tuple(new) if self.settings.odd == "long_triple" and number < self.rounds else ()


def broken_rules(of: Field, found: Draw) -> list[str]:
    """What is wrong with a draw: somebody not in it once, a rematch too many, a bye too many."""
    there = {entrant.id for entrant in of.entrants} - of.absent - of.withdrawn
    faults = []
    met = Counter(frozenset((meeting.ns, meeting.ew)) for meeting in found.meetings)
    seats = Counter(name for both in met for name in both)
    three = {name for triple in found.triples for name in triple}
    for name in there | set(seats):
        expected = 0 if name == found.bye or name not in there else 2 if name in three else 1
        if seats[name] != expected:
            faults.append(f"{name} meets {seats[name]} and not {expected}")
    tables = Counter(meeting.table for meeting in found.meetings)
    faults.extend(f"table {table} is used {times} times" for table, times in tables.items() if times > 1)
    again = sum(_halves(of)[both] >= 2 for both in met)
    if again != len(found.rematches):
        faults.append(f"{again} rematches, of which {len(found.rematches)} are listed")
    if again and again > (fewest := fewest_rematches(of, with_triple=bool(found.triples))):
        faults.append(f"{again} rematches where {fewest} would do")
    if not again and found.bye is not None and len(there) % 2 == 1:
        faults.extend(_bye_too_many(of, found, there))
    return faults


def _bye_too_many(of: Field, found: Draw, there: set[str]) -> Iterable[str]:
    byes = {entrant.id: entrant.byes for entrant in of.entrants}
    for other in sorted(there):
        if byes[other] < byes[found.bye or ""] and _left_over(there - {other}, _halves(of)) == 0:
            yield f"{found.bye} has a bye too many, as {other} could have it"
            return


def _halves(of: Field) -> Counter[frozenset[str]]:
    halves: Counter[frozenset[str]] = Counter()
    for match in of.played:
        halves[frozenset((match.first, match.second))] += 1 if match.half else 2
    return halves


def _left_over(names: set[str], halves: Counter[frozenset[str]]) -> int:
    """How many a maximum matching of those who have not met leaves over."""
    graph = networkx.Graph()
    graph.add_nodes_from(sorted(names))
    graph.add_edges_from(both for both in combinations(sorted(names), 2) if halves[frozenset(both)] < 2)
    return len(names) - 2 * len(networkx.max_weight_matching(graph, maxcardinality=True))


def fewest_rematches(of: Field, *, with_triple: bool = False) -> int:
    """The fewest rematches that any draw of the round has, whoever has the bye."""
    staying = {name for triple in of.under_way for name in triple}
    names = {entrant.id for entrant in of.entrants} - of.absent - of.withdrawn - staying
    halves = _halves(of)
    inside = sum(halves[frozenset(both)] >= 2 for triple in of.under_way for both in combinations(triple, 2))
    if not with_triple or len(names) % 2 == 0:
        return inside + _left_over(names, halves) // 2
    fewest = len(names)
    for triple in combinations(sorted(names), 3):
        again = sum(halves[frozenset(both)] >= 2 for both in combinations(triple, 2))
        if again < fewest:
            fewest = min(fewest, again + _left_over(names - set(triple), halves) // 2)
        if not fewest:
            break
    return inside + fewest


def scored(
    *rounds: Iterable[tuple[int | str, int | str | None, int]],
    teams: int = 8,
    kind: str = "swiss_teams",
    session: str | None = None,
    **more: Any,
) -> EventMerged:
    """An event as scoring publishes it: for each round who met whom (None: a bye), and the first one's VPs.

    The names of participants and their lists, seats and sections may be given; everybody else is made up.
    """
    unit: Any = "pair" if kind == "swiss_pairs" else "team"
    made: dict[str, Any] = {
        "participants": tuple(Participant(id=str(n), kind=unit, name=f"{unit} {n}") for n in range(1, teams + 1)),
        "events": (EventFact(name="Swiss", kind=kind, match_scoring="vps", rounds=more.pop("of_rounds", None)),),
        "matches": tuple(
            MatchFact(
                kind="teams" if unit == "team" else "pairs",
                session=session,
                round=number,
                table=str(place),
                home=str(home),
                away=None if away is None else str(away),
                unit="vps",
                home_score=Decimal(vps),
                away_score=None if away is None else Decimal(20 - vps),
            )
            for number, matches in enumerate(rounds, 1)
            for place, (home, away, vps) in enumerate(matches, 1)
        ),
        **more,
    }
    state = EventState("swiss")
    state.apply(fragment("swiss", event="swiss", **made), ())
    return state.score()[1]
