"""Sections of an event: what they are, which are scored and which are ranked together, and how far they are.

Rules kept here:

1. Sections that are scored together form a list by the numbers of the section before and the one after; so do those
   that are ranked together. One of the two numbers is enough to connect two sections of an event. A number that leads
   out of the event, or that the other section does not return, is reported.
2. A group has the name of its first section. A section alone in an event of one section has no group.
3. A result 999 is still to come when the section has yet to post its round (pickup slips) or its board (travellers),
   and the round is one that is played; otherwise the board was not in play.
"""

from typing import Literal

from contracts.codes import acblscore as codes
from contracts.facts import Detail, SectionFact
from shared.formats.acblscore import values
from shared.formats.acblscore.file.game import Event, Section
from shared.formats.acblscore.reader.details import details_of
from shared.formats.acblscore.reader.numbers import Numbers
from shared.formats.acblscore.report import Report

TRAVELLERS = 1

_CARRIED = (
    "number", "num_boards", "num_boards_per_round", "top", "num_rounds", "num_tables", "numbers", "howell",
    "web_movement", "web_movement_real", "movement_file", "phantom", "phantom_2", "phantom_3", "rover_mode",
    "posting_method",
)  # fmt: skip


def groups_of(event: Event, kind: Literal["scored", "ranked"], report: Report) -> dict[int, str | None]:
    """The names of the groups that are scored or ranked together, by the number of each section (rules 1 and 2)."""
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
                text = f"section {section.name} is {kind} with section number {other}, which does not name it in turn"
                place = section.summary.place(f"{kind}_{way}")
                report.add(codes.SECTION_LIST, text, place, subject=f"section {section.name}")
            if neighbour is not None:
                low, two = sorted((root(number), root(other)))
                first[two] = low
    return {number: sections[root(number)].name for number in sections}


def section_fact(
    section: Section, session: str | None, scored_with: str | None, ranked_with: str | None
) -> SectionFact:
    """What the file says of a section."""
    details, summary = section.details, section.summary
    travellers = details.integer("posting_method") == TRAVELLERS
    rounds = details.integer("num_rounds") or summary.integer("num_rounds")
    return SectionFact(
        at=details.place(),
        session=session,
        id=section.name,
        scored_with=scored_with,
        ranked_with=ranked_with,
        tables=details.integer("num_tables") or None,
        boards=details.integer("num_boards") or None,
        boards_per_round=details.integer("num_boards_per_round") or None,
        rounds=rounds or None,
        rounds_posted=None if travellers else summary.integer("num_rounds_posted"),
        top=details.decimal("top") if details.integer("top") else None,
        movement=details.text("movement_file") or None,
        details=(*_words(section), *details_of(details, _CARRIED)),
    )


def _words(section: Section) -> list[Detail]:
    details, summary = section.details, section.summary
    # One flag is that of the description, the other that of the real file.
    web = details.flag("web_movement") or details.flag("web_movement_real")
    phantoms = [details.integer(name) for name in ("phantom", "phantom_2", "phantom_3")]
    status = summary.integer("status")
    words = {
        "MOVEMENT_KIND": "Howell" if details.flag("howell") else "web" if web else "Mitchell",
        "PHANTOM": " ".join(str(number) for number in phantoms if number),
        "ROVER": values.ROVERS.get(details.integer("rover_mode"), str(details.integer("rover_mode") or "")),
        "POSTING": values.POSTING[min(details.integer("posting_method"), 1)],
        "STATUS": ", ".join(
            status_name
            for bit, status_name in (
                (values.SCORED, "scored"),
                (values.POSTED, "posted"),
                (values.LATE_PLAYS, "late plays"),
            )
            if status & bit
        ),
        "FLAGS": str(summary.integer("flags") or ""),
    }
    every = [Detail(name=name, value=value) for name, value in words.items() if value]
    for number, strat in enumerate(details.parts("strats"), 1):
        every.extend(details_of(strat, prefix=f"STRAT_{number}_"))
    if section.matches is not None:
        index = section.matches.index
        every.extend(details_of(index, ("section", "num_teams"), prefix="MATCHES_"))
        for number, round_robin in enumerate(index.parts("round_robins"), 1):
            every.extend(details_of(round_robin, prefix=f"ROUND_ROBIN_{number}_"))
    return every


def phantoms_of(section: Section, numbers: Numbers) -> frozenset[tuple[int, int]]:
    """The keys of those who are not there.

    A negative number is East-West's in a Mitchell movement; individuals can have up to three.
    """
    every = (section.details.integer(name) for name in ("phantom", "phantom_2", "phantom_3"))
    return frozenset(numbers.key(2 if number < 0 else 1, abs(number)) for number in every if number)


def is_to_come(section: Section, round_number: int, *, traveller_entered: bool) -> bool:
    """Whether a result without a score is still to be entered (rule 3)."""
    details, summary = section.details, section.summary
    rounds = details.integer("num_rounds") or summary.integer("num_rounds")
    if (rounds and round_number > rounds) or summary.integer("status") & values.POSTED:
        return False
    if details.integer("posting_method") == TRAVELLERS:
        return not traveller_entered
    return round_number > summary.integer("num_rounds_posted")
