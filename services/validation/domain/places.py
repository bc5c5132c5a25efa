"""Rules about stated places: they can be read, follow the stated totals, and are counted as in a competition.

Source: USEBIO 1.4, section 2.7 (PLACE, SECTION_PLACE; "3=" for a tie); Law 78. Rules kept here:

1. Who is ranked together is the file's choice: all, each line of a two-winner movement, each section, or both. The
   division that the event's number of winners suggests is tried first; another counts when the places fit it without
   fault, and a division that leaves more than a few places out is not the one that was ranked.
2. The greater value has the better place. Equal values may share a place or follow each other, because the file prints
   rounded values and an organiser may split ties.
3. After a tie of n in place p comes place p + n.
4. Totals that leave out a handicap or a carry-forward do not decide places, and are not compared with them.
5. When one value is wrong, everybody between its two places seems to be; the smallest set of statements that
   contradicts the others is what is reported.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from contracts.base import Direction, Discipline
from contracts.codes import validation as codes
from contracts.facts import StatedTotal
from contracts.findings import Finding
from services.validation.domain.agreement import longest_agreement
from services.validation.domain.case import Case, Rule
from shared.bridge.rankings.places import Place, parse_place
from shared.bridge.unreadable import UnreadableText

_BEST_PLACES = 2
"""A ranking that starts at another place is a part of a larger one."""
_NOT_BY_TOTALS = frozenset({"knockout", "ladder"})


def places_readable(case: Case) -> Iterator[Finding]:
    """A place is a number, with a mark when it is shared (USEBIO 1.4, 2.7)."""
    for total in case.facts.totals:
        for text in (total.place, total.section_place):
            problem = _read(text)[1]
            if problem is not None:
                yield codes.PLACE_UNREADABLE.finding(
                    f"{_subject(total)}: {problem}", place=total.at, subject=_subject(total), stated=text
                )


def _read(text: str | None) -> tuple[Place | None, str | None]:
    try:
        return (parse_place(text), None) if text is not None else (None, None)
    except UnreadableText as error:
        return None, error.reason


def _subject(total: StatedTotal) -> str:
    return f"{total.kind} {total.participant}"


@dataclass(frozen=True)
class Placed:
    """A participant with a readable place.

    Attributes:
        values: percentage and total, as stated; None where they are not, or where they do not decide (rule 4).
    """

    total: StatedTotal
    place: Place
    values: tuple[Decimal | None, Decimal | None]
    direction: Direction | None
    section: str | None


@dataclass
class Ranked:
    """The places of a kind of participant in a session.

    Attributes:
        everybody: whether all who have a total have a place; the place of one who has none may be left out.
    """

    entries: list[Placed] = field(default_factory=list)
    everybody: bool = True


@dataclass
class Reading:
    """What a division of the participants into rankings says about their places.

    Attributes:
        out_of_order: findings by rule 2.
        uneven: findings by rule 3.
        jumps: how often places are left out.
        complete: every ranking is there from the top on, with hardly a jump.
    """

    out_of_order: list[Finding] = field(default_factory=list)
    uneven: list[Finding] = field(default_factory=list)
    jumps: int = 0
    complete: bool = True

    @property
    def fits(self) -> bool:
        """Whether the places can be those of this division, with nothing to say about them."""
        return self.complete and not self.out_of_order and not self.uneven

    @property
    def faults(self) -> int:
        """How much speaks against this division."""
        return len(self.out_of_order) + len(self.uneven) + self.jumps

    @property
    def findings(self) -> list[Finding]:
        """What is wrong, if this is the division; how places are counted is asked only where they are in order."""
        return self.out_of_order or (self.uneven if self.complete else [])


Division = Callable[[Placed], tuple[object, ...]]


def _together(_: Placed) -> tuple[object, ...]:
    return ()


def _by_direction(placed: Placed) -> tuple[object, ...]:
    return (placed.direction,)


def _by_section(placed: Placed) -> tuple[object, ...]:
    return (placed.section,)


def _by_both(placed: Placed) -> tuple[object, ...]:
    return (placed.direction, placed.section)


def places_consistent(case: Case) -> Iterator[Finding]:
    """Places follow the stated totals (rule 2), leave no gaps (rule 3), and are shared where they say so."""
    facts = case.facts
    if facts.event.discipline is not Discipline.BRIDGE or facts.event.kind in _NOT_BY_TOTALS:
        return
    divisions: tuple[Division, ...] = (_together, _by_section, _by_direction, _by_both)
    if facts.event.winners == 2:
        divisions = (_by_direction, _by_both, _together, _by_section)
    for ranked in _rankings(case, section=False).values():
        yield from _best(ranked, divisions)
    for ranked in _rankings(case, section=True).values():
        yield from _best(ranked, (_by_section, _by_both))


def _rankings(case: Case, *, section: bool) -> dict[tuple[str, str | None], Ranked]:
    """Those with a place, by kind and session.

    Args:
        case: the fragment.
        section: whether places within sections are meant, or overall ones.
    """
    facts = case.facts
    directions = _directions(case)
    sections = {(p.kind, p.id): p.section for p in facts.participants}
    undecided = {fact.participant_kind for fact in facts.adjustments if fact.amount != 0 and fact.counted is not True}
    rankings: dict[tuple[str, str | None], Ranked] = {}
    for total in facts.totals:
        ranked = rankings.setdefault((total.kind, total.session), Ranked())
        place, _ = _read(total.section_place if section else total.place)
        if place is None:
            ranked.everybody = False
            continue
        who = (total.kind, total.participant)
        values = (None, None) if total.kind in undecided else (total.percentage, total.total)
        ranked.entries.append(Placed(total, place, values, directions.get(who), total.section or sections.get(who)))
    return rankings


def _directions(case: Case) -> dict[tuple[str, str], Direction]:
    """The line of each participant: as stated, else the one in which all its results are."""
    found: dict[tuple[str, str], Direction] = {}
    unknown: set[str] = set()
    for participant in case.facts.participants:
        if participant.direction is not None:
            found[participant.kind, participant.id] = participant.direction
        else:
            unknown.add(participant.id)
    if unknown:
        played: dict[str, set[str]] = {}
        for number, names in enumerate(case.players):
            for seat, name in enumerate(names):
                if name in unknown:
                    played.setdefault(name, set()).add(case.side(number, seat))
        for participant in case.facts.participants:
            sides = played.get(participant.id, set())
            if participant.direction is None and len(sides) == 1:
                found[participant.kind, participant.id] = Direction(next(iter(sides)).upper())
    return found


def _best(ranked: Ranked, divisions: Sequence[Division]) -> list[Finding]:
    """The findings of the division that fits best (rule 1), by whichever value fits better."""
    readings: list[Reading] = []
    for divide in divisions:
        for which in (0, 1):
            reading = _divided(ranked, divide, which)
            if reading is None:
                continue
            if reading.fits:
                return []
            readings.append(reading)
    return min(readings, key=lambda reading: reading.faults).findings if readings else []


def _divided(ranked: Ranked, divide: Division, which: int) -> Reading | None:
    """What a division says; None when the value is stated for nobody but another is for somebody."""
    entries = ranked.entries
    groups: dict[tuple[object, ...], list[Placed]] = {}
    for entry in entries:
        groups.setdefault(divide(entry), []).append(entry)
    if all(entry.values[which] is None for entry in entries) and (
        which == 1 or any(entry.values[1] is not None for entry in entries)
    ):
        return None
    reading = Reading()
    for group in groups.values():
        values = [(entry, value) for entry in group if (value := entry.values[which]) is not None]
        reading.out_of_order.extend(_out_of_order(values))
        _count(group, ranked.everybody, reading)
    return reading


def _out_of_order(group: list[tuple[Placed, Decimal]]) -> list[Finding]:
    """Rule 2, as few findings as possible (rule 5)."""
    values = [value for _, value in group]
    ascending = sorted(values)
    ranks = [len(values) - bisect_right(ascending, value) + 1 for value in values]
    statements = [
        (entry.place.first, value, entry.place.first == rank) for (entry, value), rank in zip(group, ranks, strict=True)
    ]
    agreeing = longest_agreement(statements)
    wrong = [number for number in range(len(group)) if number not in agreeing]
    if 2 * len(wrong) > len(group) > 2:
        text = f"{len(wrong)} of {len(group)} places do not follow the stated totals"
        return [codes.PLACE_OUT_OF_ORDER.finding(text, place=group[0][0].total.at, subject="the ranking")]
    return [_wrong_place(group[number][0], values[number], ranks[number]) for number in wrong]


def _wrong_place(entry: Placed, value: Decimal, rank: int) -> Finding:
    subject = _subject(entry.total)
    return codes.PLACE_OUT_OF_ORDER.finding(
        f"{subject} is in place {entry.place} with {value}; by the stated totals that is place {rank}",
        place=entry.total.at,
        subject=subject,
        stated=str(entry.place),
        computed=str(rank),
    )


def _count(group: list[Placed], everybody: bool, reading: Reading) -> None:
    """Rule 3 and the marks of ties in one ranking."""
    counts = Counter(entry.place.first for entry in group)
    by_place = {entry.place.first: entry for entry in reversed(group)}
    jumps, expected = 0, 1
    for first in sorted(counts):
        entry = by_place[first]
        if first > expected and everybody:
            jumps += 1
            reading.uneven.append(_wrong_number(entry, expected, f"place {expected} is left out"))
        elif first < expected:
            reading.uneven.append(_wrong_number(entry, expected, f"place {first} is within a tie"))
        if counts[first] == 1 and entry.place.tied and everybody:
            reading.uneven.append(
                codes.TIE_ALONE.finding(
                    f"{_subject(entry.total)} shares place {entry.place} with nobody",
                    place=entry.total.at,
                    subject=_subject(entry.total),
                    stated=str(entry.place),
                    computed=str(entry.place.first),
                )
            )
        expected = first + counts[first]
    reading.jumps += jumps
    from_the_top = min(counts) <= _BEST_PLACES or not everybody
    reading.complete = reading.complete and from_the_top and jumps <= max(1, len(group) // 10)


def _wrong_number(entry: Placed, expected: int, why: str) -> Finding:
    subject, stated = _subject(entry.total), str(entry.place.first)
    return codes.PLACES_UNEVEN.finding(
        f"{why}: {subject} has place {stated} where {expected} comes next",
        place=entry.total.at,
        subject=subject,
        stated=stated,
        computed=str(expected),
    )


RULES: tuple[Rule, ...] = (places_readable, places_consistent)
