"""Totals as the version of USEBIO wants them, and SCORE as text."""

from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from contracts.base import Place
from contracts.facts import AdjustmentFact, ResultFact, Score
from shared.bridge.boards.artificial_scores import parse_artificial
from shared.bridge.rounding import to_decimal
from shared.bridge.unreadable import UnreadableText
from shared.formats.losses import Losses
from shared.formats.merged_values import Totals
from shared.formats.usebio.reader.play.scores import read_score
from shared.formats.usebio.report import Report
from shared.formats.usebio.schema_check.schema import takes
from shared.formats.written_numbers import rounded


def with_handicap_as_wanted(
    totals: Totals,
    handicaps: list[AdjustmentFact],
    version: tuple[int, int],
    losses: Losses,
    most: Decimal | None = None,
) -> Totals:
    """Totals as the version wants them: with HANDICAP inside before 1.4, outside since (2.7; 1.0, 3.5).

    Computed totals say of which handicap they are without; of stated ones the handicaps say whether they include them.
    `most` could be scored, by our reckoning.
    """
    most = totals.maximum or most
    wanted = version < (1, 4)
    if totals.handicap is not None:
        in_percent = totals.percentage is not None
        return _moved(totals, totals.handicap, most, in_percent=in_percent) if wanted else totals
    for fact in handicaps:
        if fact.counted is None or fact.counted == wanted or fact.amount == 0:
            continue
        change = fact.amount if wanted else -fact.amount
        in_percent = fact.unit == "percent"
        if fact.unit is None or (totals.percentage if in_percent else totals.total) is None:
            losses.add(
                "handicap",
                "whether the totals include it cannot be converted between versions",
                of=("adjustments.counted",),
            )
        else:
            totals = _moved(totals, change, most, in_percent=in_percent)
    return totals


def _moved(totals: Totals, change: Decimal, maximum: Decimal | None, *, in_percent: bool) -> Totals:
    """Totals with a change; where the most that can be scored is known, both the total and the percentage have it."""
    total, percentage = totals.total, totals.percentage
    if in_percent:
        percentage = None if percentage is None else percentage + change
        total = total if total is None or not maximum else rounded(total + change * maximum / 100)
    else:
        total = None if total is None else total + change
        percentage = percentage if percentage is None or not maximum else rounded(percentage + change * 100 / maximum)
    return replace(totals, total=total, percentage=percentage)


def in_unit(fact: AdjustmentFact, tag: str, totals: Totals, version: tuple[int, int], losses: Losses) -> Decimal | None:
    """The amount of an adjustment in the unit that 1.4 means where match points are scored (2.7); None without one.

    Per cent, of CARRY_FORWARD beside a TOTAL_SCORE match points. Before 1.4 no unit is said, and amounts stay as they
    are, but for those in per cent of a board, which are match points.
    """
    of_board = fact.unit == "percent_of_board"
    newer = version >= (1, 4)
    if fact.amount == 0 or not (of_board or (newer and fact.unit in ("percent", "match_points"))):
        return fact.amount
    in_points = not newer or (tag == "CARRY_FORWARD" and totals.total is not None)
    wanted = "match_points" if in_points else "percent"
    if fact.unit == wanted:
        return fact.amount
    if not totals.maximum or (of_board and not totals.boards):
        losses.add(
            f"{tag} in {(fact.unit or '').replace('_', ' ')}",
            f"USEBIO has it in {wanted.replace('_', ' ')}",
            of=("adjustments",),
        )
        return None
    losses.add(
        f"unit of {tag}",
        f"USEBIO has it in {wanted.replace('_', ' ')}, with six decimals at most here",
        of=("adjustments.unit", "adjustments.amount"),
    )
    maximum = Fraction(totals.maximum)
    points = Fraction(fact.amount) if fact.unit == "match_points" else Fraction(fact.amount) * maximum / 100
    points = points / (totals.boards or 1) if of_board else points
    if in_points:
        return to_decimal(points, 2).normalize()
    # Read again, it is the same number of match points and percentage to two decimals.
    percents = (to_decimal(points * 100 / maximum, places) for places in range(3, 7))
    return next((each.normalize() for each in percents if abs(Fraction(each) * maximum / 100 - points) * 400 < 1), None)


def score_text(result: ResultFact, losses: Losses, *, strict: bool = False) -> str:
    """The SCORE of a line; empty when there is none yet.

    If `strict`, it is in the file's own words only where our schema of 1.4 takes them.
    """
    ns, ew = result.ns_score, result.ew_score
    text = None if ns.text is None or (strict and not takes("SCORE", ns.text)) else ns.text
    if text is not None and not says(text, result):
        text = None
    if ns.kind == "points" and ns.points is not None:
        if ew != ns:
            losses.add("split score", "a line has one SCORE; that of North-South is written", of=("results.ew_score",))
        return text or str(ns.points)
    if text is not None and text == ew.text:
        return text
    if "weighted" in (ns.kind, ew.kind) and (ns.percent is None or ew.percent is None):
        losses.add(
            "weighted score",
            "SCORE takes percentages only, and none is known",
            of=("results.ns_score", "results.ew_score"),
        )
        return ""
    if ns.percent is not None and ew.percent is not None:
        return artificial_text(ns, ew, losses)
    if ns.kind != "unknown" or ns.text:
        losses.add(
            f"{ns.kind.replace('_', ' ')} score",
            "SCORE has no word for it and is left empty",
            of=("results.ns_score", "results.ew_score"),
        )
    return ""


def says(text: str, result: ResultFact) -> bool:
    """Whether the words of a file say in USEBIO what they said there; those of another format may not."""
    stated = result.stated
    points = (None, None) if stated is None else (stated.ns, stated.ew)
    read = read_score(text, Report(), Place(), points)
    return all(
        (first.kind, first.points, first.percent, first.parts)
        == (second.kind, second.points, second.percent, second.parts)
        for first, second in zip(read, (result.ns_score, result.ew_score), strict=True)
    )


def artificial_text(ns: Score, ew: Score, losses: Losses) -> str:
    """Percentages as A6040: with as many digits as it takes to be read in one way only."""
    percents = [Decimal(50) if side.percent is None else side.percent for side in (ns, ew)]
    whole = [int(percent.quantize(Decimal(1), rounding=ROUND_HALF_UP)) for percent in percents]
    if any(percent != short for percent, short in zip(percents, whole, strict=True)):
        losses.add(
            "decimals of an adjusted score",
            "SCORE takes whole percentages",
            of=("results.ns_score", "results.ew_score"),
        )
    for digits in (1, 2, 3):
        text = "A" + "".join(f"{percent:0{digits}d}" for percent in whole)
        try:
            pair = parse_artificial(text).pair
        except UnreadableText:
            continue
        if pair is not None and pair.ns and pair.ew and [pair.ns.percent, pair.ew.percent] == whole:
            return text
    return "A" + "".join(f"{percent:03d}" for percent in whole)
