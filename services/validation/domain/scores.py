"""Rules about scores: each can occur at all, and is that of the contract played.

Sources: Law 77 (what a contract scores), Law 2 (vulnerability), Law 22 (a board passed out), Law 12 (adjusted scores).
A line gives at most one of these findings: what does not end in 0 is not asked which contract gave it.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from contracts.codes import validation as codes
from contracts.facts import ResultFact, Score
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule
from services.validation.domain.conditions import Where, expected_vulnerability, points_of, read_contract
from services.validation.domain.contracts_written import Holders, held_elsewhere, holders_of
from services.validation.domain.lines import agreed_points, board_name, line_finding, line_name
from shared.bridge.boards.scoring_fields import duplicate_scores, old_doubled_undertricks
from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.contract import Passed
from shared.bridge.play.contract_score import possible_scores
from shared.bridge.play.seats import Side
from shared.natural_order import natural

ENOUGH_TO_TELL = 3
"""Lines from which on scores that all fit another vulnerability say more than the number of the board."""


def _stated_points(result: ResultFact) -> Iterator[int]:
    """Every number of points in a line: of both sides, and of the parts of a weighted ruling."""
    for score in (result.ns_score, result.ew_score):
        points = [score.points] if score.kind == "points" else [part.points for part in score.parts]
        yield from (value for value in points if value is not None)


def scores_in_tens(case: Case) -> Iterator[Finding]:
    """Every score is a multiple of 10 (Law 77)."""
    old = old_doubled_undertricks(case.facts.event)
    for result in case.facts.results:
        for points in _stated_points(result):
            if points % 10:
                # What the contract gives at the vulnerability of the board's number, to help whoever corrects it.
                vulnerable = expected_vulnerability(result.board)
                given = None if vulnerable is None else _played(result, vulnerable, old=old)
                text = f"{line_name(result)} has the score {points} on {board_name(result)}"
                computed = None if given is None else str(given)
                yield line_finding(codes.SCORE_NOT_IN_TENS, result, text, str(points), computed)
                break


def _played(result: ResultFact, vulnerable: Vulnerability, *, old: bool) -> int | None:
    """North-South's points by contract, declarer and tricks; None when one of them is missing or unreadable."""
    if result.contract is None or result.declarer is None or result.tricks is None:
        return None
    return points_of(result.contract, result.declarer, result.tricks, vulnerable, old_doubled_undertricks=old)


def _fits(result: ResultFact, vulnerable: Vulnerability, possible: frozenset[int], *, old: bool) -> bool:
    """Whether nothing in a line contradicts a vulnerability."""
    points = agreed_points(result)
    if points is None:
        return all(value in possible or value % 10 for value in _stated_points(result))
    if points % 10:
        return True
    played = _played(result, vulnerable, old=old)
    return points in possible if played is None else points == played


def scores_of_boards(case: Case) -> Iterator[Finding]:
    """A score can occur at the board's vulnerability and is that of contract, declarer and tricks (Laws 2 and 77).

    The contract is asked only where both sides have the same score: after a split ruling it is that of the table. When
    all lines of a board fit another vulnerability, the vulnerability is what is in doubt, and one finding says so.
    Deals of rubber bridge and Chicago score otherwise.
    """
    if not duplicate_scores(case.facts.event):
        return
    conditions = case.conditions
    old = old_doubled_undertricks(case.facts.event)
    possible = {
        vulnerable: possible_scores(vulnerable.of(Side.NS), vulnerable.of(Side.EW), old_doubled_undertricks=old)
        for vulnerable in Vulnerability
    }
    boards: dict[Where, list[ResultFact]] = {}
    for result in case.facts.results:
        boards.setdefault((result.session, result.section, result.board), []).append(result)
    for lines in boards.values():
        candidates = conditions.vulnerabilities(lines[0])
        if not candidates:
            continue
        misfits = {
            vulnerable: [result for result in lines if not _fits(result, vulnerable, possible[vulnerable], old=old)]
            for vulnerable in candidates
        }
        vulnerable = min(candidates, key=lambda candidate: len(misfits[candidate]))
        better = _fitting(lines, vulnerable, possible, old=old) if len(misfits[vulnerable]) >= ENOUGH_TO_TELL else []
        if better:
            fits = " or ".join(map(str, better))
            text = f"every score of {board_name(lines[0])} fits vulnerability {fits},"
            text += f" {len(misfits[vulnerable])} of {len(lines)} do not fit {vulnerable}"
            yield line_finding(codes.VULNERABILITY_BY_SCORES, lines[0], text, str(vulnerable), fits)
            continue
        for result in misfits[vulnerable]:
            yield _misfit(result, vulnerable, possible[vulnerable], old=old)


def _fitting(
    lines: list[ResultFact], tried: Vulnerability, possible: dict[Vulnerability, frozenset[int]], *, old: bool
) -> list[Vulnerability]:
    """The other vulnerabilities that every line fits."""
    return [
        other
        for other in Vulnerability
        if other is not tried and all(_fits(result, other, possible[other], old=old) for result in lines)
    ]


def _misfit(result: ResultFact, vulnerable: Vulnerability, possible: frozenset[int], *, old: bool) -> Finding:
    played = _played(result, vulnerable, old=old)
    computed = None if played is None else str(played)
    for points in _stated_points(result):
        if points % 10 == 0 and points not in possible:
            text = f"no contract gives {points} at vulnerability {vulnerable} on {board_name(result)}"
            text += f" ({line_name(result)})"
            return line_finding(codes.SCORE_IMPOSSIBLE, result, text, str(points), computed)
    text = f"{result.contract} by {result.declarer} with {result.tricks} tricks is {computed} at vulnerability"
    text += f" {vulnerable}, not {agreed_points(result)}, on {board_name(result)} ({line_name(result)})"
    return line_finding(codes.SCORE_NOT_OF_CONTRACT, result, text, str(agreed_points(result)), computed)


