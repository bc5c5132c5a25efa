"""The rankings of an event: computed where we score it again, as stated where we do not."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Literal

from contracts.base import Direction
from contracts.codes import scoring as codes
from contracts.facts import AdjustmentFact, Facts, Participant, StatedTotal
from contracts.findings import Finding
from contracts.standings import Ranking
from services.scoring.domain.differences.rankings import place_of
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.rankings.acblscore_totals import (
    event_totals,
    full_totals,
    session_totals,
    session_winners,
    without_carry_over,
)
from services.scoring.domain.rankings.adjustments import Adjustments, adjustments_of
from services.scoring.domain.rankings.carry_forward import adjustments_of_event
from services.scoring.domain.rankings.ladder import ladder_rankings
from services.scoring.domain.rankings.method_words import kind_in_words, unit_in_words
from services.scoring.domain.rankings.named_places import NamedPlaces
from services.scoring.domain.rankings.scheme import Scheme, ranked_kind, scoring_of
from services.scoring.domain.rankings.stated import stated_ranking
from services.scoring.domain.rankings.tallies import Entered, FullTotals, Tallies
from services.scoring.domain.rankings.totals import RankingPlan, make_ranking, plan_rankings
from services.scoring.domain.rankings.winners import winners_of
from shared.bridge.rankings.strata import StratificationType, Stratum, event_strata, people_of, stratum_by_holdings


def stated_of(facts: Facts, session: str | None, kind: str | None = None) -> dict[str, StatedTotal]:
    """The totals stated for a session, or over all; with a single session the two are the same.

    Args:
        facts: of the event.
        session: None for those over all.
        kind: of the participants; those that are ranked when None.
    """
    sessions = {total.session for total in facts.totals if total.session is not None}
    kind = kind or ranked_kind(facts.event, facts.participants)
    chosen: dict[str, StatedTotal] = {}
    for total in facts.totals:
        if total.kind != kind:
            continue
        if total.session == session or (session is None and len(sessions) <= 1 and total.participant not in chosen):
            chosen[total.participant] = total
    return chosen


@dataclass(frozen=True)
class Field:
    """Who is ranked, by what.

    Attributes:
        kind: "player", "pair" or "team".
        unit: of the totals.
        winners: 1 or 2.
        stretched: whether totals are scaled to the full number of boards.
        sit_out: per cent of the top that boards are worth which others have played; None for the own average.
        percent_penalties: whether adjustments without a unit are per cent where match points are scored.
        carried_counts: whether stated totals contain what is carried forward where the file does not say.
    """

    facts: Facts
    kind: Literal["player", "pair", "team"]
    unit: str
    winners: int
    stretched: bool = False
    sit_out: int | None = None
    percent_penalties: bool = True
    carried_counts: bool = False

    def adjustments(
        self, facts: Iterable[AdjustmentFact], sessions: Iterable[str | None]
    ) -> tuple[Adjustments, list[Finding]]:
        """These adjustments, sorted, and a finding for each that cannot be applied."""
        percent, counted = self.percent_penalties, self.carried_counts
        return adjustments_of(
            facts, self.kind, self.unit, sessions, unknown_is_percent=percent, unknown_is_counted=counted
        )

    def participants(self, tallies: Tallies) -> Sequence[Participant]:
        """Those listed, and those who played without being in a list, in the order of their ids."""
        every = self.facts.participants
        if tallies.entered is None or tallies.entered.participants != every or tallies.entered.kind != self.kind:
            listed = [p for p in every if p.kind == self.kind and not p.phantom]
            tallies.entered = Entered(every, self.kind, _by_id(listed), {p.id for p in every if p.kind == self.kind})
        entered = tallies.entered
        strangers = tallies.by.keys() - entered.known
        if not strangers:
            return entered.listed
        return _by_id([*entered.listed, *(Participant(id=name, kind=self.kind) for name in strangers)])


def _by_id(participants: Iterable[Participant]) -> list[Participant]:
    return sorted(participants, key=lambda participant: (key_order((participant.id,)), participant.id))


_MOST_ROWS = 20_000
_LISTS_OF_ALL = 20
"""Rows of all rankings of an event, unless as many as these lists of all its participants are more: a file may have a
thousand strata or sessions, each of which would rank everybody."""


def computed_rankings(field: Field, tallies: Tallies) -> tuple[tuple[Ranking, ...], list[Finding]]:
    """Every ranking of the event by our own scoring, and where the stated totals differ.

    Where the stated places are not those of the number of winners that is stated, but of the other one, that is the
    fault, and we rank as the places do.
    """
    made = _rankings(field, tallies)
    stated, wrong = field.facts.event.winners, _wrong_places(made[1])
    in_one_list = field.kind == "team" or field.facts.event.kind == "swiss_pairs"
    if wrong < 2 or stated is None or stated != field.winners or in_one_list:
        return made
    other: Literal[1, 2] = 2 if stated == 1 else 1
    rankings, findings = _rankings(replace(field, winners=other), tallies)
    if _FEWER * _wrong_places(findings) >= wrong:
        return made
    states = {1: "states one winner", 2: "states two winners"}[stated]
    ranks = {1: "ranks everybody in one list", 2: "ranks North-South and East-West each by themselves"}[other]
    text = f"the file {states}, but {ranks}, so we do that too"
    where = field.facts.event.at
    finding = codes.WINNERS_DIFFER.finding(
        text, place=where, subject="the number of winners", stated=str(stated), computed=str(other)
    )
    return rankings, [finding, *findings]


_FEWER = 4
"""With the other number of winners, less than this part of the places has to be wrong."""


def _wrong_places(findings: Iterable[Finding]) -> int:
    return sum(finding.code == codes.PLACE_DIFFERS.code for finding in findings)


def _rankings(field: Field, tallies: Tallies) -> tuple[tuple[Ranking, ...], list[Finding]]:
    facts = field.facts
    participants = field.participants(tallies)
    sessions = tallies.sessions
    of_sessions = session_winners(facts) if tallies.acblscore else {}
    adjustments, findings = field.adjustments(adjustments_of_event(facts, tallies), sessions)
    of_session = field.adjustments(without_carry_over(facts) if of_sessions else facts.adjustments, sessions)[0]
    full = full_totals(facts, field.kind, tallies) if tallies.acblscore else None
    rankings: list[Ranking] = []
    plans = plan_rankings(participants, sessions, field.winners, of_sessions)
    strata = _strata_plans(facts, participants, plans)
    apart = _places_of_sections(facts, participants, field.winners, sessions)
    stated = [
        (plan, _stated_for(plan, field, tallies, of_sessions_and_event=bool(of_sessions), apart=apart))
        for plan in plans
    ]
    named = _named_places(field, tallies, participants, of_sessions, (adjustments, of_session), full)
    both: list[tuple[RankingPlan, dict[str, StatedTotal]]] = (
        [(plan, {}) for plan in named.plans(sessions)] if named is not None else []
    )
    most_rows = max(_MOST_ROWS, _LISTS_OF_ALL * len(participants))
    for plan, compared in (*stated, *strata, *both):
        if sum(len(ranking.rows) for ranking in rankings) > most_rows:
            message = (
                f"the event would have {len(stated) + len(strata)} rankings; only the first {len(rankings)} are made"
            )
            findings.append(codes.NOT_CHECKED.finding(message, subject="the rankings"))
            break
        ranking, differences = make_ranking(
            plan,
            participants,
            tallies,
            adjustments if plan.session is None else of_session,
            compared,
            field.unit,
            stretched=field.stretched,
            sit_out=field.sit_out,
            full=full,
        )
        if ranking.rows:
            rankings.append(ranking)
            findings.extend(differences)
    return tuple(rankings), [*findings, *(named.compare() if named is not None else ())]


def _named_places(
    field: Field,
    tallies: Tallies,
    participants: Sequence[Participant],
    of_sessions: Mapping[str | None, int],
    adjustments: tuple[Adjustments, Adjustments],
    full: FullTotals | None,
) -> NamedPlaces | None:
    """The lists by name of a game file of pairs; `adjustments` are those of the event and of its sessions."""
    facts = field.facts
    if not tallies.acblscore or field.kind != "pair" or not any(total.places for total in facts.totals):
        return None

    of_event, of_session = adjustments

    def score(name: str, session: str) -> Fraction | None:
        return tallies.score_of(name, (session,), of_session, overall=False, full=full).value

    def total(name: str, counted: Sequence[str | None]) -> Fraction | None:
        return tallies.score_of(name, counted, of_event, full=full).value

    strata = event_strata(facts.event) or (Stratum(number=1, upper_limit=None, label=""),)
    own = _own_strata(facts, participants, strata)
    return NamedPlaces(facts, participants, tallies, field.winners, of_sessions, own, strata, score, total)


def sessions_stated(facts: Facts, sessions: Sequence[str | None]) -> int | None:
    """Of how many sessions the stated totals of the event are, where that is more than have come; None where it is not.

    Complete results are of all sessions that the file counts, results to date of those up to the last that has come
    (USEBIO 1.4, 2.2.8).
    """
    count = next((detail.value for detail in facts.event.details if detail.name == "SESSION_COUNT"), "")
    number = int(count) if count.isascii() and count.isdigit() and len(count) < 4 else 0
    numbered = [int(name) for name in sessions if name is not None and name.isascii() and name.isdigit()]
    covered = {"complete": number, "to_date": min(number, max(numbered, default=0))}.get(facts.event.results or "", 0)
    return covered if covered > len(sessions) else None


def rankings_of_part(
    field: Field, tallies: Tallies, scheme: Scheme, covered: int
) -> tuple[tuple[Ranking, ...], list[Finding]]:
    """The ranking of the event as stated, and our own of the sessions that have come, of an event of more sessions."""
    facts, sessions = field.facts, tallies.sessions
    part = replace(
        field, facts=facts.replace(totals=tuple(total for total in facts.totals if total.session is not None))
    )
    computed, findings = computed_rankings(part, tallies)
    name = "-".join(["session", *(session or "0" for session in sessions)])
    title = f"Session{'' if len(sessions) == 1 else 's'} {', '.join(session or '' for session in sessions)}".strip()
    own = [
        ranking.replace(
            id="-".join([name, *([] if ranking.id == "overall" else [ranking.id])]),
            title=" ".join([title, *([] if ranking.id == "overall" else [ranking.title])]),
            session=sessions[0] if len(sessions) == 1 else None,
        )
        if ranking.session is None
        else ranking
        for ranking in computed
    ]
    text = (
        f"the stated totals are of {covered} sessions, of which {len(sessions)} has come, so they are shown as the file"
    )
    ahead = codes.NOT_CHECKED.finding(f"{text} states them", subject=TOTALS_OF_MORE, stated=str(covered))
    return (*stated_rankings(facts, scheme)[0], *own), [*findings, ahead]


TOTALS_OF_MORE = "the event"
"""What the finding is about that totals are of more sessions than have come."""


def _places_of_sections(
    facts: Facts, participants: Sequence[Participant], winners: int, sessions: Sequence[str | None]
) -> bool:
    """Whether the stated places are those within each section, which explain more of them than one field does.

    In a field the place of each is that in the order of all places: 1, 2=, 2=, 4.
    """
    if len(sessions) > 1 or len({p.section for p in participants}) < 2:
        return False
    totals = stated_of(facts, None, participants[0].kind)
    if any(total.section_place is not None for total in totals.values()):
        return False
    fields: dict[Direction | None, dict[str | None, list[int]]] = {}
    for participant in participants:
        place = place_of(totals.get(participant.id))
        if place is not None:
            line = participant.direction if winners == 2 else None
            fields.setdefault(line, {}).setdefault(participant.section, []).append(place.first)
    within = sum(_out_of_order(places) for of_line in fields.values() for places in of_line.values())
    across = sum(_out_of_order([*chain.from_iterable(of_line.values())]) for of_line in fields.values())
    return within < across


def _out_of_order(places: list[int]) -> int:
    ordered = sorted(places)
    return sum(place != bisect_left(ordered, place) + 1 for place in ordered)


def _stated_for(
    plan: RankingPlan, field: Field, tallies: Tallies, *, of_sessions_and_event: bool, apart: bool
) -> dict[str, StatedTotal]:
    """What is stated for a ranking; of a section, in an event of one session, the places alone."""
    facts, kind = field.facts, field.kind
    if plan.section is not None:
        place = "place" if apart else "section_place"
        return {} if len(plan.sessions) > 1 else _places(stated_of(facts, None, kind), place)
    stated = stated_of(facts, plan.session, kind)
    if apart:
        return {name: total.replace(place=None) for name, total in stated.items()}
    if not of_sessions_and_event:
        return stated
    return event_totals(stated, facts, tallies) if plan.session is None else session_totals(stated)


def _places(stated: Mapping[str, StatedTotal], place: str) -> dict[str, StatedTotal]:
    """The places of one sort, without the totals, which are compared elsewhere."""
    return {
        name: StatedTotal(at=total.at, participant=name, kind=total.kind, place=getattr(total, place))
        for name, total in stated.items()
        if getattr(total, place) is not None
    }


def _strata_plans(
    facts: Facts, participants: Sequence[Participant], plans: Sequence[RankingPlan]
) -> list[tuple[RankingPlan, dict[str, StatedTotal]]]:
    """A ranking for each stratum below the first, of those who play in it or in a lower one (USEBIO 1.4, 2.9).

    The place that a file states is that in a participant's own stratum, of the sections that are ranked together.
    """
    strata = event_strata(facts.event)
    if len(strata) < 2 or (facts.event.stratification or "").upper() == StratificationType.NOT_STRATIFIED:
        return []
    own = _own_strata(facts, participants, strata)
    places = _places(stated_of(facts, None, participants[0].kind if participants else None), "stratum_place")
    strata_plans = []
    apart = _ranked_apart(facts)
    overall = [plan for plan in plans if plan.session is None and plan.section is None]
    for stratum in strata:
        if stratum.number == 1:
            continue
        here = {name: total for name, total in places.items() if own.get(name) == stratum.number}
        only = frozenset(name for name, number in own.items() if number is not None and number >= stratum.number)
        for plan in overall:
            made = _of_stratum(stratum, plan, only)
            strata_plans.append((made, {} if apart else here))
            for group in apart:
                within = frozenset(p.id for p in participants if p.section in group) & only
                strata_plans.append((_of_stratum(stratum, plan, within, group), here))
    return strata_plans


def _own_strata(facts: Facts, participants: Sequence[Participant], strata: Sequence[Stratum]) -> dict[str, int | None]:
    """The stratum of each participant; None where nothing says it."""
    listed = {p.id: p for p in facts.participants if p.kind != "team"}
    own: dict[str, int | None] = {}
    for participant in participants:
        # The stratum that it is listed in, else that of its players' holdings; an override wins.
        texts = [text for text in (participant.override_stratum, participant.stratum) if text]
        numbers = (s.number for text in texts for s in strata if text in (str(s.number), s.label))
        number = next(numbers, None)
        if number is None:
            number = stratum_by_holdings(people_of(participant, listed), facts.event)
        own[participant.id] = number
    return own


def _of_stratum(stratum: Stratum, plan: RankingPlan, only: frozenset[str], sections: Sequence[str] = ()) -> RankingPlan:
    """A stratum of everybody, or of those who play in some sections."""
    where = f"{'Section' if len(sections) == 1 else 'Sections'} {', '.join(sections)}" if sections else None
    title = " ".join(
        filter(None, ("Stratum", stratum.label or str(stratum.number), where, plan.direction and plan.title))
    )
    tokens = ("stratum", str(stratum.number), *(("section", *sections) if sections else ()), plan.direction)
    return RankingPlan("-".join(filter(None, tokens)), title, plan.sessions, direction=plan.direction, only=only)


def _ranked_apart(facts: Facts) -> list[tuple[str, ...]]:
    """The groups of sections that a file ranks apart, each with places of its own; none where there are sessions."""
    groups: dict[str, list[str]] = {}
    for section in facts.sections:
        groups.setdefault(section.ranked_with or section.id, []).append(section.id)
    stated = any(section.ranked_with is not None for section in facts.sections)
    one_session = len({section.session for section in facts.sections}) == 1
    return [tuple(group) for group in groups.values()] if stated and one_session and len(groups) > 1 else []


def pairwise_rankings(field: Field, tallies: Tallies) -> tuple[tuple[Ranking, ...], list[Finding]]:
    """The pairs of a team event by their own IMPs (USEBIO 1.4, 2.2.5), compared with the IMPs stated for them."""
    facts = field.facts
    stated = {
        name: total.replace(total=total.pair_imps, percentage=None, place=None)
        for name, total in stated_of(facts, None, "pair").items()
        if total.pair_imps is not None
    }
    plan = RankingPlan("pairs", "Pairs of the teams", tuple(tallies.sessions))
    ranking, findings = make_ranking(
        plan, field.participants(tallies), tallies, Adjustments(), stated, field.unit, stretched=field.stretched
    )
    return (ranking,), findings


def _why_stated(facts: Facts) -> str:
    """Why a ranking is not worked out from results."""
    if not (facts.results or facts.matches):
        return "the file has no results"
    if not facts.matches and all(line.ns_score.kind == line.ew_score.kind == "unknown" for line in facts.results):
        return "no result has a score"
    kind = kind_in_words(facts.event)
    if not (facts.event.board_scoring or facts.event.match_scoring):
        return f"the file does not say how {kind} are scored"
    return f"Kibitz does not score {kind} by {unit_in_words(scoring_of(facts.event))} from what the file has"


def not_applied(facts: Facts) -> list[Finding]:
    """That penalties are in no total of an event whose totals are not added up here."""
    findings = []
    for fact in facts.adjustments:
        if fact.kind in ("penalty", "bonus") and fact.counted is False:
            subject = f"{fact.participant_kind} {fact.participant}"
            unit_of = unit_in_words(fact.unit or "points")
            text = f"{fact.kind} of {fact.amount} {unit_of} for {subject} is in no total, since totals"
            findings.append(
                codes.NOT_APPLIED.finding(
                    f"{text} are those that the file states", place=fact.at, subject=subject, stated=f"{fact.amount}"
                )
            )
    return findings


def stated_rankings(facts: Facts, scheme: Scheme) -> tuple[tuple[Ranking, ...], list[Finding]]:
    """The ranking that the file states, and the finding that it was not checked; nothing for hands alone."""
    if not (facts.participants or facts.totals or facts.results or facts.matches or facts.ladder):
        return (), []
    kind = scheme.ranked
    participants = [p for p in facts.participants if p.kind == kind and not p.phantom]
    stated: dict[tuple[str, str], StatedTotal] = {(kind, name): total for name, total in stated_of(facts, None).items()}
    event = facts.event
    if facts.ladder and not participants:
        return ladder_rankings(facts.ladder)
    findings = [codes.NOT_CHECKED.finding(f"{_why_stated(facts)}, so the ranking is shown as the file states it")]
    findings.extend(not_applied(facts))
    unit = scheme.total_unit
    if event.board_scoring is not None and scoring_of(event) != event.board_scoring:
        unit = next((r.stated.unit for r in facts.results if r.stated and r.stated.unit), unit)
    lines = {direction: [p for p in participants if p.direction is direction] for direction in Direction}
    if winners_of(facts) == 2 and all(lines.values()) and sum(map(len, lines.values())) == len(participants):
        return tuple(stated_ranking(own, stated, unit, line) for line, own in lines.items()), findings
    return (stated_ranking(participants, stated, unit),), findings
