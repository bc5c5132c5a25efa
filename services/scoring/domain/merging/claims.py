"""What fragments claim of one fact, and several claims laid over each other."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

from contracts.base import DECISIONS
from contracts.facts import Fact, ResultFact, Score
from contracts.messages import Order
from services.scoring.domain.merging.standing import Source


class Claim(NamedTuple):
    """A fact, and the fragment that states it, or those that do."""

    source: Source
    fact: Fact

    @property
    def order(self) -> Order:
        """That of the fragment."""
        return self.source.order


_NAME = attrgetter("name")


def overlay(layers: Iterable[Fact]) -> Fact:
    """Lay facts over each other: each field from the last that gives it a value other than its default."""
    result: Fact | None = None
    for fact in layers:
        if result is None:
            result = fact
            continue
        given = {name: value for name, value in fact.given().items() if not _is_blank(value)}
        if "details" in given and (before := getattr(result, "details", ())):
            names = {detail.name for detail in given["details"]}
            kept = tuple(detail for detail in before if detail.name not in names)
            given["details"] = tuple(sorted((*kept, *given["details"]), key=_NAME)) if kept else given["details"]
        result = result.replace(**given)
    if result is None:
        raise ValueError("there is nothing to lay over each other")
    return result


def of_formats(layers: Sequence[Claim]) -> Fact:
    """A result of several formats, the oldest first (rules 4 and 5 of `merge.py`)."""
    *below, newest = layers
    fact = overlay(layer.fact for layer in layers)
    if newest.source.format != DECISIONS or not below or not isinstance(newest.fact, ResultFact):
        return fact
    ruled, before = newest.fact, overlay(layer.fact for layer in below)
    points = [score.points for score in (ruled.ns_score, ruled.ew_score) if score.kind == "points"]
    known = [score.points for score in (getattr(before, "ns_score", None), getattr(before, "ew_score", None)) if score]
    if ruled.contract is None and (not points or not set(points).isdisjoint(known)):
        return fact
    return fact.replace(contract=ruled.contract, declarer=ruled.declarer, tricks=ruled.tricks, lead=ruled.lead)


def _is_blank(value: object) -> bool:
    return value is None or value == () or (isinstance(value, Score) and value.kind == "unknown")
