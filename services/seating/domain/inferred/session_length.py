"""How many rounds a section plays: as the section, event or movement states, else by its boards."""

from contracts.messages import EventMerged
from services.seating.domain.inferred.played_rounds import PlayedSection


def is_over(merged: EventMerged, section: PlayedSection) -> bool:
    """Whether the last round of a section is over, as far as it is stated which that is."""
    last = last_round(merged, section)
    return last is not None and bool(section.complete) and section.complete[-1] >= last


def last_round(merged: EventMerged, section: PlayedSection) -> int | None:
    """The number of the last round of a section of the session in play, as far as it is stated."""
    facts = merged.facts
    alone = len({result.session for result in facts.results}) <= 1 and len(facts.sessions) <= 1
    stated = [s.rounds for s in facts.sections if (s.session, s.id) == (section.session, section.section)]
    stated += [
        movement.rounds or max((line.round for line in movement.lines), default=None)
        for movement in facts.movements
        if movement.session in (None, section.session) and movement.section in (None, section.section)
    ]
    if alone:
        stated += [facts.event.rounds]
    if rounds := min((number for number in stated if number), default=None):
        return rounds
    size = section.boards_of_a_set
    if alone and facts.event.boards_played and size:
        return facts.event.boards_played // size
    return None


def boards_of_section(merged: EventMerged, section: PlayedSection) -> int | None:
    """How many boards a section has, where it is stated."""
    facts = merged.facts
    for listed in facts.sections:
        if (listed.session, listed.id) == (section.session, section.section) and listed.boards:
            return listed.boards
    size, last = section.boards_of_a_set, last_round(merged, section)
    tables = len({table for _, table in section.sets})
    return size * last if size and last and last >= tables else None
