"""What a PARTICIPANTS element states for each participant: participant, totals, adjustments, awards, seats (2.4–2.9).

Rule 1: HANDICAP and ADJUSTMENT are within the stated totals before 1.4; in 1.4 HANDICAP is outside (2.7; 1.0, 3.5).
    CARRY_FORWARD is outside from 1.1 on; 1.0 does not say.
Rule 2: where match points are scored, an adjustment is a percentage of the session (2.7). Before 1.4 nothing says so,
    and programs write match points as well. CARRY_FORWARD has no unit in 2.7 but that of TOTAL_SCORE, if any.
Rule 3: several ADJUSTMENTs of a participant all count. A second list that repeats them says nothing new; where it says
    something else, the first list counts.

Rule 4: IMPs have no percentage. Where totals are in IMPs and no list has a TOTAL_SCORE, a PERCENTAGE that is below 0 or
    above 100 shows that the program writes totals there.

Overall results that every session of a file repeats: up to 1.3 one of two ways to report them (2.2.8 of 1.4).

Before 1.4 a list in a SESSION had the results of that session or those of the event, and nothing says which. So what
stands in the lists decides. Rule: where no list stands outside the sessions, and all who are listed in several of them
state the same results in each, these are the results of the event. They are read once, and so are adjustments and
awards that are the same in every session; what differs stays with its session.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import chain
from typing import Any, Literal, TypeVar, cast

from contracts.base import NAME_LENGTH, Place
from contracts.codes.usebio import ADJUSTMENT_DIFFERS, OVERALL_REPEATED, PERCENTAGE_IS_TOTAL
from contracts.facts import AdjustmentFact, AwardFact, Detail, Label, Participant, Person, SeatFact, StatedTotal
from shared.formats.usebio.reader.draft import Entry
from shared.formats.usebio.reader.fields import Fields
from shared.formats.usebio.reader.participants.people import WITHOUT_STANDING, filled, read_person, same_people
from shared.formats.usebio.reader.values import decimal_of, decimals_of, whole_of
from shared.formats.usebio.report import Report
from shared.formats.usebio.tables.elements import in_order

_RESULTS = ("total", "percentage", "place", "pair_imps")
_VALUES = (*_RESULTS, "maximum", "section_place", "stratum_place", "boards_played", "wins", "average")

_FEW = 3
"""Participants who may state the same in two sessions by chance."""

ParticipantKey = tuple[str, str]
"""Kind and id."""

Given = TypeVar("Given", AdjustmentFact, AwardFact)


def read_once(standing: Standing, version: tuple[int, int], report: Report) -> None:
    """Make totals, adjustments and awards of the event of what every session repeats."""
    if version >= (1, 4) or any(total.session is None for total in standing.totals):
        return
    listed: dict[ParticipantKey, list[StatedTotal]] = {}
    for total in standing.totals:
        listed.setdefault((total.kind, total.participant), []).append(total)
    # The rule, for those who state results in several sessions; all of them must not state the same.
    several = [totals for totals in listed.values() if len({total.session for total in totals}) > 1]
    results = [{_values(total, _RESULTS) for total in totals} for totals in several]
    stating = [values for values in results if values != {(None,) * len(_RESULTS)}]
    if len(stating) < _FEW or any(len(values) > 1 for values in stating) or len(set().union(*stating)) < 2:
        return
    message = "every session has the same results of everybody: they were read as those of the event"
    report.add(OVERALL_REPEATED, message, standing.totals[0].at)
    standing.totals = [total for totals in listed.values() for total in _apart(totals)]
    sessions = {key: {total.session for total in totals} for key, totals in listed.items()}
    standing.adjustments = _once(standing.adjustments, sessions, ("kind", "number", "amount"))
    standing.awards = _once(standing.awards, sessions, ("kind", "person", "amount", "colour", "text"))


def _apart(totals: Sequence[StatedTotal]) -> list[StatedTotal]:
    """The total of the event, and of each session what is its own."""
    same = [name for name in _VALUES if len({getattr(total, name) for total in totals}) == 1]
    own = [name for name in _VALUES if name not in same]
    apart = [totals[0].replace(session=None, section=None, **_nothing(own))]
    if own:
        apart.extend(total.replace(**{"details": (), **_nothing(same)}) for total in totals)
    return apart


def _once(given: Iterable[Given], sessions: dict[ParticipantKey, set[str | None]], names: Sequence[str]) -> list[Given]:
    """Facts of participants of which those that say the same in each session are of the event."""
    alike: dict[tuple[object, ...], list[Given]] = {}
    for fact in given:
        alike.setdefault(_values(fact, ("participant_kind", "participant", *names)), []).append(fact)
    facts: list[Given] = []
    for same in alike.values():
        first = same[0]
        everywhere = sessions.get((first.participant_kind, first.participant))
        repeated = {each.session for each in same} == everywhere and len(same) == len(everywhere)
        facts.extend([first.replace(session=None)] if repeated else same)
    return facts


def _values(fact: object, names: Iterable[str]) -> tuple[object, ...]:
    return tuple(getattr(fact, name) for name in names)


Kind = Literal["player", "pair", "team"]

PARTICIPANT_DETAILS = in_order("NOTES")
TOTAL_DETAILS = in_order("STRAT_LABEL")
OTHER_AWARDS = {"PRIZE": "prize", "QUALIFY": "qualification"}
ADJUSTMENTS = {"ADJUSTMENT": "penalty", "HANDICAP": "handicap", "CARRY_FORWARD": "carry_forward"}


@dataclass
class Standing:
    """The facts that participants' lists give."""

    participants: list[Participant] = field(default_factory=list)
    totals: list[StatedTotal] = field(default_factory=list)
    adjustments: list[AdjustmentFact] = field(default_factory=list)
    awards: list[AwardFact] = field(default_factory=list)
    seats: list[SeatFact] = field(default_factory=list)


