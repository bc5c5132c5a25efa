"""Rules about what a fragment names: it says something, every line has a board, and a number names one participant.

Sources: USEBIO 1.4, sections 2.5.2, 3.1 and 4.1. Whether everybody who is named is listed is asked of the whole event,
in scoring (docs/adr/0024): another file may have the list.
"""

from collections.abc import Iterator

from contracts.codes import validation as codes
from contracts.facts import Participant
from contracts.findings import Finding
from contracts.tables import column_of
from services.validation.domain.case import Case, Rule
from services.validation.domain.lines import line_name
from shared.formats import registry


def nothing_to_score(case: Case) -> Iterator[Finding]:
    """A fragment without any fact about an event says nothing; a list of members alone is about no event."""
    names = ("results", "totals", "matches", "games", "deals", "participants", "ladder", "movements", "seats")
    facts = case.facts
    if any(getattr(facts, name) for name in (*names, "auctions", "plays")):
        return
    legal = registry.by_name(case.fragment.file.format).empty_is_legal or (
        facts.event.name is None and facts.extensions
    )
    code = codes.NOTHING_YET if legal else codes.NOTHING
    yield code.finding("the file holds no participants, results or hands")


def no_board_number(case: Case) -> Iterator[Finding]:
    """Every line of a traveller is of a board (USEBIO 1.4, 3.1)."""
    if all(map(str.strip, {*column_of(case.facts.results, "board")})):
        return
    for result in case.facts.results:
        if not result.board.strip():
            name = line_name(result)
            yield codes.NO_BOARD_NUMBER.finding(
                f"the result of {name} has no board number", place=result.at, subject=name
            )


def shared_ids(case: Case) -> Iterator[Finding]:
    """A number names one participant of its kind (USEBIO 1.4, 2.5.2); the same participant may be listed again."""
    first: dict[tuple[str, str], Participant] = {}
    for participant in case.facts.participants:
        key = (participant.kind, participant.id)
        known = first.setdefault(key, participant)
        if known is not participant and _who(known) != _who(participant):
            subject = f"{participant.kind} {participant.id}"
            yield codes.SHARED_ID.finding(
                f"{subject} is listed as {_shown(known)} and as {_shown(participant)}",
                place=participant.at,
                subject=subject,
                stated=_shown(participant),
                computed=_shown(known),
            )


def _who(participant: Participant) -> tuple[object, ...]:
    people = tuple((person.name, person.national_id) for person in participant.players)
    return (participant.name, people, participant.section, participant.direction)


def _shown(participant: Participant) -> str:
    return participant.shown_name or "somebody without a name"


RULES: tuple[Rule, ...] = (nothing_to_score, no_board_number, shared_ids)
