"""The reader: bytes of a game file to the facts of its events.

Rules kept here:

1. A file begins with the master table (`head.py`).
2. What cannot be reached loses its part of the file, with a finding; a file without a single event is refused.
3. A file is complete for the sections that it has, during play as well, unless it is shorter than it says: then it
   takes back nothing of what earlier files say.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from contracts.codes import acblscore as codes
from contracts.facts import Detail, Extension, Facts, MatchFact, MovementFact, Scope, SeatFact
from shared.errors import FormatError
from shared.formats.acblscore import values
from shared.formats.acblscore.file.game import Event, Game, Section, read_game
from shared.formats.acblscore.file.game_file import GameFile, check_head
from shared.formats.acblscore.identity import Naming, identity, iso_date
from shared.formats.acblscore.reader.boards import Context, Played, read_boards, results_of
from shared.formats.acblscore.reader.details import of_file, raw_block, unknown_of
from shared.formats.acblscore.reader.event import (
    event_fact,
    has_several_sessions,
    moment_of,
    scoring_of,
    session_fact,
    session_number,
    strats_with_content,
    unit_of,
)
from shared.formats.acblscore.reader.movements import read_movement
from shared.formats.acblscore.reader.numbers import read_numbers
from shared.formats.acblscore.reader.people import participant_of, players_of
from shared.formats.acblscore.reader.places import Terms
from shared.formats.acblscore.reader.roster import Member, Roster, roster_of, sides_of_teams, teams_of
from shared.formats.acblscore.reader.sections import groups_of, section_fact
from shared.formats.acblscore.reader.standing import read_standing
from shared.formats.acblscore.reader.team_matches import names_of, places_of, read_matches, stationary_of
from shared.formats.acblscore.report import Report
from shared.formats.identity import Identities
from shared.formats.parsed import Parsed, ParsedEvent

LARGEST = 4 * 1024 * 1024
"""Bytes of a file: 100 sections of 20 tables are less."""


def parse(data: bytes) -> Parsed:
    """Read a game file: its events with everything they state, and what was found on the way.

    Raises:
        FormatError: it is no game file, too large, or no event of it can be read.
    """
    if len(data) > LARGEST:
        raise FormatError(codes.TOO_LARGE, f"{len(data)} bytes; a game file has {LARGEST} at most")
    return read_with(data, Report())


def read_with(data: bytes, report: Report) -> Parsed:
    """Read a game file of a size that is allowed; the report counts the memory that this takes.

    Raises:
        FormatError: as of `parse`.
    """
    check_head(data, report)
    file = GameFile(data, report)
    game = read_game(file)
    if not game.events:
        _check_length(file, ())
        raise FormatError(codes.NO_EVENT, "no event of the file can be read", findings=report.finish())
    events: list[ParsedEvent] = []
    identities = Identities()
    for event in game.events:
        mark = len(report.findings)
        name = identities.take(_name(game, event))
        read = _read_event(game, event, name, first=not events)
        events.append(replace(read, findings=(*event.findings, *report.findings[mark:])))
    _check_length(file, events)
    return Parsed(events=tuple(events), findings=report.finish())


def _check_length(file: GameFile, events: Sequence[ParsedEvent]) -> None:
    """Compare the length of the file with its head.

    Raises:
        FormatError: not-a-game where a file that is cut has nothing but its head.
    """
    stated, length = file.master.integer("len_file"), len(file.data)
    if stated == length:
        return
    place, code = file.master.place("len_file"), codes.LENGTH_DIFFERS
    text = f"the file says that it has {stated} bytes, but it has {length}"
    if stated > length and file.report.has(codes.BAD_POINTER, codes.BAD_BLOCK):
        code, text = codes.FILE_CUT, f"the file is cut: it ends after {length} of its {stated} bytes"
        if not any(event.facts.participants or event.facts.results for event in events):
            found = file.report.finish()
            raise FormatError(codes.NOT_A_GAME, f"{text}, before any participant or result", place, findings=found)
    file.report.add(code, text, place, stated=str(stated), computed=str(length))


def _name(game: Game, event: Event) -> str:
    details = event.details
    names = ("club", "club_number", "sanction", "code", "name", "session_name")
    naming = Naming(**{name: details.text(name) for name in names}, day=_day(game, event))
    slug = identity(naming, several=has_several_sessions(event))
    if slug is None:
        slug = f"acblscore-{hashlib.sha256(game.file.data).hexdigest()[:12]}"
        text = f"event {event.number} has neither club nor name"
        game.file.report.add(codes.NO_IDENTITY, text, details.place("name"), computed=slug)
    return slug


def _day(game: Game, event: Event) -> str | None:
    """The date of an event, else that on which the file was made."""
    if (day := iso_date(event.details.text("date"))) is not None:
        return day
    created = game.file.master.time("created")
    return created.date().isoformat() if created is not None else None


@dataclass
class _Parts:
    """What the sections of an event give; `stationary` is what the tables of matches say of teams."""

    members: list[Member]
    played: list[tuple[Section, Played]] = field(default_factory=list)
    movements: list[MovementFact] = field(default_factory=list)
    matches: list[MatchFact] = field(default_factory=list)
    seats: list[SeatFact] = field(default_factory=list)
    stationary: dict[str, list[Detail]] = field(default_factory=dict)


def _read_event(game: Game, event: Event, name: str, *, first: bool) -> ParsedEvent:
    report = game.file.report
    several = has_several_sessions(event)
    session = str(session_number(event)) if several else None
    scoring = scoring_of(event, report)
    scored_with, ranked_with = groups_of(event, "scored", report), groups_of(event, "ranked", report)
    scored = frozenset(s.name for s in event.sections if s.summary.integer("status") & values.SCORED)
    for section in event.sections:
        if section.name not in scored:
            text = f"section {section.name} has not been scored since its last entry"
            report.add(codes.NOT_SCORED, text, section.summary.place("status"), subject=f"section {section.name}")
    kind = event.entrant or "pair"
    unit = unit_of(event, scoring)
    parts = _read_sections(game.file, event, session, unit, scored)
    terms = Terms(
        kind=kind,
        session=session,
        unit=unit,
        handicap=event.details.integer("handicap_type"),
        ranked={s.name: ranked_with[s.number] for s in event.sections},
        scored=scored,
    )
    standing = read_standing(parts.members, terms)
    titles = values.player_ranks(_day(game, event))
    complete = not any(played.to_come for _, played in parts.played) and _posted(event)
    facts = Facts(
        events=(event_fact(game, event, scoring, complete=complete, report=report),),
        sessions=(session_fact(event),) if several else (),
        sections=tuple(section_fact(s, session, scored_with[s.number], ranked_with[s.number]) for s in event.sections),
        participants=tuple(
            participant_of(member, kind, several=several, extra=parts.stationary.get(member.id, ()), titles=titles)
            for member in parts.members
        ),
        boards=tuple(fact for _, played in parts.played for fact in played.boards),
        results=results_of(played for _, played in parts.played),
        matches=tuple(parts.matches),
        movements=tuple(parts.movements),
        seats=(*standing.seats, *parts.seats),
        adjustments=tuple(standing.adjustments),
        totals=tuple(standing.totals),
        awards=tuple(standing.awards),
        extensions=tuple([*(of_file(game) if first else []), *_unknown(event, parts.members)]),
    )
    moment = moment_of(event)
    return ParsedEvent(
        event=name,
        facts=facts,
        scope=_scope(event, session, parts, cut=len(game.file.data) < game.file.master.integer("len_file")),
        stated_at=(moment, "modified") if moment is not None else None,
    )


def _read_sections(
    file: GameFile, event: Event, session: str | None, unit: str | None, scored: frozenset[str]
) -> _Parts:
    rosters = rosters_of(file, event) if not event.teams else {}
    parts = _Parts(members_of(event, rosters))
    if event.teams:
        parts.matches, parts.seats = read_matches(parts.members, session, unit, file.report)
    for section in event.sections:
        if event.teams:
            teams = [member for member in parts.members if member.section is section]
            places = places_of(teams).items()
            parts.stationary |= {team: stationary_of(section.matches, place) for team, place in places}
            sides = sides_of_teams(section, names_of(parts.members, section), file.report)
        else:
            sides = rosters[section.name].sides
        if section.boards or not event.teams:  # of team events, those of board-a-match alone have boards
            stated = unit if section.name in scored else None
            context = Context(section, session, event.individual, stated, sides)
            parts.played.append((section, read_boards(file, context)))
        movement = read_movement(file, section, session, entrant=event.entrant or "pair", sides=sides)
        if movement is not None:
            parts.movements.append(movement)
    return parts


def members_of(event: Event, rosters: Mapping[str, Roster]) -> list[Member]:
    """Everybody who has a seat, section by section."""
    taken: set[str] = set()
    if event.teams:
        return [member for section in event.sections for member in teams_of(section, taken)]
    return [member for roster in rosters.values() for member in roster.members]


def rosters_of(file: GameFile, event: Event) -> dict[str, Roster]:
    """Everybody of an event of pairs or individuals, by the name of the section."""
    taken: set[str] = set()
    session, several = session_number(event), has_several_sessions(event)
    rosters: dict[str, Roster] = {}
    for section in event.sections:
        numbers = read_numbers(
            section.details, section.name, individual=event.individual, movement=section.movement, report=file.report
        )
        rosters[section.name] = roster_of(
            section, numbers, session=session, several=several, report=file.report, taken=taken
        )
    return rosters


def _posted(event: Event) -> bool:
    """Whether the rounds of team events are in; boards tell it for the others."""
    summaries = [section.summary for section in event.sections]
    if event.teams:
        return all(summary.integer("num_rounds_posted") >= summary.integer("num_rounds") for summary in summaries)
    return all(section.boards or section.summary.integer("status") & values.POSTED for section in event.sections)


def _scope(event: Event, session: str | None, parts: _Parts, *, cut: bool) -> Scope:
    """Rule 3."""
    if not parts.matches and not any(played.columns for _, played in parts.played):
        return Scope(whole=False)
    return Scope(
        whole=not cut,
        sessions=(session,) if session is not None else None,
        sections=tuple(section.name for section in event.sections),
    )


def _unknown(event: Event, members: list[Member]) -> list[Extension]:
    """Unknown bytes of everything that belongs to an event."""
    extensions = unknown_of(event.details, event.details.name)
    for number, strat in strats_with_content(event.details):
        extensions.extend(unknown_of(strat, f"{event.details.name}, strat {number}"))
    for section in event.sections:
        records = [section.details, *section.details.parts("strats")]
        heads = [*section.indexes, section.board_index]
        matches = section.matches
        if matches is not None:
            tables = [table for table in matches.teams if table is not None]
            heads.extend([matches.index, matches.scale, *(head for head, _ in tables)])
            records.extend(row for _, rows in tables for row in rows)
        extensions.extend(extension for record in records for extension in unknown_of(record, record.name))
        if matches is not None and matches.assignments is not None:
            extensions.extend(raw_block(matches.assignments, matches.assignments.name))
        for head in heads:
            extensions.extend(unknown_of(head, head.name, entries=True) if head is not None else ())
    for member in members:
        entry = member.seated.entry
        if entry is not None:
            owner = f"{entry.layout.name} {member.id}"
            extensions.extend(unknown_of(entry, owner))
            for number, known in enumerate(players_of(entry), 1):
                if not known.is_known:
                    extensions.extend(unknown_of(entry.part("players", number - 1), f"{owner}, player {number}"))
    return extensions
