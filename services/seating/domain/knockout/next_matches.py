"""Rule "knockout": who meets next in a knock-out, as winners are known.

1. An event is a knock-out if its file says so (USEBIO 1.0, 5.4, EVENT_TYPE KO; ACBLscore's knock-outs, 8, 9 and 18).
2. The tree is given, or it is that of the seeds where everybody has one and those who met in the first round are
   neighbours in it. Else only a final is certain, and otherwise those are listed who go on.
3. Who has won a match: `contests`. Of a tie that nothing decides nobody goes on, and a finding says so. Where a match
   has no winner because both are away, whoever would meet him goes on without a match. Who has left is not among those
   who go on.
4. A round that has not begun is shown. Once both winners for a match of the next one are known, that one is shown, as
   far as it is known, and is complete when all of it is.
"""

from collections.abc import Mapping, Sequence

from contracts.codes import seating as codes
from contracts.findings import Finding
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.director_decisions import away_findings
from services.seating.domain.knockout.bracket import Slot, Tie, seeded, tree
from services.seating.domain.knockout.results import Both, KnockOut
from shared.natural_order import natural

_REASON_LENGTH = 1_000
"""Names may be long, and a reason holds four of them."""


def knockout_round(
    merged: EventMerged, bracket: Sequence[Slot] | None = None, *, named: bool = False
) -> RoundAssignment | None:
    """The next matches of a knock-out.

    Args:
        merged: the event.
        bracket: the places of the tree from top to bottom, None for byes; where it is not given, that of the seeds.
        named: whether it is one by the word of whoever asks, not of the file.

    Returns:
        None when it is no knock-out, when its final has been played, or when nothing is known of it. A final that
        nobody plays stays, with who has won without it.

    Raises:
        ValueError: the places that are given are not those of a tree.
    """
    if merged.facts.event.kind != "knockout" and bracket is None and not named:
        return None
    event = KnockOut(merged)
    slots = tuple(bracket) if bracket is not None else _of_seeds(event)
    if slots is None:
        return _without_tree(event)
    rounds = tree(slots, event.winner, event.both_lost)
    for ties, following in zip(rounds, [*rounds[1:], ()], strict=True):
        if all(tie.is_over for tie in ties) and (following or any(event.is_played(tie) for tie in ties)):
            continue
        goes_on = _begun(event, ties) and any(tie.is_drawn for tie in following)
        return _assigned(event, following if goes_on else ties, rounds)
    return None


def _begun(event: KnockOut, ties: Sequence[Tie]) -> bool:
    """Whether a match of the round has a winner; a bye is none, and neither is a walk-over."""
    return any(tie.winner is not None and event.is_played(tie) for tie in ties)


def _of_seeds(event: KnockOut) -> tuple[Slot, ...] | None:
    """Rule 2."""
    if len(event.entrants) < 2 or any(p.seed is None for p in event.entrants):
        return None
    slots = seeded([p.id for p in sorted(event.entrants, key=lambda p: (p.seed or 0, natural(p.id)))])
    neighbours = {frozenset((one, other)) for one, other in zip(slots[::2], slots[1::2], strict=True) if one and other}
    return slots if event.of_round(event.first).keys() <= neighbours else None


def _assigned(event: KnockOut, ties: Sequence[Tie], rounds: Sequence[Sequence[Tie]]) -> RoundAssignment:
    drawn = [tie for tie in ties if event.is_played(tie)]
    number = ties[0].round
    then = "has won" if ties is rounds[-1] else "goes on to the next"
    byes = [name for tie in ties if tie.bye and (name := tie.one or tie.other) is not None]
    byes += [tie.winner for tie in ties if tie.winner is not None and event.is_walk_over(tie)]
    findings = [
        codes.BYE.finding(f"{name} has no opponent in round {number} and {then}", subject=name) for name in byes
    ]
    return RoundAssignment(
        event=event.merged.event,
        stage="round",
        round=number + event.first - 1,
        rule="knockout",
        tables=tuple(_seat(event, tie.one or "", tie.other, str(tie.place), _why(event, tie, rounds)) for tie in drawn),
        sitting_out=tuple(byes),
        complete=all(tie.is_drawn or tie.is_over for tie in ties),
        findings=(*findings, *_undecided(event), *_away(event, number + event.first - 1)),
    )


