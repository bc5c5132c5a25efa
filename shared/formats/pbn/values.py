"""Values of tags: what each syntax of PBN allows, and what programs write instead (3.4, 4).

Every reader here takes the text of a tag and gives a `Read`: the value in one form, and a sentence when the text is not
what the document describes. `problem` is a text that cannot be used, `habit` one that can.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Generic, TypeVar

from shared.bridge.play.auction import partner
from shared.bridge.play.board_cycle import Vulnerability, parse_vulnerability
from shared.bridge.play.contract import Contract, Denomination, ParsedContract, parse_contract
from shared.bridge.play.seats import Seat, Side, parse_seat
from shared.bridge.unreadable import UnreadableText
from shared.formats.written_numbers import without_noise

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Read(Generic[T]):
    """What a text says: a value; why it cannot be used; or how it differs from what PBN writes, though it can be."""

    value: T | None = None
    problem: str | None = None
    habit: str | None = None


NOTHING = frozenset({"", "?"})
"""Values that state nothing: irrelevant and unknown (3.4)."""

_DATE = re.compile(r"(\d{4}|\?{4})\.(\d\d|\?\?)\.(\d\d|\?\?)", re.ASCII)
_OTHER_DATE = re.compile(r"(\d{4})[.\-/](\d{1,2}|\?{1,2})[.\-/](\d{1,2}|\?{1,2})(?:[T ].*)?", re.ASCII)
_SHORT_DATE = re.compile(r"(\d{4})(\d\d)(\d\d)|(\d{4})(?:[.\-/](\d{1,2}))?(?:[.\-/]\??)*", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})[./\-](\d{1,2})[./\-](\d{4})", re.ASCII)


def _iso(year: str, month: str, day: str) -> str | None:
    """The known parts of a date in ISO form; None when they are no date."""
    if "?" in year:
        return ""
    if "?" in month:
        return year
    known = "?" not in day
    try:
        iso = date(int(year), int(month), int(day) if known else 1).isoformat()
    except ValueError:
        return None
    return iso if known else iso[:7]


@lru_cache(maxsize=1024)
def read_date(text: str) -> Read[str]:
    """Read "YYYY.MM.DD" with question marks for what is not known (3.4.3); gives ISO form as far as it is known."""
    if text in NOTHING:
        return Read()
    match = _DATE.fullmatch(text)
    iso = _iso(*match.groups()) if match else None
    if iso is not None:
        return Read(iso or None)
    habit = "a date is written YYYY.MM.DD"
    stripped = text.strip()
    if other := _OTHER_DATE.fullmatch(stripped):
        iso = _iso(other[1], other[2], other[3])
    elif short := _SHORT_DATE.fullmatch(stripped):
        iso = _iso(short[1] or short[4], short[2] or short[5] or "?", short[3] or "?")
    elif day_first := _DAY_FIRST.fullmatch(stripped):
        iso = _iso(day_first[3], day_first[2], day_first[1])
    return Read(iso or None, habit=habit) if iso else Read(problem="not a date of the form YYYY.MM.DD")


_TIME = re.compile(r"(?:[01]\d|2[0-3]|\?\?):(?:[0-5]\d|\?\?):(?:[0-5]\d|\?\?)", re.ASCII)
_SHORT_TIME = re.compile(r"(?:[01]?\d|2[0-3])[:.][0-5]\d(?:[:.][0-5]\d)?", re.ASCII)


def read_time(text: str) -> Read[str]:
    """Read "HH:MM:SS" (4.5.1)."""
    if text in NOTHING or _TIME.fullmatch(text):
        return Read(text if text not in NOTHING else None)
    if _SHORT_TIME.fullmatch(text.strip()):
        return Read(text.strip().replace(".", ":"), habit="a time is written HH:MM:SS")
    return Read(problem="not a time of the form HH:MM:SS")


@lru_cache(maxsize=1024)
def read_board(text: str) -> Read[str]:
    """Read a board number (3.4.4); one that is no number keeps its name."""
    name = text.strip()
    if name in NOTHING:
        return Read()
    if name.isascii() and name.isdigit():
        number = name.lstrip("0")
        if not number:
            return Read(name, problem="a board number is 1 or more")
        return Read(number, habit=None if number == text else "a number has no leading zeros or spaces")
    return Read(name, problem="a board number is a positive integer")


@lru_cache(maxsize=256)
def read_seat(text: str) -> Read[Seat]:
    """Read W, N, E or S in either case (3.4.9, 3.11)."""
    if text in NOTHING:
        return Read()
    try:
        seat = parse_seat(text)
    except UnreadableText:
        return Read(problem="a direction must be W, N, E or S")
    return Read(seat, habit=None if len(text) == 1 and seat else "a direction must be W, N, E or S")


@dataclass(frozen=True, slots=True)
class Declarer:
    """Who took the place of declarer; `swapped`: dummy and declarer had changed places since the auction."""

    seat: Seat
    swapped: bool = False

    @property
    def by_auction(self) -> Seat:
        """Who should have been declarer."""
        return partner(self.seat) if self.swapped else self.seat

    def __str__(self) -> str:
        """Write it as PBN does."""
        return f"^{self.seat}" if self.swapped else str(self.seat)


@lru_cache(maxsize=256)
def read_declarer(text: str) -> Read[Declarer]:
    """Read a direction, with a caret when dummy and declarer changed places (3.4.13)."""
    swapped = text.startswith("^")
    read = read_seat(text[1:] if swapped else text)
    if swapped and read.value is None:
        return Read(problem="a caret is followed by a direction")
    return Read(Declarer(read.value, swapped) if read.value else None, read.problem, read.habit)


VULNERABLE_WORDS = frozenset(
    {"None", "Love", "-", "NS", "EW", "All", "Both", "none", "love", "ns", "ew", "all", "both"}
)


_OTHER_WORDS = dict.fromkeys(("nil", "nobody", "neither"), "None")


@lru_cache(maxsize=256)
def read_vulnerable(text: str) -> Read[Vulnerability]:
    """Read a vulnerability (3.4.10, 3.11)."""
    try:
        vulnerability = parse_vulnerability(_OTHER_WORDS.get(text.casefold(), text.replace("/", "-")))
    except UnreadableText:
        return Read(problem="a vulnerability is None, NS, EW or All")
    habit = None if text in VULNERABLE_WORDS or vulnerability is None else "a vulnerability is None, NS, EW or All"
    return Read(vulnerability, habit=habit)


_CONTRACT = re.compile(r"[1-7](?:[SHDC]|NT)X{0,2}|PASS", re.ASCII)
_DENOMINATIONS = {name: Denomination(name) for name in ("S", "H", "D", "C", "NT")}


_WITH_RESULT = re.compile(r"\s*([1-7].*?)\s*([+-]\d{1,2}|=)\s*", re.ASCII)


def split_result(text: str) -> tuple[str, str]:
    """A contract, and the result that some programs write behind it ("4S-1", "3NT="); "" where there is none."""
    match = _WITH_RESULT.fullmatch(text)
    return (match[1], match[2]) if match is not None else (text, "")


@lru_cache(maxsize=1024)
def read_contract(text: str) -> Read[ParsedContract]:
    """Read a contract (3.4.14)."""
    if text in NOTHING:
        return Read()
    try:
        contract = parse_contract(split_result(text)[0])
    except UnreadableText as error:
        return Read(problem=error.reason)
    strict = _CONTRACT.fullmatch(text.upper()) is not None
    return Read(contract, habit=None if strict else "a contract is a level, S, H, D, C or NT, and X or XX")


def read_denomination(text: str) -> Denomination | None:
    """Read the contract of an end position, which is the denomination alone (3.10)."""
    return _DENOMINATIONS.get(text.strip().upper())


_BASIC = (
    "MP", "MatchPoints", "IMP", "Cavendish", "Chicago", "Rubber", "BAM", "Instant", "Butler", "Butler-2", "Experts",
    "Cross", "Cross1", "Cross2", "Mean", "Median", "MP1", "MP2", "OldMP", "Mitchell2", "Mitchell3", "Mitchell4",
    "Ascherman", "Bastille", "EMP", "IMP_1948", "IMP_1961", "Aggregate",
)  # fmt: skip
SCORINGS = {name.casefold(): name for name in _BASIC}
"""The methods and modifiers that the document names (3.4.12), and ours for total points; others are allowed."""

_OTHER_NAMES = {
    "imp": "IMP", "mp": "MP", "matchpoint": "MP", "ximp": "Cross", "crossimp": "Cross", "butlerimp": "Butler",
    "totalpoint": "Aggregate", "boardamatch": "BAM",
}  # fmt: skip
"""What programs write, without blanks, hyphens and the s of the plural."""


@lru_cache(maxsize=1024)
def read_scoring(text: str) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """Read the fields of a scoring method, those that the document does not name, and whether a field is empty."""
    if text.strip() in NOTHING:
        return (), (), False
    fields = [field.strip() for field in text.split(";")]
    plain = ((field, re.sub("[ -]", "", field.casefold()).removesuffix("s")) for field in fields if field)
    methods = tuple(SCORINGS.get(field.casefold()) or _OTHER_NAMES.get(name, field) for field, name in plain)
    return methods, tuple(field for field in methods if field.casefold() not in SCORINGS), "" in fields


def _matching(pattern: str, problem: str, spell: Callable[[str], str] = str.strip) -> Callable[[str], Read[str]]:
    """A reader of what a pattern describes, or of what is so when it is spelled otherwise."""
    compiled = re.compile(pattern, re.ASCII)

    def read(text: str) -> Read[str]:
        if text in NOTHING or compiled.fullmatch(text):
            return Read(text if text not in NOTHING else None)
        if compiled.fullmatch(spelled := spell(text)):
            return Read(spelled, habit=problem)
        return Read(text, problem=problem)

    return read


_ROOMS = {"o": "Open", "open room": "Open", "c": "Closed", "closed room": "Closed"}

read_room = _matching(
    r"Open|Closed", "a room is Open or Closed", lambda text: _ROOMS.get(text.strip().casefold(), text.capitalize())
)
read_yes_no = _matching(r"Yes|No", "the value is Yes or No", str.capitalize)
read_hidden = _matching(
    r"(?!.*(.).*\1)[WNES]{1,4}", "directions are W, N, E and S, each once, without anything between them", str.upper
)
read_time_control = _matching(r"\d+/\d+", "a number of games, a slash and a number of minutes")
read_seconds = _matching(r"\d+", "a number of seconds")
read_rubber = _matching(
    r"(?:(NS|EW) )?\d+\s*/\s*\d+(?: (?!\1)(NS|EW) \d+\s*/\s*\d+)?",
    "points above the line, a slash, and points below it",
)
"""Points above and below the line in one of the five formats (4.2.5)."""

_ROUND = re.compile(r"\w+(?:\.\w+)*", re.ASCII)


def read_round(text: str) -> Read[str]:
    """Read a round: letters, digits and underscores, in parts with periods between them (4.4.4)."""
    if text in NOTHING:
        return Read()
    return Read(text, habit=None if _ROUND.fullmatch(text) else "a round has letters, digits and underscores")


@dataclass(frozen=True, slots=True)
class SideValues:
    """A number for declarer's side, or for sides of the table; a wrong one is not what they won (a caret, 3.4.15)."""

    declarer: Decimal | None = None
    ns: Decimal | None = None
    ew: Decimal | None = None
    wrong: bool = False

    def of(self, side: Side, total: int) -> Decimal | None:
        """The number of a side, else what the other side's leaves of the total of both."""
        own, other = (self.ns, self.ew) if side is Side.NS else (self.ew, self.ns)
        return own if own is not None or other is None else total - other

    def tricks(self, declarer: Side | None) -> Decimal | None:
        """The number of tricks of declarer's side; None where it is not known which side that is."""
        if self.declarer is not None or declarer is None:
            return self.declarer
        return self.of(declarer, 13)

    def by_side(self, declarer: Side | None) -> SideValues:
        """The numbers by side: the one for declarer is that of declarer's side, and lost where that is not known."""
        if self.declarer is None:
            return self
        return SideValues(
            ns=self.declarer if declarer is Side.NS else None, ew=self.declarer if declarer is Side.EW else None
        )


