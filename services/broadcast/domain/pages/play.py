"""Auction and play of one table, as pages have them (`scripts/play-model.js`): all calls and all cards, in tables."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from services.broadcast.domain.pages import words
from shared.bridge.play.card_play import winning_card
from shared.bridge.play.contract import Denomination

COLUMNS = "WNES"
"""The seats of an auction and of tricks, as most players write them."""

RECORDS_SHOWN = 20
"""Tables whose play is on a page; a board that a thousand play would be one of megabytes."""

_CALL = re.compile(r"([^\s!]+)(!?)\s?(.*)", re.DOTALL)

Line = Mapping[str, Any]


class Call(NamedTuple):
    """A call; "" where the auction has not begun yet.

    Attributes:
        note: number of what was said of it; 0 for none.
    """

    call: str = ""
    alert: bool = False
    note: int = 0


class Auction(NamedTuple):
    """Calls in rows of four, and what was said of them."""

    rows: Sequence[Sequence[Call]]
    notes: Sequence[str]


class Played(NamedTuple):
    """A card.

    Attributes:
        tricks: that declarer wins from then on, if nobody errs; None where that is not known.
        lost: tricks that it cost the side that played it.
    """

    card: str
    leads: bool
    wins: bool
    tricks: int | None
    lost: int


class Play(NamedTuple):
    """The tricks, each with its cards in the columns of an auction.

    Attributes:
        cards: how many there are.
        explained: whether it is known what the cards were worth.
    """

    declarer: str
    tricks: Sequence[Sequence[Played | None]]
    cards: int
    explained: bool


class Record(NamedTuple):
    """What one table recorded; its play is None where it has none, or where nothing of it can be followed."""

    line: Line
    auction: Auction | None
    play: Play | None


def is_recorded(line: Line) -> bool:
    """Whether a table has an auction or a play."""
    return bool(line.get("calls") or line.get("cards") or line.get("broken_off"))


def record(line: Line, dealer: str | None, plays: Sequence[Mapping[str, Any]]) -> Record:
    """Auction and play of a line of a traveller; `plays` are those of the analysis of the same cards."""
    calls = line.get("calls")
    return Record(line, auction(calls, _seat(dealer) or "N") if calls else None, _play(line, plays))


def auction(calls: Sequence[str], dealer: str) -> Auction:
    """The calls from the dealer's turn on; "!" stands behind one that was alerted, and then what was said of it."""
    notes: list[str] = []
    cells = [Call()] * COLUMNS.index(dealer)
    for text in calls:
        found = _CALL.fullmatch(text)
        call, mark, note = found.groups() if found else (text, "", "")
        if note:
            notes.append(note)
        cells.append(Call(call, bool(mark), len(notes) if note else 0))
    return Auction([cells[start : start + 4] for start in range(0, len(cells), 4)], notes)


def _play(line: Line, plays: Sequence[Mapping[str, Any]]) -> Play | None:
    made, declarer, cards = words.bid(line["contract"]), _seat(line["declarer"]), line.get("cards") or ()
    if not cards or made is None or declarer is None:
        return None
    same = {"declarer": declarer, "denomination": made.denomination, "cards": [*cards]}
    worth: Sequence[int] = next(
        (play["tricks"] for play in plays if all([*play[name]] == [*same[name]] for name in same)), ()
    )
    tricks = []
    leader = COLUMNS.index(declarer) + 1
    for start in range(0, len(cards), 4):
        trick = cards[start : start + 4]
        wins = winning_card(trick, Denomination(made.denomination)) if len(trick) == 4 else None
        row: list[Played | None] = [None] * 4
        for number, card in enumerate(trick):
            at = (leader + number) % 4
            before, now = [*worth[start + number : start + number + 2], None, None][:2]
            change = 0 if before is None or now is None else now - before
            ours = (at - COLUMNS.index(declarer)) % 2 == 0
            row[at] = Played(card, number == 0, number == wins, now, max(0, -change if ours else change))
        tricks.append(row)
        leader += wins or 0
    return Play(declarer, tricks, len(cards), bool(worth))


def _seat(text: str | None) -> str | None:
    letter = (text or "").strip()[:1].upper()
    return letter if letter and letter in COLUMNS else None
