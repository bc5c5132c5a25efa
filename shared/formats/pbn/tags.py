"""The tags of PBN: which there are, what each may hold, and what several say together (3.4, 4)."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from contracts.codes import pbn as codes
from contracts.codes.code import Code
from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.contract import PASSED_OUT, Contract, ParsedContract
from shared.bridge.play.seats import Seat
from shared.formats.pbn import values
from shared.formats.pbn.columns import COLUMNS
from shared.formats.pbn.game import WITH_NOTES, Fields
from shared.formats.pbn.report import Report
from shared.formats.pbn.values import Declarer, Read, RubberHistory, SideValues

MANDATORY = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result",
)  # fmt: skip
"""In the order of the export format (3.4)."""

SUPPLEMENTAL = frozenset({
    "Competition", "DealId", "Description", "FrenchMP", "Generator", "Hidden", "Room", "Termination",
    "Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "ScoreRubber", "ScoreRubberHistory", "OptimumScore",
    "BidSystemEW", "BidSystemNS", "PairEW", "PairNS", "WestNA", "NorthNA", "EastNA", "SouthNA",
    "WestType", "NorthType", "EastType", "SouthType",
    "EventDate", "EventSponsor", "HomeTeam", "Round", "Section", "Stage", "Table", "VisitTeam",
    "Time", "UTCDate", "UTCTime", "TimeControl", "TimeCall", "TimeCard",
    "Annotator", "AnnotatorNA", "Application", "Mode",
})  # fmt: skip
"""The tags of chapter 4 that are no sections."""

TAGS = SUPPLEMENTAL | set(MANDATORY) | {"VPScale"}
"""The last one is ours: the name of a scale of victory points."""
SECTIONS = frozenset(COLUMNS) | set(WITH_NOTES)
_KNOWN = TAGS | SECTIONS

_READERS: dict[str, Callable[[str], Read[Any]]] = {
    "Date": values.read_date,
    "EventDate": values.read_date,
    "UTCDate": values.read_date,
    "Time": values.read_time,
    "UTCTime": values.read_time,
    "Board": values.read_board,
    "Dealer": values.read_seat,
    "Vulnerable": values.read_vulnerable,
    "Declarer": values.read_declarer,
    "Room": values.read_room,
    "FrenchMP": values.read_yes_no,
    "Hidden": values.read_hidden,
    "Score": values.read_sides,
    "ScoreIMP": values.read_sides,
    "ScoreMP": values.read_sides,
    "ScorePercentage": values.read_sides,
    "OptimumScore": values.read_sides,
    "ScoreRubber": values.read_rubber,
    "ScoreRubberHistory": values.read_history,
    "Round": values.read_round,
    "TimeControl": values.read_time_control,
    "TimeCall": values.read_seconds,
    "TimeCard": values.read_seconds,
}
"""How a tag with a syntax is read; Deal, Contract, Result and Scoring need more than their text."""


LONGEST_VALUE = 255
"""Characters of a value that has a syntax; what was read of shorter ones is remembered, so it must not be large."""

_TOO_LONG: Read[Any] = Read(problem="longer than any value of this tag")


@dataclass(slots=True)
class GameValues:
    """What the tags of a game say, in one form each; None where they say nothing that can be used."""

    board: str | None = None
    dealer: Seat | None = None
    vulnerable: Vulnerability | None = None
    contract: ParsedContract = None
    declarer: Declarer | None = None
    result: SideValues | None = None
    scoring: tuple[str, ...] = ()
    date: str | None = None
    event_date: str | None = None
    score: SideValues | None = None
    score_imp: SideValues | None = None
    score_mp: SideValues | None = None
    percentage: SideValues | None = None
    optimum: SideValues | None = None
    history: RubberHistory | None = None


def read_tags(fields: Fields, end_position: bool, report: Report) -> GameValues:
    """Read and check the tags of a game; the contract of an end position is a denomination (3.10)."""
    values_by_name: dict[str, Any] = {}
    for name, tag in fields.tags.items():
        if name in _READERS:
            text = tag.value.strip()
            read = _READERS[name](text) if len(text) <= LONGEST_VALUE else _TOO_LONG
            if read.problem is None and read.habit is None and len(text) == len(tag.value):
                values_by_name[name] = read.value
            else:
                values_by_name[name] = _read(read, name, fields, report)
        elif name not in _KNOWN:
            report.add_few(codes.UNKNOWN_TAG, f"{name} is no tag of PBN", tag.place, stated=tag.value, most=1)
        if (tag.data or tag.made) and name in TAGS and tag.has_content:
            token = tag.content[0]
            if token[0] != "stray":
                report.at_token(codes.STRAY_TEXT, f"there is text after the tag {name}, which takes none", token)
    contract = _contract(fields, end_position, report)
    result = None
    text = fields.stated("Result") or values.split_result(fields.text("Contract"))[1]
    if text:
        read = values.read_result(text, contract) if len(text) <= LONGEST_VALUE else _TOO_LONG
        result = _read(read, "Result", fields, report)
    return GameValues(
        board=values_by_name.get("Board"),
        dealer=values_by_name.get("Dealer"),
        vulnerable=values_by_name.get("Vulnerable"),
        contract=contract,
        declarer=values_by_name.get("Declarer"),
        result=result,
        scoring=_scoring(fields, report),
        date=values_by_name.get("Date"),
        event_date=values_by_name.get("EventDate"),
        score=values_by_name.get("Score"),
        score_imp=values_by_name.get("ScoreIMP"),
        score_mp=values_by_name.get("ScoreMP"),
        percentage=values_by_name.get("ScorePercentage"),
        optimum=values_by_name.get("OptimumScore"),
        history=values_by_name.get("ScoreRubberHistory"),
    )


def _read(read: Read[Any], name: str, fields: Fields, report: Report) -> Any:  # noqa: ANN401 - as the reader gives it
    if read.problem is not None:
        report.at_field(codes.BAD_VALUE, f"{name}: {read.problem}", fields, name)
    elif read.habit is not None:
        computed = None if isinstance(read.value, SideValues) else str(read.value)
        report.at_field(codes.READ_AS, f"{name}: {read.habit}", fields, name, computed=computed, few=True)
    elif name in _READERS and fields.tags[name].value != fields.text(name):
        report.add_few(
            codes.READ_AS,
            f"{name}: there are blanks around the value",
            fields.place(name),
            stated=fields.tags[name].value,
        )
    return read.value


def _contract(fields: Fields, end_position: bool, report: Report) -> ParsedContract:
    if "Contract" not in fields.tags:
        return None
    text = fields.text("Contract")
    if end_position and values.read_denomination(text) is not None:
        return None
    read = values.read_contract(text) if len(text) <= LONGEST_VALUE else _TOO_LONG
    contract: ParsedContract = _read(read, "Contract", fields, report)
    if end_position and isinstance(contract, Contract):
        message, computed = "Contract: in an end position it is a denomination", str(contract.denomination)
        report.add_few(codes.READ_AS, message, fields.place("Contract"), stated=text, computed=computed)
    return contract


def _scoring(fields: Fields, report: Report) -> tuple[str, ...]:
    if "Scoring" not in fields.tags:
        return ()
    text = fields.text("Scoring")
    methods, unknown, empty = values.read_scoring(text[:LONGEST_VALUE])
    if empty:
        report.add(codes.BAD_VALUE, "Scoring has an empty part", fields.place("Scoring"), stated=text)
    if unknown:
        message = f"Scoring is {', '.join(unknown)}, which is no method of PBN"
        report.add(codes.UNKNOWN_SCORING, message, fields.place("Scoring"), stated=text)
    elif not {method.casefold() for method in methods} <= {part.strip().casefold() for part in text.split(";")}:
        message = "PBN has another word for this method of scoring"
        report.at_field(codes.READ_AS, message, fields, "Scoring", ";".join(methods), few=True)
    return methods


_WHOLE = frozenset({"Score", "OptimumScore"})
_TRICKS = Decimal(13)
_HUNDRED = Decimal(100)
_AVERAGES = frozenset({40, 50, 60})
"""Percentages of a board that could not be played (Law 12C2)."""

_ROUNDED = Decimal("100.1")
"""The most that two percentages of one board are together, each rounded to a tenth."""


def too_much(ns: Decimal | None, ew: Decimal | None, *, played: bool) -> bool:
    """Whether two percentages of one board are more than 100 together, and no averages of one that was not played."""
    if ns is None or ew is None or ns + ew <= _ROUNDED:
        return False
    return played or not {ns, ew} <= _AVERAGES


def check_together(values: GameValues, fields: Fields, report: Report) -> None:
    """Check what several tags say of the same thing."""
    if values.history is not None:
        _check_history(values.history, values, fields, report)
    if values.contract is PASSED_OUT:
        for name in ("Declarer", "Result"):
            if fields.stated(name) is not None:
                report.at_field(
                    codes.READ_AS, f"{name}: it is empty when all four pass", fields, name, computed="", few=True
                )
    if not fields.tags.keys() & WITH_NOTES:
        _check_complete(values, fields, report)
    result = values.result
    # Less is a partial result (3.4.15).
    if result is not None and None not in (result.ns, result.ew) and _sum(result) > _TRICKS:
        _not_in_all("Result", result, _TRICKS, codes.BAD_VALUE, fields, report)
    for name, sides in (
        ("Score", values.score),
        ("ScoreIMP", values.score_imp),
        ("ScoreMP", values.score_mp),
        ("ScorePercentage", values.percentage),
        ("OptimumScore", values.optimum),
    ):
        if sides is not None:
            _check_sides(name, sides, values, fields, report)


def _check_complete(values: GameValues, fields: Fields, report: Report) -> None:
    """Report a result that lacks the contract or the declarer, in a game without auction and play."""
    stated = {name for name in ("Declarer", "Contract", "Result") if fields.stated(name) is not None}
    if stated == {"Declarer", "Result"}:
        message = "Declarer and Result are stated without Contract"
        report.at_field(codes.CONTRACT_MISSING, message, fields, "Result")
    elif stated == {"Contract", "Result"} and isinstance(values.contract, Contract) and _of_declarer(values.result):
        report.at_field(codes.CONTRACT_MISSING, "the Result of declarer has no Declarer", fields, "Result")


def _of_declarer(result: SideValues | None) -> bool:
    return result is not None and result.declarer is not None


def _check_history(history: RubberHistory, values: GameValues, fields: Fields, report: Report) -> None:
    if history.impossible is not None:
        report.at_field(codes.RUBBER_IMPOSSIBLE, history.impossible, fields, "ScoreRubberHistory")
    if values.vulnerable is not None and history.vulnerable is not values.vulnerable:
        # Reported at the later of the two, where the contradiction comes in.
        last = max(("Vulnerable", "ScoreRubberHistory"), key=lambda name: (fields.tags[name].line, name))
        stated, computed = fields.text("Vulnerable"), str(history.vulnerable)
        message = f"Vulnerable is {stated}, but by the games that ScoreRubberHistory has it is {computed}"
        report.add(codes.RUBBER_HISTORY, message, fields.place(last), stated=stated, computed=computed)


def _check_sides(name: str, sides: SideValues, values: GameValues, fields: Fields, report: Report) -> None:
    """Check the numbers of one tag."""
    place, text = fields.place(name), fields.text(name)
    numbers = [number for number in (sides.declarer, sides.ns, sides.ew) if number is not None]
    if sides.wrong:
        report.add_few(codes.READ_AS, f"{name}: only Result may have a caret", place, stated=text)
    if name in _WHOLE and any(number != number.to_integral_value() for number in numbers):
        report.add(codes.BAD_VALUE, f"{name}: a score is a whole number", place, stated=text)
    if name == "Score" and sides.ns and sides.ns == sides.ew:
        # A ruling may split a score, but nobody rules that both sides win or lose the same.
        report.add(codes.SCORES_NOT_OPPOSITE, f"Score: both sides have {sides.ns}", place, stated=text)
    elif name == "OptimumScore" and sides.declarer is not None:
        report.add(codes.BAD_VALUE, "OptimumScore: NS or EW is missing", place, stated=text)
    elif name == "OptimumScore" and None not in (sides.ns, sides.ew) and _sum(sides):
        _not_in_all(name, sides, Decimal(0), codes.SCORES_NOT_OPPOSITE, fields, report)
    elif name == "ScorePercentage" and not all(0 <= number <= _HUNDRED for number in numbers):
        report.add(codes.BAD_VALUE, "ScorePercentage: a percentage is 0 to 100", place, stated=text)
    elif name == "ScorePercentage" and too_much(sides.ns, sides.ew, played=values.contract is not None):
        message = f"ScorePercentage: {sides.ns} and {sides.ew} are more than 100"
        report.add(codes.PERCENTAGES, message, place, stated=text)


def _sum(sides: SideValues) -> Decimal:
    return (sides.ns or Decimal(0)) + (sides.ew or Decimal(0))


def _not_in_all(name: str, sides: SideValues, total: Decimal, code: Code, fields: Fields, report: Report) -> None:
    message = f"{name}: {sides.ns} and {sides.ew} do not add up to {total}"
    report.at_field(code, message, fields, name)
