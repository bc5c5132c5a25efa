"""The whole document: club, event with its lists and boards, hands and movements (2, 4)."""

from typing import Literal

from contracts.codes.usebio import NOT_BRIDGE
from contracts.facts import Facts, SectionFact
from contracts.messages import EventMerged
from shared.errors import UnsupportedFeature
from shared.formats.merged_values import Values
from shared.formats.parsed import Rendered
from shared.formats.usebio.in_play import TARGET, InPlay, write_in_play
from shared.formats.usebio.reader.event import TEAM_KINDS
from shared.formats.usebio.reader.fields import predicate
from shared.formats.usebio.reader.participants.standing import ADJUSTMENTS
from shared.formats.usebio.schema_check.schema import vocabulary
from shared.formats.usebio.tables.element_versions import Version
from shared.formats.usebio.writer.cards import handsets, movement
from shared.formats.usebio.writer.header import KINDS, club, event_elements, section_elements, session_elements
from shared.formats.usebio.writer.layout import Block, Layout, home_of, lay_out
from shared.formats.usebio.writer.markup import Markup
from shared.formats.usebio.writer.participants import Lists, next_round_of
from shared.formats.usebio.writer.travellers import PLAY_DATA, Travellers
from shared.formats.written_numbers import number
from shared.natural_order import natural

_VERSIONS: dict[str, Version] = {"1.4": (1, 4), "1.2": (1, 2)}


