"""Rules about references: what a fragment names exists, once.

Sources: USEBIO 1.4, sections 2.4, 2.5.2 and 4.1 (numbers are unique and name listed participants); the contracts, which
ask the same of every format. Where a fragment lists nobody of a kind, names of that kind are not checked: the list is
in another file.
"""

from collections.abc import Iterable, Iterator

from contracts.base import Place
from contracts.codes import validation as codes
from contracts.facts import Facts, Participant
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule
from services.validation.domain.lines import board_name, line_name

_NAMED = 8
"""Numbers that a message names."""


def nothing_to_score(case: Case) -> Iterator[Finding]:
    """A fragment without any fact about an event says nothing."""
    facts = case.facts
    if not any(
        (
            facts.results,
            facts.totals,
            facts.matches,
            facts.games,
            facts.deals,
            facts.participants,
            facts.ladder,
            facts.movements,
            facts.seats,
            facts.auctions,
            facts.plays,
        )
    ):
        yield codes.NOTHING.finding("the file names an event but holds no participants, results or hands")


def _listed(facts: Facts) -> dict[str, frozenset[str]]:
    """The ids of each kind of participant."""
    kinds = ("player", "pair", "team")
    return {kind: frozenset(p.id for p in facts.participants if p.kind == kind) for kind in kinds}


def unknown_participants(case: Case) -> Iterator[Finding]:
    """Every pair or player of a traveller line is among the participants (USEBIO 1.4, 2.5.2).

    Each unknown number is reported once. When most numbers are unknown, there is one reason for all of them.
    """
    found = case.unlisted
    if found.most:
        first = next(iter(found.lines.values()))[0]
        yield codes.UNKNOWN_PARTICIPANT.finding(
            f"{len(found.lines)} of the {found.used} numbers in results are not among the participants:"
            f" {', '.join(list(found.lines)[:_NAMED])}, …",
            place=first.at,
            subject="the results",
            stated=str(len(found.lines)),
        )
        return
    for name, (result, count) in found.lines.items():
        more = f", and in {count - 1} more results" if count > 1 else ""
        yield codes.UNKNOWN_PARTICIPANT.finding(
            f"{name} plays {board_name(result)} ({line_name(result)}){more} but is not among the participants",
            place=result.at,
            subject=board_name(result),
            stated=name,
        )


def no_board_number(case: Case) -> Iterator[Finding]:
    """Every line of a traveller is of a board (USEBIO 1.4, 3.1)."""
    for result in case.facts.results:
        if not result.board.strip():
            yield codes.NO_BOARD_NUMBER.finding(
                f"the result of {line_name(result)} has no board number", place=result.at, subject=line_name(result)
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


def totals_of_unknown(case: Case) -> Iterator[Finding]:
    """Totals, adjustments, awards, seats and matches name listed participants (USEBIO 1.4, 2.4 and 3.3.1)."""
    facts = case.facts
    listed = _listed(facts)
    seen: set[tuple[str, str]] = set()
    for what, kind, name, at in _named(facts):
        if not listed[kind] or name in listed[kind] or (kind, name) in seen:
            continue
        seen.add((kind, name))
        subject = f"{kind} {name}"
        yield codes.TOTAL_OF_UNKNOWN.finding(
            f"{what} names {subject}, who is not among the participants", place=at, subject=subject, stated=name
        )


def _named(facts: Facts) -> Iterator[tuple[str, str, str, Place | None]]:
    for total in facts.totals:
        yield "a total", total.kind, total.participant, total.at
    for adjustment in facts.adjustments:
        yield "an adjustment", adjustment.participant_kind, adjustment.participant, adjustment.at
    for award in facts.awards:
        yield "an award", award.participant_kind, award.participant, award.at
    for seat in facts.seats:
        yield "a seat", seat.kind, seat.participant, seat.at
    for match in facts.matches:
        kind = "pair" if match.kind == "pairs" else "team"
        for name in (match.home, match.away):
            if name is not None:
                yield "a match", kind, name, match.at


def unknown_members(case: Case) -> Iterator[Finding]:
    """A team's members are listed, and who belongs to a team belongs to a listed one (USEBIO 1.4, 2.5.1)."""
    facts = case.facts
    listed = _listed(facts)
    below = listed["pair"] | listed["player"]
    for participant in facts.participants:
        subject = f"{participant.kind} {participant.id}"
        for member in participant.members if below else ():
            if member not in below:
                yield codes.UNKNOWN_MEMBER.finding(
                    f"{subject} has the member {member}, who is not among the participants",
                    place=participant.at,
                    subject=subject,
                    stated=member,
                )
        team = participant.team
        if team is not None and listed["team"] and team not in listed["team"]:
            yield codes.UNKNOWN_MEMBER.finding(
                f"{subject} belongs to team {team}, which is not among the participants",
                place=participant.at,
                subject=subject,
                stated=team,
            )


def unknown_parts(case: Case) -> Iterator[Finding]:
    """Results and totals belong to sessions and sections that are listed (USEBIO 1.4, 4.1 and 4.2)."""
    facts = case.facts
    sessions = frozenset(session.id for session in facts.sessions)
    sections = frozenset((section.session, section.id) for section in facts.sections)
    anywhere = frozenset(section.id for section in facts.sections)
    seen: set[tuple[str | None, str | None]] = set()
    for what, session, section, at in _placed(facts):
        if (session, section) in seen:
            continue
        seen.add((session, section))
        if sessions and session is not None and session not in sessions:
            subject, listed = f"session {session}", sorted(sessions)
        elif (
            sections
            and section is not None
            and (session, section) not in sections
            and (session is not None or section not in anywhere)
        ):
            subject, listed = f"section {section}", sorted(anywhere)
        else:
            continue
        yield codes.UNKNOWN_PART.finding(
            f"{what} belongs to {subject}, which the file does not list",
            place=at,
            subject=subject,
            stated=session if subject.startswith("session") else section,
            computed=", ".join(listed[:_NAMED]),
        )


def _placed(facts: Facts) -> Iterable[tuple[str, str | None, str | None, Place | None]]:
    for result in facts.results:
        yield board_name(result), result.session, result.section, result.at
    for match in facts.matches:
        yield f"the match {match.home} against {match.away}", match.session, match.section, match.at
    for total in facts.totals:
        yield f"the total of {total.participant}", total.session, total.section, total.at
    for participant in facts.participants:
        yield f"{participant.kind} {participant.id}", participant.session, participant.section, participant.at


RULES: tuple[Rule, ...] = (
    nothing_to_score,
    unknown_participants,
    no_board_number,
    shared_ids,
    totals_of_unknown,
    unknown_members,
    unknown_parts,
)
