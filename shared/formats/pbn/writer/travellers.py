"""Travellers as ScoreTable, and the analysis of a deal as OptimumResultTable (5.7, 5.9)."""

from collections.abc import Callable, Sequence
from decimal import Decimal

from contracts.facts import DealFact, ResultFact, Score, StatedScore
from shared.bridge.play.contract import PASSED_OUT, parse_contract
from shared.bridge.unreadable import UnreadableText
from shared.formats.merged_values import Values
from shared.formats.pbn.reader.draft import game_number
from shared.formats.pbn.reader.people import pair_id
from shared.formats.pbn.tables import Column
from shared.formats.pbn.writer.names import Names
from shared.formats.pbn.writer.sections import Element, element, write_table
from shared.formats.pbn.writer.sheet import Sheet
from shared.formats.written_numbers import number, rounded
from shared.natural_order import natural

_RIGHT = frozenset({
    "PairId_NS", "PairId_EW", "PairId", "Result", "Score_NS", "Score_EW", "MP_NS", "MP_EW", "IMP_NS", "IMP_EW",
    "Percentage_NS", "Percentage_EW", "Rank", "TotalMP", "TotalIMP", "TotalScore", "TotalPercentage", "MeanPercentage",
    "NrBoards", "Multiplicity", "Round", "Table", "Margin", "Winner", "Loser", "UpTo",
})  # fmt: skip
"""Columns with numbers, which stand on the right."""


Cell = tuple[str, Callable[[ResultFact, StatedScore | None], str | None]]


def write_traveller(results: Sequence[ResultFact], values: Values, names: Names, sheet: Sheet) -> None:
    """Write the results of a board; columns in which nothing stands are left out."""
    if not results:
        return
    ordered = [values.awarded(as_result(result)) for result in sorted(results, key=_order)]
    points = [values.points(result) for result in ordered]
    columns: tuple[Cell, ...] = (
        ("Section", lambda result, _: result.section),
        ("PairId_NS", lambda result, _: result.sides.ns or pair_id(result.sides.north, result.sides.south)),
        ("PairId_EW", lambda result, _: result.sides.ew or pair_id(result.sides.east, result.sides.west)),
        ("Names_NS", lambda result, _: names.side(result.sides.ns, result.sides.north, result.sides.south)),
        ("Names_EW", lambda result, _: names.side(result.sides.ew, result.sides.east, result.sides.west)),
        ("Contract", lambda result, _: contract_text(result.contract)),
        ("Declarer", lambda result, _: declarer_text(result)),
        ("Lead", lambda result, _: result.lead),
        ("Result", lambda result, _: None if is_passed_out(result) else number(result.tricks)),
        ("Score_NS", lambda result, _: number(_points_of(result.ns_score))),
        ("Score_EW", lambda result, _: _split(result)),
        ("MP_NS", lambda _, stated: _points(stated, "ns", "match_points")),
        ("MP_EW", lambda _, stated: _points(stated, "ew", "match_points")),
        ("IMP_NS", lambda _, stated: _points(stated, "ns", *_IMPS)),
        ("IMP_EW", lambda _, stated: _points(stated, "ew", *_IMPS)),
        ("Percentage_NS", lambda result, stated: _percentage(result, stated, "ns")),
        ("Percentage_EW", lambda result, stated: _percentage(result, stated, "ew")),
        ("Multiplicity", lambda result, _: str(result.multiplicity) if result.multiplicity != 1 else None),
        ("Round", lambda result, _: number(result.round)),
        ("Table", lambda result, _: result.table if game_number(result.table) is None else None),
    )
    rows = [[read(result, stated) for _, read in columns] for result, stated in zip(ordered, points, strict=True)]
    # Without a column for them, one result is one.
    for row in rows:
        if row[17] is None and any(other[17] is not None for other in rows):
            row[17] = "1"
    write_rows("ScoreTable", [name for name, _ in columns], rows, sheet)