def passed_out_scores(case: Case) -> Iterator[Finding]:
    """A board that is passed out scores 0 (Laws 22 and 77)."""
    for result in case.facts.results:
        points = agreed_points(result)
        if points and points % 10 == 0 and isinstance(read_contract(result.contract or "")[0], Passed):
            text = f"{line_name(result)} passed {board_name(result)} out and has {points}"
            yield line_finding(codes.SCORE_OF_PASSED_OUT, result, text, str(points), "0")


def passed_out_by_all(case: Case) -> Iterator[Finding]:
    """A board that every table passed out was probably never dealt (an alarm of scoring programs).

    With fewer than three results it happens often enough by itself.
    """
    boards: dict[tuple[str | None, str], list[ResultFact]] = {}
    for result in case.facts.results:
        boards.setdefault((result.session, result.board), []).append(result)
    for lines in boards.values():
        scores = [agreed_points(result) for result in lines]
        known = [points for points in scores if points is not None]
        if len(known) >= ENOUGH_TO_TELL and not any(known):
            text = f"all {len(known)} tables passed {board_name(lines[0])} out"
            yield line_finding(codes.PASSED_OUT_BY_ALL, lines[0], text, "0")


def adjusted_scores(case: Case) -> Iterator[Finding]:
    """An adjusted score is a percentage, and both sides together get between 80 and 120 (Law 12C2).

    Law 12C2 awards 40, 50 or 60; a side's own average (12C2c) can take its place and a director can rule otherwise, so
    an unusual sum is only pointed out.
    """
    for result in case.facts.results:
        ns, ew = result.ns_score, result.ew_score
        percents = [score.percent for score in (ns, ew) if score.percent is not None]
        if any(not 0 <= percent <= 100 for percent in percents):
            code, computed = codes.ARTIFICIAL_IMPOSSIBLE, "0 to 100 each"
        elif len(percents) == 2 and not 80 <= sum(map(Fraction, percents)) <= 120:
            code, computed = codes.ARTIFICIAL_UNUSUAL, "80 to 120 together"
        else:
            continue
        stated = f"{_percent(ns)}/{_percent(ew)}"
        text = f"{line_name(result)} has the adjusted score {stated} on {board_name(result)}; expected {computed}"
        yield line_finding(code, result, text, stated, computed)


def _percent(score: Score) -> str:
    return "?" if score.percent is None else f"{score.percent.normalize():f}"


def boards_exchanged(case: Case) -> Iterator[Finding]:
    """Results stand under the number of their board.

    Those of two boards are exchanged if they fit the vulnerability and the deal of the other board, and nothing else of
    what is wrong with both is left.
    """
    boards: dict[Where, list[ResultFact]] = {}
    for result in case.facts.results if duplicate_scores(case.facts.event) else ():
        boards.setdefault((result.session, result.section, result.board), []).append(result)
    wrong = _Wrong(case)
    own = {where: count for where, lines in boards.items() if (count := wrong.count(lines, where))}
    found: list[tuple[int, Where, Where]] = []
    most = sorted(own, key=lambda where: own[where], reverse=True)[:_MOST_WRONG]
    for one, other in combinations(sorted(most, key=lambda where: natural(where[2])), 2):
        before = own[one] + own[other]
        most_wrong = any(2 * own[each] > len(boards[each]) for each in (one, other))
        if one[:2] == other[:2] and before >= ENOUGH_TO_TELL and most_wrong:
            after = wrong.count(boards[one], other) + wrong.count(boards[other], one)
            found += [(after, one, other)] * (4 * after <= before)
    found.sort()
    if len(found) == 1 or (len(found) > 1 and found[0][0] < found[1][0]):
        _, one, other = found[0]
        text = f"the results of boards {one[2]} and {other[2]} are exchanged: then scores and leads fit both boards"
        yield line_finding(codes.BOARDS_EXCHANGED, boards[one][0], text, one[2], other[2])


_MOST_WRONG = 12
"""Boards with most that is wrong, of which two are looked for that are exchanged."""


class _Wrong:
    """Counts what of the lines of a board does not fit a board."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._old = old_doubled_undertricks(case.facts.event)
        self._known: dict[Where, tuple[Vulnerability | None, list[Holders]]] = {}

    def count(self, lines: list[ResultFact], where: Where) -> int:
        if where not in self._known:
            vulnerable = self._case.conditions.vulnerabilities(lines[0].replace(board=where[2]))
            self._known[where] = next(iter(vulnerable), None), holders_of(self._case, *where)
        vulnerability, deals = self._known[where]
        leads = sum(held_elsewhere(line, deals) is not None for line in lines) if deals else 0
        if vulnerability is None:
            return leads
        ns, ew = vulnerability.of(Side.NS), vulnerability.of(Side.EW)
        possible = possible_scores(ns, ew, old_doubled_undertricks=self._old)
        return leads + sum(not _fits(line, vulnerability, possible, old=self._old) for line in lines)


RULES: tuple[Rule, ...] = (
    scores_in_tens,
    scores_of_boards,
    boards_exchanged,
    passed_out_scores,
    passed_out_by_all,
    adjusted_scores,
)
