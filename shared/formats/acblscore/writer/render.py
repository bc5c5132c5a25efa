"""A new game file from an event: one session of pairs, individuals or teams.

Rules kept here:

1. A game file is one session; of an event of several the newest is written, and the others are counted as lost.
2. Fields that were read from a game file come back from their details. What only the program itself can know (keys of
   its lists, master point formulas) stays 0.
3. Texts are cut to their fields; everything that is cut or left out is counted.
4. The same event gives the same bytes.
"""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from string import ascii_uppercase
from typing import Literal

from contracts.codes.acblscore import NOT_A_BRIDGE_EVENT
from contracts.facts import EventFact, Facts, Participant, ResultFact, SectionFact
from contracts.messages import EventMerged
from shared.bridge.line_players import unlisted
from shared.errors import UnsupportedFeature
from shared.formats.acblscore import values as lists
from shared.formats.acblscore.file.fields import Layout, encode
from shared.formats.acblscore.file.game_layouts import EVENT, LINES, MASTER, MEMO_LINE, NOTE_LINE, SECTIONS
from shared.formats.acblscore.file.packing import pack
from shared.formats.acblscore.identity import long_date
from shared.formats.acblscore.not_held import TEAMS, VERSION, VERSION_NEEDED
from shared.formats.acblscore.writer.blocks import Blocks
from shared.formats.acblscore.writer.next_round import with_drawn
from shared.formats.acblscore.writer.own_scoring import groups_of, ranked_of, scored_anew, scored_otherwise, with_lines
from shared.formats.acblscore.writer.people import (
    Entries,
    Fields,
    Ranked,
    fitting,
    full_of,
    ids_of,
    in_sections,
    inside_of,
    present_of,
)
from shared.formats.acblscore.writer.ranks import rank_by_score
from shared.formats.acblscore.writer.seating import Seating, seating_of, starts_of
from shared.formats.acblscore.writer.sections import NewSection, link, write_section
from shared.formats.acblscore.writer.stated_fields import fields_of, packed
from shared.formats.acblscore.writer.teams import matches_of, teams_of, with_given_scale, with_sums, write_teams
from shared.formats.losses import Losses
from shared.formats.merged_values import Values
from shared.formats.parsed import Rendered
from shared.natural_order import natural

SECTION_NAME = 2
"""Characters of a section's name."""

MOST_LINES = 400
"""Of a memo or note; a block has room for a few more."""

MEDIA_TYPE = "application/octet-stream"
PAIRS = frozenset({None, "pairs", "swiss_pairs", "home_style"})
_BEFORE = re.compile(r"([A-Za-z0-9]{1,2})-(\d{1,3})(N|E|S|W)[SW]?", re.ASCII)
_NEAREST: Mapping[str | None, int] = {"imps": 13, "hybrid": 4, "pab": 4, "bam": 5}
_NEAREST_OF_TEAMS: Mapping[str | None, int] = {"imps": 8}
"""Method of scoring for boards of pairs and for matches that are scored as none of the program's methods is.

Of pairs it is one of which stated points and totals are shown; matches have victory points.
"""


