"""What a file states of each entry: totals, places, adjustments, awards and seats.

Rules kept here:

1. The rank that the file gives to everybody, awarded or not, is the place within the sections that are ranked together:
   of the section when it is ranked alone, and of the event when it has one list. The file splits ties in it; those who
   have the same score in the same list share the places between the first and the last of them (`places.py`).
2. Ranks by stratum, those for which master points were won, and those of qualification travel as places by name.
3. The score of a session includes the adjustment, and neither carry-over nor handicap. The final score includes the
   carry-over; its place is the rank over all, which the file gives to those who won master points.
4. Scores are those of the last scoring: with a section that was changed since they are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache

from contracts.facts import AdjustmentFact, AwardFact, Detail, SeatFact, StatedTotal
from shared.formats.acblscore import values
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.awards import (
    OVERALL_RANK,
    QUALIFIED,
    RANK,
    SECTION_RANK,
    STRATA,
    all_ranks_of,
    award_details,
    awards_of,
)
from shared.formats.acblscore.reader.details import detail
from shared.formats.acblscore.reader.numbers import PAIR_DIRECTIONS, PLAYER_DIRECTIONS
from shared.formats.acblscore.reader.places import Terms, place_text, shared_places
from shared.formats.acblscore.reader.roster import Member

FACT_WEIGHT = 1_700
"""Memory that one of them takes."""

_HANDICAP_UNITS = {1: "percent", 2: "match_points", 3: "boards"}


@dataclass
class Standing:
    """The facts that entries give."""

    totals: list[StatedTotal] = field(default_factory=list)
    adjustments: list[AdjustmentFact] = field(default_factory=list)
    awards: list[AwardFact] = field(default_factory=list)
    seats: list[SeatFact] = field(default_factory=list)


def read_standing(members: Sequence[Member], terms: Terms) -> Standing:
    """Read the entries of an event."""
    standing = Standing()
    count = 0
    places = shared_places(members, terms)
    for member in members:
        entry = member.seated.entry
        if entry is None:
            continue
        if terms.kind != "team" and not member.phantom:
            standing.seats.extend(_seats(member, entry, terms))
        if any(entry.integers(_ADJUSTED)):
            standing.adjustments.extend(_adjustments(member, entry, terms))
        if member.section.name in terms.scored and not member.phantom:
            standing.totals.extend(_totals(member, entry, [list_.get(member.id) for list_ in places], terms))
        standing.awards.extend(awards_of(member, entry, terms.kind))
        number = len(standing.totals) + len(standing.adjustments) + len(standing.awards) + len(standing.seats)
        entry.report.charge_memory(FACT_WEIGHT * (number - count), entry.offset, entry.name)
        count = number
    return standing


def _totals(member: Member, entry: Record, places: list[str | None], terms: Terms) -> Iterator[StatedTotal]:
    place, team, every = places[0], terms.kind == "team", all_ranks_of(entry)
    strat, score, final_score, percentage, unfactored = entry.integers(_STATED)
    boards = None if team else entry.integer("num_boards_played")
    if not score and not (any(every[0]) if team else boards):
        return
    full = member.section.details.integer("full_score")
    in_match_points = terms.unit == "match_points"
    details = award_details(entry)
    # No field of a total says a percentage beside IMPs or victory points, and a final score of a single session.
    if terms.session is None and final_score not in (0, score):
        details.insert(0, detail("FINAL_SCORE", str(hundredths(final_score))))
    if not in_match_points and percentage:
        details.insert(0, detail("PERCENTAGE", str(hundredths(percentage))))
    rows = enumerate(ranks[: RANK + 1] for ranks in every)
    yield _total(
        entry.place("score"),
        member.id,
        terms.kind,
        terms.session,
        member.section.name,
        hundredths(score),
        Decimal(full) if full and in_match_points else None,
        hundredths(percentage) if in_match_points else None,
        None if team else hundredths(unfactored),
        place if terms.session is None and terms.one_list else None,
        place if not team and terms.is_alone(member.section.name) else None,
        places[strat - 1] if 1 <= strat <= STRATA else None,
        tuple([place for strat, ranks in rows if any(ranks) for place in _places(strat, ranks)]),
        boards,
        hundredths(unfactored) if team else None,
        tuple(details),
    )
    if terms.session is not None:
        rank, last = every[0][OVERALL_RANK : OVERALL_RANK + 2]
        yield StatedTotal(
            at=entry.place("final_score"),
            participant=member.id,
            kind=terms.kind,
            total=hundredths(final_score),
            place=place_text(rank, last) if rank else None,
        )


_STATED = ("strat", "score", "final_score", "percentage", "unfactored")


@lru_cache(maxsize=16_384)
def hundredths(number: int) -> Decimal:
    """A number of an entry with its two decimals."""
    return Decimal(number).scaleb(-2)


_total = StatedTotal.maker(
    *("at", "participant", "kind", "session", "section", "total", "maximum", "percentage", "unfactored"),
    *("place", "section_place", "stratum_place", "places", "boards_played", "wins", "details"),
)
_AT_TABLE = ("at", "participant", "kind", "session", "stage", "section", "table", "direction")
_seat, _next_seat = SeatFact.maker(*_AT_TABLE), SeatFact.maker(*_AT_TABLE, "resigned", "text")


@lru_cache(maxsize=4096)
def _places(strat: int, ranks: tuple[int, ...]) -> tuple[Detail, ...]:
    """Rule 2."""
    section, overall = (place_text(*ranks[first : first + 2]) for first in (SECTION_RANK, OVERALL_RANK))
    rows = (
        ("RANK", ranks[RANK], str(ranks[RANK])),
        ("SECTION", ranks[SECTION_RANK], section),
        ("OVERALL", ranks[OVERALL_RANK], overall),
        ("QUALIFIED", ranks[QUALIFIED], str(ranks[QUALIFIED])),
    )
    return tuple(detail(f"STRAT_{strat + 1}_{name}", text) for name, rank, text in rows if rank)


def _adjustments(member: Member, entry: Record, terms: Terms) -> Iterator[AdjustmentFact]:
    rows = (
        ("penalty", "adjustment", terms.unit, True),
        ("handicap", "handicap", _HANDICAP_UNITS.get(abs(terms.handicap)), False),
        ("carry_forward", "carry_over", terms.unit, False),
    )
    for (kind, name, unit, counted), number in zip(rows, entry.integers(_ADJUSTED), strict=True):
        if number:
            yield AdjustmentFact(
                at=entry.place(name),
                kind=kind,
                participant=member.id,
                participant_kind=terms.kind,
                session=terms.session,
                amount=entry.decimal(name),
                unit=unit,
                counted=counted,
            )


_ADJUSTED = ("adjustment", "handicap", "carry_over")


def _seats(member: Member, entry: Record, terms: Terms) -> Iterator[SeatFact]:
    """Where somebody sits at the start, and at the start of the next session."""
    directions = PLAYER_DIRECTIONS if terms.kind == "player" else PAIR_DIRECTIONS
    yield _seat(
        member.seated.row.place(),
        member.id,
        terms.kind,
        terms.session,
        "start",
        member.section.name,
        str(member.seated.table),
        directions.get(member.seated.direction),
    )
    section, table, facing = entry.text("next_section"), entry.integer("next_table"), entry.text("next_direction")
    if not section and not table:
        return
    resigned = section == values.RESIGNED
    lines = {line[0]: line for line in directions.values()}
    yield _next_seat(
        entry.place("next_section"),
        member.id,
        terms.kind,
        terms.session,
        "next",
        None if resigned else section or None,
        str(table) if table and not resigned else None,
        lines.get(facing),
        resigned,
        f"{section} {facing} {table}",
    )
