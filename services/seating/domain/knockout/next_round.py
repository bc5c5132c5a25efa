"""Rule "knockout": the next matches of a knock-out, as winners become known.

1. An event is a knock-out if its file says so (USEBIO 1.0, 5.4, EVENT_TYPE KO; ACBLscore's knock-outs, 8, 9 and 18).
2. The tree follows from the seeds if everybody has one and the meetings of the first round agree with it. Otherwise
   only a final is certain; before it, those who go on are listed without opponents.
3. `results` says who has won a match. A tie that nothing decides has no winner, and a finding says so. If both sides of
   a match are away, the opponent of its winner goes on without playing. Participants who have left do not go on.
4. A round that has not begun is shown. Once both winners for a match of the next round are known, that round is shown;
   it is complete when all its matches are known.
"""

from collections.abc import Mapping, Sequence

from contracts.codes import seating as codes
from contracts.findings import Finding
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from services.seating.domain.director_decisions import away_findings
from services.seating.domain.knockout.bracket import Slot, Tie, seeded, tree
from services.seating.domain.knockout.results import KnockOut
from services.seating.domain.seating_list import meeting_line
from shared.bridge.matches.knock_out import Both
from shared.natural_order import natural


def knockout_round(merged: EventMerged, *, named: bool = False) -> RoundAssignment | None:
    """The next matches of a knock-out, or of what the caller calls one (`named`).

    None when it is no knock-out, when its final has been played, or when nothing is known of it. A final that nobody
    plays stays, with its winner by default.
    """
    if merged.facts.event.kind != "knockout" and not named:
        return None
    event = KnockOut(merged)
    slots = _of_seeds(event)
    if slots is None:
        return _without_tree(event)
    rounds = tree(slots, event.winner, event.both_lost)
    for ties, following in zip(rounds, [*rounds[1:], ()], strict=True):
        if all(tie.is_over for tie in ties) and (following or any(event.is_played(tie) for tie in ties)):
            continue
        # A round has begun when a match has a winner; a bye is none, and neither is a walk-over.
        begun = any(tie.winner is not None and event.is_played(tie) for tie in ties)
        return _assigned(event, following if begun and any(tie.is_drawn for tie in following) else ties, rounds)
    return None


def _of_seeds(event: KnockOut) -> tuple[Slot, ...] | None:
    """Rule 2."""
    if len(event.entrants) < 2 or any(p.seed is None for p in event.entrants):
        return None
    slots = seeded([p.id for p in sorted(event.entrants, key=lambda p: (p.seed or 0, natural(p.id)))])
    neighbours = {
        frozenset((first, second)) for first, second in zip(slots[::2], slots[1::2], strict=True) if first and second
    }
    return slots if event.of_round(event.first).keys() <= neighbours else None


def _assigned(event: KnockOut, ties: Sequence[Tie], rounds: Sequence[Sequence[Tie]]) -> RoundAssignment:
    number = ties[0].round
    number_in_file = number + event.first - 1
    then = "has won" if ties is rounds[-1] else "goes on to the next"
    byes = [name for tie in ties if tie.bye and (name := tie.upper or tie.lower) is not None]
    byes += [tie.winner for tie in ties if tie.winner is not None and event.is_walk_over(tie)]
    findings = [
        codes.BYE.finding(f"{name} has no opponent in round {number} and {then}", subject=name) for name in byes
    ]
    findings += [*_undecided(event), *away_findings(event.merged, None, number_in_file, (p.id for p in event.entrants))]
    return RoundAssignment(
        event=event.merged.event,
        stage="round",
        round=number_in_file,
        rule="knockout",
        tables=tuple(
            _seat(event, str(tie.place), _why(event, tie, rounds), tie.upper or "", tie.lower)
            for tie in ties
            if event.is_played(tie)
        ),
        sitting_out=tuple(byes),
        complete=all(tie.is_drawn or tie.is_over for tie in ties),
        findings=tuple(findings),
    )