@dataclass(frozen=True)
class Terms:
    """What of the event decides how a list is read.

    Attributes:
        unit: of totals: "match_points", "imps", "vps", "points", "percent".
        colour: MASTER_POINT_TYPE of the event, for flat awards.
    """

    version: tuple[int, int]
    unit: str | None
    colour: str | None


def read_standing(entries: Iterable[Entry], terms: Terms, report: Report) -> Standing:
    """Turn entries, whose ids are known, into facts; several entries of a participant give one `Participant`."""
    standing = Standing()
    listings: dict[tuple[str, str], list[Entry]] = {}
    stated: Stated = {}
    for entry in entries:
        listings.setdefault((entry.kind, entry.id), []).append(entry)
        report.about = f"{entry.kind} {entry.number}"
        if entry.listed:
            if entry.fields.stands(*_STATES):
                standing.totals.append(_total(entry, report))
            _adjustments(entry, terms, stated, standing, report)
        _awards(entry, entry.fields, None, terms, standing, report)
        _seats(entry, standing, report)
    report.about = None
    if terms.unit == "imps":
        standing.totals = _with_totals(standing.totals, report)
    members: dict[str, list[str]] = {}
    for (kind, name), listed in listings.items():
        parent = listed[0].parent
        if parent is not None and kind != "team":
            members.setdefault(parent.id, []).append(name)
    again = Report(results=report.results)  # takes what was reported when the PLAYER was read for the participant
    for (kind, name), listed in listings.items():
        report.about = f"{kind} {name}"
        participant = _participant(listed, members, report)
        standing.participants.append(participant)
        if listed[0].kind != "player":
            for entry in listed:
                for player in entry.fields.all("PLAYER"):
                    if player.stands("MASTER_POINTS_AWARDED", *OTHER_AWARDS) or player.all("MASTER_POINTS"):
                        person = read_person(player, again)
                        _awards(entry, player, person.national_id or person.name, terms, standing, report)
    report.about = None
    return standing


