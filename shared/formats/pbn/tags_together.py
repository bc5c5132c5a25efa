"""What the tags of a game say together: sums of both sides, the games of a rubber, a board passed out (3.4, 4.2)."""

from __future__ import annotations

from decimal import Decimal

from contracts.codes.code import Code
from contracts.codes.pbn import BAD_VALUE, PERCENTAGES, READ_AS, RUBBER_HISTORY, RUBBER_IMPOSSIBLE, SCORES_NOT_OPPOSITE
from shared.bridge.play.contract import PASSED_OUT
from shared.formats.pbn.inherit import Fields
from shared.formats.pbn.report import Report
from shared.formats.pbn.side_values import RubberHistory, SideValues
from shared.formats.pbn.tags import GameValues

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
                report.add_few(
                    READ_AS,
                    f"{name}: it is empty when all four pass",
                    fields.place(name),
                    stated=fields.text(name),
                    computed="",
                )
    result = values.result
    # Less is a partial result (3.4.15).
    if result is not None and None not in (result.ns, result.ew) and _sum(result) > _TRICKS:
        _not_in_all("Result", result, _TRICKS, BAD_VALUE, fields, report)
    for name, sides in (
        ("Score", values.score),
        ("ScoreIMP", values.score_imp),
        ("ScoreMP", values.score_mp),
        ("ScorePercentage", values.percentage),
        ("OptimumScore", values.optimum),
    ):
        if sides is not None:
            _check_sides(name, sides, values, fields, report)


def _check_history(history: RubberHistory, values: GameValues, fields: Fields, report: Report) -> None:
    if history.impossible is not None:
        report.add(
            RUBBER_IMPOSSIBLE,
            history.impossible,
            fields.place("ScoreRubberHistory"),
            stated=fields.text("ScoreRubberHistory"),
        )
    if values.vulnerable is not None and history.vulnerable is not values.vulnerable:
        # Reported at the later of the two, where the contradiction comes in.
        last = max(("Vulnerable", "ScoreRubberHistory"), key=lambda name: (fields.tags[name].line, name))
        report.add(
            RUBBER_HISTORY,
            f"by the games won it is {history.vulnerable}",
            fields.place(last),
            stated=fields.text("Vulnerable"),
            computed=str(history.vulnerable),
        )


def _check_sides(name: str, sides: SideValues, values: GameValues, fields: Fields, report: Report) -> None:
    """Check the numbers of one tag."""
    place, text = fields.place(name), fields.text(name)
    numbers = [number for number in (sides.declarer, sides.ns, sides.ew) if number is not None]
    if sides.wrong:
        report.add_few(READ_AS, f"{name}: a caret belongs to Result alone", place, stated=text)
    if name in _WHOLE and any(number != number.to_integral_value() for number in numbers):
        report.add(BAD_VALUE, f"{name}: a score is a whole number", place, stated=text)
    if name == "Score" and sides.ns and sides.ns == sides.ew:
        # A ruling may split a score, but nobody rules that both sides win or lose the same.
        report.add(SCORES_NOT_OPPOSITE, f"Score: both sides have {sides.ns}", place, stated=text)
    elif name == "OptimumScore" and sides.declarer is not None:
        report.add(BAD_VALUE, "OptimumScore: NS or EW is missing", place, stated=text)
    elif name == "OptimumScore" and None not in (sides.ns, sides.ew) and _sum(sides):
        _not_in_all(name, sides, Decimal(0), SCORES_NOT_OPPOSITE, fields, report)
    elif name == "ScorePercentage" and not all(0 <= number <= _HUNDRED for number in numbers):
        report.add(BAD_VALUE, "ScorePercentage: a percentage is 0 to 100", place, stated=text)
    elif name == "ScorePercentage" and too_much(sides.ns, sides.ew, played=values.contract is not None):
        message = f"ScorePercentage: {sides.ns} and {sides.ew} are more than 100"
        report.add(PERCENTAGES, message, place, stated=text)


def _sum(sides: SideValues) -> Decimal:
    return (sides.ns or Decimal(0)) + (sides.ew or Decimal(0))


def _not_in_all(name: str, sides: SideValues, total: Decimal, code: Code, fields: Fields, report: Report) -> None:
    message = f"{name}: {sides.ns} and {sides.ew} do not add up to {total}"
    report.add(code, message, fields.place(name), stated=fields.text(name))
