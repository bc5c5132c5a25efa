"""Sections of an event: what they are, which are scored and which are ranked together, and how far they are.

Rules kept here:

1. Sections that are scored together form a list by the numbers of the section before and the one after; so do those
   that are ranked together. One of the two numbers is enough to connect two sections of an event. A number that leads
   out of the event, or that the other section does not return, is reported.
2. A group has the name of its first section. A section alone in an event of one section has no group.
3. A result 999 is still to come when the section has yet to post its round (pickup slips) or its board (travellers),
   and the round is one that is played; otherwise the board was not in play.
"""

from __future__ import annotations

from dataclasses import dataclass

from contracts.codes import acblscore as codes
from contracts.facts import Detail, SectionFact
from shared.formats.acblscore import values
from shared.formats.acblscore.file.game import Event, Section
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.details import details_of
from shared.formats.acblscore.reader.numbers import Numbers
from shared.formats.acblscore.report import Report

TRAVELLERS = 1

_CARRIED = (
    "number", "num_boards", "num_boards_per_round", "top", "num_rounds", "num_tables", "numbers", "howell",
    "web_movement", "web_movement_real", "movement_file", "phantom", "phantom_2", "phantom_3", "rover_mode",
    "posting_method",
)  # fmt: skip


@dataclass(frozen=True)
class Groups:
    """Names of groups by the number of each section; None where an event has a single section."""

    scored: dict[int, str | None]
    ranked: dict[int, str | None]


def groups_of(event: Event, report: Report) -> Groups:
    """Which sections of an event are scored together, and which are ranked together (rules 1 and 2)."""
    return Groups(_groups(event, "scored", report), _groups(event, "ranked", report))


def _groups(event: Event, kind: str, report: Report) -> dict[int, str | None]:
    sections = {section.number: section for section in event.sections}
    if len(sections) == 1:
        return dict.fromkeys(sections)
    first = {number: number for number in sections}

    def root(number: int) -> int:
        while first[number] != number:
            number = first[number]
        return number

    for number, section in sections.items():
        for way, back in (("previous", "next"), ("next", "previous")):
            other = section.summary.integer(f"{kind}_{way}")
            if not other:
                continue
            neighbour = sections.get(other)
            if neighbour is None or neighbour.summary.integer(f"{kind}_{back}") != number:
                text = f"section {section.name} is {kind} with section number {other}, which says otherwise"
                place = section.summary.place(f"{kind}_{way}")
                report.add(codes.SECTION_LIST, text, place, subject=f"section {section.name}")
            if neighbour is not None:
                low, two = sorted((root(number), root(other)))
                first[two] = low
    return {number: sections[root(number)].name for number in sections}


def section_fact(section: Section, session: str | None, groups: Groups) -> SectionFact:
    """What the file says of a section."""
    details, summary = section.details, section.summary
    travellers = details.integer("posting_method") == TRAVELLERS
    rounds = details.integer("num_rounds") or summary.integer("num_rounds")
    return SectionFact(
        at=details.place(),
        session=session,
        id=section.name,
        scored_with=groups.scored[section.number],
        ranked_with=groups.ranked[section.number],
        tables=details.integer("num_tables") or None,
        boards=details.integer("num_boards") or None,
        boards_per_round=details.integer("num_boards_per_round") or None,
        rounds=rounds or None,
        rounds_posted=None if travellers else summary.integer("num_rounds_posted"),
        top=details.decimal("top") if details.integer("top") else None,
        movement=details.text("movement_file") or None,
        details=(*_words(section), *details_of(details, _CARRIED)),
    )


def is_web(details: Record) -> bool:
    """Whether tables share boards as in a web movement: by the flag of the description, or that of the real file."""
    return details.flag("web_movement") or details.flag("web_movement_real")


def _words(section: Section) -> list[Detail]:
    details, summary = section.details, section.summary
    kind = "Howell" if details.flag("howell") else "web" if is_web(details) else "Mitchell"
    phantoms = [details.integer(name) for name in ("phantom", "phantom_2", "phantom_3")]
    status = summary.integer("status")
    words = {
        "MOVEMENT_KIND": kind,
        "PHANTOM": " ".join(str(number) for number in phantoms if number),
        "ROVER": values.ROVERS.get(details.integer("rover_mode"), str(details.integer("rover_mode") or "")),
        "POSTING": values.POSTING[min(details.integer("posting_method"), 1)],
        "STATUS": ", ".join(
            word
            for bit, word in ((values.SCORED, "scored"), (values.POSTED, "posted"), (values.LATE_PLAYS, "late plays"))
            if status & bit
        ),
        "FLAGS": str(summary.integer("flags") or ""),
    }
    kept = [Detail(name=name, value=value) for name, value in words.items() if value]
    for number, strat in enumerate(details.parts("strats"), 1):
        kept.extend(details_of(strat, prefix=f"STRAT_{number}_"))
    if section.matches is not None:
        index = section.matches.index
        kept.extend(details_of(index, ("section", "num_teams"), prefix="MATCHES_"))
        for number, round_robin in enumerate(index.parts("round_robins"), 1):
            kept.extend(details_of(round_robin, prefix=f"ROUND_ROBIN_{number}_"))
    return kept


def phantoms_of(section: Section, numbers: Numbers) -> frozenset[tuple[int, int]]:
    """The keys of those who are not there.

    A negative number is East-West's in a Mitchell movement; individuals can have up to three.
    """
    details = section.details
    phantoms = []
    for name in ("phantom", "phantom_2", "phantom_3"):
        number = details.integer(name)
        if number:
            phantoms.append(numbers.key(2 if number < 0 else 1, abs(number)))
    return frozenset(phantoms)


def is_to_come(section: Section, round_number: int, *, traveller_entered: bool) -> bool:
    """Whether a result without a score is still to be entered (rule 3)."""
    details, summary = section.details, section.summary
    rounds = details.integer("num_rounds") or summary.integer("num_rounds")
    if (rounds and round_number > rounds) or summary.integer("status") & values.POSTED:
        return False
    if details.integer("posting_method") == TRAVELLERS:
        return not traveller_entered
    return round_number > summary.integer("num_rounds_posted")
