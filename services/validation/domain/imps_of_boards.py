"""Rules about the IMPs of pairs' boards: Butler IMPs against the stated datum, and cross-IMPs that add up to 0.

Sources: EBU White Book 4.2.4 and USEBIO 1.4, section 3.1.2 (DATUM); PBN 2.1 `Cross`. Rules kept here:

1. A datum may be printed in another form than it is used in. Only where nearly all lines of the file have the IMPs of
   their score against it are the others wrong; and a line that half a step of the datum explains is right.
2. All cross-IMPs of a board add up to 0, however they are averaged or factored, if every score of the board is there.
   Where most boards of the file do not, scores are compared with a larger field.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from contracts.codes import validation as codes
from contracts.facts import ResultFact
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule
from services.validation.domain.lines import agreed_points, board_name, line_name, plain
from services.validation.domain.points import last_place
from shared.bridge.boards.butler import butler_imps

_HALF_STEP = 5
"""Points by which a datum that is rounded to 10 may be off."""


def imps_against_datum(case: Case) -> Iterator[Finding]:
    """Butler IMPs are those of the difference between score and datum (rule 1)."""
    if "butler_imps" not in case.units or all(board.datum is None for board in case.facts.boards):
        return
    asked = 0
    wrong: list[tuple[ResultFact, int, Fraction, Decimal]] = []
    for line in case.facts.results:
        points, stated = agreed_points(line), line.stated
        if points is None or line.foul_group or stated is None or stated.unit != "butler_imps" or stated.ns is None:
            continue
        datum = case.conditions.datums(line)
        if len(datum) != 1:
            continue
        asked += 1
        against = Fraction(next(iter(datum)))
        if Fraction(stated.ns) != butler_imps(points, against):
            wrong.append((line, points, against, stated.ns))
    if 4 * len(wrong) > asked:
        return
    for line, points, against, ns in wrong:
        near = {butler_imps(points, against + shift) for shift in (-_HALF_STEP, _HALF_STEP)}
        if Fraction(ns) in near:
            continue
        computed = plain(butler_imps(points, against) or Fraction(0))
        yield codes.NOT_OF_DATUM.finding(
            f"{line_name(line)} has {ns} IMPs on {board_name(line)}; {points} against a datum of {plain(against)} is"
            f" {computed}",
            place=line.at,
            subject=board_name(line),
            stated=str(ns),
            computed=computed,
        )


def cross_imps_add_up(case: Case) -> Iterator[Finding]:
    """The cross-IMPs of a board add up to 0 (rule 2)."""
    if "cross_imps" not in case.units:
        return
    boards: dict[tuple[str | None, str], list[ResultFact]] = {}
    for line in case.facts.results:
        boards.setdefault((line.session, line.board), []).append(line)
    asked = [(lines, values) for lines in boards.values() if (values := _cross_imps(lines)) is not None]
    off = [(lines, values) for lines, values in asked if abs(sum(values, Decimal(0))) > _tolerance(values)]
    if 2 * len(off) >= len(asked):
        return
    for lines, values in off:
        total = plain(sum(values, Decimal(0)))
        yield codes.CROSS_IMPS_SUM.finding(
            f"the {len(values)} scores of {board_name(lines[0])} have {total} cross-IMPs together",
            place=lines[0].at,
            subject=board_name(lines[0]),
            stated=total,
            computed="0",
        )


def _cross_imps(lines: Sequence[ResultFact]) -> list[Decimal] | None:
    """North-South's cross-IMPs of a board, as often as each line counts; None unless all are plain and stated."""
    values: list[Decimal] = []
    for line in lines:
        stated = line.stated
        if stated is None or stated.ns is None or stated.unit != "cross_imps" or agreed_points(line) is None:
            return None
        values.extend([stated.ns] * min(line.multiplicity, 1000))
    return values


def _tolerance(values: Sequence[Decimal]) -> Decimal:
    """Every printed value may be off by half of its last decimal."""
    return len(values) * (last_place(values) or Decimal(1)) / 2


RULES: tuple[Rule, ...] = (imps_against_datum, cross_imps_add_up)
