"""Double-dummy analysis without a bus: the deals of some files, analysed by a process for each processor."""

import asyncio
import os
from collections.abc import Iterable, Iterator, Mapping

from rich.progress import Progress

from contracts.codes.scoring import NOT_ANALYSED
from contracts.facts import DealFact, Facts
from contracts.findings import Finding
from contracts.messages import EventMerged
from kibitz.console import err, misused
from services.scoring.adapters.double_dummy import DoubleDummy, installed
from services.scoring.domain.boards.board_list import conditions
from services.scoring.domain.double_dummy.tables import (
    completed,
    deal_text,
    differences,
    is_whole,
    par_of,
    stated_tricks,
)
from shared.bridge.play.par import Tricks

Counted = Mapping[str, Tricks | None]
"""Tricks by the text of a deal; None for one that could not be analysed."""


def need_library() -> None:
    """End the command where the library for double-dummy analysis is missing."""
    if not installed():
        misused("deals cannot be analysed: the library endplay is missing", "pip install 'kibitz[double-dummy]'")


def check_deals(facts: Facts) -> Iterator[Finding]:
    """Compare what deals state of their analysis with an analysis of their cards."""
    stating = [deal for deal in facts.deals if deal.double_dummy]
    counted = count_all(stating)
    for deal in stating:
        text = deal_text(deal)
        tricks = counted.get(text) if text is not None else None
        if tricks is None:
            reason = "it does not have all 52 cards once" if text is None else "the analysis did not finish"
            yield NOT_ANALYSED.finding(f"board {deal.board}: {reason}", place=deal.at, subject=f"board {deal.board}")
            continue
        best = par_of(tricks, *conditions(deal.board, deal.vulnerable, deal.dealer))
        yield from differences(deal.double_dummy, tricks, best, board=deal.board, place=deal.at)


def with_analyses(merged: EventMerged) -> EventMerged:
    """The same event with tricks and par of every deal that has all of its cards, where its files leave them out."""
    counted = count_all(deal for deal in merged.facts.deals if not is_whole(stated_tricks(deal.double_dummy)))
    deals = []
    for deal in merged.facts.deals:
        stated = stated_tricks(deal.double_dummy)
        tricks = stated if is_whole(stated) else counted.get(deal_text(deal) or "")
        if tricks is not None:
            where = conditions(deal.board, deal.vulnerable, deal.dealer)
            deal = deal.replace(double_dummy=completed(deal.double_dummy, tricks, *where))  # noqa: PLW2901
        deals.append(deal)
    return merged.replace(facts=merged.facts.replace(deals=tuple(deals)))


def count_all(deals: Iterable[DealFact]) -> Counted:
    """Count the tricks of every whole deal among these, each once, with a bar where somebody looks at it."""
    texts = list(dict.fromkeys(text for deal in deals if (text := deal_text(deal)) is not None))
    return asyncio.run(_count(texts)) if texts else {}


async def _count(texts: list[str]) -> Counted:
    processors = os.cpu_count() or 1
    pool = DoubleDummy(processors, kept=len(texts))
    # No more at once than keep every process at work: a deal has five parts.
    room = asyncio.Semaphore(processors)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        bar = progress.add_task("double dummy", total=len(texts))

        async def analyse(text: str) -> Tricks | None:
            async with room:
                tricks = await pool.tricks(text)
            progress.advance(bar)
            return tricks

        try:
            return dict(zip(texts, await asyncio.gather(*map(analyse, texts)), strict=True))
        finally:
            await pool.close()
