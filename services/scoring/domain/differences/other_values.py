"""All that files state and that scoring works nothing out for: held against results, matches, and each other."""

from contracts.base import Discipline
from contracts.facts import Facts
from contracts.findings import Finding
from contracts.tables import column_of
from services.scoring.domain.differences.counts import Count, compare_boards_played, compare_wins, count_boards
from services.scoring.domain.differences.stated_matches import compare_stated_matches
from services.scoring.domain.differences.unscored import compare_balance, compare_stated_places, compare_tie_marks
from services.scoring.domain.method.event_scores import EventScores
from services.scoring.domain.rankings.scheme import ranked_kind
from shared.bridge.rankings.unranked import without_places_alike


def compare_other_values(facts: Facts, scores: EventScores, count: Count = count_boards) -> list[Finding]:
    """What no comparison within the scoring of an event as filed looks at.

    Args:
        facts: as filed.
        scores: of them.
        count: the boards of everybody.
    """
    if facts.event.discipline is Discipline.CHESS:
        return []
    facts = without_places_alike(facts)
    kind = ranked_kind(facts.event, facts.participants)
    columns = (column_of(ranking.rows, "agrees") for ranking in scores.rankings)
    compared = any(column.count(None) < len(column) for column in columns)
    unscored = all(line.ns_score.kind == line.ew_score.kind == "unknown" for line in facts.results)
    return [
        *(compare_balance(facts) if unscored or not scores.lines_compared else ()),
        *compare_stated_matches(facts, scores.matches),
        *compare_boards_played(facts, count),
        *compare_wins(facts, scores.matches, kind),
        *(compare_stated_places(facts, kind) if not compared else ()),
        *(compare_tie_marks(facts, count) if facts.event.results != "to_date" else ()),
    ]