def render(merged: EventMerged, *, values: Literal["computed", "stated"] = "computed") -> Rendered:
    """Write an event as a game file, with our totals and board points or those that its files state.

    Raises:
        UnsupportedFeature: acblscore.not-a-bridge-event, for chess, ladders and lists of players.
    """
    facts, blocks = merged.facts, Blocks()
    losses = blocks.losses
    kind = facts.event.kind
    if not can_hold(facts):
        what = "bridge without participants" if _of_kind(facts) else f"{facts.event.discipline} of kind {kind}"
        raise UnsupportedFeature(NOT_A_BRIDGE_EVENT, f"ACBLscore has no event of {what}")
    if kind in TEAMS and facts.event.match_scoring is None:
        facts = facts.replace(events=(facts.event.replace(match_scoring=merged.standings.method.match_scoring),))
    computed = values == "computed"
    if kind not in TEAMS and unlisted(facts).most:
        losses.add("result", "most numbers of results are nobody's who is listed", len(facts.results), of=("results",))
        facts, computed = facts.replace(results=()), False
    table = Values(merged, computed, losses)
    facts = facts.replace(results=tuple(table.worked_out(result) for result in facts.results))
    merged = merged.replace(facts=facts)
    session = facts.sessions[-1].id if facts.sessions else None
    event_type, scoring = codes_of(facts.event)
    details = _event(merged, session, blocks)
    summaries = (_teams if kind in TEAMS else _sections)(merged, session, table, blocks)
    offset = blocks.add(packed(EVENT, details, losses))
    master: Fields = {
        **fields_of(facts.event.details, MASTER, "FILE_"),
        "len_rest": MASTER.size - 2,
        "magic": "AC3",
        "len_file": len(blocks.data),
        "ofs_event_1": offset,
        "event_type_1": event_type,
        "event_scoring_1": scoring,
        "version": VERSION,
        "version_needed": VERSION_NEEDED,
        "created": merged.calculated_at,
        "has_club_number": int(bool(details.get("club_number"))),
        "ofs_note": _lines(facts.event, "NOTE", NOTE_LINE, blocks),
        "sections": [{"event": 1, **summary} for summary in summaries],
    }
    blocks.data[: MASTER.size] = packed(MASTER, {**master, "len_file": len(blocks.data)}, losses)
    return Rendered(bytes(blocks.data), f"{merged.event}.ACA", MEDIA_TYPE, losses.items())


def can_hold(facts: Facts) -> bool:
    """Whether a game file can hold an event: one of pairs, individuals or teams at bridge, with somebody who plays."""
    if facts.event.kind not in TEAMS:
        own = "player" if facts.event.kind == "individual" else "pair"
        listed = any(participant.kind == own for participant in facts.participants)
        return _of_kind(facts) and (listed or (bool(facts.results) and not unlisted(facts).most))
    sessions = {*(match.session for match in facts.matches), *(result.session for result in facts.results)}
    return _of_kind(facts) and any(teams_of(facts, session) for session in (*sessions, None))


def _of_kind(facts: Facts) -> bool:
    event = facts.event
    return not facts.games and event.discipline == "bridge" and event.kind in PAIRS | TEAMS | {"individual"}


def codes_of(event: EventFact) -> tuple[int, int]:
    """Type and scoring of an event in the lists at the head of the file.

    The names that a game file gave them decide; else the kind, and the method of scoring that fits it.
    """
    stated = {detail.name: detail.value for detail in event.details}
    types = {name: code for code, (_, name) in lists.EVENT_TYPES.items()}
    kind = types.get(stated.get("EVENT_TYPE", ""))
    if kind is None:
        bam = event.match_scoring == "bam"
        kind = 4 if bam else 1 if event.kind in TEAMS else {"individual": 2, "home_style": 3}.get(event.kind or "", 0)
    if (method := stated.get("SCORING_METHOD", "")).isdecimal() and int(method) < 256:
        return kind, int(method)
    teams = kind in (1, 4)
    named, fitting_codes = [], []
    for code, (boards, matches, name) in lists.SCORINGS.items():
        if (matches is not None) != teams:
            continue
        if name == stated.get("SCORING_METHOD"):
            named.append(code)
        if (matches if teams else boards) == (event.match_scoring if teams else event.board_scoring):
            fitting_codes.append(code)
    nearest = _NEAREST_OF_TEAMS.get(event.match_scoring, 7) if teams else _NEAREST.get(event.board_scoring, 0)
    return kind, next(iter([*named, *fitting_codes]), nearest)


