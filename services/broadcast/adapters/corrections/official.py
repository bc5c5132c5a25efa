"""What was official, and what of it is different now."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from contracts import subjects
from contracts.questions import StandingsAnswered, StandingsAsked
from contracts.standings import Declaration, Status
from services.broadcast.adapters.history import table_of
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.corrections.changes import Change, changes
from services.broadcast.domain.pages.rankings import rankings
from services.broadcast.domain.pages.words import IN_ENGLISH, Words
from shared.bus.bus import Bus
from shared.errors import OperationFailed

PATIENCE = 10.0
"""Seconds in which scoring has to answer."""

KEPT = 16
"""Official standings that are kept for who asks next."""


class Official:
    """Asks scoring for standings as they were official."""

    def __init__(self, bus: Bus) -> None:
        """Ask over this bus."""
        self._bus = bus
        self._known: OrderedDict[tuple[str, Declaration], Table] = OrderedDict()

    async def changes(
        self, event: str, whole: Table, words: Words = IN_ENGLISH, shown: Callable[[Table], Table] = lambda table: table
    ) -> list[Change] | None:
        """What is different since standings were official; None where nothing is, or it cannot be read now.

        Args:
            event: its id.
            whole: the standings as staff see them.
            words: for the reader.
            shown: the table of standings that a reader sees of a whole one.
        """
        official = await self._official(event, whole.meta)
        if official is None:
            return None
        before, now = shown(official), shown(whole)
        return changes(rankings(before, words), rankings(now, words))

    async def _official(self, event: str, meta: Mapping[str, Any]) -> Table | None:
        if meta.get("status") != Status.CORRECTED or not meta.get("declared"):
            return None
        declared = Declaration.model_validate(meta["declared"], strict=False)
        if (known := self._known.get((event, declared))) is not None:
            return known
        asked = StandingsAsked(event=event, as_of=declared.at)
        try:
            answer = await self._bus.ask(subjects.standings_asked(event), asked, StandingsAnswered, patience=PATIENCE)
        except OperationFailed:
            return None
        # A file on the way at that moment may have come before or after: only what was declared is compared.
        if answer.earlier is None or answer.earlier.standings.outcome != declared.outcome:
            return None
        table = self._known[event, declared] = table_of(answer.earlier)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return table
