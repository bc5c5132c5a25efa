"""Totals, percentages and places of a match-pointed event, beside what its files state."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from contracts.base import Direction
from contracts.codes import scoring as codes
from contracts.facts import Participant, StatedTotal
from contracts.findings import Finding
from contracts.standings import Ranking, StandingRow, StatedRow
from services.scoring.domain.boards import Board, published, sides_of
from services.scoring.domain.merge import key_order
from services.scoring.domain.method import agrees, places_of
from shared.bridge.matchpoints import LineMatchpoints
from shared.bridge.ranking import Place, parse_place, rank
from shared.bridge.rounding import to_decimal
from shared.bridge.totals import percentage

Adjustments = Mapping[tuple[str, str | None], Fraction]
"""Per cent added to a participant's score, by participant and session (None: the whole event)."""


@dataclass
class Tally:
    """What a participant scored in one session."""

    score: Fraction = Fraction(0)
    possible: Fraction = Fraction(0)
    boards: int = 0
    ns: int = 0
    ew: int = 0

    def add(self, points: Fraction, top: Fraction, *, ns: bool) -> None:
        """Count a board."""
        self.score += points
        self.possible += top
        self.boards += 1
        if ns:
            self.ns += 1
        else:
            self.ew += 1


@dataclass(frozen=True)
class Whole:
    """What a participant scored in the sessions of a ranking.

    Attributes:
        value: the exact percentage that decides the place; None without a board.
    """

    score: Fraction
    possible: Fraction
    boards: int
    adjustment: Fraction
    value: Fraction | None


@dataclass(frozen=True)
class RankingPlan:
    """Which participants and sessions a ranking is about."""

    id: str
    title: str
    sessions: tuple[str | None, ...]
    session: str | None = None
    section: str | None = None
    direction: Direction | None = None


@dataclass
class Tallies:
    """Scores by participant and session."""

    by: dict[tuple[str, str | None], Tally] = field(default_factory=dict)

    def count(self, board: Board, points: Sequence[LineMatchpoints]) -> None:
        """Count the lines of a board for those who played them."""
        for result, worth in zip(board.results, points, strict=True):
            ns, ew = sides_of(result)
            for side, value, top, is_ns in ((ns, worth.ns, worth.top_ns, True), (ew, worth.ew, worth.top_ew, False)):
                if value is None:
                    continue
                for participant in side:
                    tally = self.by.setdefault((participant, board.key.session), Tally())
                    tally.add(value, top, ns=is_ns)

    def direction(self, participant: Participant, session: str | None) -> Direction | None:
        """The line that a participant is ranked in: as stated, else where most boards were played."""
        if participant.direction is not None:
            return participant.direction
        tallies = [t for (who, when), t in self.by.items() if who == participant.id and session in (None, when)]
        ns, ew = sum(t.ns for t in tallies), sum(t.ew for t in tallies)
        if ns == ew:
            return None
        return Direction.NS if ns > ew else Direction.EW

    def whole(self, participant: str, sessions: Iterable[str | None], adjustments: Adjustments) -> Whole:
        """Add up the sessions of a participant; an adjustment is per cent of the session's possible score."""
        score = possible = adjustment = Fraction(0)
        boards = 0
        counted = tuple(sessions)
        for session in counted:
            tally = self.by.get((participant, session))
            if tally is None:
                continue
            score += tally.score
            possible += tally.possible
            boards += tally.boards
            adjustment += adjustments.get((participant, session), Fraction(0)) * tally.possible / 100
        if None not in counted:
            adjustment += adjustments.get((participant, None), Fraction(0)) * possible / 100
        return Whole(score, possible, boards, adjustment, percentage(score + adjustment, possible) if boards else None)


def plan_rankings(
    participants: Sequence[Participant], sessions: Sequence[str | None], winners: int
) -> tuple[RankingPlan, ...]:
    """Which rankings an event has: overall, by section and by session, for both lines where there are two winners."""
    lines: tuple[Direction | None, ...] = (Direction.NS, Direction.EW) if winners == 2 else (None,)
    words = {Direction.NS: "North-South", Direction.EW: "East-West", None: ""}
    every = tuple(sessions)
    plans = [RankingPlan(line or "overall", words[line] or "Overall", every, direction=line) for line in lines]
    sections = sorted({p.section for p in participants if p.section}, key=lambda s: key_order((s,)))
    if len(sections) > 1:
        plans.extend(
            RankingPlan(
                "-".join(["section", section, *([line] if line else [])]),
                f"Section {section} {words[line]}".strip(), every, section=section, direction=line,
            )
            for section in sections
            for line in lines
        )  # fmt: skip
    if len(sessions) > 1:
        plans.extend(
            RankingPlan(
                "-".join(["session", session or "0", *([line] if line else [])]),
                " ".join(filter(None, ("Session", session, words[line]))), (session,), session=session, direction=line,
            )
            for session in sessions
            for line in lines
        )  # fmt: skip
    return tuple(plans)


def name_of(participant: Participant) -> str:
    """How a participant is shown: its own name, else its players'."""
    players = " & ".join(person.name or "" for person in participant.players).strip(" &")
    return participant.name or players or participant.number or participant.id