def _event(merged: EventMerged, session: str | None, blocks: Blocks) -> Fields:
    facts, event, losses = merged.facts, merged.facts.event, blocks.losses
    fact = next((each for each in facts.sessions if each.id == session), None)
    club = event.organiser
    number = fact.number if fact is not None and fact.number else 1
    count = max(len(facts.sessions), number, 1)
    fields: Fields = {
        **fields_of(event.details, EVENT),
        "number": 1,
        "name": fitting(event.name, EVENT, "name", losses),
        "club": fitting(club.name if club is not None else None, EVENT, "club", losses),
        "club_number": fitting(club.id if club is not None else None, EVENT, "club_number", losses),
        "session": number,
        "num_strats": min(len(event.strata), 3),
        "stratified_by_average": int(event.stratification == "AVERAGE"),
        "modified": merged.calculated_at,
        "strats": [_strat(event, number) for number in range(1, EVENT.parts["strats"].count + 1)],
        "ofs_memo": _lines(event, "MEMO", MEMO_LINE, blocks),
    }
    fields.setdefault("rating_again", fields.get("rating", 0))
    fields["num_sessions"] = max(count, int(fields.get("num_sessions", 0)))
    day = (fact.date if fact is not None else None) or event.start_date
    if "date" not in fields and day is not None:
        fields["date"] = long_date(day)
    if fact is not None and fact.name:
        fields["session_name"] = fitting(fact.name, EVENT, "session_name", losses)
    if event.results == "complete" or number == fields["num_sessions"]:
        fields["last_session"] = lists.LAST_SESSION
    if event.external_id and not {"sanction", "code"} & fields.keys():
        fields["sanction"] = fitting(event.external_id, EVENT, "sanction", losses)
    return fields


def _strat(event: EventFact, number: int) -> Fields:
    """A strat; those beyond the strata of the event have what details say of them."""
    layout, prefix = EVENT.parts["strats"].layout, f"STRAT_{number}_"
    fields: Fields = {
        name: fields_of(event.details, part.layout, f"{prefix}{name.upper()}_") for name, part in layout.parts.items()
    }
    fields |= fields_of(event.details, layout, prefix)
    if number > len(event.strata):
        return fields
    stratum = event.strata[number - 1]
    letter = (stratum.label or "")[:1]
    return {
        **fields,
        "letter": letter if encode(letter) is not None else "",
        "most_master_points": min(int(stratum.upper_limit or 0), 0xFFFF),
    }


def _lines(event: EventFact, name: str, line: Layout, blocks: Blocks) -> int:
    """A memo or note; 0 when there is none."""
    text = next((detail.value for detail in event.details if detail.name == name), "")
    if not text:
        return 0
    every = text.split("\n")
    what = f"line of a {name.partition('_')[0].lower()}"
    blocks.losses.add(what, f"a game file has {MOST_LINES}", len(every[MOST_LINES:]))
    rows = [pack(line, {"text": fitting(row, line, "text", blocks.losses)}) for row in every[:MOST_LINES]]
    return blocks.add(pack(LINES, {"id": 1, "num_lines": len(rows)}) + b"".join(rows))