def _seat(event: KnockOut, table: str | None, reason: str, home: str, away: str | None = None) -> SeatAssignment:
    return meeting_line(event.names, event.kind, home, away, table, reason)


def _why(event: KnockOut, tie: Tie, rounds: Sequence[Sequence[Tie]]) -> str:
    if tie.round == 1:
        return f"{tie.upper} meets {tie.lower}: neighbours in the tree"
    before = rounds[tie.round - 2][2 * tie.place - 2 : 2 * tie.place]
    first, second = (_origin(event, previous) for previous in before)
    return f"{first} meets {second}"


def _origin(event: KnockOut, tie: Tie) -> str:
    if tie.bye:
        return f"{tie.winner} (bye)"
    loser = tie.lower if tie.winner == tie.upper else tie.upper
    number = tie.round + event.first - 1
    if event.is_walk_over(tie):
        return f"{tie.winner} (walk-over, {loser} is away)"
    contest = event.contests.get((number, frozenset((tie.upper or "", tie.lower or ""))))
    points = (contest.points(tie.winner or ""), contest.points(loser or "")) if contest else (None, None)
    score = "" if None in points else f" {points[0]} : {points[1]}"
    return f"{tie.winner} (beat {loser}{score})"


def _undecided(event: KnockOut) -> list[Finding]:
    """Matches without a winner: those that are level, and those that nobody came to."""
    level = [(c.round, both, codes.NO_WINNER, "have equal scores, or none") for both, c in event.tied.items()]
    empty = [(number, both, codes.BOTH_AWAY, "are both away, and neither goes on") for number, both in event.deserted]
    matches = [(number, sorted(both, key=natural), code, what) for number, both, code, what in (*level, *empty)]
    return [
        code.finding(f"round {number}: {' and '.join(both)} {what}", subject=f"match {' - '.join(both)}")
        for number, both, code, what in sorted(matches, key=lambda match: (match[0], [*map(natural, match[1])]))
    ]


def _without_tree(event: KnockOut) -> RoundAssignment | None:
    """Without a tree: the round that is known, those who go on, or the final."""
    if not event.contests:
        return None
    last = max(number for number, _ in event.contests)
    winners = _winners(event, last)
    away = event.away(last + 1)
    known = [name for name in winners.values() if name is not None and name not in away]
    fixed = RoundAssignment(event=event.merged.event, stage="round", round=last + 1, rule="knockout")
    if not known:
        lines = [
            _seat(event, contest.parts[0].table, "as the file has it", *sorted(both, key=natural))
            for both, contest in event.of_round(last).items()
            if (last, both) not in event.deserted
        ]
        return fixed.replace(round=last, tables=tuple(lines), findings=tuple(_undecided(event)))
    losers: set[str] = set()
    for number in range(event.first, last + 1):
        losers.update(*(both - {won} for both, won in _winners(event, number).items() if won is not None))
    losers.update(*(both for _, both in event.deserted))
    left = [p.id for p in event.entrants if p.id not in losers | away] or known
    if len(left) < 2:
        return None
    open_ = [both for both, won in winners.items() if won is None and (last, both) not in event.deserted]
    if len(left) == 2 and not open_:
        return fixed.replace(tables=(_seat(event, "1", "the last two meet in the final", *left),))
    lines = [_seat(event, None, "goes on; the opponent is not known", name) for name in known]
    unclear = codes.BRACKET_UNCLEAR.finding(
        f"{len(left)} participants are left, and the files do not say who meets whom"
    )
    return fixed.replace(tables=tuple(lines), complete=False, findings=(unclear, *_undecided(event)))


def _winners(event: KnockOut, number: int) -> Mapping[Both, str | None]:
    """The winner of each match of a round, by the file's numbers."""
    return {both: event.winner(number - event.first + 1, *sorted(both, key=natural)) for both in event.of_round(number)}
