"""The value of a tag in the one spelling of the export format (3.4)."""

from decimal import Decimal

from shared.bridge.play.contract import PASSED_OUT
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
    if text in values.NOTHING and (name != "Result" or game.values.result is None):
        return text
    return _spelled(game, name, text) or text


def _spelled(game: ReadGame, name: str, text: str) -> str | None:
    """The value of a tag in PBN's spelling; None where it cannot be read, or stands in that spelling already."""
    value: object = None
    match name:
        case "Date" | "EventDate" | "UTCDate":
            iso = values.read_date(text).value
            value = pbn_date(iso) if iso is not None else None
        case "Time" | "UTCTime":
            time = values.read_time(text).value
            parts = [part.zfill(2) for part in time.split(":")] if time is not None else []
            value = ":".join([*parts, *["00"] * (3 - len(parts))]) if parts else None
        case "Score" | "ScoreIMP" | "ScoreMP" | "ScorePercentage" | "OptimumScore":
            sides = values.read_sides(text)
            value = sides_text(sides.value) if sides.value is not None and sides.habit is not None else None
        case "Room" | "FrenchMP" | "Hidden":
            value = _READERS[name](text).value
        case "Board" | "Dealer" | "Vulnerable" | "Declarer":
            value = getattr(game.values, name.lower())
        case "Deal" if game.deal is not None:
            # From the dealer on; from the first hand of the file where nobody is dealer.
            value = game.deal.text(game.values.dealer or game.deal.first)
        case "Contract":
            value = game.values.contract or values.read_denomination(text)
        case "Result" if game.values.result is not None:
            # Tricks of declarer's side, where it is known which side that is (3.4.15).
            result, declarer = game.values.result, game.values.declarer
            tricks = result.tricks(declarer.seat.side if declarer is not None else None)
            value = sides_text(SideValues(declarer=tricks, wrong=result.wrong) if tricks is not None else result)
    return str(value) if value is not None else None


_READERS = {"Room": values.read_room, "FrenchMP": values.read_yes_no, "Hidden": values.read_hidden}


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
