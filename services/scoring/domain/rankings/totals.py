"""Totals, percentages and places of the participants of an event, beside what its files state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from contracts.base import NAME_LENGTH, Direction, Series
from contracts.facts import Participant, StatedTotal
from contracts.findings import Finding
from contracts.standings import Ranking, StandingRow, StatedRow
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.differences.rankings import ABOUT_TIES, Habits, compare_row, habits_of, totals_ahead
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.rankings.adjustments import Adjustments
from services.scoring.domain.rankings.tallies import FullTotals, ParticipantScore, Tallies
from shared.bridge.rankings.places import Place, rank
from shared.bridge.rankings.totals import percentage
from shared.bridge.rounding import to_decimal

_ROWS = Series(StandingRow, *(name for name in StandingRow.model_fields if name != "tie_breaks"))
_STATED = Series(StatedRow, *StatedRow.model_fields)
"""Rows need no validation: what they hold is of facts that were validated, or worked out and cut here (ADR 0012)."""


@dataclass(frozen=True)
class RankingPlan:
    """Which participants and sessions a ranking is about.

    Attributes:
        only: the participants; None for all of them.
    """

    id: str
    title: str
    sessions: tuple[str | None, ...]
    session: str | None = None
    section: str | None = None
    direction: Direction | None = None
    only: frozenset[str] | None = None


def plan_rankings(
    participants: Sequence[Participant],
    sessions: Sequence[str | None],
    winners: int,
    of_sessions: Mapping[str | None, int] = MappingProxyType({}),
) -> tuple[RankingPlan, ...]:
    """Which rankings an event has: overall, by section and by session, for both lines where there are two winners.

    Args:
        participants: of the event.
        sessions: with a score.
        winners: of the event.
        of_sessions: winners of those sessions that are ranked in any case, also when there is no other one.
    """
    lines = _lines(winners)
    words = {Direction.NS: "North-South", Direction.EW: "East-West", None: ""}
    every = tuple(sessions)
    plans = [RankingPlan(line or "overall", words[line] or "Overall", every, direction=line) for line in lines]
    sections = sorted({p.section for p in participants if p.section}, key=lambda s: key_order((s,)))
    if len(sections) > 1:
        plans.extend(
            RankingPlan(
                "-".join(["section", section, *([line] if line else [])]),
                f"Section {section} {words[line]}".strip(),
                every,
                section=section,
                direction=line,
            )
            for section in sections
            for line in lines
        )
    ranked = [session for session in sessions if len(sessions) > 1 or session in of_sessions]
    if ranked:
        plans.extend(
            RankingPlan(
                "-".join(["session", session or "0", *([line] if line else [])]),
                " ".join(filter(None, ("Session", session, words[line]))),
                (session,),
                session=session,
                direction=line,
            )
            for session in ranked
            for line in _lines(of_sessions.get(session, winners))
        )
    return tuple(plans)


def _lines(winners: int) -> tuple[Direction | None, ...]:
    return (Direction.NS, Direction.EW) if winners == 2 else (None,)


def name_of(participant: Participant) -> str:
    """How a participant is shown: by name, else by number."""
    return participant.shown_name or participant.number or participant.id


def make_ranking(
    plan: RankingPlan,
    participants: Sequence[Participant],
    tallies: Tallies,
    adjustments: Adjustments,
    stated: Mapping[str, StatedTotal],
    unit: str = "match_points",
    *,
    stretched: bool = False,
    full: FullTotals | None = None,
) -> tuple[Ranking, list[Finding]]:
    """Rank the participants of a plan and compare each with what is stated for it.

    Args:
        plan: who is ranked, over which sessions.
        participants: of the event.
        tallies: what they scored.
        adjustments: what comes to it.
        stated: totals by participant.
        unit: of the totals.
        stretched: totals are scaled to the full number of boards.
        full: what sessions are brought to, where totals are ACBLscore's.
    """
    listed = [p for p in participants if _is_listed(p, plan, tallies, stated)]
    overall = plan.session is None
    scores = {p.id: tallies.score_of(p.id, plan.sessions, adjustments, overall=overall, full=full) for p in listed}
    if stretched:
        most = tallies.most_boards(plan.sessions)
        scores = {name: score.stretched(most) for name, score in scores.items()}
    places = rank({p.id: scores[p.id].value if p.standing else None for p in listed})
    printed = rank({p.id: published(scores[p.id].value) if p.standing else None for p in listed})
    rows: list[StandingRow] = []
    findings: list[Finding] = []
    habits = habits_of(stated.values())
    for participant in sorted(listed, key=lambda p: (_first(places[p.id]), key_order((p.id,)))):
        name = participant.id
        of_row = (plan, scores[name], places[name], printed[name], stated.get(name), habits)
        row, differences = _row(participant, *of_row)
        rows.append(row)
        findings.extend(differences)
    ahead = totals_ahead(
        rows, [(total, scores[p.id].boards) for p in listed if (total := stated.get(p.id)) is not None]
    )
    if ahead is not None:
        rows = [row.replace(agrees=None) for row in rows]
        findings = [ahead]
    ranking = Ranking(
        kind=listed[0].kind if listed else None,
        id=plan.id,
        title=plan.title,
        unit=unit,
        session=plan.session,
        section=plan.section,
        direction=plan.direction,
        rows=tuple(rows),
    )
    return ranking, findings


def _is_listed(
    participant: Participant, plan: RankingPlan, tallies: Tallies, stated: Mapping[str, StatedTotal]
) -> bool:
    """Whether a ranking is about a participant.

    A ranking of a session leaves out those of another session who have nothing in this one.
    """
    if plan.only is not None and participant.id not in plan.only:
        return False
    if plan.section is not None and participant.section != plan.section:
        return False
    if plan.direction is not None and tallies.direction(participant, plan.session) != plan.direction:
        return False
    if plan.session is None or participant.session in (None, plan.session):
        return True
    return participant.id in stated or plan.session in tallies.by.get(participant.id, {})


def _first(place: Place | None) -> int:
    return place.first if place is not None else 1 << 30


def _row(
    participant: Participant,
    plan: RankingPlan,
    score: ParticipantScore,
    place: Place | None,
    printed: Place | None,
    stated: StatedTotal | None,
    habits: Habits,
) -> tuple[StandingRow, list[Finding]]:
    scored = score.value is not None
    compared = stated is not None and scored
    added = score.adjustments
    total = score.score + added.adjustment
    percent = percentage(total, score.possible)
    findings = compare_row(participant, score, place, printed, stated, habits) if stated and compared else []
    row = _ROWS.make(
        {
            "id": participant.id,
            "number": participant.number or participant.id,
            "name": name_of(participant)[:NAME_LENGTH],
            "players": tuple(person.name or "" for person in participant.players),
            "section": participant.section,
            "direction": plan.direction or participant.direction,
            "place": str(place) if place is not None else None,
            "rank": place.first if place is not None else None,
            "total": published(total) if scored else None,
            "maximum": published(score.possible) if scored and score.possible else None,
            "percentage": to_decimal(percent, 2) if percent is not None else None,
            "adjustment": published(added.adjustment) if added.adjustment else None,
            "handicap": published(score.of(added.handicap)) if added.handicap else None,
            "carry_forward": published(score.of(added.carried)) if added.carried else None,
            "final": published(score.value) if added.handicap or added.carried else None,
            "boards": score.boards,
            "wins": stated.wins if stated else None,
            "tie_breaks": (),
            "stated": _STATED.make({"place": stated.place, "total": stated.total, "percentage": stated.percentage})
            if stated
            else None,
            "agrees": not any(f.code not in ABOUT_TIES for f in findings) if compared else None,
        }
    )
    return row, findings
