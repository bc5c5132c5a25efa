"""Legal games with annotations, and known ways to break one so that exactly one thing is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from shared.bridge.play.auction import BIDS, CLOCKWISE, after, turn
from shared.bridge.play.card_play import PACK
from tests.support.pbn_games import MadeUp, hand_text, made_up, rows_of

TABLE = ['[ScoreTable "PairId_NS;PairId_EW;+Score_NS;MP_NS"]', "3 8 620 4", "1 6 170 1.5", "2 7 170 1.5", "4 5 -100 0"]
_OF_CALLS = ("!", "?!", "$6", "$13 $40")
_OF_CARDS = ("??", "!", "$7", "$14 $255")


@dataclass
class Written:
    """A legal game, line by line.

    Attributes:
        calls: with what hangs on them.
        rows: of cards, likewise.
        notes: of the auction and of the play.
    """

    game: MadeUp
    chance: Random
    calls: list[str]
    rows: list[list[str]]
    notes: tuple[list[str], list[str]]
    table: list[str]

    def lines(self) -> list[str]:
        """The lines of the game."""
        plain = MadeUp(**{**vars(self.game), "calls": [], "rows": []}).text().splitlines()
        found = [*plain, *rows_of(self.calls), *self.notes[0]]
        if self.rows:
            found += [f'[Play "{self.game.leader}"]', *(" ".join(row) for row in self.rows)]
            found += (["*"] if len(self.rows) < 13 else []) + self.notes[1]
        return found + self.table

    def at(self, start: str, lines: list[str] | None = None) -> int:
        """The number of the first line that starts so, from 0."""
        return next(number for number, line in enumerate(lines or self.lines()) if line.startswith(start))

    def tag(self, name: str, value: str) -> tuple[list[str], int]:
        """The lines with another value of a tag, and where it stands."""
        lines = self.lines()
        at = self.at(f"[{name} ")
        lines[at] = f'[{name} "{value}"]'
        return lines, at

    def call(self, number: int) -> int:
        """The line of a call."""
        return self.at("[Auction") + 1 + number // 4

    def row(self, number: int) -> int:
        """The line of a row of cards."""
        return self.at("[Play") + 1 + number


def legal(seed: int) -> Written:
    """A game with some annotations, the same for the same seed."""
    game, chance = made_up(seed), Random(seed)
    notes: tuple[list[str], list[str]] = ([], [])

    def annotated(word: str, glyphs: tuple[str, ...], kept: list[str]) -> str:
        parts = [word]
        if chance.random() < 0.2 and len(kept) < 5:
            kept.append(f'[Note "{len(kept) + 1}:shows {chance.randint(5, 9)} points"]')
            parts.append(f"={len(kept)}=")
        if chance.random() < 0.2:
            parts.append(chance.choice(glyphs))
        if chance.random() < 0.1:
            parts.append("{ why not? }")
        return " ".join(parts)

    calls = [annotated(call, _OF_CALLS, notes[0]) for call in game.calls]
    rows = [[annotated(card, _OF_CARDS, notes[1]) for card in row] for row in game.rows]
    return Written(game, chance, calls, rows, notes, list(TABLE))


Broken = tuple[list[str], int] | None
"""The lines with the fault, and the number from 0 of the line that is wrong; None where the game has no room for it."""


def _tag(name: str, value: str) -> Callable[[Written], Broken]:
    return lambda written: written.tag(name, value)


def _behind(start: str, line: str, by: int = 1) -> Callable[[Written], Broken]:
    """A line put in behind another; the fault is in it."""

    def broken(written: Written) -> Broken:
        lines = written.lines()
        at = written.at(start) + by
        lines.insert(at, line)
        return lines, at

    return broken


def _hands(change: Callable[[dict[str, list[str]], Random], None]) -> Callable[[Written], Broken]:
    def broken(written: Written) -> Broken:
        hands = {seat.value: list(cards) for seat, cards in written.game.hands.items()}
        change(hands, written.chance)
        first = written.game.dealer
        seats = [turn(first, number).value for number in range(4)]
        written.rows.clear()
        return written.tag("Deal", f"{first}:" + " ".join(hand_text(hands[seat]) for seat in seats))

    return broken


def _copy_card(hands: dict[str, list[str]], chance: Random) -> None:
    hands["N"][chance.randrange(13)] = chance.choice(hands["E"])


def _move_card(hands: dict[str, list[str]], chance: Random) -> None:
    hands["W"].append(hands["S"].pop(chance.randrange(13)))


def _insufficient(written: Written) -> Broken:
    bids = [number for number, call in enumerate(written.game.calls) if call in BIDS]
    if len(bids) < 2:
        return None
    written.calls[bids[-1]] = written.game.calls[bids[-2]]
    return written.lines(), written.call(bids[-1])


def _marked_insufficient(written: Written) -> Broken:
    bids = [number for number, call in enumerate(written.game.calls) if call in BIDS]
    if not bids:
        return None
    written.calls[bids[-1]] = f"^I {written.calls[bids[-1]]}"
    return written.lines(), written.call(bids[-1])


def _first_call(word: str) -> Callable[[Written], Broken]:
    def broken(written: Written) -> Broken:
        written.calls[0] = word
        return written.lines(), written.call(0)

    return broken


def _extra_call(word: str) -> Callable[[Written], Broken]:
    def broken(written: Written) -> Broken:
        written.calls.append(word)
        return written.lines(), written.call(len(written.calls) - 1)

    return broken


def _on_call(annotation: str) -> Callable[[Written], Broken]:
    def broken(written: Written) -> Broken:
        number = written.chance.randrange(len(written.calls))
        written.calls[number] = f"{written.game.calls[number]} {annotation}"
        return written.lines(), written.call(number)

    return broken


def _on_card(annotation: str, *, before: bool = False, leader: bool = False) -> Callable[[Written], Broken]:
    def broken(written: Written) -> Broken:
        if not written.rows:
            return None
        row, column = written.chance.randrange(len(written.rows)), written.chance.randrange(4)
        if before:
            row, column = 0, 0 if leader else 1 + written.chance.randrange(3)
        card = written.game.rows[row][column]
        if before and not leader and card[0] != written.game.rows[0][0][0]:
            return None
        written.rows[row][column] = f"{annotation} {card}" if before else f"{card} {annotation}"
        return written.lines(), written.row(row)

    return broken


def _card(change: Callable[[Written, int, int], str | None]) -> Callable[[Written], Broken]:
    def broken(written: Written) -> Broken:
        if not written.rows:
            return None
        row, column = written.chance.randrange(len(written.rows)), written.chance.randrange(4)
        card = change(written, row, column)
        if card is None:
            return None
        written.rows[row][column] = card
        return written.lines(), written.row(row)

    return broken


def _of_another(written: Written, row: int, column: int) -> str | None:
    seat = turn(written.game.leader, column)
    played = {card for cards in written.game.rows[:row] for card in cards}
    others = [card for card in PACK if card not in written.game.hands[seat] and card not in played]
    others = [card for card in others if card not in written.game.rows[row]]
    return written.chance.choice(others) if others else None


def _again(written: Written, row: int, column: int) -> str | None:
    return written.game.rows[row - 1][column] if row else None


def _revoke(written: Written) -> Broken:
    rows = written.game.rows
    ways = [
        (later, column)
        for later in range(1, len(rows))
        for column in range(1, 4)
        if rows[0][column][0] == rows[0][0][0] != rows[later][column][0]
    ]
    if not ways:
        return None
    later, column = written.chance.choice(ways)
    written.rows[0][column], written.rows[later][column] = rows[later][column], rows[0][column]
    return written.lines(), written.row(0)


def _wrong_result(written: Written) -> Broken:
    if len(written.rows) < 13:
        return None
    return written.tag("Result", str((written.game.won + 1 + written.chance.randrange(13)) % 14))


def _other_declarer(written: Written) -> Broken:
    if written.game.declarer is None:
        return None
    written.rows.clear()
    return written.tag("Declarer", after(written.game.declarer).value)


def _other_contract(written: Written) -> Broken:
    if written.game.contract is None:
        return None
    written.rows.clear()
    return written.tag("Contract", "1C" if str(written.game.contract) != "1C" else "7NT")


def _other_caller(written: Written) -> Broken:
    seat = written.chance.choice([seat for seat in CLOCKWISE if seat is not written.game.dealer])
    lines, _ = written.tag("Auction", seat.value)
    return lines, written.call(0)


def _cut(start: str) -> Callable[[Written], Broken]:
    """The quotes and the bracket at the end of a line taken away."""

    def broken(written: Written) -> Broken:
        lines = written.lines()
        at = written.at(start)
        lines[at] = lines[at][:-2]
        return lines, at

    return broken


def _unused_note(written: Written) -> Broken:
    written.notes[0].append('[Note "31:nobody asks"]')
    return written.lines(), written.at('[Note "31')


def _same_note(written: Written) -> Broken:
    if not written.notes[0]:
        return None
    written.notes[0].append('[Note "1:said twice"]')
    return written.lines(), written.at('[Note "1:said twice')


def _table(*lines: str, wrong: int = -1) -> Callable[[Written], Broken]:
    """Another table; the fault is in the line with this number."""

    def broken(written: Written) -> Broken:
        written.table = list(lines)
        found = written.lines()
        return found, len(found) - len(lines) + wrong % len(lines)

    return broken


def _auction_before_dealer(written: Written) -> Broken:
    lines = written.lines()
    dealer = lines.pop(written.at("[Dealer"))
    at = written.at("[Auction", lines)
    lines.insert(written.at("[ScoreTable", lines), dealer)
    return lines, at


FAULTS: dict[str, tuple[str, Callable[[Written], Broken]]] = {
    "a card dealt twice": ("card-repeated", _hands(_copy_card)),
    "a card dealt to nobody": ("card-missing", _hands(_copy_card)),
    "hands of unequal size": ("hand-size", _hands(_move_card)),
    "no hand with a card": ("deal-empty", _tag("Deal", "N:- - - -")),
    "three hands": ("deal-broken", _tag("Deal", "N:AKQ.. - -")),
    "a suit too many": ("deal-broken", _tag("Deal", "N:A.K.Q.J.T - - -")),
    "no such dealer": ("bad-value", _tag("Dealer", "Q")),
    "no such vulnerability": ("bad-value", _tag("Vulnerable", "Some")),
    "no such level": ("bad-value", _tag("Contract", "8H")),
    "no such result": ("bad-value", _tag("Result", "14")),
    "no such day": ("bad-value", _tag("Date", "2031.02.30")),
    "board nought": ("bad-value", _tag("Board", "0")),
    "no such method": ("unknown-scoring", _tag("Scoring", "IMP;Lottery")),
    "an inherited dealer": ("inheritance", _tag("Dealer", "#")),
    "an inherited deal": ("inheritance", _tag("Deal", "##")),
    "nothing to inherit": ("nothing-inherited", _tag("Event", "#")),
    "a tag twice": ("duplicate-tag", _behind("[Dealer", '[Dealer "N"]')),
    "a tag that nobody knows": ("unknown-tag", _behind("[Scoring", '[Weather "mild"]')),
    "a tag in small letters": ("tag-broken", _behind("[Scoring", '[weather "mild"]')),
    "a value without quotes": ("tag-broken", _behind("[Scoring", "[Room Open]")),
    "quotes that do not close": ("string-not-closed", _cut("[Site")),
    "text of nothing": ("stray-text", _behind("[Scoring", "mild weather")),
    "a control character": ("character", _behind("[Scoring", '[Room "Open\x07"]')),
    "a long line": ("line-too-long", _behind("[Scoring", f'[Description "{"so " * 90}"]')),
    "a comment that does not close": ("comment-not-closed", _table('[Termination "normal"]', "{ so")),
    "dealer behind the auction": ("tag-order", _auction_before_dealer),
    "another caller": ("auction-begins", _other_caller),
    "an insufficient bid": ("insufficient-bid", _insufficient),
    "a sufficient bid that is marked": ("irregularity", _marked_insufficient),
    "a double of nothing": ("inadmissible-double", _first_call("X")),
    "a redouble of nothing": ("inadmissible-redouble", _first_call("XX")),
    "no such bid": ("not-a-call", _first_call("8C")),
    "a call too many": ("call-after-end", _extra_call("Pass")),
    "a call behind the end": ("call-after-end", _extra_call("* Pass")),
    "a call behind what is to be continued": ("after-to-be-continued", _extra_call("+ Pass")),
    "a turn left out": ("turn-skipped", _extra_call("-")),
    "another contract": ("contract-differs", _other_contract),
    "another declarer": ("declarer-differs", _other_declarer),
    "a card of another": ("card-not-held", _card(_of_another)),
    "a card played again": ("card-played-twice", _card(_again)),
    "no such card": ("not-a-card", _card(lambda *_: "S1")),
    "a revoke": ("revoke", _revoke),
    "a revoke that is none": ("irregularity", _on_card("^R", before=True)),
    "a lead in turn that is marked": ("irregularity", _on_card("^L", before=True, leader=True)),
    "another result": ("result-differs", _wrong_result),
    "two suffixes on a call": ("annotation", _on_call("! ?")),
    "two suffixes on a card": ("annotation", _on_card("!! ??")),
    "a NAG of cards on a call": ("annotation", _on_call("$8")),
    "a NAG of calls on a card": ("annotation", _on_card("$13")),
    "a NAG beyond 255": ("annotation", _on_call("$256")),
    "an irregularity of cards on a call": ("annotation", _extra_call("^R Pass")),
    "two notes on a call": ("annotation", _on_call("=1= =2=")),
    "a note beyond 32": ("note-broken", _on_card("=33=")),
    "a note nought": ("note-broken", _on_call("=0=")),
    "a reference to no note": ("note-missing", _on_call("=30=")),
    "a reference of a card to no note": ("note-missing", _on_card("=30=")),
    "a note that nobody asks for": ("note-unused", _unused_note),
    "two notes with one number": ("note-broken", _same_note),
    "an element too few": ("table-incomplete", _table('[ScoreTable "PairId_NS;PairId_EW;Score_NS"]', "1 6 50", "2 7")),
    "a row out of order": ("table-order", _table('[ScoreTable "-Rank;Score_NS"]', "1 620", "3 140", "2 170")),
    "a value that its column does not allow": ("table-value", _table('[ScoreTable "Declarer;Result"]', "N 9", "N 14")),
    "no such time": ("table-value", _table('[AuctionTimeTable "Time"]', "12", "1:75")),
    "a comment in a table": ("table-comment", _table('[ScoreTable "Score_NS"]', "50", "{ so } 100")),
    "a bracket in a table": ("table-character", _table('[TotalScoreTable "PairId;TotalMP"]', "1 30", "2 ]")),
    "two columns with one name": ("table-columns", _table('[ScoreTable "Score_NS;Score_NS"]', "50 50", wrong=0)),
    "a width that is none": ("table-columns", _table('[ScoreTable "Score_NS\\w"]', "50", wrong=0)),
    "an overlap": ("table-ranges", _table('[InstantScoreTable "ScoreRange_NS"]', "*,-50", "-100,*")),
    "a result told twice": (
        "table-value",
        _table('[OptimumResultTable "Declarer;Denomination;Result"]', "N S 7", "N S 8"),
    ),
}
"""By what is wrong: the code of its finding, and how it is done."""
