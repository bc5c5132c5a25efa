"""Which part of the document a fact is written in: event, session, section, match."""

from dataclasses import dataclass, field

from contracts.facts import Facts, MatchFact, Participant, ResultFact

Block = tuple[str | None, str | None]
"""A session and a section; None stands for the event, or for a session without sections."""


@dataclass
class Layout:
    """Where everything goes.

    Attributes:
        sessions: ids in the order in which they are written; (None,) for an event without sessions.
        sections: by session, ids in order; (None,) where there are none.
        participants: by block, those that its PARTICIPANTS lists; (None, None) is the overall list.
        results: by block, those that stand in BOARD and in no MATCH.
        in_match: by the number of the match, its results.
    """

    sessions: tuple[str | None, ...]
    sections: dict[str | None, tuple[str | None, ...]]
    participants: dict[Block, list[Participant]] = field(default_factory=dict)
    results: dict[Block, list[ResultFact]] = field(default_factory=dict)
    matches: dict[Block, list[int]] = field(default_factory=dict)
    in_match: dict[int, list[ResultFact]] = field(default_factory=dict)


def lay_out(facts: Facts, listed: set[tuple[str, str]]) -> Layout:
    """Divide an event into the parts of its document.

    `listed` are those by kind and id for whom an overall value is written, in an event with sessions.
    """
    layout = _frame(facts)
    for index, match in enumerate(facts.matches):
        if match.kind != "chess_teams":
            layout.matches.setdefault(home_of(layout, match.session, match.section), []).append(index)
    seen = _place_results(facts, layout)
    for total in facts.totals:
        seen.setdefault((total.kind, total.participant), set()).add((total.session, total.section))
    for seat in facts.seats:
        blocks = seen.setdefault((seat.kind, seat.participant), set())
        if seat.session in layout.sections and seat.session not in {session for session, _ in blocks}:
            blocks.add(home_of(layout, seat.session, seat.section if seat.stage == "start" else None))
    for participant in facts.participants:
        if participant.team is not None and participant.kind != "team":
            continue
        key = (participant.kind, participant.id)
        blocks = _blocks(participant, seen.get(key, set()), layout)
        if key in listed and layout.sessions != (None,):
            blocks.add((None, None))
        for block in blocks:
            layout.participants.setdefault(block, []).append(participant)
    return layout


def _frame(facts: Facts) -> Layout:
    sessions: dict[str | None, None] = {session.id: None for session in facts.sessions}
    sections: dict[str | None, dict[str | None, None]] = {}
    for section in facts.sections:
        sections.setdefault(section.session, {})[section.id] = None
    used = [(result.session, result.section) for result in facts.results]
    used.extend((match.session, match.section) for match in facts.matches)
    for session, name in used:
        if session is not None:
            sessions.setdefault(session)
        if name is not None:
            sections.setdefault(session, {}).setdefault(name)
    order: tuple[str | None, ...] = tuple(sessions) or (None,)
    if None in sections and None not in order:
        order = (None, *order)
    return Layout(sessions=order, sections={name: tuple(sections.get(name, ())) or (None,) for name in order})


def home_of(layout: Layout, session: str | None, section: str | None) -> Block:
    """The nearest block that the document has for a session and section."""
    if session not in layout.sections:
        return (None, None)
    return (session, section if section in layout.sections[session] else None)


def _blocks(participant: Participant, seen: set[Block], layout: Layout) -> set[Block]:
    blocks = {home_of(layout, *block) for block in seen}
    # A section without a session says nothing where the sections stand in sessions.
    placed = participant.session is not None or (participant.section is not None and None in layout.sections)
    if placed or not blocks:
        blocks.add(home_of(layout, participant.session, participant.section))
    inner = {block for block in blocks if block[1] is not None}
    # A participant of a section is listed there, not beside the sections of the same session.
    blocks -= {(session, None) for session, _ in inner if layout.sections[session] != (None,) and session is not None}
    if layout.sessions == (None,) and inner:
        blocks.discard((None, None))
    if (None, None) in blocks and layout.sessions != (None,) and not any(block == (None, None) for block in seen):
        only = layout.sessions[0]
        if len(layout.sessions) == 1 and layout.sections[only] == (None,):
            blocks = (blocks - {(None, None)}) | {(only, None)}
    return blocks


def _place_results(facts: Facts, layout: Layout) -> dict[tuple[str, str], set[Block]]:
    """Put each result into its match or block; return in which blocks each participant has played."""
    meetings: dict[tuple[object, ...], list[int]] = {}
    for number, match in enumerate(facts.matches):
        meetings.setdefault((match.session, match.kind, frozenset((match.home, match.away))), []).append(number)
    seen: dict[tuple[str, str], set[Block]] = {}
    for result in facts.results:
        sides = result.sides
        block = home_of(layout, result.session, result.section)
        for kind, names in (
            ("pair", (sides.ns, sides.ew)),
            ("team", (sides.ns_team, sides.ew_team)),
            ("player", (sides.north, sides.east, sides.south, sides.west)),
        ):
            for name in names:
                if name is not None:
                    seen.setdefault((kind, name), set()).add(block)
        index = _match_of(result, facts.matches, meetings)
        if index is None:
            layout.results.setdefault(block, []).append(result)
        else:
            layout.in_match.setdefault(index, []).append(result)
    return seen


def _match_of(
    result: ResultFact, matches: tuple[MatchFact, ...], meetings: dict[tuple[object, ...], list[int]]
) -> int | None:
    """The match that a result belongs to: same session, sides and round, and the board within its range."""
    sides = result.sides
    if sides.ns_team is not None or sides.ew_team is not None:
        key = (result.session, "teams", frozenset((sides.ns_team, sides.ew_team)))
    else:
        key = (result.session, "pairs", frozenset((sides.ns, sides.ew)))

    def fits(match: MatchFact) -> bool:
        if result.round is not None and match.round is not None:
            return result.round == match.round
        if result.board.isdigit() and (match.first_board or "").isdigit() and (match.last_board or "").isdigit():
            return int(match.first_board or 0) <= int(result.board) <= int(match.last_board or 0)
        return True

    fitting = [index for index in meetings.get(key, ()) if fits(matches[index])]
    if not fitting:
        return None
    of_part = [index for index in fitting if matches[index].sub_match == result.sub_match]
    if result.sub_match is not None and of_part:
        return of_part[0]
    return fitting[result.part] if result.part < len(fitting) else fitting[0]
