"""Entries of a new file: pairs, individuals and teams with players, totals, awards and seats.

Rules kept here:

1. Of an event of several sessions only those are written who have a part in the one that is: a seat, a result or a
   total. Somebody else, as the phantom of an earlier session, has no table in it.
2. Of somebody who stands in a file, names, numbers, holdings and homes of players, stratum and eligibility are written
   anew. What the facts do not say stays: other formats know neither homes nor strata, nor who is not eligible.
3. A stratum beyond the third, and somebody more than the entry has room for, are counted as lost.
"""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Literal

from contracts.facts import AwardFact, Facts, Participant, Person, ResultFact, SeatFact, StatedTotal
from shared.formats.acblscore import values
from shared.formats.acblscore.file.entry_layouts import PAIR, PLAYER, TEAM
from shared.formats.acblscore.file.fields import Layout, encode
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.writer.next_round import next_session, seat_fields
from shared.formats.acblscore.writer.ranks import Ranks, award_of, partial_awards
from shared.formats.acblscore.writer.stated_fields import fields_of
from shared.formats.losses import Losses, field_of
from shared.formats.merged_values import Totals, Values, with_carried
from shared.formats.written_numbers import rounded


def full_of(facts: Facts, session: str | None, inside: Mapping[str, Participant | None]) -> int | None:
    """The total of a 100 % game that is stated for those of a section; None where it is not one and the same."""
    stated = {t.maximum for t in facts.totals if t.session == session and t.participant in inside and t.maximum}
    full = stated.pop() if len(stated) == 1 else None
    return int(full) if full is not None and full == int(full) else None


def present_of(facts: Facts, session: str | None, kind: str) -> frozenset[str] | None:
    """Those who have a part in a session of several (rule 1); None where nothing says who has."""
    if session is None:
        return None
    lines = (line.sides for fact in facts.movements if fact.session == session for line in fact.lines)
    present = {name for sides in lines for name in sides.key if isinstance(name, str)}
    present |= {seat.participant for seat in facts.seats if (seat.session, seat.kind) == (session, kind)}
    present |= {total.participant for total in facts.totals if (total.session, total.kind) == (session, kind)}
    return frozenset(present) or None


def in_sections(people: Mapping[str, Participant], facts: Facts, session: str | None) -> dict[str, Participant]:
    """The people in the sections of their seats and totals of the session, where they are in none over all."""
    stated: tuple[StatedTotal | SeatFact, ...] = (*facts.totals, *facts.seats)
    own = (fact for fact in stated if fact.session == session and fact.section is not None)
    sections = {(fact.kind, fact.participant): fact.section for fact in own}
    return {
        name: person if person.section else person.replace(section=sections.get((person.kind, name)))
        for name, person in people.items()
    }


def inside_of(
    people: Mapping[str, Participant],
    results: list[ResultFact],
    section: str,
    *,
    alone: bool,
    present: frozenset[str] | None,
) -> dict[str, Participant | None]:
    """Those of a section: who is listed in it and present, and who has results in it."""
    members: dict[str, Participant | None] = {
        name: participant
        for name, participant in people.items()
        if (alone or participant.section == section) and (present is None or name in present)
    }
    for result in results:
        sides = result.sides
        for participant_id in (sides.ns, sides.ew, sides.north, sides.east, sides.south, sides.west):
            if participant_id is not None:
                members.setdefault(participant_id, people.get(participant_id))
    return members


Fields = dict[str, Any]
Ranked = Literal["event", "section"] | None
"""Whose places are the ranks of those who are ranked together."""

ADJUSTMENTS = {"penalty": "adjustment", "handicap": "handicap", "carry_forward": "carry_over"}
"""Fields of an entry by kind of adjustment."""


