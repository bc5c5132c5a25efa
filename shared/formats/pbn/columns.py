"""The tables that PBN defines, and what their columns may hold (5.3 to 5.10): `data/tables.txt`.

| in the tables below | holds |
|---|---|
| rank | a whole number, "=" behind or before it when shared; "-" for the same as above |
| call, card, suits | as in the auction and the play; a suit alone, "0" or "-" stand for all others |
| seat, contract, denomination, tricks | as in the tags; "-" where there is none |
| points | a whole number |
| number | a number, with decimals after a point |
| percentage | a number from 0 to 100 |
| time | seconds, minutes and seconds, or hours, minutes and seconds |
| range | a score, or two with a comma between them of which one may be * |
| count | a whole number from 1 |
| text | anything |
"""

import re
from collections.abc import Callable
from decimal import Decimal

from shared.bridge.play.auction import BIDS
from shared.bridge.play.card_play import PACK
from shared.formats.data_files import blocks, data_text
from shared.formats.pbn.values import read_contract

COLUMNS: dict[str, dict[str, str]] = {
    name: {column: kind for column, _, kind in (row.partition(" ") for row in rows)}
    for name, rows in blocks(data_text("shared.formats.pbn", "tables.txt"))
}
"""For each defined table its predefined columns, with what they hold; other columns are allowed and hold text. The last
table is ours."""

NEEDS = {"AuctionTimeTable": "Auction", "PlayTimeTable": "Play"}
"""Tables that follow the section they speak of."""

_RANK = re.compile(r"=?\d+=?|-", re.ASCII)
_POINTS = re.compile(r"[+-]?\d+", re.ASCII)
_NUMBER = re.compile(r"[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})", re.ASCII)
_TIME = re.compile(r"(?:(?:\d+:)?[0-5]?\d:)?\d{1,6}(?<!\d:[6-9]\d)", re.ASCII)
_RANGE = re.compile(r"-?\d+|-?\d+,\*|-?\d+,-?\d+|\*,-?\d+", re.ASCII)
_SUITS = re.compile(r"[AKQJT98765432]{1,13}|-", re.ASCII)
_TRICKS = re.compile(r"\d|1[0-3]|-", re.ASCII)
_CALLS = frozenset({*BIDS, "PASS", "X", "XX", "AP", "-", "0"})
_CARDS = frozenset({*PACK, *"SHDC", "-", "0"})


def _percentage(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text)) and not text.startswith("-") and Decimal(text) <= 100


CHECKS: dict[str, Callable[[str], bool]] = {
    "rank": lambda text: bool(_RANK.fullmatch(text)),
    "call": lambda text: text.upper() in _CALLS,
    "card": lambda text: text.upper() in _CARDS,
    "suits": lambda text: bool(_SUITS.fullmatch(text)) and len(set(text)) == len(text),
    "seat": lambda text: text.upper().removeprefix("^") in {"N", "E", "S", "W", "-", ""},
    "contract": lambda text: text == "-" or read_contract(text).problem is None,
    "denomination": lambda text: text.upper() in {"S", "H", "D", "C", "NT"},
    "tricks": lambda text: bool(_TRICKS.fullmatch(text)),
    "points": lambda text: text == "-" or bool(_POINTS.fullmatch(text)),
    "number": lambda text: text == "-" or bool(_NUMBER.fullmatch(text)),
    "percentage": lambda text: text == "-" or _percentage(text),
    "time": lambda text: bool(_TIME.fullmatch(text)),
    "range": lambda text: bool(_RANGE.fullmatch(text)),
    "count": lambda text: text.isascii() and text.isdigit() and text.strip("0") != "",
    "text": lambda text: True,
}
"""Whether a text may stand in a column; "?" and "!" are allowed everywhere and never asked for."""
