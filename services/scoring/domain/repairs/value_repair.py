"""Stated values of several participants that one mistake explains: two are exchanged, or a place is skipped.

Rules kept here:

1. Two participants have exchanged a value if each is stated with what the other comes to, and no third one is.
2. Where everybody from a place on is stated as many places too low or too high, the first of them is.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from itertools import pairwise

from contracts.codes import scoring as codes
from contracts.findings import Finding, Severity
from services.scoring.domain.differences.precedence import remark

_VALUES = {
    codes.TOTAL_DIFFERS.code: "totals",
    codes.PERCENTAGE_DIFFERS.code: "percentages",
    codes.PLACE_DIFFERS.code: "places",
}

MOST = 100
"""Values of a kind that differ, among which two are looked for that are exchanged."""

FEWEST_PLACES = 3
"""Places in a row from which on one of them is skipped."""


def with_exchanged_values(findings: Sequence[Finding], causes: Sequence[Finding]) -> list[Finding]:
    """Findings about values, of which one mistake makes several, as one of them and remarks that name it.

    Where results, boards or matches differ as well, values may differ alike by chance.

    Args:
        findings: what differs.
        causes: what else is wrong, from which values follow.
    """
    others = (finding for finding in (*causes, *findings) if finding.code not in _VALUES)
    if any(finding.severity is Severity.ERROR for finding in others):
        return [*findings]
    changed: dict[int, Finding] = {}
    for code, of_code in _by_code(findings).items():
        for one, other in _exchanged(of_code):
            text = f"the {_VALUES[code]} of {one.subject} and {other.subject} are exchanged"
            _lead(
                changed,
                one,
                f"{text}: {one.subject} comes to {one.computed} and {other.subject} to {other.computed}",
                [other],
            )
    places = [each for each in _by_code(findings).get(codes.PLACE_DIFFERS.code, ()) if id(each) not in changed]
    if (found := _skipped(places)) is not None:
        first, *behind = found
        text = f"{first.message}; the {len(behind)} behind it are as many places off"
        _lead(changed, first, text, behind)
    return [changed.get(id(finding), finding) for finding in findings]


def _lead(changed: dict[int, Finding], first: Finding, text: str, others: Sequence[Finding]) -> None:
    lead = changed[id(first)] = first.replace(message=text)
    changed.update((id(other), remark(other, lead)) for other in others)


def _by_code(findings: Sequence[Finding]) -> dict[str, list[Finding]]:
    by_code: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.code in _VALUES and finding.severity is not Severity.INFO:
            by_code[finding.code].append(finding)
    return by_code


def _exchanged(findings: Sequence[Finding]) -> Iterator[tuple[Finding, Finding]]:
    """Rule 1."""
    named = sorted(findings, key=lambda each: each.subject or "")
    for one in named if len(named) <= MOST else ():
        others = [other for other in named if _is(one.stated, other.computed) and _is(other.stated, one.computed)]
        back = [other for each in others for other in named if _is(each.stated, other.computed)]
        if len(others) == 1 == len(back) and (one.subject or "") < (others[0].subject or ""):
            yield one, others[0]


def _is(stated: str | None, computed: str | None) -> bool:
    """Whether a stated value is one that is computed, as far as it is printed, whether it was rounded or cut.

    Places may be computed as "5 to 12".
    """
    first, _, last = (computed or "").partition(" to ")
    claimed, low, high = _number(stated), _number(first), _number(last or first)
    if claimed is None or low is None or high is None:
        return False
    last_place = max(int(value.as_tuple().exponent) for value in (claimed, low))
    near = Decimal(1).scaleb(last_place) if last_place < 0 else 0
    return low - near <= claimed <= high + near


def _skipped(findings: Sequence[Finding]) -> list[Finding] | None:
    """Rule 2: those from a place on, in its order."""
    numbers = {id(each): (_number(each.computed), _number(each.stated)) for each in findings}
    off = {
        claimed - computed if claimed is not None and computed is not None else None
        for computed, claimed in numbers.values()
    }
    ordered = sorted(findings, key=lambda each: numbers[id(each)][0] or 0)
    if len(findings) < FEWEST_PLACES or len(off) != 1 or None in off:
        return None
    taken = [numbers[id(each)][0] or 0 for each in ordered]
    in_a_row = all(after - before <= taken.count(before) for before, after in pairwise(taken))
    return ordered if in_a_row and len(set(taken)) > 1 else None


def _number(text: str | None) -> Decimal | None:
    try:
        return Decimal((text or "").partition("/")[0].rstrip("="))
    except InvalidOperation:
        return None