def render(
    merged: EventMerged, *, version: str = "1.4", values: Literal["computed", "stated"] = "computed"
) -> Rendered:
    """Write an event as USEBIO 1.4, or as 1.2 for readers that do not take 1.4 yet.

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
    inside = markup.waits_for("/USEBIO/EVENT/HANDSET", "/USEBIO/EVENT/MOVEMENT")
    with markup.element("USEBIO", (("Version", version),)):
        club(facts.event.organiser, markup)
        _event(merged, layout, table, markup, inside=inside)
        if not inside:
            _other_uses(facts, layout, markup)
        for detail in facts.event.details:
            if detail.name == "USEBIO/NOTES":
                markup.leaf("NOTES", detail.value)
    return Rendered(
        data=markup.finish(), name=f"{merged.event}.xml", media_type="application/xml", found=markup.losses.items()
    )


def _other_uses(facts: Facts, layout: Layout, markup: Markup) -> None:
    """The hands and movements of no session: behind EVENT, unless what hangs on them was read inside it."""
    in_lines = _in_lines(facts)
    for session in dict.fromkeys(deal.session for deal in facts.deals):
        if session is None or session not in layout.sessions or len(layout.sessions) == 1:
            handsets(facts, session, in_lines, markup)
    _movements(facts, layout, (None, None), markup)


def _listed_overall(merged: EventMerged, computed: bool) -> set[tuple[str, str]]:
    """Who has a value of the event as a whole that can be written: total, adjustment, award or seat of no session."""
    facts = merged.facts
    listed: set[tuple[str, str]] = {(total.kind, total.participant) for total in facts.totals if total.session is None}
    for fact in facts.adjustments:
        if fact.session is None and fact.round is None and fact.kind in ADJUSTMENTS.values():
            listed.add((fact.participant_kind, fact.participant))
    for award in facts.awards:
        if award.session is None and (award.amount is not None or award.text):
            listed.add((award.participant_kind, award.participant))
    for seat in facts.seats:
        if seat.session is None and (seat.text or seat.table or seat.direction):
            listed.add((seat.kind, seat.participant))
    if computed and len(facts.sessions) > 1:
        for ranking in merged.standings.rankings:
            if ranking.session is None and ranking.kind is not None:
                listed.update((ranking.kind, row.id) for row in ranking.rows)
    return listed


def _event(merged: EventMerged, layout: Layout, values: Values, markup: Markup, *, inside: bool) -> None:
    """EVENT; with the hands and movements of no session `inside` it, if asked for."""
    facts = merged.facts
    event = facts.event
    rateable = next((detail.value for detail in event.details if detail.name == "@RATEABLE"), None)
    if rateable is not None and markup.strict and not vocabulary().attributes["RATEABLE"].takes(rateable):
        markup.losses.add("value of RATEABLE", "it is Y or N in USEBIO 1.4", of=("events.details @RATEABLE",))
        rateable = None
    kind = KINDS[event.kind] if event.kind else "PAIRS"
    lists = Lists(merged, values, markup)
    travellers = Travellers(facts, layout, values, markup)
    overall = layout.participants.get((None, None), [])
    running = _is_running(merged)
    to_date = running and (layout.sessions == (None,) or overall)
    with markup.element("EVENT", (("EVENT_TYPE", kind), ("RATEABLE", rateable))):
        if running:
            markup.instruction(TARGET, write_in_play(_in_play(merged)))
        scored = event.replace(board_scoring=_board_scoring(facts))
        event_elements(scored, "to_date" if to_date else event.results, markup)
        if layout.sessions != (None,):
            lists.write(overall, None)
            if None not in layout.sessions:
                _ladder(facts, None, markup)
        for session in layout.sessions:
            if session is None:
                _blocks(facts, None, layout, lists, travellers, markup)
                continue
            with markup.element("SESSION", (("SESSION_ID", session),), predicate("@SESSION_ID", session)):
                for fact in facts.sessions:
                    if fact.id == session:
                        session_elements(fact, markup)
                _blocks(facts, session, layout, lists, travellers, markup)
                _movements(facts, layout, (session, None), markup)
                if len(layout.sessions) > 1:
                    handsets(facts, session, _in_lines(facts), markup)
        lists.finish()
        if inside:
            _other_uses(facts, layout, markup)


def _board_scoring(facts: Facts) -> str | None:
    """The scoring of boards; of an event that does not say it, what a reader takes it to be without any points (2.2.3).

    Otherwise a document that is read and written again would say more than the first time.
    """
    event = facts.event
    if event.board_scoring is not None or any(result.stated is not None for result in facts.results):
        return event.board_scoring
    if event.kind in TEAM_KINDS:
        return "imps"
    return "match_points" if event.kind in (None, "pairs", "swiss_pairs", "individual") else None


def _blocks(
    facts: Facts, session: str | None, layout: Layout, lists: Lists, travellers: Travellers, markup: Markup
) -> None:
    """What stands in a session beside its sections, its sections, and its ladder."""
    block: Block = (session, None)
    if session is not None or layout.sessions == (None,):  # an overall list beside sessions stands before them
        lists.write(layout.participants.get(block, []), session)
    travellers.write(block)
    known = {fact.key: fact for fact in facts.sections}
    for section in filter(None, layout.sections[session]):
        block = (session, section)
        fact = known.get(block, SectionFact(session=session, id=section))
        assigned = [detail.value for detail in fact.details if detail.name == "@CURRENT_ROUND_ASSIGN"]
        attributes = (("SECTION_ID", section), ("CURRENT_ROUND_ASSIGN", assigned[0] if assigned else None))
        with markup.element("SECTION", attributes, predicate("@SECTION_ID", section)):
            section_elements(fact, markup)
            lists.write(layout.participants.get(block, []), session, section)
            travellers.write(block)
            _movements(facts, layout, block, markup)
    _ladder(facts, session, markup)


def _movements(facts: Facts, layout: Layout, block: Block, markup: Markup) -> None:
    """The movements of a session or section; those of the whole event stand behind it."""
    for plan in facts.movements:
        if home_of(layout, plan.session, plan.section) == block:
            movement(plan, markup)


def _ladder(facts: Facts, session: str | None, markup: Markup) -> None:
    for entry in facts.ladder:
        if entry.session != session:
            continue
        with markup.element("LADDER_ENTRY", (), predicate("MEMBER_ID", entry.member)):
            markup.leaf("MEMBER_ID", entry.member, empty=True)
            markup.leaf("MASTER_POINTS_AWARDED", number(entry.master_points))
            markup.leaf("AVERAGE_PERCENTAGE" if session is None else "PERCENTAGE", number(entry.percentage))


def _in_lines(facts: Facts) -> set[tuple[str | None, str]]:
    """Boards of which a line carries the deal as LIN or PBN."""
    return {
        (result.session, result.board)
        for result in facts.results
        if any(detail.name in PLAY_DATA for detail in result.details)
    }


def _is_running(merged: EventMerged) -> bool:
    """Whether more is to come: files say so, or seats of a round are known, or fewer rounds are in than there are."""
    progress = merged.standings.progress
    if progress.complete is not None:
        return not progress.complete
    if next_round_of(merged) is not None:
        return True
    return progress.rounds is not None and 0 < (progress.rounds_complete or 0) < progress.rounds


def _in_play(merged: EventMerged) -> InPlay:
    """What a document of a running event includes: the rounds of its results where all have one, and the boards."""
    results = merged.facts.results
    rounds = {result.round for result in results if result.round is not None}
    every_round = bool(rounds) and all(result.round is not None for result in results)
    boards = {result.board for result in results}
    numbered = all(board.isascii() and board.isdigit() for board in boards)
    return InPlay(
        calculated_at=merged.calculated_at,
        rounds=tuple(sorted(rounds)) if every_round else None,
        boards=tuple(sorted(boards, key=int)) if boards and numbered else None,
        next_round=next_round_of(merged),
        whole=True,
    )
