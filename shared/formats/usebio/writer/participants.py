"""PARTICIPANTS: pairs, teams and players with their totals, awards and seats (2.3 to 2.9)."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from decimal import Decimal

from contracts.facts import AdjustmentFact, AwardFact, Detail, Participant, Person, SeatFact
from contracts.messages import EventMerged
from shared.formats.merged_values import Totals, Values, with_carried
from shared.formats.usebio.reader.fields import predicate
from shared.formats.usebio.reader.participants.people import PERSON_DETAILS, WITHOUT_STANDING
from shared.formats.usebio.reader.participants.standing import (
    ADJUSTMENTS,
    OTHER_AWARDS,
    PARTICIPANT_DETAILS,
    TOTAL_DETAILS,
)
from shared.formats.usebio.schema_check.schema import takes, words
from shared.formats.usebio.writer.markup import Markup
from shared.formats.usebio.writer.values import in_unit, with_handicap_as_wanted
from shared.formats.written_numbers import number, rounded

Key = tuple[str, str, str | None]
"""Kind, id and session of a participant."""


def next_round_of(merged: EventMerged) -> int | None:
    """The round of the seats that are carried forward; None where they are those of the next stage, or there are none.

    Seats of a stage come first, as no instruction need explain them; else those of the earliest round that is not over.
    """
    following = [seat for seat in merged.facts.seats if seat.stage == "next"]
    if any(seat.round is None for seat in following):
        return None
    over = (merged.standings.progress.rounds_complete or 0) if len(merged.facts.sessions) < 2 else 0
    numbers = [seat.round for seat in following if seat.round is not None]
    return min((number for number in numbers if number > over), default=None)


class Lists:
    """Writes PARTICIPANTS elements."""

    def __init__(self, merged: EventMerged, values: Values, markup: Markup) -> None:
        facts = merged.facts
        self._facts = facts
        self._values = values
        self._markup = markup
        self._adjustments: dict[Key, list[AdjustmentFact]] = defaultdict(list)
        for fact in facts.adjustments:
            self._adjustments[fact.participant_kind, fact.participant, fact.session].append(fact)
        self._awards: dict[Key, list[AwardFact]] = defaultdict(list)
        for award in facts.awards:
            self._awards[award.participant_kind, award.participant, award.session].append(award)
        self._seats: dict[Key, list[SeatFact]] = defaultdict(list)
        for seat in facts.seats:
            self._seats[seat.kind, seat.participant, seat.session].append(seat)
        self._next_round = next_round_of(merged)
        self._unseated = {id(seat) for seat in facts.seats}
        self._inner: dict[str, list[Participant]] = defaultdict(list)
        for participant in facts.participants:
            if participant.team is not None and participant.kind != "team":
                self._inner[participant.team].append(participant)

    def write(self, participants: Sequence[Participant], session: str | None, section: str | None = None) -> None:
        """Write the list of a block; nothing for an empty one."""
        if not participants:
            return
        self._section = section
        with self._markup.element("PARTICIPANTS"):
            for participant in participants:
                self._participant(participant, session)

    def _participant(self, participant: Participant, session: str | None, position: str | None = None) -> None:
        """One participant; `position` is that of a pair within its team."""
        markup = self._markup
        match participant.kind:
            case "team":
                attributes = (("TEAM_ID", participant.id), ("TEAM_NAME", participant.name))
                inside = self._inner.get(participant.id, [])
                with markup.element("TEAM", attributes, predicate("@TEAM_ID", participant.id)):
                    self._results(participant, session)
                    for count, inner in enumerate(inside, 1):
                        self._participant(inner, session, f"[{count}]")
                    if not any(inner.kind == "pair" for inner in inside):
                        self._people(participant, session)
            case "pair":
                with markup.element("PAIR", (), position or predicate("PAIR_NUMBER", participant.id)):
                    markup.leaf("PAIR_NUMBER", participant.id, empty=True)
                    markup.leaf("DIRECTION", participant.direction)
                    self._results(participant, session)
                    self._people(participant, session)
            case _:
                person = participant.players[0] if participant.players else Person()
                with self._player(person, position or predicate("PLAYER_NUMBER", participant.id)):
                    if position is None:
                        markup.leaf("PLAYER_NUMBER", participant.id, empty=True)
                    else:  # who is in a team is one of its players, of whom the number is one of the details
                        own = Detail(name="PLAYER_NUMBER", value=participant.id)
                        person = person.replace(details=(own, *person.details))
                    self._person(person, ranked=participant.standing)
                    self._results(participant, session)

    def _player(self, person: Person, by: str) -> AbstractContextManager[None]:
        rateable = None if person.rateable is None else "Y" if person.rateable else "N"
        return self._markup.element("PLAYER", (("RATEABLE", rateable),), by)

    def _people(self, participant: Participant, session: str | None) -> None:
        awards = self._awards.get((participant.kind, participant.id, session), [])
        # By its players one sees that a pair or team is not ranked.
        for count, person in enumerate(participant.players or (() if participant.standing else (Person(),)), 1):
            known_by = person.national_id or person.name
            with self._player(person, f"[{count}]"):
                self._person(person, ranked=participant.standing)
                self._award_elements([award for award in awards if award.person == known_by and person != Person()])

    def _person(self, person: Person, *, ranked: bool) -> None:
        """The elements of 2.6.2; the name in parts where it came in parts."""
        markup = self._markup
        if markup.version >= (1, 4) and (person.first_name is not None or person.last_name is not None):
            with markup.element("PLAYER_NAME", by="[1]"):
                markup.leaf("FIRSTNAME", person.first_name, empty=True)
                markup.leaf("LASTNAME", person.last_name, empty=True)
        else:
            markup.leaf("PLAYER_NAME", person.name, empty=True)
        markup.leaf("NATIONAL_ID_NUMBER", person.national_id)
        markup.leaf("CLUB_ID_NUMBER", person.club_id)
        markup.leaf("STATUS", person.status if ranked else WITHOUT_STANDING)
        if not ranked and person.status not in (None, WITHOUT_STANDING):
            markup.losses.add(
                f"status {person.status}",
                f"STATUS says {WITHOUT_STANDING} of those who are not ranked",
                of=("participants.players.status",),
            )
        markup.leaf("MASTER_POINT_TOTAL", number(person.holding))
        markup.leaf("TITLE", person.title)
        markup.leaf("GENDER", person.sex)
        markup.leaf("DATE_OF_BIRTH", person.birth_date)
        markup.details(person.details, PERSON_DETAILS)

    def _results(self, participant: Participant, session: str | None) -> None:
        """The elements of 2.5.2, 2.7 and 2.9.1."""
        markup = self._markup
        key = (participant.kind, participant.id, session)
        totals = self._values.totals(*key) or Totals()
        adjustments = self._adjustments.get(key, [])
        handicaps = [fact for fact in adjustments if fact.kind == "handicap"]
        if session is None and totals.carried is not None and not any(f.kind == "carry_forward" for f in adjustments):
            # It stands with the session that it was carried to, and is part of what the event gives.
            totals = replace(totals, total=with_carried(totals), maximum=None, percentage=None)
        row = self._values.row(*key)
        most = rounded(row.maximum) if row is not None else None
        totals = with_handicap_as_wanted(totals, handicaps, markup.version, markup.losses, most)
        stated = self._values.stated_total(*key)
        markup.leaf("BOARDS_PLAYED", number(totals.boards), empty=participant.kind == "pair")
        if stated is not None and participant.kind == "pair":
            markup.leaf("PAIR_IMPS", number(self._values.pair_imps(stated)))
        self._seating(self._seats.get(key, []))
        markup.leaf("PLACE", totals.place)
        markup.leaf("TOTAL_SCORE", number(totals.total))
        markup.leaf("MAX_SCORE", number(totals.maximum))
        for tag, kind in ADJUSTMENTS.items():
            parts = [fact for fact in adjustments if fact.kind == kind and fact.round is None]
            amounts = [in_unit(fact, tag, totals, markup.version, markup.losses) for fact in parts]
            known = [amount for amount in amounts if amount is not None]
            if known:
                markup.leaf(tag, number(sum(known, Decimal(0))))
            if len(parts) > 1:
                markup.losses.add(
                    f"parts of {tag}",
                    "USEBIO has one for each participant, and their sum is written",
                    of=("adjustments", "adjustments.amount"),
                )
        for fact in adjustments:
            if fact.round is not None or fact.kind not in ADJUSTMENTS.values():
                markup.losses.add(
                    f"{fact.kind.replace('_', ' ')} adjustment",
                    "USEBIO has totals for the event only",
                    of=("adjustments",),
                )
        markup.leaf("PERCENTAGE", number(totals.percentage))
        self._award_elements([award for award in self._awards.get(key, []) if award.person is None])
        markup.leaf("WINS_OR_DRAWS", number(totals.wins))
        if stated is not None:
            markup.leaf("AVERAGE_SCORE", number(stated.average))
        for label in participant.labels:
            with markup.element("LABEL"):
                markup.leaf("NAME", label.name, empty=True)
                markup.leaf("VALUE", label.value, empty=True)
        markup.leaf("SECTION_PLACE", totals.section_place)
        markup.leaf("STRAT_NUMBER", participant.stratum)
        if stated is not None:
            markup.details(stated.details, TOTAL_DETAILS)
            markup.leaf("STRAT_PLACE", self._values.stratum_place(stated))
        markup.leaf("OVERRIDE_STRAT", participant.override_stratum)
        markup.details(participant.details, PARTICIPANT_DETAILS)

    def _seating(self, seats: list[SeatFact]) -> None:
        """SEATING and CARRY_FORWARD_SEATING, each once; of those to come the seats of the next round."""
        written: set[str] = set()
        for seat in sorted(seats, key=lambda seat: seat.stage == "next"):
            self._unseated.discard(id(seat))
            tag = "SEATING" if seat.stage == "start" else "CARRY_FORWARD_SEATING"
            # The file's words where they are a table and a direction; else these, and the section where it is another.
            section = seat.section if seat.table and seat.section != self._section else None
            text = f"{section or ''}{seat.table or ''}{seat.direction or ''}"
            if seat.text is not None and seat.text.startswith((seat.table or "", text)) and seat.round is None:
                text = seat.text or text
            if seat.resigned:
                self._markup.losses.add(
                    "resigned seat", "CARRY_FORWARD_SEATING has a table and a direction", of=("seats", "seats.resigned")
                )
                text = ""
            other = seat.round != (self._next_round if seat.stage == "next" else None)
            if other or tag in written:
                self._markup.losses.add(
                    "seat in a round",
                    "USEBIO has seats at the start and for the next stage only",
                    of=("seats", "seats.round"),
                )
            elif text:
                self._markup.leaf(tag, text)
                written.add(tag)

    def finish(self) -> None:
        """Count the seats of those who are listed nowhere in the session of the seat."""
        self._markup.losses.add(
            "seat", "the list of its session does not have the participant", len(self._unseated), of=("seats",)
        )

    def _award_elements(self, awards: list[AwardFact]) -> None:
        """Master points: flat without a colour, then wrapped with one (2.8)."""
        markup = self._markup
        for award in sorted(awards, key=lambda award: award.colour is not None):
            if award.kind != "master_points":
                continue
            colour = award.colour and award.colour.upper().replace("COLOURLESS", "COLORLESS")
            if colour and markup.strict and not takes("MASTER_POINT_TYPE", colour):
                markup.losses.add(
                    f"colour {award.colour}",
                    f"MASTER_POINT_TYPE is {words('MASTER_POINT_TYPE')}",
                    of=("awards.colour",),
                )
                colour = None
            if colour is None or award.amount is None:
                markup.leaf("MASTER_POINTS_AWARDED", number(award.amount))
                continue
            with markup.element("MASTER_POINTS"):
                markup.leaf("MASTER_POINTS_AWARDED", number(award.amount))
                markup.leaf("MASTER_POINT_TYPE", colour)
        for tag, kind in OTHER_AWARDS.items():
            for award in awards:
                if award.kind == kind:
                    markup.leaf(tag, award.text)
