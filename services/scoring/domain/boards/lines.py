"""From a result of a file to a line that the rules of `shared/bridge` can compare."""

from fractions import Fraction
from functools import lru_cache

from contracts.facts import ResultFact, Score
from shared.bridge.boards.artificial_scores import Artificial, parse_artificial
from shared.bridge.boards.board_line import BoardLine, SideScore, Weighted
from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.contract import PASSED_OUT, parse_contract, parse_declarer
from shared.bridge.play.contract_score import ns_score
from shared.bridge.rounding import to_decimal
from shared.bridge.unreadable import UnreadableText


def side_score(score: Score, *, ns: bool) -> SideScore:
    """A side's score from its own point of view; None when there is nothing to compare.

    Args:
        score: as the file states it, points always from North-South's view.
        ns: whether the side is North-South.
    """
    sign = 1 if ns else -1
    if score.kind == "points" and score.points is not None:
        return sign * score.points
    if score.kind in ("artificial", "average") and score.percent is not None:
        # What is no percentage is a finding of validation; here it is no score, and the other lines stand.
        return Artificial(Fraction(score.percent)) if 0 <= score.percent <= 100 else None
    if score.kind == "weighted" and score.parts:
        total = sum((Fraction(part.weight) for part in score.parts), Fraction(0))
        if any(part.weight <= 0 for part in score.parts):
            return None
        return Weighted(tuple((sign * part.points, Fraction(part.weight) / total) for part in score.parts))
    if score.kind == "average" and score.text:
        return _average(score.text, ns=ns)
    return None


def _average(text: str, *, ns: bool) -> Artificial | None:
    """A side's part of a text; a text that speaks of one side ("Ave+") is that side's own."""
    try:
        pair = parse_artificial(text).pair
    except UnreadableText:
        return None
    if pair is None:
        return None
    if pair.ns is None or pair.ew is None:
        return pair.ns or pair.ew
    return pair.ns if ns else pair.ew


def from_contract(result: ResultFact, vulnerability: Vulnerability | None, *, old: bool = False) -> int | None:
    """North-South's points by contract, declarer and tricks, where the file leaves the score blank.

    Args:
        result: the line.
        vulnerability: of the board; without it only what scores the same either way is worked out.
        old: whether doubled undertricks count as before 1987.
    """
    try:
        contract = parse_contract(result.contract or "")
        if contract is PASSED_OUT:
            return 0
        if contract is None or result.tricks is None:
            return None
        declarer = parse_declarer(result.declarer or "")
        possible = (vulnerability,) if vulnerability else (Vulnerability.NONE, Vulnerability.ALL)
        points = {ns_score(contract, declarer, result.tricks, each, old_doubled_undertricks=old) for each in possible}
    except ValueError:
        return None
    return points.pop() if len(points) == 1 else None


def board_line(result: ResultFact, vulnerability: Vulnerability | None, *, old: bool = False) -> tuple[BoardLine, bool]:
    """The line of a result, and whether its score had to be worked out from the contract."""
    ns = side_score(result.ns_score, ns=True)
    ew = side_score(result.ew_score, ns=False)
    group, tables = result.foul_group, max(1, result.multiplicity)
    if isinstance(ns, int) and isinstance(ew, int):
        return line_of(ns, ew, group, tables), False
    if ns is None and ew is None and result.ns_score.kind == "unknown":
        points = from_contract(result, vulnerability, old=old)
        if points is not None:
            return BoardLine(points, -points, group, tables), True
    return BoardLine(ns, ew, group, tables), False


line_of = lru_cache(maxsize=16_384)(BoardLine)
"""Lines of scores; the same scores come again on every board."""


def score_text(score: Score, other: Score) -> str:
    """A score as people write it on a traveller; for artificial ones both sides' percentages, "60%/40%"."""
    if score.kind == "points" and score.points is not None:
        return str(score.points)
    if score.kind == "average" and score.text:
        return score.text
    if score.kind in ("artificial", "average") and score.percent is not None:
        theirs = f"{other.percent.normalize():f}%" if other.percent is not None else "–"
        return f"{score.percent.normalize():f}%/{theirs}"
    if score.kind == "weighted":
        total = sum(Fraction(part.weight) for part in score.parts) or Fraction(1)
        shares = ((to_decimal(100 * Fraction(part.weight) / total, 2), part.points) for part in score.parts)
        return ", ".join(f"{percent.normalize():f}% {points}" for percent, points in shares)
    words = {"late": "late", "not_played": "not played", "not_in_play": "", "unknown": ""}
    return score.text or words.get(score.kind, "")
