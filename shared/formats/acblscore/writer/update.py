"""An event written into the game file that it came from.

Rules kept here:

1. Of the game files of an event the newest is written into; everything in it that has not changed stays the same bytes.
2. A game file is one session, so only results, matches, totals and adjustments of its own session are written.
3. Points, totals and match scores are written anew where a result, a match or an adjustment is otherwise than in the
   file, as all of a field depend on each other; else the file's own stay, however we would score them.
4. Seats of the next session, and matches of the next round, are written without making anything else anew.
5. Ranks and what links them follow from the scores that are written (`reranking.py`); master points are the program's
   to work out, and are counted.
6. What does not come back when the file is read is a loss, as of files that are written anew, but for what follows from
   what is written.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from itertools import chain, product
from typing import Literal

from contracts.facts import Facts, ResultFact, StatedTotal
from contracts.messages import EventMerged, LossItem
from contracts.standings import Source
from shared.formats.acblscore.not_held import FOLLOWING, WHYS_OF_CHANGES
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.writer.matches import stated_of
from shared.formats.acblscore.writer.next_round import next_session, with_drawn
from shared.formats.acblscore.writer.render import MEDIA_TYPE
from shared.formats.acblscore.writer.rewrite import played_of, rewrite
from shared.formats.losses import Losses, compared, together
from shared.formats.merged_values import Values, with_carried
from shared.formats.parsed import Parsed, Rendered


def original_of(merged: EventMerged) -> Source | None:
    """The game file that an event is written into: the newest of its sources that is one; None without any (rule 1)."""
    return next((source for source in reversed(merged.sources) if source.format == "acblscore"), None)


def update(data: bytes, events: Sequence[EventMerged], values: Literal["computed", "stated"] = "computed") -> Rendered:
    """Write events into the game file that they came from; the others in it stay as they are.

    What is written where a result has changed are our points and totals, or those that are stated. Where nothing has
    changed, the file is the same bytes.

    Raises:
        FormatError: the file cannot be read.
    """
    computed = values == "computed"
    moment = max((merged.calculated_at for merged in events), default=None)
    written: list[Rendered] = []
    for merged in events:
        source = original_of(merged)
        number = int(source.fragment.rpartition(".")[2]) if source is not None else -1
        now = dict(enumerate(parse(data).events)).get(number)
        if now is not None:
            losses = Losses()
            wanted = _wanted(now.facts, merged, computed, losses)
            done = rewrite(data, {now.event: wanted}, moment)
            data = done.data
            said = Rendered(data, "", MEDIA_TYPE, (*done.losses, *losses.items()))
            read = partial(_one_event, number=number)
            written.append(compared(said, merged.facts, read, WHYS_OF_CHANGES, computed=computed))
    name = f"{events[0].event}.ACA" if events else "unchanged.ACA"
    return Rendered(data, name, MEDIA_TYPE, lambda: together(chain.from_iterable(map(_lost, written))))


def _lost(written: Rendered) -> Iterator[LossItem]:
    return (loss for loss in written.losses if not loss.fields or not FOLLOWING.issuperset(loss.fields))


def _one_event(data: bytes, number: int) -> Parsed:
    parsed = parse(data)
    return replace(parsed, events=parsed.events[number : number + 1])


def _wanted(now: Facts, merged: EventMerged, computed: bool, losses: Losses) -> Facts:
    """What the file shall say."""
    session = now.sessions[0].id if now.sessions else None
    facts = merged.facts
    results = tuple(result for result in facts.results if result.session == session)
    matches = tuple(match for match in facts.matches if match.session == session)
    adjustments = tuple(fact for fact in facts.adjustments if fact.session in (session, None))
    changed = (
        {result.key: played_of(result)[:-1] for result in results}
        != {result.key: played_of(result)[:-1] for result in now.results}
        or {match.key: stated_of(match) for match in matches} != {match.key: stated_of(match) for match in now.matches}
        or _penalties(facts, session) != _penalties(now, session)
    )
    totals = tuple(total for total in facts.totals if total.session in (session, None))
    if changed and computed:
        table = Values(merged, computed=True, losses=losses)
        results = tuple(result.replace(stated=table.points(result)) for result in results)
        matches = tuple(table.match(match) for match in matches)
        unfactored = _unfactored(results)
        totals = tuple(_computed(total, table, unfactored) for total in now.totals)
    return facts.replace(
        results=results,
        matches=with_drawn(facts, matches, session),
        adjustments=adjustments,
        totals=totals,
        seats=tuple(next_session(facts, session, losses)),
    )


def _penalties(facts: Facts, session: str | None) -> dict[str, Decimal]:
    return {f.participant: f.amount for f in facts.adjustments if f.kind == "penalty" and f.session in (session, None)}


def _computed(total: StatedTotal, table: Values, unfactored: Mapping[str, Decimal]) -> StatedTotal:
    """A total of the file as we have it now; ranks follow from it (rule 5)."""
    ours = table.totals(total.kind, total.participant, total.session)
    if ours is None:
        return total
    total = total.replace(total=ours.total if total.section is not None else with_carried(ours))
    if total.kind == "team":
        return total.replace(wins=ours.wins if ours.wins is not None else total.wins)
    return total.replace(
        percentage=ours.percentage if total.percentage is not None else None,
        boards_played=ours.boards if ours.boards is not None else total.boards_played,
        unfactored=unfactored.get(total.participant, total.unfactored),
    )


def _unfactored(results: Iterable[ResultFact]) -> dict[str, Decimal]:
    """The points of everybody before they are brought to all boards; a second result on a board stays out."""
    totals: dict[str, Decimal] = {}
    seen: set[tuple[str, str]] = set()
    for result in results:
        sides, stated = result.sides, result.stated
        if stated is None:
            continue
        people = product((sides.ns, sides.north, sides.south), (stated.ns,))
        for name, points in (*people, *product((sides.ew, sides.east, sides.west), (stated.ew,))):
            if name is not None and points is not None and (name, result.board) not in seen:
                seen.add((name, result.board))
                totals[name] = totals.get(name, Decimal(0)) + points
    return totals
