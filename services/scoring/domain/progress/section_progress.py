"""How far each section of each session is.

Rules kept here:

1. Rounds to come are those of the section; where it does not say, those of its movement, and in an event of one session
   those of the event.
2. Results to come are tables × rounds × boards a round, where all three are known; else as many as its pairs make of
   the boards that the event says everybody plays.
   Tables are those of the fullest round; while there is but one round, those that the files state, which may count a
   table where somebody sits out.
3. A round is complete when as many tables are in as the fullest round of the section lists, less those that it does
   without (`absences`).
4. A section is complete when as many results are in as are to come and no line is blank. Nothing is to come from tables
   that a round surely does without.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from contracts.facts import EventFact, MovementFact, SectionFact
from contracts.standings import SectionProgress
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.progress.absences import Absences, Section, Without, last_complete, movement_of
from services.scoring.domain.progress.lines_to_date import SectionLines


def section_progress(
    event: EventFact,
    sections: Sequence[SectionFact],
    movements: Sequence[MovementFact],
    lines: Mapping[Section, SectionLines],
    missing: Absences = MappingProxyType({}),
) -> tuple[SectionProgress, ...]:
    """Count what is in of each section and, where the files tell, what is to come.

    Args:
        event: what files say of it as a whole.
        sections: of its sessions.
        movements: of its sections, or of whole sessions.
        lines: of its travellers, by section.
        missing: tables that rounds do without.
    """
    described: dict[Section, SectionFact] = {(fact.session, fact.id): fact for fact in sections}
    every = described.keys() | lines.keys()
    sessions = {session for session, _ in every}
    without: dict[Section, dict[int, Without]] = defaultdict(dict)
    for (session, name, number), tables in missing.items():
        without[session, name][number] = tables
    return tuple(
        _progress(
            section,
            described.get(section),
            movement_of(section, movements),
            lines.get(section) or SectionLines(),
            without[section],
            event if len(sessions) == 1 else EventFact(),
            event.boards_played,
        )
        for section in sorted(every, key=lambda section: (key_order(section), *map(str, section)))
    )


def _progress(
    section: Section,
    fact: SectionFact | None,
    movement: MovementFact | None,
    lines: SectionLines,
    without: Mapping[int, Without],
    event: EventFact,
    boards_played: int | None,
) -> SectionProgress:
    rounds = lines.rounds
    listed = max((len(here.tables) for here in rounds.values()), default=0)
    stated = (fact and fact.tables) or (movement and movement.tables)
    tables = (listed if len(rounds) > 1 or not stated else stated) or None
    of_movement = max((line.round for line in movement.lines), default=None) if movement else None
    to_play = (fact and fact.rounds) or (movement and movement.rounds) or of_movement or event.rounds
    each = (fact and fact.boards_per_round) or event.boards_per_round
    if tables and to_play and each:
        expected: int | None = tables * to_play * each
    else:
        pairs = len(lines.pairs)
        expected = boards_played * (pairs // 2) if boards_played and pairs > 1 else None
    if expected is not None and each:
        expected -= each * sum(round_.sure for round_ in without.values())
    done = {number: here.begun for number, here in rounds.items()}
    return SectionProgress(
        session=section[0],
        section=section[1],
        tables=tables,
        rounds=to_play,
        rounds_complete=last_complete(done, listed, without) if rounds else None,
        boards=len(lines.boards),
        boards_expected=fact.boards if fact is not None else None,
        results=lines.reported,
        results_expected=expected,
        complete=False if lines.blank else lines.reported >= expected if expected is not None else None,
    )
