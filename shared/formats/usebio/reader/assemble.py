"""From what was gathered to facts: ids in place of numbers, the event's identity, and the scope of the file."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from contracts.facts import RESULTS, EventFact, Facts, Key, MatchFact, ResultFact, Scope, SeatFact, SessionFact, Sides
from contracts.findings import Finding
from shared.formats.identity import Identities
from shared.formats.parsed import Parsed, ParsedEvent
from shared.formats.usebio.in_play import InPlay, read_in_play
from shared.formats.usebio.reader.draft import Draft
from shared.formats.usebio.reader.event import read_event
from shared.formats.usebio.reader.identity import identity, is_one_session, session_of
from shared.formats.usebio.reader.participants.directory import Directory
from shared.formats.usebio.reader.participants.people import with_names
from shared.formats.usebio.reader.participants.standing import Terms, read_once, read_standing
from shared.formats.usebio.reader.play.lines import with_sides
from shared.formats.usebio.reader.values import moment
from shared.formats.usebio.report import Report

_UNITS = {
    "match_points": "match_points",
    "butler_imps": "imps",
    "cross_imps": "imps",
    "imps": "imps",
    "aggregate": "points",
    "pab": "points",
    "bam": "points",
}
_MATCH_UNITS = {
    "vps": "vps",
    "imps": "imps",
    "percentage": "percent",
    "aggregate": "points",
    "pab": "points",
    "bam": "points",
}
"""Methods for larger teams (XIMPS and the like) say how boards are compared, and not whether matches give VPs."""


def assemble(drafts: list[Draft], outside: Draft, digest: Callable[[], str], report: Report) -> Parsed:
    """Make the events of a file.

    Args:
        drafts: one for each EVENT.
        outside: what stands beside the events and belongs to all of them: club, hands, movements.
        digest: gives a name to an event that nothing else names.
        report: takes findings.
    """
    events: list[ParsedEvent] = []
    identities = Identities()
    for draft in drafts:
        if draft is not outside:
            draft.organiser = draft.organiser or outside.organiser
            draft.deals.extend(outside.deals)
            draft.movements.extend(outside.movements)
            draft.extensions.facts.extend(outside.extensions.facts)
            draft.details.extend(outside.details)
        event = _event(draft, digest, report)
        events.append(replace(event, event=identities.take(event.event)))
    findings = report.finish()
    inside: dict[str, list[Finding]] = {}
    for finding in findings:
        # By the path of the child of USEBIO, an EVENT for example, in which the finding stands.
        path = (finding.place.path if finding.place is not None else None) or ""
        inside.setdefault("/".join(path.split("/", 3)[:3]), []).append(finding)
    about = (tuple(inside.get(draft.fields.path, ())) for draft in drafts)
    parsed = (replace(event, findings=own) for event, own in zip(events, about, strict=True))
    return Parsed(events=tuple(parsed), findings=findings)


def _event(draft: Draft, digest: Callable[[], str], report: Report) -> ParsedEvent:
    fact = read_event(draft)
    directory = Directory(draft.entries, report, two_winners=fact.winners == 2, met=draft.sides.values())
    colour = draft.fields.name(Report(), "MASTER_POINT_TYPE")
    standing = read_standing(draft.entries, Terms(draft.version, _unit(fact), colour), report)
    read_once(standing, draft.version, report)
    only = next(iter(draft.sessions)) if len(draft.sessions) == 1 else None
    name = identity(draft, fact, digest, report)
    ladder, participants = with_names(draft.ladder, standing.participants, draft.extensions.facts)
    facts = Facts(
        events=(fact,),
        sessions=tuple(draft.sessions.values()),
        sections=tuple(draft.sections.values()),
        participants=participants,
        boards=tuple(draft.boards),
        results=RESULTS.of(_results(draft, directory)),
        matches=tuple(_match(match, fact, directory) for match in draft.matches),
        board_points=tuple(
            points.replace(unit=_UNITS.get(fact.board_scoring or "")) if points.unit is None else points
            for points in draft.board_points
        ),
        # Hands outside every session belong to the session of a file that has one.
        deals=tuple(deal.replace(session=deal.session or only) for deal in draft.deals),
        auctions=tuple(auction.replace(sides=directory.sides(auction.sides, None)) for auction in draft.auctions),
        plays=tuple(play.replace(sides=directory.sides(play.sides, None)) for play in draft.plays),
        movements=tuple(draft.movements),
        seats=tuple(standing.seats),
        adjustments=tuple(standing.adjustments),
        totals=tuple(standing.totals),
        awards=tuple(standing.awards),
        ladder=ladder,
        extensions=tuple(draft.extensions.facts),
    )
    in_play = read_in_play(draft.in_play) if draft.in_play is not None else None
    following = in_play.next_round if in_play is not None else None
    facts = facts.replace(seats=tuple(_seat(seat, following, facts) for seat in facts.seats))
    if in_play is not None and fact.results is None:
        # Only a running event says what it includes; 1.2 has no element that says so as well.
        facts = facts.replace(events=(fact.replace(results="to_date"),))
    if not draft.sessions and is_one_session(fact):
        facts = _as_session(facts, fact)
    return ParsedEvent(
        event=name, facts=facts, scope=_scope(draft, facts, in_play), stated_at=_stated_at(draft, facts, in_play)
    )


def _unit(fact: EventFact) -> str | None:
    """The unit of stated totals."""
    if fact.kind in ("teams", "swiss_teams", "knockout", "swiss_pairs") and fact.match_scoring:
        return _MATCH_UNITS.get(fact.match_scoring)
    if fact.kind == "swiss_pairs" and fact.board_scoring == "match_points":
        return "vps"
    return _UNITS.get(fact.board_scoring or "")


def _results(draft: Draft, directory: Directory) -> tuple[ResultFact, ...]:
    """Put ids in place of the numbers of lines, where they are not the same."""
    pairs: set[str | None] = set()
    teams: set[str | None] = set()
    for numbers in draft.sides:  # as written, in the order of `Sides`
        pairs.update(numbers[:2])
        teams.update(numbers[6:])
    strange = any(
        number and (kind, number) not in directory.ids
        for kind, numbers in (("pair", pairs), ("team", teams))
        for number in numbers
    )
    if not (directory.shared or strange):
        return tuple(draft.results)
    cache: dict[tuple[int, str | None], Sides] = {}
    parts: dict[Key, int] = {}
    results: list[ResultFact] = []
    for result in draft.results:
        key = (id(result.sides), result.section)
        sides = cache.get(key)
        if sides is None:
            sides = cache[key] = directory.sides(result.sides, result.section)
        same = (result.session, result.board, *sides.key)
        part = parts.get(same, 0)
        parts[same] = part + 1
        changed = sides is not result.sides or part != result.part
        results.append(with_sides(result, sides, part) if changed else result)
    return tuple(results)


def _match(match: MatchFact, fact: EventFact, directory: Directory) -> MatchFact:
    kind = "team" if match.kind == "teams" else "pair"
    update: dict[str, object] = {
        "home": directory.find(kind, match.home, match.section, None),
        "away": directory.find(kind, match.away, match.section, None),
    }
    if match.unit is None and match.home_score is not None:
        default = "vps" if fact.kind == "swiss_pairs" and fact.board_scoring == "match_points" else None
        update["unit"] = _MATCH_UNITS.get(fact.match_scoring or "", default)
    return match.model_copy(update=update)


def _as_session(facts: Facts, fact: EventFact) -> Facts:
    """A file of one session of several without a SESSION element (2.2.8, case 2): named by when it was played."""
    name, day = session_of(fact)
    if name is None:
        return facts
    session = SessionFact(at=fact.at, id=name, date=day, start_time=fact.start_time, end_time=fact.end_time)
    changed: dict[str, object] = {"sessions": (session,)}
    for field in Facts.FIELDS:
        rows = getattr(facts, field)
        if rows and hasattr(rows[0], "session"):
            changed[field] = tuple(row.replace(session=name) for row in rows)
    return facts.model_copy(update=changed)


def _scope(draft: Draft, facts: Facts, in_play: InPlay | None) -> Scope:
    """What the file covers: what its instruction says, else the sessions, sections, rounds and boards that it has.

    A file that lacks a board says nothing about it: programs also send the boards of one round alone.
    """
    if in_play is not None:
        scope = in_play.scope()
        if scope.sessions is None and facts.sessions:
            scope = scope.replace(sessions=tuple(session.id for session in facts.sessions))
        return scope
    if not (draft.has_boards or draft.matches or draft.ladder):
        # Participants or totals alone: an overall file withdraws nothing that the files of its sessions say.
        return Scope(whole=False)
    sections = tuple(dict.fromkeys(section.id for section in facts.sections))
    outside = any(result.section is None for result in facts.results) if sections else True
    return Scope(
        whole=True,
        sessions=tuple(session.id for session in facts.sessions) or None,
        sections=None if outside else sections,
        rounds=_rounds(facts),
        boards=tuple(dict.fromkeys(result.board for result in facts.results)) or None,
    )


def _seat(seat: SeatFact, following: int | None, facts: Facts) -> SeatFact:
    """A seat with the round that the instruction names, and with the section that stands before its table ("B7EW")."""
    update: dict[str, Any] = {}
    if following is not None and seat.stage == "next":
        update["round"] = following
    table = seat.table or ""
    section = next((s.id for s in facts.sections if table.startswith(s.id) and table[len(s.id) :].isdecimal()), None)
    if section is not None and not table.isdecimal():
        update |= {"section": section, "table": table.removeprefix(section)}
    return seat.replace(**update) if update else seat


def _rounds(facts: Facts) -> tuple[int, ...] | None:
    """The rounds that the file has, where it numbers the round of every line and match."""
    numbered = {result.round for result in facts.results} | {match.round for match in facts.matches}
    rounds = sorted(number for number in numbered if number is not None)
    return tuple(rounds) if rounds and None not in numbered else None


def _stated_at(draft: Draft, facts: Facts, in_play: InPlay | None) -> tuple[datetime, str] | None:
    if in_play is not None and in_play.calculated_at is not None:
        return in_play.calculated_at, "stated"
    fact = facts.event
    ends = [moment(fact.end_time, fact.start_date)]
    ends.extend(moment(session.end_time, session.date or fact.start_date) for session in facts.sessions)
    known = [end for end in ends if end is not None]
    return (max(known), "end_time") if known else None
