"""The draw of a round: entrants, history and settings in, meetings at tables with their reasons out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as default
from hashlib import sha256
from itertools import chain, combinations

from services.seating.domain.swiss.least_distance import Bond
from services.seating.domain.swiss.model import FULL, Draw, Entrant, Field, Rematch
from services.seating.domain.swiss.pairing import Pool, pair_all, pair_with_triple
from services.seating.domain.swiss.reasons import in_rounds, listed, ordinal, why_swiss
from services.seating.domain.swiss.tables import Couple as AtTable
from services.seating.domain.swiss.tables import seat
from services.seating.domain.swiss.top_down import Couple


@dataclass
class _Drawn:
    """Who meets whom, by id, before tables are known."""

    method: str
    couples: list[tuple[str, str]] = default(default_factory=list)
    triple: tuple[str, str, str] | None = None
    bye: str | None = None

    def triples(self, field: Field) -> tuple[tuple[str, str, str], ...]:
        """The triple that begins, and those that are under way."""
        return (*filter(None, [self.triple]), *field.under_way)


def draw(field: Field) -> Draw:
    """Draw a round.

    There is always a draw; the result lists rematches and other meetings that it could not avoid.
    """
    if field.kind == "pairs":
        # Of two pairs who are both stationary one would have to move, so they are kept apart; teams can both stay.
        still = [entrant.id for entrant in field.entrants if entrant.stationary is not None]
        field = replace(field, apart=field.apart | {frozenset(both) for both in combinations(still, 2)})
    # A triple goes on where all three are there; else the other two are drawn like everybody.
    away = field.absent | field.withdrawn
    going_on = (triple for triple in field.under_way if field.ranks.keys() - away >= set(triple))
    field = replace(field, under_way=tuple(going_on))
    staying = {name for triple in field.under_way for name in triple}
    pool = [e for e in field.entrants if e.id not in away | staying]
    drawn = _drawn(field, pool)
    triples = drawn.triples(field)
    together = {frozenset(couple) for couple in drawn.couples}
    together.update(frozenset(both) for triple in triples for both in combinations(triple, 2))
    absent = field.absent - field.withdrawn - staying
    rank = field.ranks.__getitem__
    again = [sorted(both, key=rank) for both in together if field.halves_met.get(both, 0) >= FULL]
    again.sort(key=lambda both: [*map(rank, both)])
    return Draw(
        meetings=seat(list(_at_tables(field, drawn)), field.kind, field.settings.tables),
        method=drawn.method,
        triples=triples,
        bye=drawn.bye,
        bye_reason=_why_bye(field, drawn, pool),
        sitting_out=(*filter(None, [drawn.bye]), *(e.id for e in field.entrants if e.id in absent)),
        rematches=tuple(
            Rematch(first, second, field.rounds_met[frozenset((first, second))]) for first, second in again
        ),
        clashes=tuple(both for both in sorted(field.apart, key=sorted) if both in together),
    )


def _drawn(field: Field, entrants: Sequence[Entrant]) -> _Drawn:
    if len(entrants) < 2:
        return _Drawn("none", bye=entrants[0].id if entrants else None)
    settings = field.settings
    triple = len(entrants) % 2 == 1 and settings.odd != "bye"
    is_first = field.round == 1 and not field.played
    if is_first and settings.first_round == "lot":
        entrants = sorted(entrants, key=lambda e: sha256(f"{settings.lot}\n{e.id}".encode()).digest())
    elif is_first and settings.first_round == "halves":
        # Neighbours are to meet; those who may be left over, the lowest, stay at the end.
        half = (len(entrants) - (3 if triple else len(entrants) % 2)) // 2
        halves = zip(entrants[:half], entrants[half : 2 * half], strict=True)
        entrants = [*chain(*halves), *entrants[2 * half :]]
    pool = Pool(
        had=[entrant.byes + (entrant.triples if triple else 0) for entrant in entrants],
        bonds=_bonds(field, entrants),
        second_bye_first=settings.second_bye_before_rematch,
        steps=settings.steps * len(entrants),
    )
    pairing = pair_with_triple(pool) if triple else pair_all(pool)
    names = [entrant.id for entrant in entrants]
    drawn = _Drawn("first_round" if is_first else pairing.method)
    drawn.couples = [(names[first], names[second]) for first, second in pairing.couples]
    if pairing.triple is not None:
        first, second, third = pairing.triple
        drawn.triple = names[first], names[second], names[third]
    if pairing.bye is not None:
        drawn.bye = names[pairing.bye]
    return drawn


def _bonds(field: Field, entrants: Sequence[Entrant]) -> dict[Couple, Bond]:
    place = {entrant.id: place for place, entrant in enumerate(entrants)}
    met = field.halves_met if field.settings.system == "swiss" else {}
    bonds: dict[Couple, Bond] = {}
    for both in {*met, *field.apart}:
        if both <= place.keys() and len(both) == 2:
            lower, higher = sorted(place[name] for name in both)
            bonds[lower, higher] = Bond(both in field.apart, met.get(both, 0))
    return bonds


def _at_tables(field: Field, drawn: _Drawn) -> Iterator[AtTable]:
    """The meetings in the order in which they choose their tables: leaders first, triples last."""
    entrants = {entrant.id: entrant for entrant in field.entrants}
    partners = {higher: lower for couple in drawn.couples for higher, lower in (couple, couple[::-1])}
    for couple in sorted(drawn.couples, key=lambda couple: min(field.ranks[name] for name in couple)):
        higher, lower = sorted(couple, key=field.ranks.__getitem__)
        yield AtTable(entrants[higher], entrants[lower], _why(field, drawn, higher, lower, partners))
    for triple in field.under_way:
        staying = [replace(e, stationary=e.stationary or e.previous) for e in (entrants[name] for name in triple)]
        yield from _around(field, staying, "the second round of a long triple")
    if drawn.triple is not None:
        # A triple of the last round cannot go on in the next.
        is_long = field.settings.odd == "long_triple" and field.round != field.rounds
        three = sorted((entrants[name] for name in drawn.triple), key=lambda e: field.ranks[e.id])
        yield from _around(field, three, "the first round of a long triple" if is_long else "a short triple")


def _around(field: Field, three: Sequence[Entrant], what: str) -> Iterator[AtTable]:
    """Each is North-South against the next, so that each sits North-South once."""
    ranks = listed([ordinal(field.ranks[entrant.id]) for entrant in three])
    reason = f"half match in {what} of {ranks}, as an odd number plays"
    for place, entrant in enumerate(three):
        yield AtTable(entrant, three[(place + 1) % 3], reason, half=True)


def _why(field: Field, drawn: _Drawn, higher: str, lower: str, partners: Mapping[str, str]) -> str:
    ranks = ordinal(field.ranks[higher]), ordinal(field.ranks[lower])
    if drawn.method == "first_round":
        principle = {
            "halves": "top half against bottom half in order of seed",
            "ranked": "neighbours in order of seed",
            "lot": f"by lot ({field.settings.lot or 'without a word'})",
        }[field.settings.first_round]
        return f"{ranks[0]} meets {ranks[1]}: first round, {principle}"
    if field.settings.system == "danish":
        met = field.rounds_met.get(frozenset((higher, lower)))
        again = f"; they met {in_rounds(met)}, which a Danish draw does not look at" if met else ""
        return f"{ranks[0]} meets {ranks[1]}: neighbours in rank order{again}"
    aside = dict.fromkeys(field.absent, "is absent") | dict.fromkeys(field.withdrawn, "has withdrawn")
    aside |= dict.fromkeys(chain(*drawn.triples(field)), "is in a triple")
    if drawn.bye is not None:
        aside[drawn.bye] = "has the bye"
    return why_swiss(field, higher, lower, partners, aside)


def _why_bye(field: Field, drawn: _Drawn, entrants: Sequence[Entrant]) -> str:
    bye = next((entrant for entrant in entrants if entrant.id == drawn.bye), None)
    if bye is None:
        return ""
    begin = f"{ordinal(field.ranks[bye.id])} has the bye"
    if bye.byes:
        begin += f", the {ordinal(bye.byes + 1)}"
    if field.settings.first_round == "lot" and drawn.method == "first_round":
        return f"{begin}: by lot ({field.settings.lot or 'without a word'})"
    fewest = min(entrant.byes for entrant in entrants)
    lowest = [entrant.id for entrant in entrants if entrant.byes == fewest][-1]
    if bye.id != lowest:
        return f"{begin}: the lowest whom the others can do without and meet nobody again"
    return f"{begin}: the lowest of those who have had {'none' if not fewest else 'the fewest'}"
