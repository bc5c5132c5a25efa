"""Values as people read them, in the words of the page's scripts (`scripts/format.js`, `scripts/bridge.js`).

Scores arrive as exact decimal texts; what is unknown stays empty and never becomes 0.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import NamedTuple

from babel.numbers import format_decimal

from services.broadcast.domain.languages.catalogue import Catalogue, filled
from services.broadcast.domain.languages.choice import ENGLISH

MINUS, SPACE = "−", "\u00a0"
UNITS: Mapping[str, tuple[str, str]] = {
    "match_points": ("MP", "matchpoints"),
    "imps": ("IMPs", "IMPs"),
    "vps": ("VPs", "victory points"),
    "points": ("Points", "points"),
    "game_points": ("Games", "game points"),
    "percent": ("%", "percent"),
}
DIRECTIONS = {"NS": "North-South", "EW": "East-West", "N": "North", "E": "East", "S": "South", "W": "West"}
STATUS = {"live": "In play", "provisional": "Provisional", "official": "Official", "corrected": "Corrected"}
BYES = {"U": "pairing-allocated bye", "F": "full-point bye", "H": "half-point bye", "Z": "not paired"}

_BID = re.compile(r"([1-7])(NT|N|[SHDC])(X{0,2})")
_ADJUSTED = re.compile(r"A(\d{2,3}|AVE?[+-]?)(\d{2,3})?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a page in a language."""

    catalogue: Catalogue = field(default_factory=Catalogue)

    @property
    def language(self) -> str:
        """Which: "fr"."""
        return self.catalogue.language

    @property
    def _locale(self) -> str:
        """Days come before months in English, too."""
        return "en_GB" if self.language == ENGLISH else self.language

    def t(self, text: str, **values: object) -> str:
        """A text, with values in the places in braces."""
        return filled(self.catalogue.text(text), values)

    def tn(self, n: int, one: str, many: str, **values: object) -> str:
        """A text that has another form for each number, which is "{n}" in it."""
        return filled(self.catalogue.counted(one, many, n), {"n": self.number(n), **values})

    def number(self, n: int) -> str:
        """A number of things: "1,234"."""
        return format_decimal(n, locale=self._locale)


def fixed(value: object, places: int) -> str:
    """A number with so many decimals, halves rounded away from zero; a text that is none as it is."""
    if value is None or value == "":
        return ""
    try:
        number = Decimal(str(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    except InvalidOperation:
        return str(value)
    return f"{number:f}".replace("-", "" if not number else MINUS)


def amount(value: object, places: int = 2) -> str:
    """A number with as many decimals as it needs."""
    text = fixed(value, places)
    return text.rstrip("0").rstrip(".") if "." in text else text


def signed(value: object) -> str:
    """A number that always shows its sign."""
    text = amount(value)
    return text if not text or text == "0" or text.startswith(MINUS) else f"+{text}"


def decimals_of(values: Iterable[object], most: int = 2) -> int:
    """With how many decimals the numbers of a column are written, so that their points stand below each other."""
    return max((len(amount(value, most).partition(".")[2]) for value in values), default=0)


def percent(value: object) -> str:
    """A percentage with two decimals."""
    text = fixed(value, 2)
    return text and f"{text}{SPACE}%"


def board_points(value: object, unit: str | None) -> str:
    """What somebody has on one board: IMPs are won or lost, other points are only gained."""
    return signed(value) if unit == "imps" else amount(value)


def unit_heading(unit: str | None) -> str:
    """A unit above a column."""
    return UNITS.get(unit or "", (unit or "Score", ""))[0]


def unit_words(unit: str | None) -> str:
    """A unit in a sentence."""
    return UNITS.get(unit or "", ("", unit or "points"))[1]


def words(token: str | None) -> str:
    """As people write it: "Match points"."""
    text = re.sub(r"[_-]+", " ", token or "").strip()
    return text[:1].upper() + text[1:]


def status_word(status: str | None) -> str:
    """The status of an event."""
    return STATUS.get(status or "") or words(status)


def direction(text: str | None) -> str:
    """A direction in full."""
    return DIRECTIONS.get(text or "", text or "")


def counted(count: int, singular: str, plural: str = "") -> str:
    """A number of things: "1 entry", "2 entries"."""
    return f"{count:,} {singular if count == 1 else plural or f'{singular}s'}"


def date(text: str | None) -> str:
    """As in "14 Oct 2031"; what is no date as it is."""
    try:
        day = datetime.fromisoformat(str(text)[:10])
    except ValueError:
        return text or ""
    return f"{day.day} {day:%b %Y}"


def moment(text: str | None) -> str:
    """A time with its date, in UTC: a server does not know its reader's clock."""
    try:
        when = datetime.fromisoformat(str(text)).astimezone(UTC)
    except ValueError:
        return text or ""
    return f"{when.day} {when:%b %Y, %H:%M} UTC"


class Bid(NamedTuple):
    """A contract that was bid."""

    level: int
    denomination: str
    risk: str


def bid(text: str | None) -> Bid | None:
    """Read a contract; None for a text that is none."""
    found = _BID.fullmatch(re.sub(r"[\s-]", "", text or "").upper())
    return found and Bid(int(found[1]), "NT" if found[2] == "N" else found[2], found[3])


def outcome(contract: str | None, tricks: int | None) -> str:
    """Tricks against the contract: "=", "+1", "−2"."""
    if tricks is None:
        return ""
    made = bid(contract)
    over = tricks - made.level - 6 if made else None
    return str(tricks) if over is None else "=" if over == 0 else f"+{over}" if over > 0 else f"{MINUS}{-over}"


def side_scores(score: str | None, east_west: str | None) -> tuple[str, str]:
    """The scores of North-South and East-West, each in the column of the side that gains."""
    text, other = (score or "").strip(), (east_west or "").strip()
    adjusted = _ADJUSTED.fullmatch(text)
    if adjusted and adjusted[2]:
        return f"{adjusted[1]}%", f"{adjusted[2]}%"
    if text.upper() in ("PASS", "PASSED", "P"):
        return "0", "0"
    own, theirs = _points(text), _points(other)
    if own is None:
        return text, other
    if theirs is not None and theirs != own:
        return str(own).replace("-", MINUS), str(-theirs).replace("-", MINUS)
    return ("0", "0") if own == 0 else (str(own), "") if own > 0 else ("", str(-own))


def own_score(score: str | None, side: str | None) -> str:
    """The score of a line from one side."""
    ns, ew = side_scores(score, None)
    if "%" in ns:
        return ew if side == "EW" else ns
    value = _points((score or "").strip())
    return ns if value is None else str(-value if side == "EW" else value).replace("-", MINUS)


def _points(text: str) -> int | None:
    found = re.fullmatch(r"([+\-−]?)(\d{1,5})", text)
    return found and int(found[2]) * (-1 if found[1] in ("-", MINUS) and found[1] else 1)