_NUMBER = r"[+-]?(?:\d{1,9}(?:[.,]\d{0,30})?|[.,]\d{1,30})"
_ONE = re.compile(rf"\s*({_NUMBER})\s*", re.ASCII)
_SIDED = re.compile(
    rf"\s*(NS|EW|ns|ew|N/S|E/W|N-S|E-W)\s*({_NUMBER})\s*(?:[,;]?\s*(NS|EW|ns|ew|N/S|E/W|N-S|E-W)\s*({_NUMBER}))?\s*",
    re.ASCII,
)
_STRICT_NUMBER = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
_STRICT_SIDED = re.compile(r"(?:NS|EW) (-?\d+(?:\.\d+)?)(?: (?:NS|EW) (-?\d+(?:\.\d+)?))?", re.ASCII)
_SCORE_HABIT = 'a score is a number, or "NS" or "EW" and a number, or both with a space between'


def _decimal(text: str) -> Decimal:
    """A number with a point, or a comma as several languages have it."""
    return without_noise(Decimal(text.replace(",", ".")))


@lru_cache(maxsize=4096)
def read_sides(text: str) -> Read[SideValues]:
    """Read one of the five formats for numbers of sides (3.4.15, 4.2.1)."""
    if text in NOTHING:
        return Read()
    wrong = text.startswith("^")
    text = (text[1:] if wrong else text).replace("%", " ")
    if single := _ONE.fullmatch(text):
        habit = None if _STRICT_NUMBER.fullmatch(text) else _SCORE_HABIT
        return Read(SideValues(declarer=_decimal(single[1]), wrong=wrong), habit=habit)
    match = _SIDED.fullmatch(text)
    if match is None:
        return Read(problem=_SCORE_HABIT)
    values = {match[1].upper().replace("/", "").replace("-", ""): _decimal(match[2])}
    if match[3]:
        side = match[3].upper().replace("/", "").replace("-", "")
        if side in values:
            return Read(problem="the same side stands twice")
        values[side] = _decimal(match[4])
    habit = None if _STRICT_SIDED.fullmatch(text) else _SCORE_HABIT
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
    return Read(problem="a result is the number of tricks") if read.problem == _SCORE_HABIT else read


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
    match = _HISTORY.fullmatch(" ".join(text.split()))
    if match is None:
        return Read(problem='expected "NS", two numbers, a slash, one to three numbers, and the same for "EW"')
    history = RubberHistory(tuple(map(int, match[3].split())), tuple(map(int, match[6].split())))
    if len(history.ns) != len(history.ew):
        return Read(problem="both sides have the same number of games")
    return Read(history)