def fitting(text: str | None, layout: Layout, name: str, losses: Losses) -> str:
    """A text as a field can hold it: cut to its room, with ? for what the format has no character for."""
    room = layout.fields[name][1].size - 1
    whole = "".join(character if encode(character) is not None else "?" for character in text or "")
    if whole != (text or "") or len(whole) > room:
        losses.add(
            field_of(name, f"{layout.name.removesuffix(' details')}s"),
            f"a game file holds {room} characters of Windows-1252",
        )
    return whole[:room].rstrip()


class Entries:
    """The entries of one session of an event; the only one is None."""

    def __init__(self, facts: Facts, session: str | None, table: Values, losses: Losses) -> None:
        self._facts = facts
        self._session = session
        self._table = table
        self._losses = losses
        day = next((fact.date for fact in facts.sessions if fact.id == session), None) or facts.event.start_date
        self._letters = {title: letter or " " for letter, title in values.player_ranks(day).items()}
        self._amounts: dict[tuple[str, str, str], Decimal] = {}
        for fact in facts.adjustments:
            if fact.kind in ADJUSTMENTS and fact.session in (None, session):
                key = (fact.participant_kind, fact.participant, ADJUSTMENTS[fact.kind])
                self._amounts[key] = self._amounts.get(key, Decimal(0)) + fact.amount
            else:
                losses.add("adjustment", f"a game file has no {fact.kind}", of=("adjustments",))
        seats = next_session(facts, session, losses)
        self._next: dict[tuple[str, str], SeatFact] = {(seat.kind, seat.participant): seat for seat in seats}
        self._awards: dict[tuple[str, str, str | None], list[AwardFact]] = {}
        for award in facts.awards:
            self._awards.setdefault((award.participant_kind, award.participant, award.person), []).append(award)
        self._ranks = Ranks(stated=not table.computed)
        self.in_percent = False

    def of(
        self, name: str, kind: str, participant: Participant | None, group: str, ranked: Ranked = "section"
    ) -> Fields:
        """The fields of an entry; the participant is None for somebody who is in results alone.

        The group are those who are ranked together: ranks of ties are split within it, as the program does. `ranked`
        says whose places are the ranks of the group; None where no list of ours is of that group.
        """
        totals = self._table.totals(kind, name, self._session)
        layout = TEAM if kind == "team" else PAIR
        entry: Fields = fields_of(participant.details, layout) if participant is not None else {}
        amounts = {field: self._amounts.get((kind, name, field)) for field in ADJUSTMENTS.values()}
        row = self._table.row(kind, name, self._session) if self._table.computed else None
        if row is not None and row.adjustment is not None:
            amounts["adjustment"] = rounded(row.adjustment)  # in the unit of the total
        entry |= {field: amount for field, amount in amounts.items() if amount is not None}
        partial: Fields = {}
        if totals is not None:
            entry |= self._totals(name, kind, totals, group, ranked)
            stated = self._table.stated_total(kind, name, self._session)
            partial = partial_awards(stated.details) if stated is not None else {}
            entry |= partial
        if participant is not None:
            stratum = participant.override_stratum or participant.stratum or ""
            entry["strat"] = int(stratum) if stratum in ("1", "2", "3") else 0
            entry["not_eligible"] = 0 if participant.standing else NOT_ELIGIBLE
            entry["players"] = [self._player(person, kind, name) | partial for person in participant.players]
            entry["awards_total"] = award_of(self._awards.get((kind, name, None), ()))
        seat = self._next.get((kind, name))
        return entry | (seat_fields(seat) if seat is not None else {})

    def _totals(self, name: str, kind: str, totals: Totals, group: str, ranked: Ranked) -> Fields:
        stated = self._table.stated_total(kind, name, self._session)
        self.in_percent |= totals.total is None is not totals.percentage
        score = (totals.total if totals.total is not None else totals.percentage) or Decimal(0)
        overall = self._table.totals(kind, name, None) if self._session is not None else None
        carried = self._amounts.get((kind, name, "carry_over"), Decimal(0))
        whole = with_carried(overall) if overall is not None else None
        places = (totals.place, totals.section_place)
        place = next(filter(None, places if ranked == "event" else reversed(places)), None) if ranked else None
        fields: Fields = {
            "score": _cents(score),
            "unfactored": _cents(totals.wins if kind == "team" else (stated.unfactored if stated else None) or score),
            "final_score": _cents(whole if whole is not None else score + carried),
            "percentage": _cents(totals.percentage),
            "rankings": self._ranks.of(place, group, stated.places if stated is not None else ()),
        }
        if kind == "team":
            fields.pop("percentage")
        else:
            fields["num_boards_played"] = min(totals.boards or 0, 255)
        others = fields_of(stated.details, PAIR) if stated is not None else {}
        return fields | {name: others[name] for name in ("percentage", "final_score") if name in others}

    def _player(self, person: Person, kind: str, name: str) -> Fields:
        first, last = _names(person)
        details = {detail.name: detail.value for detail in person.details}
        key = details.get("DATABASE_KEY", "")
        fields: Fields = fields_of(person.details, PLAYER)
        fields |= {
            "first_name": fitting(first, PLAYER, "first_name", self._losses),
            "last_name": fitting(last, PLAYER, "last_name", self._losses),
            "number": fitting(person.national_id or details.get("NUMBER"), PLAYER, "number", self._losses),
            "master_points": min(int(person.holding or 0), 0xFFFF),
            "database_key": b"\3" + int(key).to_bytes(3, "big") if key.isdecimal() and int(key) < 1 << 24 else b"",
        }
        own = self._awards.get((kind, name, person.national_id or person.name))
        fields["awards_total"] = award_of(own if own is not None else self._awards.get((kind, name, None), ()))
        fields.pop("rank", None)
        if "RANK" in details or person.holding is not None:
            fields["rank"] = self._letters.get(details.get("RANK", ""), " ")
        return fields


