"""The value of a tag in the one spelling of the export format (3.4)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from shared.bridge.play.contract import PASSED_OUT
from shared.bridge.play.seats import Seat
from shared.formats.pbn import values
from shared.formats.pbn.read_game import ReadGame
from shared.formats.pbn.values import SideValues

UNKNOWN = "?"


def tag_value(game: ReadGame, name: str) -> str:
    """What is written for a tag: the value in PBN's spelling, the text as it stands where it cannot be read.

    A mandatory tag that the game lacks is unknown; one that cannot apply because nobody bid is empty.
    """
    tag = game.fields.tags.get(name)
    text = tag.value.strip() if tag is not None else UNKNOWN
    if tag is None and name in ("Declarer", "Result") and game.values.contract is PASSED_OUT:
        return ""
    if name == "Result" and text in values.NOTHING and game.values.result is not None:
        return _result(game, text) or text
    if text in values.NOTHING:
        return text
    writer = _WRITERS.get(name)
    written = writer(game, text) if writer is not None else None
    return text if written is None else written


def pbn_date(iso: str) -> str:
    """A date, or the known part of one, as PBN writes it (3.4.3)."""
    parts = iso.split("-")
    return ".".join([*parts, *["??"] * (3 - len(parts))])


def number_text(value: Decimal) -> str:
    """A number without exponent and without a sign before nought."""
    text = format(value, "f")
    return text.removeprefix("-") if not value else text


def sides_text(sides: SideValues) -> str:
    """A number of declarer, or those of the sides, North-South's first."""
    caret = "^" if sides.wrong else ""
    if sides.declarer is not None:
        return caret + number_text(sides.declarer)
    given = (("NS", sides.ns), ("EW", sides.ew))
    return caret + " ".join(f"{side} {number_text(value)}" for side, value in given if value is not None)


def _date(_: ReadGame, text: str) -> str | None:
    iso = values.read_date(text).value
    return pbn_date(iso) if iso is not None else None


def _time(_: ReadGame, text: str) -> str | None:
    time = values.read_time(text).value
    if time is None:
        return None
    parts = [part.zfill(2) for part in time.split(":")]
    return ":".join([*parts, *["00"] * (3 - len(parts))])


def _word(read: Callable[[str], values.Read[str]]) -> Callable[[ReadGame, str], str | None]:
    """The writer of a tag that has one word of a few."""
    return lambda _, text: read(text).value


def _board(game: ReadGame, _: str) -> str | None:
    return game.values.board


def _dealer(game: ReadGame, _: str) -> str | None:
    return str(game.values.dealer) if game.values.dealer is not None else None


def _vulnerable(game: ReadGame, _: str) -> str | None:
    return game.values.vulnerable.value if game.values.vulnerable is not None else None


def _deal(game: ReadGame, _: str) -> str | None:
    """From the dealer on; from the first hand of the file where nobody is dealer."""
    deal = game.deal
    return deal.text(game.values.dealer or deal.first) if deal is not None else None


def _declarer(game: ReadGame, _: str) -> str | None:
    return str(game.values.declarer) if game.values.declarer is not None else None


def _contract(game: ReadGame, text: str) -> str | None:
    if game.values.contract is not None:
        return str(game.values.contract)
    denomination = values.read_denomination(text)
    return denomination.value if denomination is not None else None


def _result(game: ReadGame, _: str) -> str | None:
    """Tricks of declarer's side, where it is known which side that is (3.4.15)."""
    result, declarer = game.values.result, game.values.declarer
    if result is None:
        return None
    tricks = result.declarer
    if tricks is None and declarer is not None:
        own, other = (result.ns, result.ew) if declarer.seat in (Seat.NORTH, Seat.SOUTH) else (result.ew, result.ns)
        tricks = own if own is not None else Decimal(13) - other if other is not None else None
    return sides_text(SideValues(declarer=tricks, wrong=result.wrong) if tricks is not None else result)


def _sides(_: ReadGame, text: str) -> str | None:
    read = values.read_sides(text)
    return sides_text(read.value) if read.value is not None and read.habit is not None else None


_WRITERS: dict[str, Callable[[ReadGame, str], str | None]] = {
    **dict.fromkeys(("Date", "EventDate", "UTCDate"), _date),
    **dict.fromkeys(("Time", "UTCTime"), _time),
    **dict.fromkeys(("Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "OptimumScore"), _sides),
    "Room": _word(values.read_room),
    "FrenchMP": _word(values.read_yes_no),
    "Hidden": _word(values.read_hidden),
    "Board": _board,
    "Dealer": _dealer,
    "Vulnerable": _vulnerable,
    "Deal": _deal,
    "Declarer": _declarer,
    "Contract": _contract,
    "Result": _result,
}
