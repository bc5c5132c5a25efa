"""Rules about the points that a file states for the lines of a board: do both sides balance?

Sources: Law 78A (match points), Law 78B and C (IMPs, aggregate); EBU White Book (Neuberg); USEBIO 1.4, section 3.1.2.
Whether the points are those of the scores is scoring's question; these rules only ask what holds for every method:

1. Both sides are compared with mirrored fields, so North-South and East-West together have the same on every line of a
   board: the top, or what factoring makes of it. That ends where a ruling gives the two sides different scores, or
   one side a percentage: then nothing is said about that board at all. Adjusted scores of both sides are in no field,
   so they only leave themselves out.
2. Lines are compared within their section and foul group, which holds whether sections are scored together or apart.
3. What most lines of a board add up to is right; the others are found. Points that are printed with decimals may be
   off by the last of them on each side, and whole numbers by 1 where the points need not be whole: after factoring,
   after a weighted ruling, and on the scale with halves.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache

from contracts.codes import validation as codes
from contracts.facts import ResultFact
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule
from services.validation.domain.lines import agreed_points, board_name, line_name

IMP_UNITS = frozenset({"butler_imps", "cross_imps", "imps"})
_IN_A_FIELD = frozenset({"points", "weighted"})


@dataclass(frozen=True)
class Comparison:
    """Lines of a board that are compared with each other, and state points for both sides.

    Attributes:
        lines: of one section and foul group.
        results: scores in the same section, and in all sections.
        weighted: whether a weighted ruling is among them.
    """

    lines: tuple[ResultFact, ...]
    results: frozenset[int]
    weighted: bool

    @cached_property
    def points(self) -> tuple[tuple[Decimal, Decimal], ...]:
        """What each line states for North-South and East-West."""
        return tuple(map(_both, self.lines))

    @property
    def last_place(self) -> Decimal:
        """One unit of the last decimal that is printed."""
        return last_place(value for pair in self.points for value in pair)


def _mirrored(lines: Sequence[ResultFact]) -> list[ResultFact] | None:
    """The lines in which both sides enter the same result into their fields; None when a field is not mirrored."""
    found: list[ResultFact] = []
    for line in lines:
        ns, ew = line.ns_score, line.ew_score
        if ns.kind in _IN_A_FIELD or ew.kind in _IN_A_FIELD:
            if ns.kind != ew.kind or ns.points != ew.points or ns.parts != ew.parts:
                return None
            if ns.points is not None or ns.parts:
                found.append(line)
    return found


def _comparisons(case: Case, units: frozenset[str]) -> Iterator[Comparison]:
    """The comparisons of boards whose rulings leave both fields mirrored (rules 1 and 2)."""
    if not units & case.units:
        return
    for lines in _fields(case):
        mirrored = _mirrored(lines)
        if mirrored is None:
            continue
        sizes: Counter[str | None] = Counter()
        sections: dict[tuple[str | None, str | None], list[ResultFact]] = {}
        for line in mirrored:
            sizes[line.section] += line.multiplicity
            stated = line.stated
            if stated is not None and stated.ns is not None and stated.ew is not None and stated.unit in units:
                sections.setdefault((line.section, stated.unit), []).append(line)
        weighted = any(line.ns_score.parts for line in mirrored)
        for (section, _), chosen in sections.items():
            yield Comparison(tuple(chosen), frozenset({sizes.total(), sizes[section]}), weighted)


def _fields(case: Case) -> Iterator[list[ResultFact]]:
    """The lines of each board by foul group."""
    for numbers in case.boards.values():
        groups: dict[int, list[ResultFact]] = {}
        for number in numbers:
            line = case.facts.results[number]
            groups.setdefault(line.foul_group, []).append(line)
        yield from groups.values()


def _both(result: ResultFact) -> tuple[Decimal, Decimal]:
    """What a line states for North-South and East-West; only for lines of a `Comparison`."""
    stated = result.stated
    if stated is None or stated.ns is None or stated.ew is None:
        raise ValueError("a line of a comparison states points for both sides")
    return stated.ns, stated.ew


def last_place(values: Iterable[Decimal]) -> Decimal:
    """One unit of the last decimal that is printed; 0 for whole numbers."""
    places = max(map(_places, values), default=0)
    return Decimal(1).scaleb(-places) if places > 0 else Decimal(0)


@lru_cache(maxsize=16_384)
def _places(value: Decimal) -> int:
    """The decimals of a number without zeros at its end; equal numbers have the same."""
    exponent = value.normalize().as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def match_points_balance(case: Case) -> Iterator[Finding]:
    """Match points of both sides add up to the same on every line, and are within it (Law 78A)."""
    for comparison in _comparisons(case, frozenset({"match_points"})):
        sums = [ns + ew for ns, ew in comparison.points]
        expected = _expected(sums, comparison)
        if expected is None:
            continue
        top, tolerance = expected
        lowest = -tolerance
        for line, (ns, ew), total in zip(comparison.lines, comparison.points, sums, strict=True):
            if total != top and abs(total - top) > tolerance:
                yield codes.POINTS_SUM.finding(
                    f"{line_name(line)} has {ns} and {ew} match points on {board_name(line)}, together"
                    f" {total}; the other lines of the board have {top}",
                    place=line.at,
                    subject=board_name(line),
                    stated=f"{ns}+{ew}={total}",
                    computed=str(top),
                )
            elif (ns < lowest or ew < lowest) and not comparison.weighted:
                yield codes.POINTS_IMPOSSIBLE.finding(
                    f"{line_name(line)} has {ns} and {ew} match points on {board_name(line)}; the top is {top}",
                    place=line.at,
                    subject=board_name(line),
                    stated=f"{ns}/{ew}",
                    computed=f"0 to {top}",
                )


def _expected(sums: Sequence[Decimal], comparison: Comparison) -> tuple[Decimal, Decimal] | None:
    """What the lines add up to, and by how much a line may be off (rule 3); None when it cannot be told."""
    european = {Decimal(2 * (count - 1)) for count in comparison.results}
    natural = european | {Decimal(count - 1) for count in comparison.results}
    tolerance = 2 * comparison.last_place
    top, count = _densest(sums, tolerance)
    if 2 * count <= len(sums):
        fitting = [value for value in natural if any(abs(total - value) <= tolerance for total in sums)]
        if len(fitting) != 1:
            return None
        top = fitting[0]
    if not tolerance and (top not in european or comparison.weighted):
        tolerance = Decimal(1)
    return top, tolerance


def _densest(sums: Sequence[Decimal], tolerance: Decimal) -> tuple[Decimal, int]:
    """The commonest sum of the narrow range that most sums lie in, and how many lie there."""
    counts = sorted(Counter(sums).items())
    best = start = within = 0
    first, last = 0, 0
    for end, (total, count) in enumerate(counts):
        within += count
        while total - counts[start][0] > tolerance:
            within -= counts[start][1]
            start += 1
        if within > best:
            best, first, last = within, start, end
    commonest = max(counts[first : last + 1], key=lambda item: item[1])
    return commonest[0], best


def imps_balance(case: Case) -> Iterator[Finding]:
    """What one side wins in IMPs, the other loses (Law 78B): Butler against the same datum, cross-IMPs pairwise."""
    for comparison in _comparisons(case, IMP_UNITS):
        last = comparison.last_place
        unit = comparison.lines[0].stated.unit if comparison.lines[0].stated else None
        # An average of ½ that is printed as a whole number may go up on both sides.
        tolerance = Decimal(1) if unit == "cross_imps" and not last else last
        for line in comparison.lines:
            ns, ew = _both(line)
            if abs(ns + ew) > tolerance:
                yield _not_opposite(line, ns, ew, "IMPs")


def aggregate_balance(case: Case) -> Iterator[Finding]:
    """Aggregate points are the score, for one side as for the other (Law 78C); some programs drop the last 0."""
    for comparison in _comparisons(case, frozenset({"aggregate"})):
        plain = [line for line in comparison.lines if agreed_points(line) is not None]
        scaled = all(_both(line)[0] * 10 == agreed_points(line) for line in plain)
        for line in plain:
            ns, ew = _both(line)
            points = agreed_points(line)
            if ns + ew != 0:
                yield _not_opposite(line, ns, ew, "points")
            elif not scaled and ns != points:
                yield codes.POINTS_NOT_SCORE.finding(
                    f"{line_name(line)} has {ns} points for a score of {points} on {board_name(line)}",
                    place=line.at,
                    subject=board_name(line),
                    stated=str(ns),
                    computed=str(points),
                )


def _not_opposite(line: ResultFact, ns: Decimal, ew: Decimal, what: str) -> Finding:
    return codes.POINTS_NOT_OPPOSITE.finding(
        f"{line_name(line)} has {ns} and {ew} {what} on {board_name(line)}",
        place=line.at,
        subject=board_name(line),
        stated=f"{ns}/{ew}",
        computed=f"{ns}/{-ns}",
    )


RULES: tuple[Rule, ...] = (match_points_balance, imps_balance, aggregate_balance)
