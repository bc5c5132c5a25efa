"""Two stated values that stand beside each other's names."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from contracts.codes import scoring as codes
from contracts.findings import Finding

_EXCHANGEABLE = {codes.TOTAL_DIFFERS.code: "points", codes.PLACE_DIFFERS.code: "places"}


def with_exchanges(findings: Sequence[Finding]) -> list[Finding]:
    """The findings, with one for two of whom each is stated with what the other has.

    Only the same values are compared, those of the same columns, and only where nobody else has a wrong one.
    """
    alike: dict[tuple[object, ...], list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.code in _EXCHANGEABLE and finding.place is not None and finding.subject is not None:
            alike[finding.code, finding.place.path, finding.place.column].append(finding)
    exchanged: dict[int, Finding] = {}
    left_out: set[int] = set()
    for first, second in (pair for pair in alike.values() if len(pair) == 2):
        if _fits(first.stated, second.computed) and _fits(second.stated, first.computed):
            exchanged[id(first)] = _exchange(first, second)
            left_out.add(id(second))
    return [exchanged.get(id(finding), finding) for finding in findings if id(finding) not in left_out]


def _fits(stated: str | None, computed: str | None) -> bool:
    """Whether a value is the one that was computed, or one of places from the first to the last."""
    first, _, last = (computed or "").partition(" to ")
    value, low, high = (_number(text) for text in (stated, first, last or first))
    return value is not None and low is not None and high is not None and low <= value <= high


def _number(text: str | None) -> Fraction | None:
    try:
        return Fraction((text or "").rstrip("="))
    except ValueError:
        return None


def _exchange(first: Finding, second: Finding) -> Finding:
    kind, _, name = (first.subject or "").partition(" ")
    subject = f"{kind}s {name} and {(second.subject or '').partition(' ')[2]}"
    text = f"the {_EXCHANGEABLE[first.code]} of {subject} are exchanged: {first.message}; {second.message}"
    return first.replace(
        message=text,
        subject=subject,
        stated=f"{first.stated} and {second.stated}",
        computed=f"{first.computed} and {second.computed}",
        advice="Exchange the two values, or let the scoring program calculate and rank again.",
    )