def make_ranking(
    plan: RankingPlan,
    participants: Sequence[Participant],
    tallies: Tallies,
    adjustments: Adjustments,
    stated: Mapping[str, StatedTotal],
) -> tuple[Ranking, list[Finding]]:
    """Rank the participants of a plan and compare each with what is stated for it."""
    chosen = [
        p
        for p in participants
        if (plan.section is None or p.section == plan.section)
        and (plan.direction is None or tallies.direction(p, plan.session) == plan.direction)
    ]
    wholes = {p.id: tallies.whole(p.id, plan.sessions, adjustments) for p in chosen}
    places = rank({p.id: wholes[p.id].value if p.standing else None for p in chosen})
    printed = rank({p.id: published(wholes[p.id].value) if p.standing else None for p in chosen})
    by_id = {p.id: p for p in chosen}
    rows: list[StandingRow] = []
    findings: list[Finding] = []
    places_written = max((places_of(total.percentage) for total in stated.values()), default=0)
    order = sorted(chosen, key=lambda p: (_first(places[p.id]), key_order((p.id,))))
    for participant in order:
        row, found = _row(
            by_id[participant.id], plan, wholes[participant.id], places[participant.id], printed[participant.id],
            stated.get(participant.id), places_written,
        )  # fmt: skip
        rows.append(row)
        findings.extend(found)
    ranking = Ranking(
        id=plan.id, title=plan.title, unit="match_points", session=plan.session, section=plan.section,
        direction=plan.direction, rows=tuple(rows),
    )  # fmt: skip
    return ranking, findings


def _first(place: Place | None) -> int:
    return place.first if place is not None else 1 << 30


def _row(
    participant: Participant,
    plan: RankingPlan,
    whole: Whole,
    place: Place | None,
    printed: Place | None,
    stated: StatedTotal | None,
    places_written: int,
) -> tuple[StandingRow, list[Finding]]:
    compared = stated is not None and whole.boards > 0
    findings = _compare(participant, whole, place, printed, stated, places_written) if stated and compared else []
    row = StandingRow(
        id=participant.id,
        number=participant.number or participant.id,
        name=name_of(participant),
        players=tuple(person.name or "" for person in participant.players),
        section=participant.section,
        direction=plan.direction or participant.direction,
        place=str(place) if place is not None else None,
        rank=place.first if place is not None else None,
        total=published(whole.score + whole.adjustment) if whole.boards else None,
        maximum=published(whole.possible) if whole.boards else None,
        percentage=_percentage(whole.value),
        adjustment=published(whole.adjustment) if whole.adjustment else None,
        boards=whole.boards,
        stated=StatedRow(place=stated.place, total=stated.total, percentage=stated.percentage) if stated else None,
        agrees=not any(f.code != codes.TIE_AT_PRINT.code for f in findings) if compared else None,
    )
    return row, findings


def _percentage(value: Fraction | None) -> Decimal | None:
    return None if value is None else to_decimal(value, 2)


def _compare(
    participant: Participant,
    whole: Whole,
    place: Place | None,
    printed: Place | None,
    stated: StatedTotal,
    places_written: int,
) -> list[Finding]:
    subject = f"{participant.kind} {participant.number or participant.id}"
    findings: list[Finding] = []
    if agrees(stated.percentage, whole.value, places_written) is False:
        findings.append(
            codes.PERCENTAGE_DIFFERS.finding(
                f"{subject} is stated with {stated.percentage} %, its boards give {_percentage(whole.value)} %",
                place=stated.at, subject=subject, stated=str(stated.percentage), computed=str(_percentage(whole.value)),
            )
        )  # fmt: skip
    total = whole.score + whole.adjustment
    if agrees(stated.total, total) is False and not _is_percentage(stated):
        findings.append(
            codes.TOTAL_DIFFERS.finding(
                f"{subject} is stated with {stated.total}, its boards add up to {published(total)}",
                place=stated.at, subject=subject, stated=str(stated.total), computed=str(published(total)),
            )
        )  # fmt: skip
    findings.extend(_compare_place(subject, place, printed, stated))
    return findings


def _is_percentage(stated: StatedTotal) -> bool:
    """Some programs repeat the percentage in the place of the total."""
    return stated.percentage is not None and stated.total is not None and abs(stated.percentage - stated.total) < 1


def _compare_place(subject: str, place: Place | None, printed: Place | None, stated: StatedTotal) -> list[Finding]:
    try:
        claimed = parse_place(stated.place or "")
    except ValueError:
        return []
    if claimed is None or place is None or claimed.first == place.first:
        return []
    if printed is not None and claimed.first == printed.first:
        code = codes.TIE_AT_PRINT
        text = f"{subject} shares place {printed} as printed, but is {place} by the exact percentage"
    else:
        code = codes.PLACE_DIFFERS
        text = f"{subject} is stated in place {stated.place}, its boards give {place}"
    return [code.finding(text, place=stated.at, subject=subject, stated=stated.place, computed=str(place))]