def _seat(event: KnockOut, one: str, other: str | None, table: str | None, reason: str) -> SeatAssignment:
    return SeatAssignment(
        table=table,
        ns=one,
        ew=other,
        ns_names=event.names.get((event.kind, one), ""),
        ew_names=event.names.get((event.kind, other or ""), ""),
        reason=reason[:_REASON_LENGTH],
    )


def _why(event: KnockOut, tie: Tie, rounds: Sequence[Sequence[Tie]]) -> str:
    if tie.round == 1:
        return f"{tie.one} meets {tie.other}: neighbours in the tree"
    before = rounds[tie.round - 2][2 * tie.place - 2 : 2 * tie.place]
    one, other = (_came(event, previous) for previous in before)
    return f"{one} meets {other}"


def _came(event: KnockOut, tie: Tie) -> str:
    if tie.bye:
        return f"{tie.winner} (bye)"
    loser = tie.other if tie.winner == tie.one else tie.one
    number = tie.round + event.first - 1
    if event.is_walk_over(tie):
        return f"{tie.winner} (walk-over, {loser} is away)"
    contest = event.contests.get((number, frozenset((tie.one or "", tie.other or ""))))
    points = (contest.points(tie.winner or ""), contest.points(loser or "")) if contest else (None, None)
    score = "" if None in points else f" {points[0]} : {points[1]}"
    return f"{tie.winner} (beat {loser}{score})"


def _away(event: KnockOut, number: int) -> list[Finding]:
    return list(away_findings(event.merged, None, number, (p.id for p in event.entrants)))


def _undecided(event: KnockOut) -> list[Finding]:
    """Matches without a winner: those that are level, and those that nobody came to."""
    level = [
        (contest.round, both, codes.NO_WINNER, "have the same, or no score") for both, contest in event.tied.items()
    ]
    empty = [(number, both, codes.BOTH_AWAY, "are away, and nobody goes on") for number, both in event.deserted]
    named = [(number, sorted(both, key=natural), code, what) for number, both, code, what in (*level, *empty)]
    return [
        code.finding(f"round {number}: {' and '.join(both)} {what}", subject=f"match {' - '.join(both)}")
        for number, both, code, what in sorted(named, key=lambda match: (match[0], [*map(natural, match[1])]))
    ]


def _without_tree(event: KnockOut) -> RoundAssignment | None:
    """Where nothing says who is in which part of the tree: the round that is known, those who go on, or the final."""
    if not event.contests:
        return None
    last = max(number for number, _ in event.contests)
    winners = _winners(event, last)
    away = event.away(last + 1)
    known = [name for name in winners.values() if name is not None and name not in away]
    fixed = RoundAssignment(event=event.merged.event, stage="round", round=last + 1, rule="knockout")
    if not known:
        lines = [
            _seat(event, one, other, event.contests[last, frozenset((one, other))].parts[0].table, "as the file has it")
            for one, other in (sorted(both, key=natural) for both in event.of_round(last))
            if (last, frozenset((one, other))) not in event.deserted
        ]
        return fixed.replace(round=last, tables=tuple(lines), findings=tuple(_undecided(event)))
    losers = {
        name
        for number in range(event.first, last + 1)
        for both, won in _winners(event, number).items()
        if won is not None
        for name in both - {won}
    }
    losers |= {name for _, both in event.deserted for name in both}
    left = [p.id for p in event.entrants if p.id not in losers | away] or known
    if len(left) < 2:
        return None
    open_ = [both for both, won in winners.items() if won is None and (last, both) not in event.deserted]
    if len(left) == 2 and not open_:
        one, other = left
        return fixed.replace(tables=(_seat(event, one, other, "1", "the last two meet in the final"),))
    lines = [_seat(event, name, None, None, "goes on; the opponent is not known") for name in known]
    unclear = codes.BRACKET_UNCLEAR.finding(f"{len(left)} are left, and nothing says who meets whom")
    findings = (unclear, *_undecided(event))
    return fixed.replace(tables=tuple(lines), complete=False, findings=findings)


def _winners(event: KnockOut, number: int) -> Mapping[Both, str | None]:
    """The winner of each match of a round, by the file's numbers."""
    return {both: event.winner(number - event.first + 1, *sorted(both, key=natural)) for both in event.of_round(number)}