def _sections(merged: EventMerged, session: str | None, table: Values, blocks: Blocks) -> list[Fields]:
    facts, losses = merged.facts, blocks.losses
    kind = "player" if facts.event.kind == "individual" else "pair"
    seated = _seated(facts, session, losses)
    if scored_otherwise(merged):
        if not table.computed:
            losses.add(
                "stated points and totals",
                "a game file is scored by the rules of ACBLscore",
                len(facts.totals),
                of=("totals", "totals.total", "results.stated"),
            )
        directions = {
            name: {participant_id: direction for participant_id, (direction, _) in seating.numbers.items()}
            for name, (_, seating) in seated.items()
        }
        facts = scored_anew(merged, session, directions, losses)
        table = Values(merged.replace(facts=facts), False, losses)
    elif len(seated) > 1:
        facts = facts.replace(sections=_together(merged, session, list(seated)))
    results = [result for result in facts.results if result.session == session]
    facts_of = {fact.id: fact for fact in facts.sections if fact.session == session}
    entries = Entries(facts, session, table, losses)
    letters = _section_names(seated, losses)
    scoring = codes_of(facts.event)[1]
    boards_by, _, _ = lists.SCORINGS.get(scoring, (None, None, ""))
    unit = lists.UNITS.get(boards_by or "") or lists.SCORING_UNITS.get(scoring, "points")
    tops = [board.top for board in merged.boards if board.session == session and board.top is not None]
    groups = {name: (facts_of[name].ranked_with if name in facts_of else None) or name for name in seated}
    new: list[NewSection] = []
    for number, (name, (inside, seating)) in enumerate(seated.items(), 1):
        own = [result for result in results if (result.section or "") == name]
        fact = facts_of.get(name)
        group = groups[name]
        ranked = _ranked(group, list(groups.values()), losses)
        fields = {
            participant_id: entries.of(
                participant_id, kind, participant, f"{group} {seating.numbers.get(participant_id, (0, 0))[0]}", ranked
            )
            | _before(participant_id, facts, session)
            for participant_id, participant in sorted(inside.items(), key=seating.order)
        }
        points = [_in_unit(_with_points(result, table), unit, boards_by, losses) for result in own]
        if facts.event.kind == "swiss_pairs":
            fields = {name: with_lines(entry, name, points, losses) for name, entry in fields.items()}
        phantoms = frozenset(participant_id for participant_id, p in inside.items() if p is not None and p.phantom)
        top = max(tops, default=None)
        full = 100 if entries.in_percent else full_of(facts, session, inside)
        memo = _lines(facts.event, f"MEMO_{name}", MEMO_LINE, blocks)
        shown = letters[name]
        new.append(NewSection(number, shown, fact, seating, points, fields, phantoms, top, full, memo))
    held = {1 if seating.howell else 2 for _, seating in seated.values()}
    other = kind == "pair" and facts.event.winners is not None and held != {facts.event.winners}
    losses.add(
        "number of winners", "a Mitchell movement has two, and any other one", int(other), of=("events.winners",)
    )
    in_one = merged.standings.method.winners == 1 and len(facts.sessions) < 2
    link(new, list(groups.values()), ("percentage",) if unit == "match_points" else (), losses, split=in_one)
    written = [write_section(section, blocks, merged.calculated_at) for section in new]
    return _linked(written, [facts_of.get(name) for name in seated])


def _seated(
    facts: Facts, session: str | None, losses: Losses
) -> dict[str, tuple[dict[str, Participant | None], Seating]]:
    """Who plays in each section of the session, as far as there is room for sections, and where they sit."""
    individual = facts.event.kind == "individual"
    kind = "player" if individual else "pair"
    people = in_sections(ids_of(facts.participants, kind), facts, session)
    present = present_of(facts, session, kind)
    results = [result for result in facts.results if result.session == session]
    sections = (fact.id for fact in facts.sections if fact.session == session)
    names = sorted({*sections, *(result.section or "" for result in results)}, key=natural) or [""]
    losses.add("section", f"a game file has room for {SECTIONS}", max(0, len(names) - SECTIONS), of=("sections",))
    starts = starts_of(facts, session, kind)
    seated = {}
    movements = [movement for movement in facts.movements if movement.session == session]
    for name in names[:SECTIONS]:
        own = [result for result in results if (result.section or "") == name]
        movement = next((m for m in movements if (m.section or "") == name), None)
        inside = inside_of(people, own, name, alone=len(names) == 1, present=present)
        seating = seating_of(inside, own, movement, starts=starts, individual=individual, losses=losses)
        seated[name] = inside, seating
    return seated


def _together(merged: EventMerged, session: str | None, names: list[str]) -> tuple[SectionFact, ...]:
    """The sections with those that they are scored and ranked with, where no file says."""
    known = {fact.id: fact for fact in merged.facts.sections if fact.session == session}
    scored, ranked = groups_of(merged, session, names), ranked_of(merged, session, names)
    return tuple(
        fact.replace(scored_with=fact.scored_with or scored[name], ranked_with=fact.ranked_with or ranked[name])
        for name in names
        for fact in [known.get(name, SectionFact(session=session, id=name))]
    )


def _section_names(names: Iterable[str], losses: Losses) -> dict[str, str]:
    """Names of sections as a game file has them: two characters, and no two alike."""
    shown: dict[str, str] = {}
    for name in names:
        fits = 0 < len(name) <= SECTION_NAME and encode(name) is not None and name.strip() == name
        cut = name if fits else re.sub(r"[^A-Za-z0-9]", "", name)[:SECTION_NAME]
        free = (letter for letter in (cut, *ascii_uppercase) if letter and letter not in shown.values())
        shown[name] = next(free, cut)
        losses.add(
            "name of sections",
            f"a game file has {SECTION_NAME} characters",
            int(bool(name) and shown[name] != name),
            of=("sections.id",),
        )
    return shown


