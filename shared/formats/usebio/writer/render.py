"""The whole document: club, event with its lists and boards, hands and movements (2, 4)."""

from __future__ import annotations

from typing import Literal

from contracts.codes.usebio import NOT_BRIDGE
from contracts.facts import Facts, LadderFact, SectionFact
from contracts.messages import EventMerged
from shared.errors import UnsupportedFeature
from shared.formats.merged_values import Values
from shared.formats.parsed import Rendered
from shared.formats.usebio.event import TEAM_KINDS
from shared.formats.usebio.fields import predicate
from shared.formats.usebio.in_play import TARGET, InPlay, write_in_play
from shared.formats.usebio.schema import vocabulary
from shared.formats.usebio.since import Version
from shared.formats.usebio.writer.cards import handsets, movement
from shared.formats.usebio.writer.header import KINDS, club, event_elements, section_elements, session_elements
from shared.formats.usebio.writer.layout import Block, Layout, home_of, lay_out
from shared.formats.usebio.writer.markup import Markup
from shared.formats.usebio.writer.participants import ADJUSTMENT_KINDS, Lists, next_round_of
from shared.formats.usebio.writer.travellers import Travellers
from shared.formats.written_numbers import number
from shared.natural_order import natural

_VERSIONS: dict[str, Version] = {"1.4": (1, 4), "1.2": (1, 2)}


def render(
    merged: EventMerged, *, version: str = "1.4", values: Literal["computed", "stated"] = "computed"
) -> Rendered:
    """Write an event as USEBIO.

    Args:
        merged: the event with its standings.
        version: "1.4", or "1.2" for readers that do not take 1.4 yet.
        values: our totals and board points, or those that the files state.

    Returns:
        The document, and what it could not carry.

    Raises:
        UnsupportedFeature: usebio.not-bridge, for an event of another game.
    """
    facts = merged.facts
    kind = facts.event.kind
    if facts.games or facts.event.discipline != "bridge" or (kind is not None and kind not in KINDS):
        raise UnsupportedFeature(NOT_BRIDGE, f"USEBIO has no event of kind {kind or facts.event.discipline}")
    markup = Markup(_VERSIONS[version], facts.extensions)
    boards = {result.board for result in facts.results} | {deal.board for deal in facts.deals}
    markup.number_boards(sorted(boards, key=natural))
    table = Values(merged, values == "computed", markup.losses)
    listed = _listed_overall(merged, values == "computed")
    layout = lay_out(facts, listed)
    markup.open("USEBIO", (("Version", version),))
    club(facts.event.organiser, markup)
    inside = markup.waits_for("/USEBIO/EVENT/HANDSET", "/USEBIO/EVENT/MOVEMENT")
    _event(merged, layout, table, markup, inside=inside)
    if not inside:
        _other_uses(facts, layout, markup)
    for detail in facts.event.details:
        if detail.name == "USEBIO/NOTES":
            markup.leaf("NOTES", detail.value)
    markup.close()
    return Rendered(
        data=markup.finish(), name=f"{merged.event}.xml", media_type="application/xml", losses=markup.losses.items()
    )


def _other_uses(facts: Facts, layout: Layout, markup: Markup) -> None:
    """The hands and movements of no session: behind EVENT, unless what hangs on them was read inside it."""
    in_lines = _in_lines(facts)
    for session in _sessions_of_deals(facts):
        if session is None or session not in layout.sessions or len(layout.sessions) == 1:
            handsets(facts, session, in_lines, markup)
    _movements(facts, layout, (None, None), markup)


def _listed_overall(merged: EventMerged, computed: bool) -> set[tuple[str, str]]:
    """Who has a value of the event as a whole that can be written: total, adjustment, award or seat of no session."""
    facts = merged.facts
    found: set[tuple[str, str]] = set()
    found.update((total.kind, total.participant) for total in facts.totals if total.session is None)
    for fact in facts.adjustments:
        if fact.session is None and fact.round is None and fact.kind in ADJUSTMENT_KINDS:
            found.add((fact.participant_kind, fact.participant))
    for award in facts.awards:
        if award.session is None and (award.amount is not None or award.text):
            found.add((award.participant_kind, award.participant))
    for seat in facts.seats:
        if seat.session is None and (seat.text or seat.table or seat.direction):
            found.add((seat.kind, seat.participant))
    if computed and len(facts.sessions) > 1:
        for ranking in merged.standings.rankings:
            if ranking.session is None and ranking.kind is not None:
                found.update((ranking.kind, row.id) for row in ranking.rows)
    return found


def _event(merged: EventMerged, layout: Layout, values: Values, markup: Markup, *, inside: bool) -> None:
    """EVENT; with the hands and movements of no session `inside` it, if asked for."""
    facts = merged.facts
    event = facts.event
    rateable = next((detail.value for detail in event.details if detail.name == "@RATEABLE"), None)
    if rateable is not None and markup.strict and not vocabulary().attributes["RATEABLE"].takes(rateable):
        markup.losses.add("value of RATEABLE", "it is Y or N in USEBIO 1.4")
        rateable = None
    kind = KINDS[event.kind] if event.kind else "PAIRS"
    markup.open("EVENT", (("EVENT_TYPE", kind), ("RATEABLE", rateable)))
    running = _is_running(merged)
    if running:
        markup.instruction(TARGET, write_in_play(_in_play(merged, markup.version)))
    overall = event.results
    has_overall = layout.sessions == (None,) or bool(layout.participants.get((None, None)))
    if running and has_overall:
        overall = "to_date"
    event_elements(event.replace(board_scoring=_board_scoring(facts)), overall, markup)
    lists = Lists(merged, values, markup)
    travellers = Travellers(facts, layout, values, markup)
    if layout.sessions != (None,):
        lists.write(layout.participants.get((None, None), ()), None)
        if None not in layout.sessions:
            _ladder([fact for fact in facts.ladder if fact.session is None], markup)
    for session in layout.sessions:
        _session(facts, session, layout, lists, travellers, markup)
    lists.finish()
    if inside:
        _other_uses(facts, layout, markup)
    markup.close()


