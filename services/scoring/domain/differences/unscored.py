"""Stated points and places that are not worked out again, held against each other.

Rules kept here:

1. Of a line whose points are not compared with scores, the other side loses what one side wins: match points of both
   together are those of most lines of the board, and IMPs and points are opposite, but for the last printed decimal.
   Lines that a director ruled on are left out (Law 12).
2. A greater stated total has the better place. Who is ranked together is the file's choice: all, each line, each
   section, or both; the places of the division that fits best are asked. A knock-out or ladder is not ranked by totals,
   and a total that leaves out a handicap or carry-forward does not decide places.
3. When one value is wrong, everybody between its two places seems to be; the smallest set of places that contradicts
   the others is what is reported.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from decimal import Decimal

from contracts.codes import scoring as codes
from contracts.codes.code import Code
from contracts.facts import Facts, ResultFact, StatedTotal
from contracts.findings import Finding
from services.scoring.domain.boards.board_list import sides_of
from services.scoring.domain.differences.agreement import longest_agreement
from services.scoring.domain.differences.counts import Count, count_boards
from services.scoring.domain.differences.rankings import place_of

_NOT_BY_TOTALS = frozenset({"knockout", "ladder"})
_OPPOSITE = frozenset({"butler_imps", "cross_imps", "imps", "aggregate"})
_NO_PLACE = Decimal(1)
"""How far points without decimals may be off after factoring or rounding."""


def compare_balance(facts: Facts) -> list[Finding]:
    """Lines whose stated points do not balance (rule 1)."""
    boards: dict[tuple[object, ...], list[tuple[ResultFact, Decimal]]] = defaultdict(list)
    for result in facts.results:
        stated = result.stated
        if stated is None or stated.ns is None or stated.ew is None:
            continue
        ruled = result.ns_score != result.ew_score or result.ns_score.kind in ("artificial", "average", "weighted")
        if not ruled and (stated.unit == "match_points" or stated.unit in _OPPOSITE):
            key = (result.session, result.section, result.board, result.foul_group, stated.unit)
            boards[key].append((result, stated.ns + stated.ew))
    findings = []
    for (*_, unit), lines in boards.items():
        sums = Counter(total for _, total in lines)
        usual, count = sums.most_common(1)[0] if unit == "match_points" else (Decimal(0), len(lines))
        if 2 * count <= len(lines):
            continue
        decimals = max(-int(total.normalize().as_tuple().exponent) for _, total in lines)
        near = _NO_PLACE if decimals <= 0 else 2 * Decimal(1).scaleb(-decimals)
        findings += [_unbalanced(line, total, usual) for line, total in lines if abs(total - usual) > near]
    return findings


def _unbalanced(line: ResultFact, total: Decimal, usual: Decimal) -> Finding:
    stated = line.stated
    ns, ew = (stated.ns, stated.ew) if stated is not None else (None, None)
    sides = " against ".join("+".join(side) or "?" for side in sides_of(line))
    text = f"{sides} on board {line.board} is stated with {ns} for North-South and {ew} for East-West, {total} together"
    subject, points = f"board {line.board}", f"{ns} / {ew}"
    return codes.POINTS_UNBALANCED.finding(
        f"{text} instead of {usual}", place=line.at, subject=subject, stated=points, computed=str(usual)
    )


def compare_stated_places(facts: Facts, kind: str) -> list[Finding]:
    """Stated places that do not follow the stated totals (rules 2 and 3)."""
    left_out = any(fact.amount and fact.counted is not True for fact in facts.adjustments)
    if not facts.totals or facts.event.kind in _NOT_BY_TOTALS or left_out:
        return []
    listed = {participant.id: participant for participant in facts.participants if participant.kind == kind}
    sessions: dict[str | None, list[StatedTotal]] = defaultdict(list)
    for total in facts.totals:
        if total.kind == kind and total.participant in listed and place_of(total) is not None:
            sessions[total.session].append(total)
    findings: list[Finding] = []
    for totals in sessions.values():
        divisions: list[list[Finding]] = []
        for parts in ((), ("direction",), ("section",), ("direction", "section")):
            groups: dict[tuple[object, ...], list[StatedTotal]] = defaultdict(list)
            for total in totals:
                groups[tuple(getattr(listed[total.participant], part) for part in parts)].append(total)
            for value in ("percentage", "total"):
                if all(getattr(total, value) is not None for total in totals):
                    divisions.append([finding for group in groups.values() for finding in _out_of_order(group, value)])
        fewest = min(divisions, key=len) if divisions else []
        findings += fewest
    return findings


def compare_tie_marks(facts: Facts, count: Count = count_boards) -> list[Finding]:
    """Places that are marked as shared and that nobody else has (USEBIO 1.4, 2.7: "3=" for a tie).

    A participant whose place is not stated may be the one with whom a place is shared.

    Args:
        facts: of the event.
        count: its boards.
    """
    places = [(total, place) for total in facts.totals if (place := place_of(total)) is not None]
    if not any(place.tied for _, place in places):
        return []
    placed = {(total.kind, total.participant) for total, _ in places}
    incomplete = {p.kind for p in facts.participants if not p.phantom and (p.kind, p.id) not in placed}
    if count(facts).names.keys() - {participant for _, participant in placed}:
        incomplete |= {"pair", "player"}
    shared = Counter((total.kind, total.session, place.first) for total, place in places)
    findings = []
    for total, place in places:
        if place.tied and total.kind not in incomplete and shared[total.kind, total.session, place.first] == 1:
            text = f"is stated to share place {total.place}, but nobody else is in place {place.first}"
            findings.append(_about(codes.TIE_ALONE, total, text, place.first))
    return findings


def _about(code: Code, total: StatedTotal, text: str, place: int) -> Finding:
    subject = f"{total.kind} {total.participant}"
    return code.finding(f"{subject} {text}", place=total.at, subject=subject, stated=total.place, computed=str(place))


def _out_of_order(group: Sequence[StatedTotal], value: str) -> list[Finding]:
    values: list[Decimal] = [getattr(total, value) for total in group]
    places = [place.first for total in group if (place := place_of(total)) is not None]
    ascending = sorted(values)
    ranks = [len(values) - bisect_right(ascending, each) + 1 for each in values]
    agreeing = longest_agreement(
        [(place, each, place == rank) for place, each, rank in zip(places, values, ranks, strict=True)]
    )
    findings = []
    for number, total in enumerate(group):
        if number not in agreeing:
            text = f"is stated in place {total.place} with {values[number]}, but by the stated totals it is in place"
            findings.append(_about(codes.PLACE_OUT_OF_ORDER, total, f"{text} {ranks[number]}", ranks[number]))
    return findings
