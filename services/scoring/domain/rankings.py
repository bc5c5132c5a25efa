"""The rankings of an event: computed where we score it again, as stated where we do not."""

from collections import defaultdict
from fractions import Fraction

from contracts.base import Direction
from contracts.codes import scoring as codes
from contracts.facts import EventFact, Facts, Participant, StatedTotal
from contracts.findings import Finding
from contracts.standings import Ranking
from services.scoring.domain.boards import Board, BoardKey
from services.scoring.domain.merge import key_order
from services.scoring.domain.stated import place_of, stated_ranking
from services.scoring.domain.totals import Tallies, make_ranking, plan_rankings
from shared.bridge.matchpoints import LineMatchpoints

UNITS = {
    "match_points": "match_points", "butler_imps": "imps", "cross_imps": "imps", "imps": "imps",
    "aggregate": "points", "vps": "vps", "percentage": "percent",
}  # fmt: skip
"""The unit of totals by method of scoring."""

Points = tuple[LineMatchpoints, ...]


def ranked_kind(event: EventFact, participants: tuple[Participant, ...]) -> str:
    """Whether players, pairs or teams are ranked."""
    if event.kind == "individual":
        return "player"
    kinds = {p.kind for p in participants}
    return "team" if "team" in kinds else "player" if kinds == {"player"} else "pair"


def stated_of(facts: Facts, session: str | None) -> dict[str, StatedTotal]:
    """The totals stated for a session, or over all; with a single session the two are the same."""
    sessions = {total.session for total in facts.totals if total.session is not None}
    kind = ranked_kind(facts.event, facts.participants)
    chosen: dict[str, StatedTotal] = {}
    for total in facts.totals:
        if total.kind != kind:
            continue
        if total.session == session or (session is None and len(sessions) <= 1 and total.participant not in chosen):
            chosen[total.participant] = total
    return chosen


def winners_of(facts: Facts) -> int:
    """One or two winners: as stated; else two when both lines have a first place of their own in the same session.

    In one field somebody who is first alone is the only one; so another first place, alone or shared, is another field.
    """
    if facts.event.winners is not None:
        return facts.event.winners
    kind = ranked_kind(facts.event, facts.participants)
    direction = {p.id: p.direction for p in facts.participants if p.kind == kind and not p.phantom}
    if not direction or None in direction.values():
        return 1
    first: dict[str | None, set[Direction | None]] = defaultdict(set)
    alone = set()
    for total in facts.totals:
        place = place_of(total)
        if total.kind != kind or total.participant not in direction or place is None or place.first != 1:
            continue
        first[total.session].add(direction[total.participant])
        if not place.tied:
            alone.add(total.session)
    return 2 if any(len(first[session]) == 2 for session in alone) else 1


def computed_rankings(
    facts: Facts, boards: list[Board], points: dict[BoardKey, Points], winners: int
) -> tuple[tuple[Ranking, ...], list[Finding]]:
    """Every ranking of the event by our own scoring, and where the stated totals differ."""
    tallies = Tallies()
    for board in boards:
        tallies.count(board, points[board.key])
    kind = ranked_kind(facts.event, facts.participants)
    participants = [p for p in facts.participants if p.kind == kind and not p.phantom]
    known = {p.id for p in facts.participants if p.kind == kind}
    played = sorted({who for who, _ in tallies.by} - known, key=lambda name: key_order((name,)))
    participants.extend(Participant(id=name, kind="player" if kind == "player" else "pair") for name in played)
    sessions = sorted({board.key.session for board in boards}, key=lambda s: key_order((s,)))
    adjustments: dict[tuple[str, str | None], Fraction] = defaultdict(Fraction)
    for fact in facts.adjustments:
        if fact.participant_kind == kind and fact.kind == "penalty" and fact.unit in (None, "percent"):
            session = fact.session if fact.session in sessions else None
            adjustments[fact.participant, session] += Fraction(fact.amount)
    rankings, findings = [], []
    for plan in plan_rankings(participants, sessions, winners):
        compared = stated_of(facts, plan.session) if plan.section is None else {}
        ranking, found = make_ranking(plan, participants, tallies, adjustments, compared)
        if ranking.rows:
            rankings.append(ranking)
            findings.extend(found)
    return tuple(rankings), findings


def stated_rankings(facts: Facts, scoring: str) -> tuple[tuple[Ranking, ...], list[Finding]]:
    """The ranking that the file states, and the finding that it was not checked."""
    kind = ranked_kind(facts.event, facts.participants)
    participants = [p for p in facts.participants if p.kind == kind and not p.phantom]
    stated = {(kind, name): total for name, total in stated_of(facts, None).items()}
    unit = UNITS.get(facts.event.match_scoring or "", UNITS.get(scoring, "points"))
    finding = codes.NOT_CHECKED.finding(
        f"an event of kind {facts.event.kind or 'unknown'} scored by {scoring} is shown as its file states it"
    )
    return (stated_ranking(participants, stated, unit),), [finding]
