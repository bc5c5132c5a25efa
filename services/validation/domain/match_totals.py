"""Rules about totals of events in matches: sums and wins of the matches, and the IMPs of a team's pairs.

Source: USEBIO 1.4, sections 2.5.2 (PAIR_IMPS), 2.7 (TOTAL_SCORE, WINS_OR_DRAWS, ADJUSTMENT, HANDICAP, CARRY_FORWARD)
and 3.3.5. Rules kept here:

1. The document counts an adjustment in the total always, a handicap before 1.4 only, a carry-forward never. Programs do
   otherwise, so a total is right with any of the stated ones in it.
2. A match that several reports or sub-matches carry counts once; where stanzas look the same, each may count.
3. Byes are listed as matches or left out. A total that nobody's matches make is not asked: when most do not agree, the
   file counts something that it does not state.
4. A draw counts as a win, as half of one, or not; a bye or walk-over counts or not.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from contracts.codes import validation as codes
from contracts.facts import StatedTotal
from contracts.findings import Finding
from services.validation.domain.agreement import systematic
from services.validation.domain.case import Case, Rule
from services.validation.domain.lines import plain
from services.validation.domain.match_play import MatchPlay, counted_once
from services.validation.domain.points import IMP_UNITS, last_place
from services.validation.domain.totals import is_whole

_SUMMED = frozenset({"vps", "imps", "points"})

Who = tuple[str, str]
"""Kind and id."""


@dataclass
class Record:
    """What the matches give one participant.

    Attributes:
        scores: of its matches; None for one whose score is not known.
        won, drawn, free: matches won against somebody, drawn, and without an opponent or forfeited by one.
    """

    scores: list[Decimal | None] = field(default_factory=list)
    won: int = 0
    drawn: int = 0
    free: int = 0

    @property
    def total(self) -> Fraction | None:
        """The sum of the scores; None when one is not known."""
        found = Fraction(0)
        for score in self.scores:
            if score is None:
                return None
            found += Fraction(score)
        return found


Records = dict[tuple[str | None, Who], Record]
"""Under the session, and under None for all sessions."""


def _records(plays: Iterable[MatchPlay]) -> Records:
    records: Records = {}
    for play in plays:
        match = play.match
        kind = "pair" if match.kind == "pairs" else "team"
        home, away = match.home_score, match.away_score
        if match.unit == "imps" and away is None and home is not None:
            away = -home
        for name, own, other in ((match.home, home, away), (match.away, away, home)):
            if name is None:
                continue
            for session in {match.session, None}:
                _enter(records.setdefault((session, (kind, name)), Record()), play, own, other)
    return records


def _enter(record: Record, play: MatchPlay, own: Decimal | None, other: Decimal | None) -> None:
    record.scores.append(own)
    if play.match.away is None or play.match.forfeit is not None:
        record.free += 1
    elif own is not None and other is not None:
        record.won += own > other
        record.drawn += own == other


def _readings(case: Case) -> tuple[Records, Records]:
    """The matches counted once, and each of them (rule 2)."""
    return _records(counted_once(case.matches)), _records(case.matches)


def _asked(case: Case) -> list[StatedTotal]:
    """Totals of those who play matches, where all of these are in the file."""
    kinds = {"pair" if play.match.kind == "pairs" else "team" for play in case.matches}
    return [total for total in case.facts.totals if total.kind in kinds and is_whole(case.fragment, total)]


def totals_of_matches(case: Case) -> Iterator[Finding]:
    """A total is the sum of the matches, with what adjusts it (rules 1 to 3)."""
    units = {play.match.unit for play in case.matches}
    if len(units) != 1 or not units <= _SUMMED:
        return
    readings = _readings(case)
    adjusted = _adjustments(case)
    most = Counter(_counts(readings[0])).most_common(1)
    step = Fraction(last_place(play.match.home_score for play in case.matches if play.match.home_score is not None))
    wrong: list[Finding] = []
    asked = 0
    for total in _asked(case):
        who = (total.kind, total.participant)
        records = [reading[total.session, who] for reading in readings if (total.session, who) in reading]
        sums = [sum_ for record in records if (sum_ := record.total) is not None]
        if total.total is None or len(sums) != len(records) or not records:
            continue
        if total.session is None and most and len(records[0].scores) < most[0][0]:
            continue  # a bye that is left out may count (rule 3)
        asked += 1
        # Scores that are printed with decimals may be rounded, each by half of the last, and so may the total.
        tolerance = (len(records[0].scores) * step + (Fraction(last_place([total.total])) or 1)) / 2 if step else step
        amounts = adjusted.get((total.session, who), [])
        if any(
            abs(sum_ + sum(chosen, Fraction(0)) - Fraction(total.total)) <= tolerance
            for sum_ in sums
            for chosen in _choices(amounts)
        ):
            continue
        wrong.append(_not_of_matches(total, sums[0], amounts))
    if systematic(len(wrong), asked):
        yield codes.NOT_CHECKED.finding(
            f"{len(wrong)} of {asked} totals are not the sums of the matches; they count something else",
            place=case.facts.totals[0].at, subject="the totals", stated=str(len(wrong)),
        )  # fmt: skip
        return
    yield from wrong


def _counts(records: Records) -> Iterator[int]:
    return (len(record.scores) for (session, _), record in records.items() if session is None)


def _adjustments(case: Case) -> dict[tuple[str | None, Who], list[Fraction]]:
    found: dict[tuple[str | None, Who], list[Fraction]] = {}
    for fact in case.facts.adjustments:
        if fact.amount != 0:
            for session in {fact.session, None}:
                key = (session, (fact.participant_kind, fact.participant))
                found.setdefault(key, []).append(Fraction(fact.amount))
    return found


def _choices(amounts: Sequence[Fraction]) -> Iterator[tuple[Fraction, ...]]:
    """Every choice of adjustments (rule 1); with many of them only all and none."""
    if len(amounts) > 6:
        yield from ((), tuple(amounts))
        return
    for size in range(len(amounts) + 1):
        yield from combinations(amounts, size)


def _not_of_matches(total: StatedTotal, summed: Fraction, amounts: Sequence[Fraction]) -> Finding:
    subject = f"{total.kind} {total.participant}"
    computed = plain(summed)
    more = f", with {' and '.join(map(plain, amounts))} beside them" if amounts else ""
    return codes.TOTAL_NOT_OF_MATCHES.finding(
        f"{subject} is stated with {total.total}; its matches add up to {computed}{more}", place=total.at,
        subject=subject, stated=str(total.total), computed=computed,
    )  # fmt: skip


def wins_of_matches(case: Case) -> Iterator[Finding]:
    """The number of wins is that of the matches, however draws and byes are counted (rule 4)."""
    readings = _readings(case)
    for total in _asked(case):
        if total.wins is None:
            continue
        who = (total.kind, total.participant)
        records = [reading[total.session, who] for reading in readings if (total.session, who) in reading]
        if not records or any(record.total is None for record in records):
            continue
        most = max(record.won + record.drawn + record.free for record in records)
        least = min(record.won for record in records)
        if not least <= total.wins <= most:
            subject = f"{total.kind} {total.participant}"
            computed = str(least) if least == most else f"{least} to {most}"
            yield codes.WINS_NOT_OF_MATCHES.finding(
                f"{subject} is stated with {total.wins} wins and has won {computed} matches", place=total.at,
                subject=subject, stated=str(total.wins), computed=computed,
            )  # fmt: skip


def imps_of_pairs(case: Case) -> Iterator[Finding]:
    """The IMPs of a pair within its team are the sum of what its lines state (USEBIO 1.4, 2.5.2)."""
    stated = [total for total in case.facts.totals if total.pair_imps is not None and is_whole(case.fragment, total)]
    if not stated:
        return
    sums: dict[tuple[str | None, str], list[Decimal | None]] = {}
    for result in case.facts.results:
        points = result.stated
        ns, ew = (points.ns, points.ew) if points is not None and points.unit in IMP_UNITS else (None, None)
        for pair, value in ((result.sides.ns, ns), (result.sides.ew, ew)):
            if pair is not None:
                for session in {result.session, None}:
                    sums.setdefault((session, pair), []).append(value)
    for total in stated:
        values = sums.get((total.session, total.participant), [])
        known = [value for value in values if value is not None]
        if total.pair_imps is None or not known or len(known) < len(values):
            continue
        summed = sum(map(Fraction, known), Fraction(0))
        tolerance = (len(known) + 1) * Fraction(last_place(known)) / 2 + Fraction(last_place([total.pair_imps]))
        if abs(summed - Fraction(total.pair_imps)) > tolerance:
            subject = f"{total.kind} {total.participant}"
            yield codes.PAIR_IMPS_SUM.finding(
                f"{subject} is stated with {total.pair_imps} IMPs; its {len(known)} lines add up to {plain(summed)}",
                place=total.at, subject=subject, stated=str(total.pair_imps), computed=plain(summed),
            )  # fmt: skip


RULES: tuple[Rule, ...] = (totals_of_matches, wins_of_matches, imps_of_pairs)
