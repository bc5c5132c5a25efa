"""Totals, percentages and places of the participants of an event, beside what its files state."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from contracts.base import NAME_LENGTH, Direction
from contracts.facts import Participant, StatedTotal
from contracts.findings import Finding
from contracts.standings import Ranking, StandingRow, StatedRow
from services.scoring.domain.boards.board_list import published
from services.scoring.domain.differences.rankings import ABOUT_TIES, Habits, compare_row, habits_of, totals_ahead
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.rankings.adjustments import NO_ADJUSTMENT, Adjustments
from services.scoring.domain.rankings.tallies import FullTotals, ParticipantScore, Tallies
from shared.bridge.rankings.places import Place, Ranks, rank
from shared.bridge.rankings.totals import percentage
from shared.bridge.rounding import to_decimal


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


_MadeOf = tuple[RankingPlan, Participant, ParticipantScore, Place | None, Place | None, StatedTotal | None, Habits]
_Kept = tuple[_MadeOf, StandingRow, list[Finding]]
"""What a row was made of, the row, and what is stated otherwise."""


@dataclass
class RankingToDate:
    """A ranking as it was made last, by participant.

    Attributes:
        plan: who is ranked; the same object as long as it is the same plan.
        frame: what all of it follows from, apart from the plan and the scores.
        moved: who has another score since.
    """

    plan: RankingPlan
    frame: tuple[object, ...] = ()
    moved: set[str] = field(default_factory=set)
    listed: Mapping[str, Participant] = field(default_factory=dict)
    scores: dict[str, ParticipantScore] = field(default_factory=dict)
    ranks: Ranks[str] = field(default_factory=lambda: Ranks(()))
    rows: dict[str, _Kept] = field(default_factory=dict)

    def begin(self, plan: RankingPlan, frame: tuple[object, ...], listed: Sequence[Participant]) -> None:
        """Begin anew unless what all of it follows from is the same."""
        if plan != self.plan or frame != self.frame:
            self.plan = plan
            self.frame, self.listed = frame, {p.id: p for p in listed}
            self.ranks = Ranks(self.listed)
            self.rows = {name: kept for name, kept in self.rows.items() if name in self.listed}
            self.moved = set(self.listed)

    def score(self, score_of: Callable[[str], ParticipantScore]) -> set[str]:
        """Score and place those who have moved; who they are."""
        moved, self.moved = self.moved & self.listed.keys(), set()
        for name in moved:
            score = self.scores[name] = score_of(name)
            self.ranks.put(name, score.value if self.listed[name].standing else None)
        return moved

    def place(self, moved: Set[str], stated: Mapping[str, StatedTotal]) -> tuple[list[StandingRow], list[Finding]]:
        """The rows, and what is stated otherwise; those who have neither moved nor another place keep theirs."""
        printed: Mapping[str, Place | None] = {}
        if stated:
            values = {n: self.scores[n].value if who.standing else None for n, who in self.listed.items()}
            printed = rank({name: published(value) for name, value in values.items()})
            moved = self.listed.keys()
        habits = habits_of(stated.values())
        rows: list[StandingRow] = []
        findings: list[Finding] = []
        for name, place in self.ranks.places():
            kept = self.rows.get(name)
            if kept is None or name in moved or kept[0][3] is not place:
                about = (printed.get(name), stated.get(name), habits)
                made_of = (self.plan, self.listed[name], self.scores[name], place, *about)
                if kept is None or kept[0] != made_of:
                    called = kept[1] if kept is not None and kept[0][:2] == made_of[:2] else None
                    kept = self.rows[name] = (made_of, *_row(*made_of, before=called))
            rows.append(kept[1])
            if kept[2]:
                findings.extend(kept[2])
        return rows, findings


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
        participants: of the event, in the order of their ids.
        tallies: what they scored; the rows of those who have not moved since the last ranking are the same objects.
        adjustments: what comes to it.
        stated: totals by participant.
        unit: of the totals.
        stretched: totals are scaled to the full number of boards.
        full: what sessions are brought to, where totals are ACBLscore's.
    """
    listed: Sequence[Participant] = participants
    if plan.only is not None or plan.section is not None or plan.direction is not None or plan.session is not None:
        listed = [p for p in participants if _is_listed(p, plan, tallies, stated)]
    overall, most = plan.session is None, tallies.most_boards(plan.sessions) if stretched else 0

    def score_of(name: str) -> ParticipantScore:
        score = tallies.score_of(name, plan.sessions, adjustments, overall=overall, full=full)
        return score.stretched(most) if stretched else score

    to_date: RankingToDate = tallies.rankings.setdefault((plan.id, stretched), RankingToDate(plan))
    to_date.begin(plan, (listed, adjustments.by, stated, full, most), listed)
    rows, findings = to_date.place(to_date.score(score_of), stated)
    compared = [(stated[p.id], to_date.scores[p.id].boards) for p in listed if p.id in stated] if stated else []
    ahead = totals_ahead(rows, compared) if stated else None
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


def _row(
    plan: RankingPlan,
    participant: Participant,
    score: ParticipantScore,
    place: Place | None,
    printed: Place | None,
    stated: StatedTotal | None,
    habits: Habits,
    *,
    before: StandingRow | None,
) -> tuple[StandingRow, list[Finding]]:
    """The row of a participant, and what is stated otherwise; `before` is its row as it was, under the same name."""
    scored = score.value is not None
    compared = stated is not None and scored
    added = score.adjustments
    total = score.score if added is NO_ADJUSTMENT else score.score + added.adjustment
    # Where nothing comes to it, the percentage is what decides the place.
    decides = scored and added is NO_ADJUSTMENT and score.possible.numerator > 0 and not score.by_points
    percent = score.value if decides else percentage(total, score.possible)
    if score.by_points and (added.handicap or added.carried):
        # What decides is points that were scored elsewhere, too, of which nobody knows how many there could be.
        percent = None
    findings = compare_row(participant, score, place, printed, stated, habits) if stated and compared else []
    row = (before or _who(participant, plan)).replace(
        place=str(place) if place is not None else None,
        rank=place.first if place is not None else None,
        total=published(total) if scored else None,
        maximum=published(score.possible) if scored and score.possible else None,
        percentage=to_decimal(percent, 2) if percent is not None else None,
        boards=score.boards,
        wins=stated.wins if stated else None,
        stated=StatedRow(place=stated.place, total=stated.total, percentage=stated.percentage) if stated else None,
        agrees=not any(f.code not in ABOUT_TIES for f in findings) if compared else None,
        **(_NOTHING_ADDED if added is NO_ADJUSTMENT else _added(score)),
    )
    return row, findings


_NOTHING_ADDED: dict[str, Any] = dict.fromkeys(("adjustment", "handicap", "carry_forward", "final"))


def _added(score: ParticipantScore) -> dict[str, Any]:
    """What comes to a score apart from the boards, and what decides the place then."""
    added = score.adjustments
    return {
        "adjustment": published(added.adjustment) if added.adjustment else None,
        "handicap": published(score.of(added.handicap)) if added.handicap else None,
        "carry_forward": published(score.of(added.carried)) if added.carried else None,
        "final": published(score.value) if added.handicap or added.carried else None,
    }


def _who(participant: Participant, plan: RankingPlan) -> StandingRow:
    """A row before anything was scored."""
    return StandingRow(
        id=participant.id,
        number=participant.number or participant.id,
        name=name_of(participant)[:NAME_LENGTH],
        players=tuple(person.name or "" for person in participant.players),
        section=participant.section,
        direction=plan.direction or participant.direction,
    )
