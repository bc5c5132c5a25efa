"""Check a fragment: ask it what can be asked without scoring it, and decide whether it may be scored.

| family | module | what it asks |
|---|---|---|
| references | `references` | is there anything, has every line a board, and every number one owner? |
| meetings | `meetings` | does anybody play a board twice, or sit in two places? |
| movements | `movements` | does anybody have two seats in a round, and do the lines follow the movement? |
| people and seats | `seatings` | does anybody sit in two places, or where another sits? |
| scores | `scores` | can a score occur, and is it that of its contract? |
| what is written of the play | `contracts_written` | can contract, declarer, tricks and lead be read, and be so? |
| auctions | `auctions` | is every call allowed, and is the contract that of the auction? |
| boards and deals | `deals` | is a deal a deal, and a board set up as its number says? |
| matches | `matches` | do lines sit as in a match, and do both sides report the same? |
| totals | `totals` | can places be read, and percentages be so? |
| dates and times | `times` | does anything end before it starts? |
| games of chess | `chess.games` | do both players tell the same, does nobody play twice, and is there such a round? |
| colours of chess | `chess.colours` | do colours follow from those before, and has nobody one too often? |
| matches of chess | `chess.matches` | does everybody sit at one board, and is no team left over or met twice? |

Every rule is a generator of findings over one case, which is a fragment and what is worked out about it once, and does
work that grows with n log n in its results. A code that a rule finds more often than `LISTED` is listed so often and
then counted, so that one broken column of a large file does not hide everything else.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, islice

from contracts.base import DECISIONS
from contracts.codes import validation as codes
from contracts.codes.code import Code
from contracts.findings import Finding, Severity
from contracts.messages import Fragment
from services.validation.domain import (
    auctions,
    contracts_written,
    deals,
    matches,
    meetings,
    movements,
    references,
    scores,
    seatings,
    times,
    totals,
)
from services.validation.domain.case import Case, Rule
from services.validation.domain.chess import colours as chess_colours
from services.validation.domain.chess import games as chess_games
from services.validation.domain.chess import matches as chess_matches
from shared.formats import registry

RULES: tuple[Rule, ...] = tuple(
    chain.from_iterable(
        module.RULES
        for module in (
            references,
            meetings,
            movements,
            seatings,
            scores,
            contracts_written,
            auctions,
            deals,
            matches,
            totals,
            times,
            chess_games,
            chess_colours,
            chess_matches,
        )
    )
)
"""Every rule, in the order in which their findings are listed."""

LISTED = 50
"""Findings of one code that are listed."""

COUNTED = 10_000
"""Findings of one rule that are counted; a rule that finds more is stopped."""

FINDINGS_KEPT = 500
"""Findings of one fragment that are kept; the rest is counted in the last of them."""


@dataclass(frozen=True)
class Verdict:
    """What validation decided about a fragment.

    Attributes:
        findings: those of the reader and those of the rules: what refuses the fragment first, then errors, warnings and
            infos, each in the order of the rules and of the file.
        rejected_by: the first finding that refuses the fragment; None when it is accepted.
    """

    findings: tuple[Finding, ...]
    rejected_by: Finding | None


_WEIGHT = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


def check(fragment: Fragment, of_reader: tuple[Finding, ...] = ()) -> Verdict:
    """Run the rules over a fragment; decisions speak of what other files hold, and are checked by their reader."""
    case = Case(fragment)
    findings = [*of_reader]
    for rule in RULES if fragment.file.format != DECISIONS else ():
        findings.extend(listed(rule(case)))
    stamped = [f if f.file else f.replace(file=fragment.file.sha256) for f in findings]
    known = registry.codes() if stamped else {}
    stamped.sort(key=lambda finding: (not _rejects(finding, known), _WEIGHT[finding.severity]))
    reason = stamped[0] if stamped and _rejects(stamped[0], known) else None
    if len(stamped) > FINDINGS_KEPT:
        left_out = len(stamped) - FINDINGS_KEPT + 1
        more = codes.MORE_LIKE_IT.finding(
            f"{left_out} more findings are not listed", subject="the file", file=fragment.file.sha256
        )
        stamped = [*stamped[: FINDINGS_KEPT - 1], more]
    return Verdict(tuple(stamped), reason)


def _rejects(finding: Finding, known: Mapping[str, Code]) -> bool:
    return finding.code in known and known[finding.code].rejects


def listed(findings: Iterable[Finding]) -> list[Finding]:
    """The findings of a rule: the first `LISTED` of each code, then for each code that has more how many they are."""
    first: list[Finding] = []
    counts: dict[str, int] = {}
    for finding in islice(findings, COUNTED):
        counts[finding.code] = counts.get(finding.code, 0) + 1
        if counts[finding.code] <= LISTED:
            first.append(finding)
    for code, count in counts.items():
        if count > LISTED:
            at_least = "at least " if sum(counts.values()) == COUNTED else ""
            first.append(
                codes.MORE_LIKE_IT.finding(
                    f"{at_least}{count} findings of this kind, of which the first {LISTED} are listed:"
                    f" {registry.codes()[code].title} ({code})",
                    subject=code,
                    computed=f"{at_least}{count}",
                )
            )
    return first
