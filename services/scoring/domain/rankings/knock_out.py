"""The ranking of a knock-out: by the round that everybody has reached, winner first.

Rules kept here:

1. Who has come further has the better place; those who went out in the same round share one, unless they played for it
   (`shared/bridge/matches/knock_out.py`). What matches were won by decides nothing. Nobody has a place before somebody
   has come further than another.
2. Files may order those who share a place. Stated places are compared once there is a winner.
3. The total is the number of matches won, since IMPs and victory points of different rounds are not added up.
"""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from contracts.facts import Facts, Participant
from contracts.findings import Finding
from contracts.standings import Ranking, ScoredMatch, StandingRow, StatedRow
from services.scoring.domain.differences.rankings import ABOUT_TIES, compare_place
from services.scoring.domain.rankings.ranking_lists import not_applied, stated_of
from services.scoring.domain.rankings.scheme import Ranked
from services.scoring.domain.rankings.totals import name_of
from shared.bridge.matches.knock_out import Contests
from shared.bridge.rankings.places import rank
from shared.natural_order import natural


def knock_out_ranking(
    facts: Facts, kind: Ranked, matches: Sequence[ScoredMatch]
) -> tuple[tuple[Ranking, ...], list[Finding]]:
    """Rank the sides of a knock-out, and hold stated places against the ranks.

    Args:
        facts: of the event, without penalties that are counted in matches.
        kind: of those who are ranked.
        matches: scored.
    """
    contests = Contests(facts, matches)
    reached = contests.progress()
    order = {progress: number for number, progress in enumerate(sorted(set(reached.values())))}
    listed = [p for p in facts.participants if p.kind == kind and not p.phantom]
    known = {p.id for p in facts.participants}
    listed += [Participant(id=name, kind=kind) for name in sorted(reached.keys() - known, key=natural)]
    placed = {p.id for p in listed if p.id in reached and p.standing} if len(order) > 1 else set()
    places = rank({p.id: order[reached[p.id]] if p.id in placed else None for p in listed})
    over = sum(progress.alive for progress in reached.values()) == 1
    won = Counter(contests.winner_of(number, both) for number, both in contests.contests)
    boards = Counter[str]()
    for match in matches:
        for name in (match.home, match.away):
            boards[name or ""] += match.boards or match.length or 0
    stated = stated_of(facts, None, kind)
    rows, findings = [], not_applied(facts)
    for participant in listed:
        name, place, total = participant.id, places[participant.id], stated.get(participant.id)
        compared = compare_place(participant, place, place, total) if total is not None and over else ()
        differs = [finding for finding in compared if finding.code not in ABOUT_TIES]
        findings.extend(differs)
        rows.append(
            StandingRow(
                id=name,
                number=participant.number or name,
                name=name_of(participant),
                players=tuple(person.name or "" for person in participant.players),
                section=participant.section,
                place=str(place) if place else None,
                rank=place.first if place else None,
                total=Decimal(won[name]) if name in reached else None,
                boards=boards[name],
                wins=total.wins if total else None,
                stated=StatedRow(place=total.place, total=total.total, percentage=total.percentage) if total else None,
                agrees=not differs if over and total is not None and total.place is not None else None,
            )
        )
    rows.sort(key=lambda row: (row.rank is None, row.rank or 0, natural(row.id)))
    return (Ranking(id="overall", title="Overall", kind=kind, unit="wins", rows=tuple(rows)),), findings
