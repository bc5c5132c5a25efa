"""The ranking of a ladder: its members by their average percentages (USEBIO 1.0, 5.3).

Rules kept here:

1. The best average leads, as in the example of 1.0; where nobody has one, the most master points do. What is awarded is
   no score, so that it decides nothing else.
2. An average is the mean of a member's sessions, of all of them or of the best few, as many for everybody; both are
   printed and may be rounded. Without a stated average the mean of all sessions counts.
3. Where most averages are neither, a file does not have all sessions; then they are shown as stated.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from contracts.codes import scoring as codes
from contracts.facts import LadderFact
from contracts.findings import Finding
from contracts.standings import Ranking, StandingRow, StatedRow
from services.scoring.domain.boards.line_methods import places_of
from services.scoring.domain.differences.agreement import mostly_right
from services.scoring.domain.merging.key_order import key_order
from shared.bridge.rankings.places import rank
from shared.bridge.rounding import to_decimal


def ladder_rankings(ladder: Sequence[LadderFact]) -> tuple[tuple[Ranking, ...], list[Finding]]:
    """The ranking over all and of each session, and averages that are not those of their sessions."""
    sessions: dict[str | None, list[LadderFact]] = defaultdict(list)
    for entry in ladder:
        sessions[entry.session].append(entry)
    overall = sessions.pop(None, [])
    percentages: dict[str, list[Decimal]] = defaultdict(list)
    for entry in ladder:
        if entry.session is not None and entry.percentage is not None:
            percentages[entry.member].append(entry.percentage)
    listed = {entry.member for entry in overall}
    names = {entry.member: entry.name for entry in ladder}
    overall += [LadderFact(member=name, name=names[name]) for name in percentages if name not in listed]
    findings, agreeing = _compare(overall, percentages)
    by_name = sorted(sessions, key=lambda name: key_order((name,)))
    return (
        _ranking(overall, None, agreeing, percentages),
        *(_ranking(sessions[session], session, {}, {}) for session in by_name),
    ), findings


def _compare(
    overall: Sequence[LadderFact], percentages: Mapping[str, Sequence[Decimal]]
) -> tuple[list[Finding], dict[str, bool]]:
    """Rules 2 and 3."""
    asked = [entry for entry in overall if entry.percentage is not None and percentages.get(entry.member)]
    if not asked:
        text = "the file has no sessions of the ladder, so its averages are shown as the file states them"
        return [codes.NOT_CHECKED.finding(text)], {}
    longest = max(len(percentages[entry.member]) for entry in asked)
    near = _step(entry.percentage for entry in asked) + _step(value for own in percentages.values() for value in own)
    by_count = [
        {
            entry.member: 2 * abs(Fraction(entry.percentage or 0) - _mean(percentages[entry.member], best)) <= near
            for entry in asked
        }
        for best in range(longest, 0, -1)
    ]
    agreeing = max(by_count, key=lambda each: sum(each.values()))
    wrong = [entry for entry in asked if not agreeing[entry.member]]
    if not mostly_right(len(wrong), len(asked)):
        text = f"the averages of {len(wrong)} of {len(asked)} members are not the means of the sessions in the file, so"
        return [codes.NOT_CHECKED.finding(f"{text} they are shown as the file states them")], {}
    best = longest - by_count.index(agreeing)
    return [_differs(entry, _mean(percentages[entry.member], best)) for entry in wrong], agreeing


def _mean(values: Sequence[Decimal], best: int) -> Fraction:
    counted = sorted(map(Fraction, values), reverse=True)[:best]
    return sum(counted, Fraction(0)) / len(counted)


def _step(values: Iterable[Decimal | None]) -> Fraction:
    """The last place of those that have most."""
    return Fraction(1, 10 ** max(places_of(value) for value in values if value is not None))


def _differs(entry: LadderFact, mean: Fraction) -> Finding:
    ours, subject = to_decimal(mean, 2), f"player {entry.member}"
    text = f"{subject} is stated with an average of {entry.percentage} %, but the sessions give {ours} %"
    return codes.PERCENTAGE_DIFFERS.finding(
        text, place=entry.at, subject=subject, stated=str(entry.percentage), computed=str(ours)
    )


def _ranking(
    entries: Iterable[LadderFact],
    session: str | None,
    agreeing: Mapping[str, bool],
    percentages: Mapping[str, Sequence[Decimal]],
) -> Ranking:
    """Rule 1."""
    ordered = sorted(entries, key=lambda entry: key_order((entry.member,)))
    means = {name: to_decimal(_mean(values, len(values)), 2) for name, values in percentages.items()}
    shown = {entry.member: means.get(entry.member) if (own := entry.percentage) is None else own for entry in ordered}
    by_average = any(value is not None for value in shown.values())
    places = rank(shown if by_average else {entry.member: entry.master_points for entry in ordered})
    rows = [
        StandingRow(
            id=entry.member,
            number=entry.member,
            name=entry.name or "",
            place=str(place) if (place := places.get(entry.member)) else None,
            rank=place.first if place else None,
            total=entry.master_points,
            percentage=shown[entry.member],
            stated=StatedRow(total=entry.master_points, percentage=entry.percentage),
            agrees=agreeing.get(entry.member),
        )
        for entry in ordered
    ]
    rows.sort(key=lambda row: (row.rank is None, row.rank or 0))
    name, title = ("overall", "Ladder") if session is None else (f"session-{session}", f"Session {session}")
    return Ranking(id=name, title=title, kind="player", unit="points", session=session, rows=tuple(rows))
