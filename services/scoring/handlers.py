"""Handlers of the scoring service: decode, call the core, publish what it plans."""

import asyncio
import random
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated
from weakref import WeakValueDictionary

from contracts import subjects
from contracts.changes import EventChange
from contracts.facts import Facts
from contracts.messages import (
    BoardScored,
    DealAnalysed,
    EventMerged,
    Fragment,
    FragmentAccepted,
    LooksLike,
    StandingsPublished,
)
from contracts.questions import (
    MOST_FINDINGS,
    EventAnswered,
    EventAsked,
    ExplanationAnswered,
    ExplanationAsked,
    FindingsAnswered,
    FindingsAsked,
    StandingsAnswered,
    StandingsAsked,
)
from contracts.standings import Status
from services.scoring.adapters.descriptions import recognise
from services.scoring.adapters.ledgers import accepted_fragments, fold_event, read_ledger
from services.scoring.domain.double_dummy.deal_analysis import (
    BoardsDealt,
    Played,
    Worth,
    known_plays,
    known_tricks,
    overtaken,
    plan_analysis,
    played_on,
)
from services.scoring.domain.double_dummy.tables import deal_text
from services.scoring.domain.event.answers import answer, answer_event
from services.scoring.domain.event.event_change import event_change
from services.scoring.domain.event.event_state import EventState, Scored, Taken
from services.scoring.domain.event.folding import folded, forget_history, is_due, needs_history
from services.scoring.domain.event.look_alikes import describe, grown
from services.scoring.domain.event.publication import (
    Channel,
    ChannelPublication,
    Ledger,
    StandingsPublication,
    is_moment,
    plan_parts,
    plan_standings,
)
from services.scoring.domain.event.verdicts import with_look_alikes
from services.scoring.domain.explanation.answer import answer_explanation
from services.scoring.domain.explanation.explainer import Explainer
from shared.bridge.play.par import Tricks
from shared.bus.annotations import Delivery
from shared.bus.bus import Bus
from shared.bus.delivery import Injected
from shared.bus.repair import REPAIR
from shared.bus.router import ServiceRouter
from shared.errors import OperationFailed
from shared.gc_control import gc_paused

PUBLICATIONS = (
    "scoring.board.scored.v1",
    "scoring.deal.analysed.v1",
    "scoring.event.described.v1",
    "scoring.event.folded.v1",
    "scoring.event.merged.v1",
    "scoring.round.scored.v1",
    "scoring.standings.published.v1",
    "validation.fragment.accepted.v1",
)

EXPLAINED = 16
"""Events kept for questions beside those of live work: over and done with, or another process's."""

READERS_FIRST = 0.002
"""Seconds in which standings reach those who watch before this process works out their travellers."""

TRAVELLER_LOOKS, TRAVELLER_PAUSE = 50, 0.1
"""How often a traveller that is about to be published is looked for, and the seconds between two looks."""

Count = Callable[[str], Awaitable[Tricks | None]]
"""Counts the tricks of a deal; None when that is not possible."""


Follow = Callable[[str, Played], Awaitable[Worth | None]]
"""Counts what the cards of a play were worth; None likewise."""


async def count_nothing(_deal: str, _play: Played | None = None) -> None:
    """Count no tricks: double-dummy analysis is off."""


@dataclass
class Known:
    """An event as this process knows it; a cache of the bus, dropped whenever the bus knows better.

    Attributes:
        merged: the event as it was scored last, with the fragment that it includes; None before that.
        scored: what it came to then.
        explainer: of that, once somebody has asked.
        written: how many fragments had come when it was written down last; 0 if it was folded from the first one.
        described: by what name, for which date and with how many lines it was described last.
        looks_like: the events that it may belong to, as of then.
        lines_in_play: how many results it has while it is in play.
    """

    state: EventState
    ledger: Ledger
    merged: EventMerged | None = None
    scored: Scored | None = None
    explainer: Explainer | None = None
    written: int = 0
    described: tuple[str | None, str | None, int] | None = None
    looks_like: tuple[LooksLike, ...] = ()
    lines_in_play: int = 0

    def keep(self, merged: EventMerged) -> None:
        """Keep the event as it was scored."""
        standings, facts = merged.standings, merged.facts
        over = standings.status is not Status.LIVE or standings.progress.complete
        self.merged, self.lines_in_play = merged, 0 if over else len(facts.results) + len(facts.games)


