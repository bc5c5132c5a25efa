"""Values as people read them, in the words of the page's scripts (`scripts/format.js`, `scripts/bridge.js`).

Scores arrive as exact decimal texts; what is unknown stays empty and never becomes 0.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from datetime import date as Date
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any, NamedTuple

from babel.dates import format_skeleton
from babel.numbers import format_decimal, format_percent, get_decimal_symbol

from services.broadcast.domain.languages.catalogue import Catalogue, filled
from services.broadcast.domain.languages.choice import ENGLISH

MINUS, SPACE = "−", "\u00a0"

_BID = re.compile(r"([1-7])(NT|N|[SHDC])(X{0,2})")
_DECIMAL = re.compile(r"\D?\d+\.\d+")
_ADJUSTED = re.compile(r"A(\d{2,3}|AVE?[+-]?)(\d{2,3})?", re.IGNORECASE)


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


def board_points(value: object, unit: str | None, places: int | None = None) -> str:
    """What somebody has on boards: IMPs are won or lost, other points are only gained."""
    text = amount(value) if places is None else fixed(value, places)
    return f"+{text}" if unit == "imps" and text.strip("0.") and not text.startswith(MINUS) else text


def words(token: str | None) -> str:
    """As people write it: "Match points"."""
    text = re.sub(r"[_-]+", " ", token or "").strip()
    return text[:1].upper() + text[1:]


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


@dataclass(frozen=True, slots=True)
class Words:
    """The same in the words of a language, whose numbers have its decimal separator."""

    catalogue: Catalogue = field(default_factory=Catalogue)

    def score_words(self, text: str) -> str:
        """The score of a side, which may be a word."""
        t = self.t
        return {"void": t("void"), "not played": t("not played"), "late": t("late")}.get(text, text)

    @property
    def language(self) -> str:
        """Which: "fr"."""
        return self.catalogue.language

    @property
    def locale(self) -> str:
        """For dates and numbers; in English, too, days come before months."""
        return "en_GB" if self.language == ENGLISH else self.language

    def t(self, text: str, /, **values: object) -> str:
        """A text, with values in the places in braces."""
        return filled(self.catalogue.text(text), values)

    def tn(self, n: int, one: str, many: str, /, **values: object) -> str:
        """A text that has another form for each number, which is "{n}" in it."""
        return filled(self.catalogue.counted(one, many, n), {"n": self.number(n), **values})

    def number(self, n: int) -> str:
        """A number of things: "1,234"."""
        return format_decimal(n, locale=self.locale)

    def as_written(self, text: str) -> str:
        """A decimal text as the language has it."""
        point = get_decimal_symbol(self.locale)
        return text.replace(".", point) if point != "." and _DECIMAL.fullmatch(text) else text

    def fixed(self, value: object, places: int) -> str:
        """A number with so many decimals."""
        return self.as_written(fixed(value, places))

    def amount(self, value: object, places: int = 2) -> str:
        """A number with as many decimals as it needs."""
        return self.as_written(amount(value, places))

    def signed(self, value: object) -> str:
        """A number that always shows its sign."""
        return self.as_written(signed(value))

    def board_points(self, value: object, unit: str | None) -> str:
        """What somebody has on one board."""
        return self.as_written(board_points(value, unit))

    def percent(self, value: object) -> str:
        """A percentage with two decimals."""
        return self.of_hundred(self.fixed(value, 2))

    def of_hundred(self, text: str) -> str:
        """A number with the sign for per cent, where the language has it."""
        whole = f"100{SPACE}%" if self.language == ENGLISH else format_percent(1, locale=self.locale)
        return text and whole.replace("100", text)

    def unit_heading(self, unit: str | None) -> str:
        """A unit above a column."""
        return self._units().get(unit or "", (unit or self.t("Score"), ""))[0]

    def unit_words(self, unit: str | None) -> str:
        """A unit in a sentence."""
        return self._units().get(unit or "", ("", unit or self.t("points")))[1]

    def _units(self) -> Mapping[str, tuple[str, str]]:
        t = self.t
        return {
            "match_points": (t("MP"), t("matchpoints")),
            "imps": (t("IMPs"), t("IMPs")),
            "vps": (t("VPs"), t("victory points")),
            "points": (t("Points"), t("points")),
            "game_points": (t("Games|points of a match"), t("game points")),
            "wins": (t("wins"), t("wins")),
            "percent": ("%", t("percent")),
        }

    def kind_words(self, kind: str | None) -> str:
        """What kind of event it is."""
        t = self.t
        kinds = {
            "pairs": t("Pairs"),
            "swiss_pairs": t("Swiss pairs"),
            "teams": t("Teams"),
            "swiss_teams": t("Swiss teams"),
            "knockout": t("Knockout"),
            "individual": t("Individual"),
            "ladder": t("Ladder"),
            "chess": t("Chess"),
            "chess_teams": t("Chess teams"),
        }
        return kinds.get(kind or "") or words(kind)

    def status_word(self, status: str | None) -> str:
        """The status of an event."""
        t = self.t
        known = {
            "live": t("In play"),
            "provisional": t("Provisional"),
            "official": t("Official"),
            "corrected": t("Corrected"),
            "to_date": t("To date"),
        }
        return known.get(status or "") or words(status)

    def direction(self, text: str | None) -> str:
        """A direction in full."""
        t = self.t
        known = {
            "NS": t("North-South"),
            "EW": t("East-West"),
            "N": t("North"),
            "E": t("East"),
            "S": t("South"),
            "W": t("West"),
        }
        return known.get(text or "", text or "")

    def direction_letters(self, text: str | None) -> str:
        """A direction as it stands on boards."""
        t = self.t
        known = {"NS": t("NS"), "EW": t("EW"), "N": t("N"), "E": t("E"), "S": t("S"), "W": t("W")}
        return known.get(text or "", text or "")

    def session_words(self, session: str) -> str:
        """A session by its number, or by its own name."""
        return self.t("Session {session}", session=session) if session.strip("0123456789?") == "" else session

    def bye(self, kind: str | None) -> str:
        """Why somebody has no opponent in a round of chess."""
        t = self.t
        known = {"U": t("pairing-allocated bye"), "F": t("full-point bye"), "H": t("half-point bye")}
        return known.get(kind or "") or t("not paired")

    def date(self, text: str | None) -> str:
        """As in "14 Oct 2031"; what is no date as it is."""
        try:
            day = datetime.fromisoformat(str(text)[:10])
        except ValueError:
            return text or ""
        return format_skeleton("yMMMd", day, locale=self.locale)

    def month(self, day: Date) -> str:
        """As in "October 2031"."""
        return format_skeleton("yMMMM", day, locale=self.locale)

    def moment(self, text: str | None) -> str:
        """A time with its date, in UTC: a server does not know its reader's clock."""
        try:
            when = datetime.fromisoformat(str(text)).astimezone(UTC)
        except ValueError:
            return text or ""
        return self.t("{date}, {time}", date=self.date(when.isoformat()), time=f"{when:%H:%M} UTC")

    def progress_text(self, progress: Mapping[str, Any] | None) -> str:
        """How far an event is: its own sentence for those who read English, which knows more than the counts."""
        if not progress:
            return ""
        if progress.get("text") and self.language == ENGLISH:
            return str(progress["text"])
        t, after, results = self.t, "", ""
        if progress.get("complete"):
            return t("All results are in")
        done, rounds = progress.get("rounds_complete"), progress.get("rounds")
        if done:
            after = t("after round {n} of {all}", n=done, all=rounds) if rounds else t("after round {n}", n=done)
        count, expected = progress.get("results") or 0, progress.get("results_expected")
        if count and expected:
            results = self.tn(expected, "{results} of {n} result", "{results} of {n} results", results=count)
        elif count:
            results = self.tn(count, "{n} result", "{n} results")
        return ", ".join(filter(None, (after, results))) or t("nothing reported yet")


IN_ENGLISH = Words()
"""Where nobody has asked for a language, and for what services say in English."""
