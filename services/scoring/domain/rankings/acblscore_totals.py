"""What ACBLscore's totals are made of: the full total of a session, and sessions with their carry-over.

Rules kept here, found from its own files (docs/formats/acblscore.md):

1. The full total of a session is what its file states; else it is the board top for each board of the section's rounds.
2. The total of an event is that of its sessions with the carry-over to the first of them (`carry_forward.py`).
3. A session of an event of several is ranked by line where its movements have two winners; the event is one list.
4. The total of an event is compared where it is of the sessions that are scored.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from contracts.facts import AdjustmentFact, Facts, SectionFact, StatedTotal
from services.scoring.domain.rankings.tallies import Tallies


def full_totals(facts: Facts, kind: str, tallies: Tallies) -> dict[tuple[str, str | None], Fraction]:
    """The total of a 100 % game of everybody in each session (rule 1).

    Of somebody for whom none is stated it is that of the section, and without sections the most that anybody could
    score.
    """
    of_section: dict[tuple[str | None, str | None], Fraction] = {}
    for section in facts.sections:
        if section.top is not None and (boards := boards_of(section)):
            of_section[section.session, section.id] = Fraction(section.top) * boards
    stated: dict[tuple[str, str | None], Fraction] = {}
    for total in facts.totals:
        if total.kind == kind and total.maximum is not None and total.maximum > 0:
            stated[total.participant, total.session] = Fraction(total.maximum)
            of_section[total.session, total.section] = Fraction(total.maximum)
    largest = {
        session: max((full for (when, _), full in of_section.items() if when == session), default=None)
        or tallies.most_possible(session)
        for session in tallies.sessions
    }
    sections = {p.id: p.section for p in facts.participants if p.kind == kind}
    return {
        (name, session): stated.get((name, session)) or of_section.get((session, sections.get(name)), largest[session])
        for name, own in tallies.by.items()
        for session in own
        if session in largest
    }


def boards_of(section: SectionFact) -> int:
    """How many boards a pair plays in a section: those of its rounds, else all that are in play; 0 when not known."""
    if section.rounds and section.boards_per_round:
        return section.rounds * section.boards_per_round
    return section.boards or 0


def session_winners(facts: Facts) -> dict[str | None, int]:
    """One or two winners of each session that has totals of its own beside those of the event (rule 3)."""
    if not any(total.session is None for total in facts.totals):
        return {}
    winners: dict[str | None, set[int | None]] = defaultdict(set)
    for movement in facts.movements:
        winners[movement.session].add(movement.winners)
    stated = {total.session for total in facts.totals if total.session is not None}
    return {session: 2 if winners[session] == {2} else 1 for session in sorted(stated)}


def without_carry_over(facts: Facts) -> list[AdjustmentFact]:
    """The adjustments of the sessions themselves."""
    return [fact for fact in facts.adjustments if fact.kind != "carry_forward"]


def event_totals(stated: Mapping[str, StatedTotal], facts: Facts, tallies: Tallies) -> dict[str, StatedTotal]:
    """The stated totals of the event that are of all sessions in which the participant has a score (rule 4)."""
    stated_totals = {(total.participant, total.session) for total in facts.totals}
    return {
        name: total
        for name, total in stated.items()
        if all((name, session) in stated_totals for session, tally in tallies.by.get(name, {}).items() if tally.scores)
    }


def session_totals(stated: Mapping[str, StatedTotal]) -> dict[str, StatedTotal]:
    """The stated totals of a session; of a single section, its places are those of the session."""
    alone = len({total.section for total in stated.values()}) == 1
    return {
        name: total.replace(place=total.section_place) if alone and total.place is None else total
        for name, total in stated.items()
    }