class Events:
    """The events in memory: the last ones of all, and as many in play as there is room for their results.

    Events in play take turns. If there are more than there is room for, the one that waited longest comes next, so that
    the least recently used would be the worst one to drop: then it is any of them.
    """

    def __init__(self, bus: Bus, size: int, lines: int = 0) -> None:
        """Keep the last `size` events, and further ones in play that have up to `lines` results with those."""
        self._bus = bus
        self._size = size
        self._lines = lines
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._explained: OrderedDict[str, Known] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, event: str) -> asyncio.Lock:
        """Held while an event changes, or is explained."""
        return self._locks.setdefault(event, asyncio.Lock())

    async def before(self, fragment: Fragment, sequence: int, *, repair: bool = False) -> Known:
        """The event of a fragment as it was before it, or as it was published since.

        What is in memory counts only while the last published standings are those that this process published:
        another replica may have taken a fragment in between. Where a process was killed after it published and before
        it acknowledged, the fragment comes again although it is published: the state that stays in memory has it, too.

        Args:
            fragment: to be taken in next.
            sequence: its sequence in the stream.
            repair: whether what is in memory may be what the streams have lost; then it is folded from its beginning.
        """
        event = fragment.event
        known = self._known.get(event)
        if repair:
            known = await self._fold(event, sequence, whole=True)
            for part in known.state.past_parts():
                known.ledger.parts.setdefault(part, Channel(0, 0, ""))
        elif known is None or not await self._current(event, known):
            known = await self._fold(event, sequence)
        if known.ledger.applied < sequence and needs_history(known.state, fragment):
            known = await self._fold(event, sequence, whole=True)
        self._known[event] = known
        self._known.move_to_end(event)
        if len(self._known) > self._size:
            self._make_room()
        return known

    async def published(self, event: str) -> Known | None:
        """An event as it was published last; None before that. Questions push no live work out of memory."""
        for known in (self._known.get(event), self._explained.get(event)):
            if known is not None and await self._current(event, known):
                break
        else:
            known = await self._fold(event, 0)
            if known.ledger.standings is None:
                return None
            self._explained[event] = known
            self._explained.move_to_end(event)
            if len(self._explained) > EXPLAINED:
                self._explained.popitem(last=False)
        return known if known.ledger.standings is not None else None

    def _make_room(self) -> None:
        """Drop events until there is room, those first that are not in play; the last one stays."""
        lines = {event: known.lines_in_play for event, known in list(self._known.items())[:-1]}
        for event in [event for event, count in lines.items() if not count][: len(self._known) - self._size]:
            del self._known[event], lines[event]
        total = sum(lines.values())
        while len(self._known) > self._size and total > self._lines:
            event = random.choice(list(lines))  # noqa: S311 - a fair choice, not a secret
            total -= lines.pop(event)
            del self._known[event]

    async def _fold(self, event: str, sequence: int, *, whole: bool = False) -> Known:
        ledger = await read_ledger(self._bus, event)
        up_to = max(sequence - 1, ledger.applied)
        state, written = await fold_event(self._bus, event, up_to, ledger.applied, whole=whole)
        return Known(state, ledger, written=written)

    async def _current(self, event: str, known: Known) -> bool:
        last = await self._bus.last_seq(subjects.standings_published(event))
        return last == (known.ledger.standings.stream_seq if known.ledger.standings else 0)

    def merged(self, event: str) -> EventMerged | None:
        """The event as this process scored it last."""
        known = self._known.get(event)
        return known.merged if known is not None else None

    def forget(self, event: str) -> None:
        """Drop an event; the next fragment folds it again."""
        self._known.pop(event, None)


@dataclass
class Deps:
    """What the handlers need.

    Attributes:
        bus: publishes and reads.
        events: that are kept folded.
        count: the tricks of a deal.
        follow: likewise those of a play.
    """

    bus: Bus
    events: Events
    count: Count = count_nothing
    follow: Follow = count_nothing


InjectedDeps = Annotated[Deps, Injected("deps")]


