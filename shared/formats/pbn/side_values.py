"""Numbers of sides: results, scores and the points of a rubber (3.4.15, 4.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.contract import Contract, ParsedContract
from shared.bridge.play.seats import Side
from shared.formats.pbn.values import NOTHING, Read


@dataclass(frozen=True, slots=True)
class SideValues:
    """A number for declarer's side, or for one or both sides of the table.

    Attributes:
        wrong: the players agreed on a number that is not the one they won (a caret, 3.4.15).
    """

    declarer: Decimal | None = None
    ns: Decimal | None = None
    ew: Decimal | None = None
    wrong: bool = False

    def of(self, side: Side | None, *, total: Decimal | None = None, opposite: bool = False) -> Decimal | None:
        """The number of a side.

        Args:
            side: which; None only finds what is given for declarer.
            total: of both sides, where the other's number gives this one.
            opposite: the other side's number with its sign turned is this one.
        """
        own, other = (self.ns, self.ew) if side is Side.NS else (self.ew, self.ns)
        if side is None or own is not None:
            return own if side is not None else self.declarer
        if other is None:
            return None
        return total - other if total is not None else -other if opposite else None


_NUMBER = r"[+-]?(?:\d{1,9}(?:[.,]\d{0,9})?|[.,]\d{1,9})"
_ONE = re.compile(rf"\s*({_NUMBER})\s*", re.ASCII)
_SIDED = re.compile(
    rf"\s*(NS|EW|ns|ew|N/S|E/W|N-S|E-W)\s*({_NUMBER})\s*(?:[,;]?\s*(NS|EW|ns|ew|N/S|E/W|N-S|E-W)\s*({_NUMBER}))?\s*",
    re.ASCII,
)
_STRICT_NUMBER = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
_STRICT_SIDED = re.compile(r"(?:NS|EW) (-?\d+(?:\.\d+)?)(?: (?:NS|EW) (-?\d+(?:\.\d+)?))?", re.ASCII)
_SCORE_HABIT = 'a number, or "NS" or "EW" and a number, or both with a space between'


def _decimal(text: str) -> Decimal:
    """A number with a point, or a comma as several languages have it."""
    return Decimal(text.replace(",", "."))


@lru_cache(maxsize=4096)
def read_sides(text: str) -> Read[SideValues]:
    """Read one of the five formats for numbers of sides (3.4.15, 4.2.1)."""
    if text in NOTHING:
        return Read()
    wrong = text.startswith("^")
    word = (text[1:] if wrong else text).replace("%", " ")
    if one := _ONE.fullmatch(word):
        habit = None if _STRICT_NUMBER.fullmatch(word) else _SCORE_HABIT
        return Read(SideValues(declarer=_decimal(one[1]), wrong=wrong), habit=habit)
    found = _SIDED.fullmatch(word)
    if found is None:
        return Read(problem=f"expected {_SCORE_HABIT}")
    values = {found[1].upper().replace("/", "").replace("-", ""): _decimal(found[2])}
    if found[3]:
        side = found[3].upper().replace("/", "").replace("-", "")
        if side in values:
            return Read(problem="the same side stands twice")
        values[side] = _decimal(found[4])
    habit = None if _STRICT_SIDED.fullmatch(word) else _SCORE_HABIT
    return Read(SideValues(ns=values.get("NS"), ew=values.get("EW"), wrong=wrong), habit=habit)


_RELATIVE = re.compile(r"([+-])(\d{1,2})|=", re.ASCII)
_SIGNS = frozenset("+-=")


def read_result(text: str, contract: ParsedContract) -> Read[SideValues]:
    """Read a number of tricks in one of the five formats; "+1", "=" and "-2" count from the contract."""
    relative = _RELATIVE.fullmatch(text) if text[:1] in _SIGNS else None
    if relative is not None:
        over = int((relative[1] or "") + (relative[2] or "0"))
        if isinstance(contract, Contract) and 0 <= (made := contract.level + 6 + over) <= 13:
            return Read(SideValues(declarer=Decimal(made)), habit="a result is the number of tricks")
        return Read(problem="a number of tricks is 0 to 13")
    return _read_tricks(text)


@lru_cache(maxsize=256)
def _read_tricks(text: str) -> Read[SideValues]:
    read = read_sides(text)
    values = read.value
    if values is not None:
        numbers = [number for number in (values.declarer, values.ns, values.ew) if number is not None]
        if any(number != number.to_integral_value() or not 0 <= number <= 13 for number in numbers):
            return Read(problem="a number of tricks is 0 to 13")
    return read


_RUBBER_SCORE = re.compile(r"(?:(NS|EW) )?\d+\s*/\s*\d+(?: (?!\1)(NS|EW) \d+\s*/\s*\d+)?", re.ASCII)


def read_rubber(text: str) -> Read[str]:
    """Read points above and below the line in one of the five formats (4.2.5)."""
    if text in NOTHING or _RUBBER_SCORE.fullmatch(text):
        return Read(text or None)
    return Read(problem="points above the line, a slash, and points below it")


_HISTORY = re.compile(
    r"NS (\d{1,9}) (\d{1,9}) ?/((?: ?\d{1,9}){1,3}) EW (\d{1,9}) (\d{1,9}) ?/((?: ?\d{1,9}){1,3})", re.ASCII
)


GAME = 100
"""Points below the line that win a game of a rubber."""

UNIT = 10
"""What all points of a rubber are multiples of."""


@dataclass(frozen=True, slots=True)
class RubberHistory:
    """Points below the line by game, for each side; the last game is the one that is being played (4.2.6)."""

    ns: tuple[int, ...]
    ew: tuple[int, ...]

    @property
    def impossible(self) -> str | None:
        """Why there is no such rubber; None when there is (Laws of Rubber Bridge, 72 and 73)."""
        *finished, current = zip(self.ns, self.ew, strict=True)
        if any(points % UNIT for points in (*self.ns, *self.ew)):
            return f"trick points are multiples of {UNIT}"
        winners = [ns >= GAME for ns, ew in finished if (ns >= GAME) is not (ew >= GAME)]
        if len(winners) < len(finished):
            return "one side, and only one, has 100 or more below the line in a game that is finished"
        if len(winners) == 2 and winners[0] is winners[1]:
            return "a rubber is over when one side has won two games"
        if max(current) >= GAME:
            return "neither side has 100 below the line in the game that is being played"
        return None

    @property
    def vulnerable(self) -> Vulnerability:
        """Who has won a game of the current rubber: 100 points below the line or more."""
        ns, ew = (any(points >= GAME for points in side[:-1]) for side in (self.ns, self.ew))
        if ns and ew:
            return Vulnerability.ALL
        return Vulnerability.NS if ns else Vulnerability.EW if ew else Vulnerability.NONE


def read_history(text: str) -> Read[RubberHistory]:
    """Read the scores at the beginning of a deal of a rubber (4.2.6)."""
    if text in NOTHING:
        return Read()
    found = _HISTORY.fullmatch(" ".join(text.split()))
    if found is None:
        return Read(problem='expected "NS", two numbers, a slash, one to three numbers, and the same for "EW"')
    history = RubberHistory(tuple(map(int, found[3].split())), tuple(map(int, found[6].split())))
    if len(history.ns) != len(history.ew):
        return Read(problem="both sides have the same number of games")
    return Read(history)