def _ranked(group: str, groups: list[str], losses: Losses) -> Ranked:
    """Whose places are the ranks of a section: ours are of a section, or of the whole event."""
    if len(groups) > 1 and groups.count(group) == len(groups):
        return "event"
    if groups.count(group) == 1:
        return "section"
    losses.add("rank", "some sections, but not all, are ranked together; ACBLscore can rank them")
    return None


def _with_points(result: ResultFact, table: Values) -> ResultFact:
    points = table.points(result)
    return result if points == result.stated else result.replace(stated=points)


def _in_unit(result: ResultFact, unit: str, boards_by: str | None, losses: Losses) -> ResultFact:
    """A result with the IMPs of both sides, and without points of another unit than the file has."""
    stated = result.stated
    if stated is not None and unit == "imps" and (stated.ns is None) != (stated.ew is None):
        ns = stated.ns if stated.ns is not None else -(stated.ew or Decimal(0))
        stated = stated.replace(ns=ns, ew=-ns)
    if stated is None or boards_by not in lists.UNITS or lists.UNITS.get(stated.unit or unit, stated.unit) == unit:
        return result.replace(stated=stated)
    losses.add("points of results", f"the file has {unit.replace('_', ' ')}", of=("results.stated",))
    return result.replace(stated=None)


def _before(participant_id: str, facts: Facts, session: str | None) -> Fields:
    """The number in the first session of somebody whose id says it, in a second session (`roster.py`, rule 2)."""
    fact = next((each for each in facts.sessions if each.id == session), None)
    match = _BEFORE.fullmatch(participant_id)
    if fact is None or fact.number != 2 or match is None:
        return {}
    return {"previous_section": match[1], "previous_direction": match[3], "previous_number": int(match[2])}


def _linked(summaries: list[Fields], facts: list[object]) -> list[Fields]:
    """Sections with the lists of those that are scored and ranked together."""
    for kind in ("scored", "ranked"):
        last: dict[str, int] = {}
        for number, (summary, fact) in enumerate(zip(summaries, facts, strict=False), 1):
            group = getattr(fact, f"{kind}_with", None)
            if group is None:
                continue
            if group in last:
                summary[f"{kind}_previous"] = last[group]
                summaries[last[group] - 1][f"{kind}_next"] = number
            last[group] = number
    return summaries


def _teams(merged: EventMerged, session: str | None, table: Values, blocks: Blocks) -> list[Fields]:
    facts, losses = merged.facts, blocks.losses
    teams = teams_of(facts, session)
    entries = Entries(facts, session, table, losses)
    _, matches_by, _ = lists.SCORINGS.get(codes_of(facts.event)[1], (None, None, ""))
    unit = lists.MATCH_UNITS.get(matches_by or "", "wins")
    results = [_with_points(result, table) for result in facts.results if result.session == session]
    own = [match for match in facts.matches if match.session == session]
    scored = (table.match(table.with_imps(match)) for match in own) if table.computed else own
    matches = matches_of(with_drawn(facts, scored, session), results, unit, losses)
    fields = {team.id: entries.of(team.id, "team", team, "") for team in teams}
    knockout = facts.event.kind == matches_by == "knockout"
    alike = matches_by == facts.event.match_scoring and knockout == (facts.event.kind == "knockout")
    if table.computed or not alike:
        fields = {
            name: with_sums(entry, name, matches, unit, losses, knockout=knockout) for name, entry in fields.items()
        }
    rank_by_score(fields.values(), (), losses)
    if facts.event.match_scoring != "bam":
        losses.add(
            "result", "boards of teams have no place in a game file but at board-a-match", len(results), of=("results",)
        )
        results = []
    section = next((fact for fact in facts.sections if fact.session == session), SectionFact(id="A"))
    memo = _lines(facts.event, f"MEMO_{section.id}", MEMO_LINE, blocks)
    event, at = with_given_scale(facts.event, losses), merged.calculated_at
    return [write_teams(section, teams, fields, matches, event, blocks, at, memo, results)]