def _names(person: Person) -> tuple[str, str]:
    """First and last name; the last word of a name that is not divided is the last name."""
    first, _, last = (person.name or "").rpartition(" ")
    given = (person.first_name or "", person.last_name or "")
    return given if any(given) else (first, last)


def _cents(value: Decimal | None) -> Decimal:
    return (value or Decimal(0)).quantize(Decimal("0.01"))


def ids_of(participants: Iterable[Participant], kind: str) -> dict[str, Participant]:
    """Participants of a kind by their id."""
    return {participant.id: participant for participant in participants if participant.kind == kind}


MOST_HOLDING = 0xFFFF
NOT_ELIGIBLE = 10
"""What real files have for somebody who is not."""

_STRATA = ("1", "2", "3")
_HOME = ("city", "state", "country")

Change = tuple[Record, str, str | int]
"""A structure, its field and the new value."""


def changes_of(wanted: Participant, now: Participant, entry: Record) -> Iterator[Change]:
    """The fields that are to be written where somebody is wanted otherwise than the file has it now."""
    stratum = wanted.override_stratum or wanted.stratum
    if stratum in _STRATA and stratum != now.stratum:
        yield entry, "strat", int(stratum)
    if now.standing and not wanted.standing:
        yield entry, "not_eligible", NOT_ELIGIBLE
    if wanted.players != now.players:
        for player, person in zip(entry.parts("players"), wanted.players, strict=False):
            yield from _of_player(person, player)


def _of_player(person: Person, player: Record) -> Iterator[Change]:
    first, last = _names(person)
    number = person.national_id or ("NM" if player.text("number") == "NM" else "")
    texts = {"first_name": first, "last_name": last, "number": number}
    home = fields_of(person.details, PLAYER)
    texts |= {name: str(home[name]) for name in _HOME if name in home}
    for name, value in texts.items():
        if player.text(name) != value:
            yield player, name, value
    holding = min(int(person.holding), MOST_HOLDING) if person.holding is not None else None
    if holding is not None and holding != player.integer("master_points"):
        yield player, "master_points", holding