def build_router() -> ServiceRouter:
    """Subscribe to accepted fragments, and, by a durable of its own that holds nothing up, to our own standings.

    Questions about earlier standings are answered from the stream, with a fold of their own beside those of live work;
    explanations from what is in memory of the event.
    """
    router = ServiceRouter("scoring")
    for name in PUBLICATIONS:
        router.publication(name)

    @router.subscribe("validation.fragment.accepted.v1")
    async def on_fragment_accepted(message: FragmentAccepted, delivery: Delivery, deps: InjectedDeps) -> None:
        async with deps.events.lock(message.fragment.event):
            await _accept(deps, message, delivery.seq, repair=REPAIR in delivery.headers)

    @router.subscribe("scoring.standings.published.v1", reads=BoardsDealt)
    async def on_standings_published(message: BoardsDealt, deps: InjectedDeps) -> None:
        for board in message.dealt:
            await _analyse(deps, await _traveller(deps.bus, message, board))

    @router.answer("scoring.standings.asked.v1")
    async def on_standings_asked(asked: StandingsAsked, deps: InjectedDeps) -> StandingsAnswered:
        accepted = [fragment async for fragment in accepted_fragments(deps.bus, asked.event)]
        return await asyncio.to_thread(answer, asked, accepted)

    @router.answer("scoring.explanation.asked.v1")
    async def on_explanation_asked(asked: ExplanationAsked, deps: InjectedDeps) -> ExplanationAnswered:
        async with deps.events.lock(asked.event):
            known = await deps.events.published(asked.event)
            return await asyncio.to_thread(_explain, asked, known)

    @router.answer("scoring.findings.asked.v1")
    async def on_findings_asked(asked: FindingsAsked, deps: InjectedDeps) -> FindingsAnswered:
        async with deps.events.lock(asked.event):
            known = await deps.events.published(asked.event)
            if known is None:
                return FindingsAnswered(event=asked.event)
            if known.scored is None:
                known.scored = (await asyncio.to_thread(_score, known.state))[0]
            every = known.scored.every
            return FindingsAnswered(event=asked.event, findings=every[:MOST_FINDINGS], total=len(every))

    @router.answer("scoring.event.asked.v1")
    async def on_event_asked(asked: EventAsked, deps: InjectedDeps) -> EventAnswered:
        known = deps.events.merged(asked.event)
        if known is not None and known.applied == asked.applied:
            return EventAnswered(event=asked.event, merged=known)
        accepted = [fragment async for fragment in accepted_fragments(deps.bus, asked.event)]
        return await asyncio.to_thread(answer_event, asked, accepted)

    return router


async def _accept(deps: Deps, message: FragmentAccepted, sequence: int, *, repair: bool = False) -> None:
    """Take a fragment in, and publish what comes of it; in a repair also where nothing does."""
    known = await deps.events.before(message.fragment, sequence, repair=repair)
    if known.ledger.applied >= sequence:
        if known.ledger.applied == sequence:
            await _complete(deps.bus, known)
        return
    known.scored = known.explainer = None
    try:
        taken = known.state.take(message.fragment, message.findings, repair=repair)
        for fragment in taken.onward:
            moved = FragmentAccepted(fragment=fragment, findings=known.state.findings[fragment.id])
            await deps.bus.publish(subjects.fragment_accepted(fragment.event), moved)
        if taken.matters:
            with gc_paused():  # until readers have what they wait for: looking through what is new takes 17 ms
                await _publish_scores(deps.bus, known, taken, message.fragment, sequence)
        known.ledger.applied = sequence
        if taken.matters:
            await _write_down(deps.bus, known)
    except BaseException:
        deps.events.forget(message.fragment.event)
        raise


def _explain(asked: ExplanationAsked, known: Known | None) -> ExplanationAnswered:
    """Answer from what an event came to last; one that was folded for the question is scored first."""
    if known is not None and known.explainer is None:
        known.explainer = Explainer(known.state, known.scored or _score(known.state)[0])
    return answer_explanation(asked, known.explainer if known is not None else None)


async def _traveller(bus: Bus, standings: BoardsDealt, board: str) -> BoardScored:
    """The traveller of a board as of some standings or later: it is published right after them.

    Raises:
        OperationFailed: it is missing; the process that publishes it has died.
    """
    subject = subjects.board_scored(standings.standings.event, board)
    for _ in range(TRAVELLER_LOOKS):
        stored = await bus.last(subject, BoardScored)
        if stored is not None and stored.message.position.applied >= standings.position.applied:
            return stored.message
        await asyncio.sleep(TRAVELLER_PAUSE)
    raise OperationFailed(f"the traveller of board {board} is not published")


async def _analyse(deps: Deps, scored: BoardScored) -> None:
    """Publish the analysis of a board's deal where it is not published."""
    board = scored.board
    deal = deal_text(board.deal)
    if deal is None:
        return
    last = await deps.bus.last(subjects.deal_analysed(board.event, board.id), DealAnalysed)
    before = last.message if last is not None else None
    if overtaken(scored, before):
        return
    tricks = known_tricks(deal, before) or await deps.count(deal)
    plays = await _follow(deps, deal, played_on(board), known_plays(deal, before))
    planned = plan_analysis(scored, deal, tricks, before, last.seq if last is not None else 0, plays)
    if planned is not None:
        await deps.bus.publish(planned.subject, planned.message, expect_last=planned.expect_last)


async def _follow(deps: Deps, deal: str, plays: list[Played], known: Mapping[Played, Worth]) -> dict[Played, Worth]:
    """What the cards of plays were worth, as far as that can be counted."""
    new = [play for play in plays if play not in known]
    answers = await asyncio.gather(*(deps.follow(deal, play) for play in new))
    counted = {**known, **dict(zip(new, answers, strict=True))}
    return {play: worth for play in plays if (worth := counted[play]) is not None}


