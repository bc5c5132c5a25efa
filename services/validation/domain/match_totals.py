"""Rules about totals of events in matches: sums and wins of the matches, and the IMPs of a team's pairs.

Source: USEBIO 1.4, sections 2.5.2 (PAIR_IMPS), 2.7 (TOTAL_SCORE, WINS_OR_DRAWS, ADJUSTMENT, HANDICAP, CARRY_FORWARD)
and 3.3.5. Rules kept here:

1. The document counts an adjustment in the total always, a handicap before 1.4 only, a carry-forward never. Programs do
   otherwise, so a total that another choice of the stated ones explains is only pointed out.
2. A match that several reports or sub-matches carry counts once; where stanzas look the same, each may count.
3. Byes are listed as matches or left out. A total that nobody's matches make is not asked: when most do not agree, the
   file counts something that it does not state.
4. A draw counts as a win, as half of one, or not; a bye or walk-over counts or not.
5. Files of one round state totals of all. Where the file does not say that it is the whole, totals of which most agree
   with its matches say so.
"""

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
from services.validation.domain.totals import believed

_SUMMED = frozenset({"vps", "imps", "points"})

Who = tuple[str, str]
"""Kind and id."""

Amount = tuple[Fraction, bool | None]
"""An adjustment, and whether stated totals include it."""

_MANY = 6
"""Adjustments of one participant of which not every choice is tried."""


@dataclass
class Record:
    """What the matches give one participant.

    Attributes:
        scores: of its matches; None for one whose score is not known.
        numbers: of its rounds.
        won, drawn, free: matches won against somebody, drawn, and without an opponent or forfeited by one.
    """

    scores: list[Decimal | None] = field(default_factory=list)
    numbers: set[int | None] = field(default_factory=set)
    won: int = 0
    drawn: int = 0
    free: int = 0

    @property
    def rounds(self) -> int:
        """In how many rounds it plays, two matches of a triple being in one; matches where rounds have no numbers."""
        return len(self.scores) if None in self.numbers else len(self.numbers)

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
    record.numbers.add(play.match.round)
    if play.match.away is None or play.match.forfeit is not None:
        record.free += 1
    elif own is not None and other is not None:
        record.won += own > other
        record.drawn += own == other


def _readings(case: Case) -> tuple[Records, Records]:
    """The matches counted once, and each of them (rule 2)."""
    return _records(counted_once(case.matches)), _records(case.matches)


def _asked(case: Case) -> list[StatedTotal]:
    """Totals of those who play matches."""
    kinds = {"pair" if play.match.kind == "pairs" else "team" for play in case.matches}
    return [total for total in case.facts.totals if total.kind in kinds]


def totals_of_matches(case: Case) -> Iterator[Finding]:
    """A total is the sum of the matches, with what adjusts it (rules 1 to 3)."""
    units = {play.match.unit for play in case.matches}
    if len(units) != 1 or not units <= _SUMMED:
        return
    readings = _readings(case)
    adjusted = _adjustments(case)
    busiest = _busiest(readings[0])
    step = Fraction(last_place(play.match.home_score for play in case.matches if play.match.home_score is not None))
    wrong: list[tuple[StatedTotal, Finding]] = []
    otherwise: list[tuple[StatedTotal, Finding]] = []
    asked: list[StatedTotal] = []
    for total in _asked(case):
        key = (total.session, (total.kind, total.participant))
        records = [reading[key] for reading in readings if key in reading]
        sums = [summed for record in records if (summed := record.total) is not None]
        if total.total is None or not records or len(sums) < len(records):
            continue
        most_rounds, most_matches = busiest[total.session]
        if records[0].rounds < most_rounds and len(records[0].scores) < most_matches:
            continue  # a bye that is left out may count (rule 3)
        asked.append(total)
        # Scores that are printed with decimals may be rounded, each by half of the last, and so may the total.
        tolerance = (len(records[0].scores) * step + (Fraction(last_place([total.total])) or 1)) / 2 if step else step
        amounts = adjusted.get(key, [])
        beside = [Fraction(total.total) - summed for summed in sums]
        if not _made_of(beside, _by_version(amounts), tolerance):
            fits = _made_of(beside, _choices([amount for amount, _ in amounts]), tolerance)
            (otherwise if fits else wrong).append((total, _not_of_matches(total, sums[0], amounts, fits)))
    whole = believed(case.fragment, asked, [total for total, _ in wrong])
    count = sum(total.session in whole for total in asked)
    found = [finding for total, finding in wrong if total.session in whole]
    if systematic(len(found), count):
        yield codes.NOT_CHECKED.finding(
            f"{len(found)} of {count} totals are not the sums of the matches; they count something else",
            place=case.facts.totals[0].at,
            subject="the totals",
            stated=str(len(found)),
        )
        return
    yield from found
    yield from (finding for total, finding in otherwise if total.session in whole)


def _busiest(records: Records) -> dict[str | None, tuple[int, int]]:
    """How many rounds and how many matches those play who play the most, by session."""
    most: dict[str | None, tuple[int, int]] = {}
    for (session, _), record in records.items():
        rounds, matches = most.get(session, (0, 0))
        most[session] = max(rounds, record.rounds), max(matches, len(record.scores))
    return most


