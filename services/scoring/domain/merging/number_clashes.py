"""Sections that came in files of their own and number their pairs alike.

USEBIO wants a number to be that of one pair in the whole event (4.1). Within a file the reader tells numbers of two
sections apart; of two files neither knows the other, and what one says of number 1 takes the place of what the other
says. Rule: of the newest files of each choice of sections no two may have other people under a number.
"""

from collections.abc import Iterable

from contracts.codes.scoring import NUMBERS_SHARED
from contracts.facts import Participant
from contracts.findings import Finding
from contracts.messages import Fragment
from services.scoring.domain.merging.people import persons


def shared_numbers(fragments: Iterable[Fragment]) -> list[Finding]:
    """One finding for each file that has other people under the numbers of another section's file."""
    newest: dict[frozenset[str], Fragment] = {}
    of_sections = (fragment for fragment in fragments if fragment.facts.sections)
    for fragment in sorted(of_sections, key=lambda fragment: fragment.order):
        newest[frozenset(section.id for section in fragment.facts.sections)] = fragment
    if len(newest) < 2:
        return []
    first: dict[tuple[str, str], tuple[Participant, Fragment]] = {}
    clashes: list[Finding] = []
    for fragment in newest.values():
        differing = []
        for participant in fragment.facts.participants:
            number = (participant.kind, participant.id)
            known, source = first.setdefault(number, (participant, fragment))
            here, there = persons(participant), persons(known)
            other_section = participant.section is not None and known.section not in (None, participant.section)
            if other_section and here and there and here != there:
                differing.append((participant, known, source))
        if differing:
            clashes.append(_finding(differing, fragment))
    return clashes


def _finding(differing: list[tuple[Participant, Participant, Fragment]], fragment: Fragment) -> Finding:
    participant, known, source = differing[0]
    subject = f"{participant.kind} {participant.id}"
    more = f", and {len(differing) - 1} more numbers" if len(differing) > 1 else ""
    return NUMBERS_SHARED.finding(
        f"{subject} is {participant.shown_name} of section {participant.section} in {fragment.file.name}"
        f" and {known.shown_name} of section {known.section} in {source.file.name}{more}:"
        " what one file says takes the place of the other's",
        place=participant.at,
        subject=subject,
        stated=f"section {participant.section}",
        computed=f"section {known.section}",
        file=fragment.file.sha256,
    )