_IMPS = ("butler_imps", "cross_imps", "imps")


def write_rows(name: str, names: Sequence[str], rows: Sequence[Sequence[str | None]], sheet: Sheet) -> None:
    """Write a table with the columns in which something stands, each as wide as its widest element."""
    used = [number for number in range(len(names)) if any(row[number] is not None for row in rows)]
    columns: list[Column] = []
    cells: list[list[Element]] = []
    for at in used:
        texts = (row[at] for row in rows)
        cells.append([element(" ".join(text.split()) if text is not None else None) for text in texts])
        # No wider than what a line of 255 characters can bear.
        width = min(max(len(text) + 2 * quoted for text, quoted in cells[-1]), 60)
        columns.append(Column(names[at], "", width, "R" if names[at] in _RIGHT else "L"))
    if columns:
        write_table(name, columns, list(zip(*cells, strict=True)), sheet)


def _order(result: ResultFact) -> tuple[object, ...]:
    sides = result.sides
    return (
        natural(result.section or ""),
        natural(sides.ns or sides.north or ""),
        natural(sides.ew or sides.east or ""),
        result.part,
    )


def contract_text(text: str | None) -> str | None:
    """A contract in the spelling of PBN; as the file has it where it cannot be read."""
    try:
        contract = parse_contract(text or "")
    except UnreadableText:
        return text
    return str(contract) if contract is not None else None


def declarer_text(result: ResultFact) -> str | None:
    """Who declared, with a caret where he had changed places with dummy (3.4.13)."""
    return next((detail.value for detail in result.details if detail.name == "Declarer"), result.declarer)


def as_result(result: ResultFact) -> ResultFact:
    """A line without the contract if it is void for both sides: readers of PBN would score it by that."""
    if {result.ns_score.kind, result.ew_score.kind} != {"not_played"}:
        return result
    return result.replace(contract=None, declarer=None, tricks=None, lead=None)


def is_passed_out(result: ResultFact) -> bool:
    """Whether nobody declared, so that there are no tricks either."""
    return contract_text(result.contract) == str(PASSED_OUT)


def _points_of(score: Score) -> int | None:
    return score.points if score.kind == "points" else None


def _split(result: ResultFact) -> str | None:
    """East-West's points where a ruling gave them others; the sign is their own."""
    points = _points_of(result.ew_score)
    return str(-points) if points is not None and points != result.ns_score.points else None


def _points(stated: StatedScore | None, side: str, *units: str) -> str | None:
    if stated is None or stated.unit not in units:
        return None
    value: Decimal | None = getattr(stated, side)
    return number(value)


def _percentage(result: ResultFact, stated: StatedScore | None, side: str) -> str | None:
    """The percentage of a board; an adjusted one with a caret (5.2)."""
    score = result.ns_score if side == "ns" else result.ew_score
    if score.kind in ("artificial", "average") and score.percent is not None:
        return f"^{number(rounded(score.percent))}"
    value: Decimal | None = getattr(stated, f"{side}_percent") if stated is not None else None
    return number(value)


def optimum(deal: DealFact | None) -> str | None:
    """The value of OptimumScore."""
    scores = (detail.value for detail in deal.double_dummy if detail.name == "OptimumScore") if deal is not None else ()
    return next(iter(scores), None)


def write_optimum(deal: DealFact | None, sheet: Sheet) -> None:
    """Write the tricks of a double-dummy analysis, "N NT" being North in notrump."""
    if deal is None:
        return
    rows: list[list[Element]] = []
    for detail in deal.double_dummy:
        declarer, _, denomination = detail.name.partition(" ")
        if len(declarer) == 1 and denomination and detail.value.isascii() and detail.value.isdigit():
            rows.append([(declarer, False), (denomination, False), (detail.value, False)])
    if rows:
        columns = (Column("Declarer"), Column("Denomination", "", 2, "R"), Column("Result", "", 2, "R"))
        write_table("OptimumResultTable", columns, rows, sheet)