def _adjustments(case: Case) -> dict[tuple[str | None, Who], list[Amount]]:
    found: dict[tuple[str | None, Who], list[Amount]] = {}
    for fact in case.facts.adjustments:
        if fact.amount != 0:
            for session in {fact.session, None}:
                key = (session, (fact.participant_kind, fact.participant))
                found.setdefault(key, []).append((Fraction(fact.amount), fact.counted))
    return found


def _made_of(beside: Sequence[Fraction], choices: Iterable[Fraction], tolerance: Fraction) -> bool:
    """Whether what a total has beside a sum of matches is what one of these choices of adjustments makes."""
    return any(abs(extra - chosen) <= tolerance for chosen in choices for extra in beside)


def _by_version(amounts: Sequence[Amount]) -> Iterator[Fraction]:
    """What adjustments make that count as the version of the file says; those of which it says nothing count or not."""
    counted = sum((amount for amount, known in amounts if known), Fraction(0))
    for chosen in _choices([amount for amount, known in amounts if known is None]):
        yield counted + chosen


def _choices(amounts: Sequence[Fraction]) -> Iterator[Fraction]:
    """What every choice of adjustments makes together; of many only all and none."""
    if len(amounts) > _MANY:
        yield from (Fraction(0), sum(amounts, Fraction(0)))
        return
    for size in range(len(amounts) + 1):
        for chosen in combinations(amounts, size):
            yield sum(chosen, Fraction(0))


def _not_of_matches(total: StatedTotal, summed: Fraction, amounts: Sequence[Amount], fits: bool) -> Finding:
    subject = f"{total.kind} {total.participant}"
    computed = plain(summed)
    more = f", with {' and '.join(plain(amount) for amount, _ in amounts)} beside them" if amounts else ""
    code = codes.TOTAL_COUNTS_OTHERWISE if fits else codes.TOTAL_NOT_OF_MATCHES
    return code.finding(
        f"{subject} is stated with {total.total}; its matches add up to {computed}{more}",
        place=total.at,
        subject=subject,
        stated=str(total.total),
        computed=computed,
    )


def _of_whole(
    case: Case, asked: Sequence[StatedTotal], wrong: Sequence[tuple[StatedTotal, Finding]]
) -> Iterator[Finding]:
    """What is wrong about totals of which the file holds all that they are about (rule 5)."""
    whole = believed(case.fragment, asked, [total for total, _ in wrong])
    yield from (finding for total, finding in wrong if total.session in whole)


def wins_of_matches(case: Case) -> Iterator[Finding]:
    """The number of wins is that of the matches, however draws and byes are counted (rule 4)."""
    readings = _readings(case)
    asked: list[StatedTotal] = []
    wrong: list[tuple[StatedTotal, Finding]] = []
    for total in _asked(case):
        if total.wins is None:
            continue
        who = (total.kind, total.participant)
        records = [reading[total.session, who] for reading in readings if (total.session, who) in reading]
        if not records or any(record.total is None for record in records):
            continue
        asked.append(total)
        most = max(record.won + record.drawn + record.free for record in records)
        least = min(record.won for record in records)
        if not least <= total.wins <= most:
            subject = f"{total.kind} {total.participant}"
            computed = str(least) if least == most else f"{least} to {most}"
            finding = codes.WINS_NOT_OF_MATCHES.finding(
                f"{subject} is stated with {total.wins} wins and has won {computed} matches",
                place=total.at,
                subject=subject,
                stated=str(total.wins),
                computed=computed,
            )
            wrong.append((total, finding))
    yield from _of_whole(case, asked, wrong)


def imps_of_pairs(case: Case) -> Iterator[Finding]:
    """The IMPs of a pair within its team are the sum of what its lines state (USEBIO 1.4, 2.5.2)."""
    stated = [total for total in case.facts.totals if total.pair_imps is not None]
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
    asked: list[StatedTotal] = []
    wrong: list[tuple[StatedTotal, Finding]] = []
    for total in stated:
        values = sums.get((total.session, total.participant), [])
        known = [value for value in values if value is not None]
        if total.pair_imps is None or not known or len(known) < len(values):
            continue
        asked.append(total)
        summed = sum(map(Fraction, known), Fraction(0))
        tolerance = (len(known) + 1) * Fraction(last_place(known)) / 2 + Fraction(last_place([total.pair_imps]))
        if abs(summed - Fraction(total.pair_imps)) > tolerance:
            subject = f"{total.kind} {total.participant}"
            finding = codes.PAIR_IMPS_SUM.finding(
                f"{subject} is stated with {total.pair_imps} IMPs; its {len(known)} lines have {plain(summed)}",
                place=total.at,
                subject=subject,
                stated=str(total.pair_imps),
                computed=plain(summed),
            )
            wrong.append((total, finding))
    yield from _of_whole(case, asked, wrong)


RULES: tuple[Rule, ...] = (totals_of_matches, wins_of_matches, imps_of_pairs)
