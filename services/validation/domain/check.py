"""Check a fragment: run every rule, and decide whether it may be scored."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from contracts.codes import CATALOGUE
from contracts.findings import Finding, Severity
from contracts.messages import Fragment
from services.validation.domain import references

Rule = Callable[[Fragment], Iterator[Finding]]

RULES: tuple[Rule, ...] = (*references.RULES,)
"""Every rule, in the order in which their findings are listed."""

FINDINGS_KEPT = 500
"""Findings of one fragment that are kept; the rest is counted in the last of them."""


@dataclass(frozen=True)
class Verdict:
    """What validation decided about a fragment.

    Attributes:
        findings: those of the reader and those of the rules, errors first, each kind in the order of the file.
        rejected_by: the first finding that refuses the fragment; None when it is accepted.
    """

    findings: tuple[Finding, ...]
    rejected_by: Finding | None


_WEIGHT = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


def check(fragment: Fragment, found_by_reader: tuple[Finding, ...] = ()) -> Verdict:
    """Run the rules over a fragment."""
    findings = [*found_by_reader]
    for rule in RULES:
        findings.extend(rule(fragment))
    stamped = [f if f.file else f.model_copy(update={"file": fragment.file.sha256}) for f in findings]
    stamped.sort(key=lambda finding: _WEIGHT[finding.severity])
    reason = next((f for f in stamped if f.code in CATALOGUE and CATALOGUE[f.code].rejects), None)
    return Verdict(tuple(stamped[:FINDINGS_KEPT]), reason)