def _participant(listed: list[Entry], members: dict[str, list[str]], report: Report) -> Participant:
    """One participant from all its listings: the overall list first, then in the order of the file."""
    listed = sorted(listed, key=lambda entry: (entry.where.session is not None, not entry.listed))
    first = listed[0]
    fields = first.fields
    source = next((entry for entry in listed if _people(entry)), first)
    ranked = first.kind == "player"
    players = tuple(read_person(player, report, ranked=ranked) for player in _people(source))
    directions = {entry.direction for entry in listed if entry.direction is not None}
    sessions = {entry.where.session for entry in listed}
    sections = {entry.where.section for entry in listed if entry.where.section is not None}
    details: dict[Detail, None] = {}
    again: list[Person] = []
    for entry in listed:
        details.update(dict.fromkeys(entry.fields.details(report, PARTICIPANT_DETAILS)))
        others = (
            [read_person(player, report, ranked=ranked) for player in _people(entry)] if entry is not source else []
        )
        if not entry.listed or same_people(entry.fields, source.fields):
            again.extend(others)
        else:
            name = f"PLAYERS {entry.where.session or ''}".strip()[:NAME_LENGTH]
            details.update(dict.fromkeys(Detail(name=name, value=person.name) for person in others if person.name))
    if again:
        players = filled(players, again, add=not source.listed)
    names = (entry.fields.attributes.get("TEAM_NAME", "") for entry in listed)
    return _made(
        fields.place(),
        first.id,
        first.kind,
        next(filter(None, (report.clip(name, fields.place()) for name in names)), None),
        sessions.pop() if len(sessions) == 1 else None,
        sections.pop() if len(sections) == 1 else None,
        directions.pop() if len(directions) == 1 else None,
        first.parent.id if first.parent is not None else None,
        tuple(members.get(first.id, ())) if first.kind == "team" else (),
        players,
        _first(listed, report, "STRAT_NUMBER"),
        _first(listed, report, "OVERRIDE_STRAT"),
        _labels(listed, report),
        {player.status for player in players} != {WITHOUT_STANDING},
        tuple(details),
    )


_made = Participant.maker(
    *("at", "id", "kind", "name", "session", "section", "direction", "team", "members", "players"),
    *("stratum", "override_stratum", "labels", "standing", "details"),
)


def _people(entry: Entry) -> list[Fields]:
    return [entry.fields] if entry.kind == "player" else entry.fields.all("PLAYER")


def _first(listed: list[Entry], report: Report, name: str) -> str | None:
    return next((entry.fields.name(report, name) for entry in listed if entry.fields.stands(name)), None)


def _labels(listed: list[Entry], report: Report) -> tuple[Label, ...]:
    groups = [group for entry in listed for group in entry.fields.all("LABEL")]
    labels = [(group.name(report, "NAME"), group.name(report, "VALUE") or "") for group in groups]
    return tuple(Label(name=name, value=value) for name, value in dict.fromkeys(labels) if name is not None)


def _nothing(names: Iterable[str]) -> dict[str, Any]:
    return dict.fromkeys(names)


def _total(entry: Entry, report: Report) -> StatedTotal:
    fields = entry.fields
    stated = fields.texts.keys()
    values: dict[str, Any] = {
        field: decimal_of(fields, report, *tags) for field, tags in _NUMBERS.items() if not stated.isdisjoint(tags)
    }
    values |= {field: fields.name(report, tag) for field, tag in _PLACES.items() if tag in stated}
    return StatedTotal(
        at=fields.place(),
        participant=entry.id,
        kind=cast(Kind, entry.kind),
        session=entry.where.session,
        section=entry.where.section,
        boards_played=whole_of(fields, report, "BOARDS_PLAYED"),
        details=fields.details(report, TOTAL_DETAILS),
        **values,
    )


def _with_totals(totals: list[StatedTotal], report: Report) -> list[StatedTotal]:
    """Rule 4."""
    percentages = [total.percentage for total in totals if total.percentage is not None]
    if any(total.total is not None for total in totals) or all(0 <= each <= 100 for each in percentages):
        return totals
    report.add(PERCENTAGE_IS_TOTAL, "PERCENTAGE has the totals in IMPs: they were read as TOTAL_SCORE", totals[0].at)
    return [total.replace(total=total.percentage, percentage=None) for total in totals]


_NUMBERS = {
    "total": ("TOTAL_SCORE",),
    "maximum": ("MAX_SCORE",),
    "percentage": ("PERCENTAGE",),
    "wins": ("WINS_OR_DRAWS", "WINS_OR_DRAW"),
    "average": ("AVERAGE_SCORE",),
    "pair_imps": ("PAIR_IMPS",),
}
_PLACES = {"place": "PLACE", "section_place": "SECTION_PLACE", "stratum_place": "STRAT_PLACE"}
_STATES = (*chain(*_NUMBERS.values()), *_PLACES.values(), *TOTAL_DETAILS, "BOARDS_PLAYED")