def _board_scoring(facts: Facts) -> str | None:
    """The scoring of boards; of an event that does not say it, what a reader takes it to be without any points (2.2.3).

    Otherwise a document that is read and written again would say more than the first time.
    """
    event = facts.event
    if event.board_scoring is not None or any(result.stated is not None for result in facts.results):
        return event.board_scoring
    if event.kind in TEAM_KINDS:
        return "imps"
    return "match_points" if event.kind in (None, "pairs", "swiss_pairs") else None


def _session(
    facts: Facts, session: str | None, layout: Layout, lists: Lists, travellers: Travellers, markup: Markup
) -> None:
    if session is not None:
        markup.open("SESSION", (("SESSION_ID", session),), predicate("@SESSION_ID", session))
        for fact in facts.sessions:
            if fact.id == session:
                session_elements(fact, markup)
    for section in _blocks(session, layout):
        if section is not None:
            _open_section(facts, session, section, markup)
        # An overall list beside sessions has been written before them.
        if not (session is None and section is None and layout.sessions != (None,)):
            lists.write(layout.participants.get((session, section), ()), session, section)
        travellers.write((session, section))
        if section is not None:
            _movements(facts, layout, (session, section), markup)
            markup.close()
    _ladder([fact for fact in facts.ladder if fact.session == session], markup)
    if session is not None:
        _movements(facts, layout, (session, None), markup)
        if len(layout.sessions) > 1:
            handsets(facts, session, _in_lines(facts), markup)
        markup.close()


def _movements(facts: Facts, layout: Layout, block: Block, markup: Markup) -> None:
    """The movements of a session or section; those of the whole event stand behind it."""
    for plan in facts.movements:
        if home_of(layout, plan.session, plan.section) == block:
            movement(plan, markup)


def _open_section(facts: Facts, session: str | None, section: str, markup: Markup) -> None:
    known = {fact.key: fact for fact in facts.sections}
    fact = known.get((session, section), SectionFact(session=session, id=section))
    assigned = [detail.value for detail in fact.details if detail.name == "@CURRENT_ROUND_ASSIGN"]
    attributes = (("SECTION_ID", section), ("CURRENT_ROUND_ASSIGN", assigned[0] if assigned else None))
    markup.open("SECTION", attributes, predicate("@SECTION_ID", section))
    section_elements(fact, markup)


def _blocks(session: str | None, layout: Layout) -> tuple[str | None, ...]:
    """The sections of a session; what stands beside them comes first."""
    sections = layout.sections[session]
    beside = (session, None)
    has_more = layout.participants.get(beside) or layout.results.get(beside) or layout.matches.get(beside)
    return sections if sections == (None,) or not has_more else (None, *sections)


def _ladder(entries: list[LadderFact], markup: Markup) -> None:
    for entry in entries:
        markup.open("LADDER_ENTRY", (), predicate("MEMBER_ID", entry.member))
        markup.leaf("MEMBER_ID", entry.member, empty=True)
        markup.leaf("MASTER_POINTS_AWARDED", number(entry.master_points))
        name = "AVERAGE_PERCENTAGE" if entry.session is None else "PERCENTAGE"
        markup.leaf(name, number(entry.percentage))
        markup.close()


def _in_lines(facts: Facts) -> set[tuple[str | None, str]]:
    """Boards of which a line carries the deal as LIN or PBN."""
    return {
        (result.session, result.board)
        for result in facts.results
        if any(detail.name in ("LIN_DATA", "PLAY_DATA LIN", "PLAY_DATA PBN") for detail in result.details)
    }


def _sessions_of_deals(facts: Facts) -> list[str | None]:
    return list(dict.fromkeys(deal.session for deal in facts.deals))


def _is_running(merged: EventMerged) -> bool:
    """Whether more is to come: files say so, or seats of a round are known, or fewer rounds are in than there are."""
    progress = merged.standings.progress
    if progress.complete is not None:
        return not progress.complete
    if next_round_of(merged) is not None:
        return True
    return progress.rounds is not None and 0 < (progress.rounds_complete or 0) < progress.rounds


def _in_play(merged: EventMerged, version: Version) -> InPlay:
    """What a document of a running event includes: the rounds of its results where all have one, and the boards.

    Before 1.3 only matches had an element for their round, and nobody one for a seat to come.
    """
    with_rounds_and_seats = version >= (1, 3)
    results = merged.facts.results
    rounds = {result.round for result in results if result.round is not None}
    every_round = (
        bool(rounds)
        and (with_rounds_and_seats or bool(merged.facts.matches))
        and all(result.round is not None for result in results)
    )
    boards = {result.board for result in results}
    numbered = all(board.isascii() and board.isdigit() for board in boards)
    return InPlay(
        calculated_at=merged.calculated_at,
        rounds=tuple(sorted(rounds)) if every_round else None,
        boards=tuple(sorted(boards, key=int)) if boards and numbered else None,
        next_round=next_round_of(merged) if with_rounds_and_seats else None,
        whole=True,
    )
