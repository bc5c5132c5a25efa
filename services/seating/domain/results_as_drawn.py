"""Results as if nobody had exchanged places: what rules that follow a plan look at, besides the results as played.

A movement goes on after a round in which two exchanged their places as if they had not. So each result of such a round
is also looked at with those who were due at its table: exchanges are taken back in reverse order, of participants by
their ids, of tables by putting those of the one at the other. A table whose other one has no result yet is left out.
"""

from collections.abc import Sequence

from contracts.facts import ExchangeFact, ResultFact, Sides
from contracts.messages import EventMerged
from services.seating.domain.director_decisions import exchanges_of


def results_as_drawn(merged: EventMerged) -> Sequence[ResultFact]:
    """The results of the event, those of rounds with exchanges as the plan has them."""
    results = merged.facts.results
    for exchange in reversed(exchanges_of(merged)):
        results = _taken_back(results, exchange)
    return results


def _taken_back(results: Sequence[ResultFact], exchange: ExchangeFact) -> Sequence[ResultFact]:
    other = {exchange.first: exchange.second, exchange.second: exchange.first}
    of_round = [result for result in results if _is_of(result, exchange)]
    at_table = {_label(result): result.sides for result in of_round}
    drawn: list[ResultFact] = []
    for result in results:
        if not _is_of(result, exchange):
            drawn.append(result)
        elif exchange.what == "participants":
            drawn.append(result.replace(sides=Sides._make(other.get(name or "", name) for name in result.sides)))
        elif (table := other.get(_label(result))) is None:
            drawn.append(result)
        elif table in at_table:
            drawn.append(result.replace(sides=at_table[table]))
    return tuple(drawn)


def _is_of(result: ResultFact, exchange: ExchangeFact) -> bool:
    return result.round == exchange.round and exchange.session in (None, result.session)


def _label(result: ResultFact) -> str:
    return f"{result.section or ''}{result.table or ''}"