Stated = dict[tuple[str, str, str, str | None], list[Decimal]]
"""What the first list states of an adjustment: its amounts by kind, kind of participant, participant and session."""


def _adjustments(entry: Entry, terms: Terms, stated: Stated, standing: Standing, report: Report) -> None:
    """Rules 1 to 3."""
    fields = entry.fields
    for name, kind in ADJUSTMENTS.items():
        numbers = decimals_of(fields, report, name)
        if not numbers:
            continue
        amounts = [amount for amount, _ in numbers]
        before = stated.setdefault((kind, entry.kind, entry.id, entry.where.session), amounts)
        if before is not amounts:
            if before != amounts:
                now, counted = (", ".join(map(str, which)) for which in (amounts, before))
                message = f"{name} of {entry.kind} {entry.number} is {now} here and {counted} before"
                report.add(ADJUSTMENT_DIFFERS, message, numbers[0][1], stated=now, computed=counted)
            continue
        unit = _unit_of(kind, fields, terms)
        standing.adjustments.extend(
            AdjustmentFact(
                at=place,
                kind=kind,
                participant=entry.id,
                participant_kind=cast(Kind, entry.kind),
                session=entry.where.session,
                amount=amount,
                unit=unit,
                counted=_counted(kind, terms.version),
                number=number,
            )
            for number, (amount, place) in enumerate(numbers)
        )


def _unit_of(kind: str, fields: Fields, terms: Terms) -> str | None:
    """Rule 2."""
    if terms.unit != "match_points":
        return terms.unit
    if kind == "carry_forward" and fields.stands("TOTAL_SCORE", "PERCENTAGE"):
        return "match_points" if fields.stands("TOTAL_SCORE") else "percent"
    return "percent" if terms.version >= (1, 4) else None


def _counted(kind: str, version: tuple[int, int]) -> bool | None:
    """Rule 1."""
    if kind == "handicap":
        return version < (1, 4)
    if kind == "carry_forward":
        return None if version < (1, 1) else False
    return True


def _awards(entry: Entry, fields: Fields, person: str | None, terms: Terms, standing: Standing, report: Report) -> None:
    awards: list[tuple[Place, dict[str, object]]] = []
    name = "MASTER_POINTS_AWARDED"
    groups = [(fields, fields.place(name), terms.colour)] if fields.stands(name) else []
    groups += [(group, group.place(), None) for group in fields.all("MASTER_POINTS")]
    for group, place, default in groups:
        amount = decimal_of(group, report, name)
        if amount is not None:
            colour = group.name(report, "MASTER_POINT_TYPE") or default
            award = {"kind": "master_points", "amount": amount, "colour": colour.upper() if colour else None}
            awards.append((place, award))
    for name, kind in OTHER_AWARDS.items():
        text = fields.name(report, name)
        if text is not None:
            awards.append((fields.place(name), {"kind": kind, "text": text}))
    owner = {"participant": entry.id, "participant_kind": entry.kind, "person": person}
    standing.awards.extend(
        AwardFact.model_validate({"at": place, "session": entry.where.session, **owner, **award})
        for place, award in awards
    )


_SEAT_ENDINGS = ("NS", "EW", "N", "E", "S", "W")


def _seats(entry: Entry, standing: Standing, report: Report) -> None:
    for name, stage in (("SEATING", "start"), ("CARRY_FORWARD_SEATING", "next")):
        text = entry.fields.name(report, name)
        if text is None:
            continue
        direction = next((ending for ending in _SEAT_ENDINGS if text.upper().endswith(ending)), None)
        table = (text[: -len(direction)] if direction else text).strip(" -") or None
        standing.seats.append(
            SeatFact(
                at=entry.fields.place(name),
                participant=entry.id,
                kind=cast(Kind, entry.kind),
                session=entry.where.session,
                stage=cast(Literal["start", "next"], stage),
                section=entry.where.section,
                table=table,
                direction=direction,
                text=text,
            )
        )