async def _publish_scores(bus: Bus, known: Known, taken: Taken, fragment: Fragment, applied: int) -> None:
    """Score an event anew after it has taken a fragment in, and publish what is different."""
    ledger, state = known.ledger, known.state
    change = event_change(taken.changes, state.merge, fragment.file)
    # The bus is asked about other events while this one is scored.
    (scored, merged), looks_like = await asyncio.gather(
        asyncio.to_thread(_score, state), _recognise(bus, known, state.merged()[0], applied, change)
    )
    merged = merged.replace(applied=applied)
    cause = (fragment.id,)
    files = [each.file for each in state.merge.fragments.values()]
    standings = plan_standings(
        ledger,
        scored,
        applied=applied,
        cause=cause,
        change=change,
        verdicts=with_look_alikes(taken.verdicts, fragment, looks_like, scored.every, files),
        looks_like=looks_like,
    )
    before, now = ledger.standings.stage if ledger.standings else None, standings.channel.stage
    known.scored = scored
    known.keep(merged)
    await _publish_standings(bus, ledger, standings)
    await asyncio.sleep(READERS_FIRST)
    parts = scored.boards or state.rounds()
    await _publish_parts(bus, ledger, plan_parts(ledger, scored.standings, parts, applied=applied, cause=cause))
    if is_moment(before, now, change):
        await _publish_merged(bus, ledger, merged)


async def _write_down(bus: Bus, known: Known) -> None:
    """Forget what nothing asks for again, and write the event down now and then, to be folded on from there."""
    state = known.state
    forget_history(state)
    count = len(state.assignment.came)
    if is_due(count, known.written):
        known.written = count
        if (message := folded(state, known.ledger.applied)) is not None:
            await bus.publish(subjects.event_folded(state.event), message)


def _score(state: EventState) -> tuple[Scored, EventMerged]:
    """Score an event; what it makes stays, and has no circles for the collector to look for."""
    with gc_paused():
        return state.score()


async def _complete(bus: Bus, known: Known) -> None:
    """Publish what belongs to the published standings, if a process was killed before it had published all of it."""
    event, ledger = known.state.event, known.ledger
    merged = await bus.last(subjects.event_merged(event), EventMerged)
    standings = await bus.last(subjects.standings_published(event), StandingsPublished)
    if standings is None:
        return
    applied, cause = standings.message.position.applied, standings.message.cause
    scored, state = await asyncio.to_thread(_score, known.state)
    parts = scored.boards or known.state.rounds()
    await _publish_parts(bus, ledger, plan_parts(ledger, scored.standings, parts, applied=applied, cause=cause))
    if (merged.message.applied if merged is not None else 0) < applied:
        ledger.merged = merged.seq if merged is not None else 0
        await _publish_merged(bus, ledger, state.replace(applied=applied))


async def _publish_merged(bus: Bus, ledger: Ledger, merged: EventMerged) -> None:
    published = await bus.publish(subjects.event_merged(merged.event), merged, expect_last=ledger.merged)
    ledger.merged = published.seq


async def _recognise(bus: Bus, known: Known, facts: Facts, applied: int, change: EventChange) -> tuple[LooksLike, ...]:
    """The events that an event may belong to, looked for when there is more to say of it, or while it has any."""
    described, state = known.described, known.state
    played = sum(result.ns_score.kind != "unknown" for result in facts.results)
    size = played + len(facts.games) + len(facts.matches) + len(facts.deals)
    now = (facts.event.name, facts.event.start_date, size)
    entered = any(count.kind in ("player", "pair", "team") for count in change.counts)
    if described is None or entered or known.looks_like or described[:2] != now[:2] or grown(size, described[2]):
        own = await asyncio.to_thread(describe, state.event, applied, facts, state.merge.fragments.values())
        known.looks_like = await recognise(bus, own, state.origins)
        known.described = now
    return known.looks_like


async def _publish_standings(bus: Bus, ledger: Ledger, planned: StandingsPublication) -> None:
    """Publish standings by themselves: one message is stored in a fraction of the time of a batch.

    Raises:
        Conflict: when another writer has published meanwhile; the redelivery starts from the bus again.
    """
    published = await bus.publish(planned.subject, planned.message, expect_last=planned.expect_last)
    ledger.standings = replace(planned.channel, stream_seq=published.seq)


async def _publish_parts(bus: Bus, ledger: Ledger, planned: list[ChannelPublication]) -> None:
    """Publish travellers or rounds, all of them or none; Conflict as above."""
    if planned:
        messages = [(each.subject, each.message, each.expect_last) for each in planned]
        for each, sequence in zip(planned, await bus.publish_together(messages), strict=True):
            ledger.parts[each.part] = replace(each.channel, stream_seq=sequence)
