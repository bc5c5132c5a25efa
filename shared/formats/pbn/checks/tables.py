"""What the elements of tables have to be, each for itself and together (5.1 to 5.9).

Rule 1: a column holds what `columns.COLUMNS` says; "?" and "!" stand anywhere. In place of a contract programs also
    write an award or that the board was not played, and in place of points these or a pass. What is only spelled in
    another way is read, and said three times.
Rule 2: a sign before a name promises an order, of numbers, times and ranges of scores; other elements have none.
Rule 3: letters beyond ASCII stand between quotes (2.2, 3.2).
Rule 4: times follow the calls or cards one by one, and the total never falls (5.4, 5.8); so do the cards of optimum
    play, which has a row more while the play goes on (5.6).
Rule 5: ranges of an instant table cover every score once (5.5). Scores are multiples of ten, so what lies between two
    of them counts not.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from contracts.codes import pbn as codes
from shared.bridge.boards.artificial_scores import NOT_PLAYED, is_artificial
from shared.bridge.play.contract import PASSED_OUT
from shared.formats.pbn.columns import CHECKS, COLUMNS, NEEDS
from shared.formats.pbn.game import Fields, Tag, Token, place_of
from shared.formats.pbn.report import Report
from shared.formats.pbn.tables import IRRELEVANT, UNKNOWN, Table, number_of, points_of
from shared.formats.pbn.tags import too_much
from shared.formats.pbn.values import read_contract

_FAR = 1_000_000
_RELATIVE = re.compile(r"=|[+-]\d{1,2}", re.ASCII)


def check_table(table: Table, fields: Fields, report: Report) -> None:
    """Check what every table of its name has to be."""
    check_ascii(table.tag, report)
    name = table.tag.name
    needed = NEEDS.get(name)
    if needed is not None:
        section = fields.tags.get(needed)
        if section is None or (section.line, section.column) > (table.tag.line, table.tag.column):
            report.add(codes.TABLE_ALONE, f"{name} belongs behind {needed}", table.tag.place)
        else:
            _check_rows(table, section, 0, "times", report)
    kinds = COLUMNS[name]
    for number, column in enumerate(table.columns):
        kind = kinds.get(column.name, "text")
        if kind != "text":
            _check_values(table, number, kind, report)
        if kind in _ORDERED and (column.order or (column.name, kind) == ("TotalTime", "time")):
            _check_order(table, number, _ORDERED[kind], report)
    if name == "InstantScoreTable":
        _check_ranges(table, report)
    elif name == "OptimumResultTable":
        _check_twice(table, report)
    elif name == "OptimumPlayTable" and "Play" in fields.tags:
        _check_rows(table, fields.tags["Play"], 1, "rows", report)
    elif name == "ScoreTable":
        _check_sides(table, report)
        _check_percentages(table, report)


def check_ascii(tag: Tag, report: Report) -> None:
    """Report the elements of any section that need quotes for their letters (rule 3)."""
    if tag.data.isascii() and tag.data:
        return
    for token in tag.tokens:
        if token[0] == "word" and not token[1].isascii():
            report.at_token(codes.TABLE_CHARACTER, "a letter beyond ASCII stands outside quotes", token)


def _check_values(table: Table, number: int, kind: str, report: Report) -> None:
    """Report the elements of a column that it does not allow."""
    allowed = CHECKS[kind]
    column = table.columns[number]
    known: dict[str, bool] = {UNKNOWN: True, IRRELEVANT: True}
    for row in table.rows:
        if (token := row[number]) is None:
            continue
        if token[1] not in known:
            text = token[1].removeprefix("^")
            known[token[1]] = allowed(text) or (kind in ("contract", "points") and _no_contract(text, kind))
        if known[token[1]]:
            continue
        if (read_as := _spelled(token[1].removeprefix("^"), kind, table)) is not None:
            report.at_token(codes.READ_AS, f"the column {column.name} has another spelling", token, read_as, few=True)
        else:
            report.at_token(codes.TABLE_VALUE, f"the column {column.name} cannot have this value", token)


def _spelled(text: str, kind: str, table: Table) -> str | None:
    """A value that is read, as PBN has it; None for one that cannot be read."""
    if text == "":
        return UNKNOWN
    if kind == "rank" and text == "=":
        return "-"
    if kind == "tricks" and _RELATIVE.fullmatch(text) and any(column.name == "Contract" for column in table.columns):
        return "the tricks of the contract and these"
    number = text.replace(",", ".").removesuffix("%")
    return number if kind in ("number", "percentage") and CHECKS[kind](number) else None


def _no_contract(text: str, kind: str) -> bool:
    passed = kind == "points" and read_contract(text).value is PASSED_OUT
    return passed or text.upper() in ("A", *NOT_PLAYED) or is_artificial(text)


def _seconds(text: str) -> Decimal | None:
    """A time in seconds; None for a text that is none."""
    if not CHECKS["time"](text):
        return None
    seconds = 0
    for part in text.split(":"):
        seconds = 60 * seconds + int(part[:6])
    return Decimal(seconds)


def _lowest(text: str) -> Decimal | None:
    """The lowest score of a range; None for a text that is none."""
    return Decimal(span(text)[0]) if CHECKS["range"](text) else None


_ORDERED: dict[str, Callable[[str], Decimal | None]] = {
    **dict.fromkeys(("percentage", "number", "points", "rank", "tricks", "count", "text"), number_of),
    "time": _seconds,
    "range": _lowest,
}
"""By what a column holds: what of an element is compared with the one above it (rule 2)."""


def _check_order(table: Table, number: int, value_of: Callable[[str], Decimal | None], report: Report) -> None:
    """Report the first element that is out of the order of its column, or a total time that falls (rules 2 and 4)."""
    column = table.columns[number]
    before: Decimal | None = None
    for row in table.rows:
        token = row[number]
        value = value_of(token[1]) if token is not None else None
        if token is None or value is None:
            continue
        if before is not None and (value > before if column.order == "+" else value < before):
            if column.order:
                order = "descending" if column.order == "+" else "ascending"
                message = (
                    f"the column {column.name} is marked as {order} ({column.order}), but {value} follows {before}"
                )
                report.at_token(codes.TABLE_ORDER, message, token)
            else:
                report.at_token(codes.TABLE_DIFFERS, f"the total falls from {before} to {value} seconds", token)
            return
        before = value


def _check_rows(table: Table, section: Tag, more: int, what: str, report: Report) -> None:
    """A row for each call or card at the most, and so many more (rule 4)."""
    items = sum(token[0] == "word" for token in section.tokens)
    most = items + more
    if len(table.rows) > most:
        token = next((token for token in table.rows[most] if token is not None), None)
        report.add(
            codes.TABLE_DIFFERS,
            f"{len(table.rows)} {what} for {items} in {section.name}",
            place_of(token) if token is not None else table.tag.place,
        )


def _check_ranges(table: Table, report: Report) -> None:
    """Report ranges that are empty, overlap or leave scores out (rule 5)."""
    for name in ("ScoreRange_NS", "ScoreRange_EW"):
        spans: list[tuple[int, int, Token]] = []
        for row in table.rows:
            token, text = table.token(row, name), table.text(row, name)
            if token is None or text is None or not CHECKS["range"](text):
                continue
            low, high = span(text)
            if low > high:
                report.at_token(
                    codes.TABLE_RANGES, "no score is higher than the first and lower than the second", token
                )
            else:
                spans.append((low, high, token))
        spans.sort(key=lambda range_: range_[:2])
        for (_, high, _), (low, _, token) in pairwise(spans):
            # In steps of ten: the first score of this range, and the first behind the range before.
            if -(-low // 10) <= high // 10:
                report.at_token(codes.TABLE_RANGES, "this range of scores overlaps the one below it", token)
            elif (high // 10 + 1) * 10 < low:
                report.at_token(
                    codes.TABLE_RANGES, "there is a gap between this range of scores and the one below it", token
                )
        if not spans:
            continue
        (lowest, _, first), (_, highest, last) = spans[0], max(spans, key=lambda range_: range_[1])
        if lowest != -_FAR:
            report.at_token(codes.TABLE_RANGES, "no range has the scores below", first)
        if highest != _FAR:
            report.at_token(codes.TABLE_RANGES, "no range has the scores above", last)


def span(text: str) -> tuple[int, int]:
    """The lowest and the highest score of a range; its ends are excluded where it has two (5.5)."""
    low, comma, high = text.partition(",")
    if not comma:
        return int(low), int(low)
    return (-_FAR if low == "*" else int(low) + 1, _FAR if high == "*" else int(high) - 1)


def in_range(text: str, score: int) -> bool:
    """Whether a score is in a range as tables write it; False for a text that is no range."""
    if not CHECKS["range"](text):
        return False
    low, high = span(text)
    return low <= score <= high


def _check_twice(table: Table, report: Report) -> None:
    """A declarer has one result in a denomination (5.7)."""
    seen: set[tuple[str, str]] = set()
    for row in table.rows:
        declarer, denomination = table.text(row, "Declarer"), table.text(row, "Denomination")
        token = table.token(row, "Declarer")
        if declarer is None or denomination is None or token is None:
            continue
        key = (declarer.upper(), denomination.upper())
        if key in seen:
            report.add(
                codes.TABLE_VALUE,
                f"a second row gives the tricks of declarer {declarer} in {denomination}",
                place_of(token),
            )
        seen.add(key)


def _both_sides(table: Table, column: str) -> Iterator[tuple[Sequence[Token | None], str, str, Token]]:
    """The rows in which both sides have an element, with these; rulings, which may be anything, have a caret (5.2)."""
    for row in table.rows:
        ns, ew = table.text(row, f"{column}_NS"), table.text(row, f"{column}_EW")
        token = table.token(row, f"{column}_EW")
        if token is not None and ns is not None and ew is not None and "^" not in (ns[:1], ew[:1]):
            yield row, ns, ew, token


def _check_sides(table: Table, report: Report) -> None:
    """Both sides never win or lose the same (5.9)."""
    for _, ns, ew, token in _both_sides(table, "Score"):
        value = points_of(ns)
        if value and value == points_of(ew):
            message, stated = f"both sides have a score of {value}", f"{ns}/{ew}"
            report.add(codes.TABLE_DIFFERS, message, place_of(token), stated=stated, computed=str(-value))


def _check_percentages(table: Table, report: Report) -> None:
    """Of a board that was played both sides together have no more than 100 (5.9)."""
    for row, ns, ew, token in _both_sides(table, "Percentage"):
        played = points_of(table.text(row, "Score_NS")) is not None or table.number(row, "Result") is not None
        if too_much(number_of(ns), number_of(ew), played=played):
            report.add(codes.PERCENTAGES, f"{ns} and {ew} are more than 100", place_of(token), stated=f"{ns}/{ew}")
