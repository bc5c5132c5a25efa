"""Scores against what the game itself gives: rubbers, instant tables, the optimum (4.2.5, 4.2.7, 5.5, 5.7)."""

import re
from collections.abc import Mapping
from decimal import Decimal

from contracts.codes.pbn import RUBBER_SCORE, TABLE_DIFFERS
from shared.bridge.play.contract import Contract
from shared.bridge.play.par import CELLS, par_scores
from shared.bridge.play.rubber_score import LineScore, explains, rubber_score
from shared.bridge.play.seats import Side
from shared.formats.pbn.checks.tables import in_range
from shared.formats.pbn.game import Fields
from shared.formats.pbn.report import Report
from shared.formats.pbn.tables import Table, tricks_of
from shared.formats.pbn.tags import GameValues

_LINES = re.compile(r"(?:(NS|EW) )?(\d{1,6})\s*/\s*(\d{1,6})", re.ASCII)


def check_rubber(values: GameValues, fields: Fields, report: Report) -> None:
    """Compare ScoreRubber with what contract, declarer and tricks give."""
    text = fields.stated("ScoreRubber") if "ScoreRubber" in fields.tags else None
    contract, declarer = values.contract, values.declarer
    if text is None or not isinstance(contract, Contract) or declarer is None or values.vulnerable is None:
        return
    own = declarer.seat.side
    tricks = values.result.tricks(own) if values.result is not None else None
    if tricks is None:
        return
    old = "OldMP" in values.scoring
    declarers, others = rubber_score(contract, int(tricks), values.vulnerable.of(own), old_doubled_undertricks=old)
    made = tricks >= contract.level + 6
    for side, above, below in _LINES.findall(text):
        of = Side(side) if side else own
        stated, computed = LineScore(int(above), int(below)), declarers if of is own else others
        if not explains(stated, computed, made=made and of is own):
            expected = f"{of} {computed.above}/{computed.below}"
            message = (
                f"{contract} by {declarer.seat} with {tricks} tricks gives {expected}, and honours and premiums on top"
            )
            report.add(RUBBER_SCORE, message, fields.place("ScoreRubber"), stated=text, computed=expected)
            return


def check_optimum(values: GameValues, tables: Mapping[str, Table], fields: Fields, report: Report) -> None:
    """Compare OptimumScore with what a whole OptimumResultTable gives.

    Where both sides could make the same contract it is not said whose score it is, so that of either dealer is right.
    """
    table, optimum = tables.get("OptimumResultTable"), values.optimum
    if table is None or optimum is None or values.vulnerable is None:
        return
    known = tricks_of(table)
    tricks = {cell: known[str(cell[0]), str(cell[1])] for cell in CELLS if (str(cell[0]), str(cell[1])) in known}
    stated = optimum.of(Side.NS, 0)
    if stated is None or len(tricks) < len(CELLS):
        return
    pars = par_scores(tricks, values.vulnerable)
    if stated not in pars:
        message = f"OptimumScore: the tricks of OptimumResultTable give NS {pars[0]}"
        place = fields.place("OptimumScore")
        report.add(TABLE_DIFFERS, message, place, stated=fields.text("OptimumScore"), computed=f"NS {pars[0]}")


def check_instant(values: GameValues, tables: Mapping[str, Table], fields: Fields, report: Report) -> None:
    """Compare ScorePercentage and ScoreIMP with what the InstantScoreTable gives for the score."""
    table = tables.get("InstantScoreTable")
    if table is None or "Instant" not in values.scoring:
        return
    own = values.declarer.seat.side if values.declarer is not None else None
    for name, column, sides, total in (
        ("ScorePercentage", "Percentage", values.percentage, 100),
        ("ScoreIMP", "IMP", values.score_imp, 0),
    ):
        if sides is None or values.score is None:
            continue
        for side in Side:
            stated = sides.by_side(own).of(side, total)
            score = values.score.by_side(own).of(side, 0)
            given = _looked_up(table, column, side, score)
            if stated is not None and given is not None and stated != given:
                message = f"{name}: the table gives {side} {given} for {score}"
                report.at_field(TABLE_DIFFERS, message, fields, name, computed=str(given))
                break


def _looked_up(table: Table, column: str, side: Side, score: Decimal | None) -> Decimal | None:
    """What the row gives in whose range a score is; None where no row has it."""
    if score is None:
        return None
    for row in table.rows:
        text = table.text(row, f"ScoreRange_{side}")
        if text is not None and in_range(text, int(score)):
            return table.number(row, f"{column}_{side}")
    return None
