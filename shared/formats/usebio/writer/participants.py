"""PARTICIPANTS: pairs, teams and players with their totals, awards and seats (2.3 to 2.9)."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from contracts.facts import AdjustmentFact, AwardFact, Participant, Person, SeatFact, StatedTotal
from contracts.messages import EventMerged
from shared.formats.merged_values import Totals, Values
from shared.formats.usebio.reader.fields import predicate
from shared.formats.usebio.reader.participants.people import PERSON_DETAILS
from shared.formats.usebio.reader.participants.standing import PARTICIPANT_DETAILS, TOTAL_DETAILS
from shared.formats.usebio.schema_check.schema import takes, words
from shared.formats.usebio.writer.markup import Markup
from shared.formats.usebio.writer.values import in_unit, with_handicap_as_wanted
from shared.formats.written_numbers import number

_COLOURS = {"COLOURLESS": "COLORLESS"}
ADJUSTMENT_KINDS = ("penalty", "handicap", "carry_forward")
"""Adjustments that USEBIO has an element for."""

_ADJUSTMENTS = (("ADJUSTMENT", "penalty"), ("HANDICAP", "handicap"), ("CARRY_FORWARD", "carry_forward"))


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
    """Writes PARTICIPANTS elements.

    Args:
        merged: the event.
        values: computed or stated.
        markup: the document.
    """

    def __init__(self, merged: EventMerged, values: Values, markup: Markup) -> None:
        facts = merged.facts
        self._facts = facts
        self._values = values
        self._markup = markup
        self._adjustments: dict[tuple[str, str, str | None], list[AdjustmentFact]] = {}
        for fact in facts.adjustments:
            key = (fact.participant_kind, fact.participant, fact.session)
            self._adjustments.setdefault(key, []).append(fact)
        self._awards: dict[tuple[str, str, str | None], list[AwardFact]] = {}
        for award in facts.awards:
            key = (award.participant_kind, award.participant, award.session)
            self._awards.setdefault(key, []).append(award)
        self._seats: dict[tuple[str, str, str | None], list[SeatFact]] = {}
        for seat in facts.seats:
            self._seats.setdefault((seat.kind, seat.participant, seat.session), []).append(seat)
        self._next_round = next_round_of(merged)
        self._unseated = {id(seat) for seat in facts.seats}
        self._inner: dict[str, list[Participant]] = {}
        for participant in facts.participants:
            if participant.team is not None and participant.kind != "team":
                self._inner.setdefault(participant.team, []).append(participant)

    def write(self, participants: Iterable[Participant], session: str | None, section: str | None = None) -> None:
        """Write the list of a block; nothing for an empty one."""
        listed = list(participants)
        if not listed:
            return
        self._section = section
        self._markup.open("PARTICIPANTS")
        for participant in listed:
            self._participant(participant, session)
        self._markup.close()

    def _participant(self, participant: Participant, session: str | None, position: str | None = None) -> None:
        """One participant; `position` is that of a pair within its team."""
        markup = self._markup
        if participant.kind == "team":
            attributes = (("TEAM_ID", participant.id), ("TEAM_NAME", participant.name))
            markup.open("TEAM", attributes, predicate("@TEAM_ID", participant.id))
            self._results(participant, session)
            for count, inner in enumerate(self._inner.get(participant.id, ()), 1):
                self._participant(inner, session, f"[{count}]")
            if not any(inner.kind == "pair" for inner in self._inner.get(participant.id, ())):
                self._people(participant, session)
        elif participant.kind == "pair":
            markup.open("PAIR", (), position or predicate("PAIR_NUMBER", participant.id))
            markup.leaf("PAIR_NUMBER", participant.id, empty=True)
            markup.leaf("DIRECTION", participant.direction)
            self._results(participant, session)
            self._people(participant, session)
        else:
            person = participant.players[0] if participant.players else Person()
            rateable = _yes_no(person.rateable)
            markup.open("PLAYER", (("RATEABLE", rateable),), position or predicate("PLAYER_NUMBER", participant.id))
            markup.leaf("PLAYER_NUMBER", participant.id, empty=True)
            self._person(person)
            self._results(participant, session)
        markup.close()

    def _people(self, participant: Participant, session: str | None) -> None:
        awards: dict[str | None, list[AwardFact]] = {}
        for award in self._awards.get((participant.kind, participant.id, session), ()):
            awards.setdefault(award.person, []).append(award)
        for count, person in enumerate(participant.players, 1):
            self._markup.open("PLAYER", (("RATEABLE", _yes_no(person.rateable)),), f"[{count}]")
            self._person(person)
            self._award_elements(awards.get(person.national_id or person.name, []) if person != Person() else [])
            self._markup.close()
        if not participant.players and participant.name is not None and participant.kind == "pair":
            self._markup.losses.add("name of a pair", "PAIR names players only")

    def _person(self, person: Person) -> None:
        """The elements of 2.6.2; the name in parts where it came in parts."""
        markup = self._markup
        in_parts = person.first_name is not None or person.last_name is not None
        if in_parts and markup.version >= (1, 4):
            markup.open("PLAYER_NAME", by="[1]")
            markup.leaf("FIRSTNAME", person.first_name, empty=True)
            markup.leaf("LASTNAME", person.last_name, empty=True)
            markup.close()
        else:
            markup.leaf("PLAYER_NAME", person.name, empty=True)
        markup.leaf("NATIONAL_ID_NUMBER", person.national_id)
        markup.leaf("CLUB_ID_NUMBER", person.club_id)
        markup.leaf("STATUS", person.status)
        markup.leaf("MASTER_POINT_TOTAL", number(person.holding))
        markup.leaf("TITLE", person.title)
        markup.leaf("GENDER", person.sex)
        markup.leaf("DATE_OF_BIRTH", person.birth_date)
        details = {detail.name: detail.value for detail in person.details}
        for name in PERSON_DETAILS:
            markup.leaf(name, details.pop(name, None))
        for name in details:
            markup.losses.add(f"detail {name}", "PLAYER has no element for it")
        for name in ("rating", "federation"):
            if getattr(person, name) is not None:
                markup.losses.add(f"player {name}", "PLAYER has no element for it")

    def _results(self, participant: Participant, session: str | None) -> None:
        """The elements of 2.5.2, 2.7 and 2.9.1."""
        markup = self._markup
        key = (participant.kind, participant.id, session)
        totals = self._values.totals(*key) or Totals()
        adjustments = self._adjustments.get(key, [])
        handicaps = [fact for fact in adjustments if fact.kind == "handicap"]
        totals = with_handicap_as_wanted(totals, handicaps, markup.version, markup.losses)
        stated = self._values.stated_total(*key)
        markup.leaf("BOARDS_PLAYED", number(totals.boards), empty=participant.kind == "pair")
        if stated is not None and participant.kind == "pair":
            markup.leaf("PAIR_IMPS", number(self._values.pair_imps(stated)))
        self._seating(self._seats.get(key, []))
        markup.leaf("PLACE", totals.place)
        markup.leaf("TOTAL_SCORE", number(totals.total))
        markup.leaf("MAX_SCORE", number(totals.maximum))
        for tag, kind in _ADJUSTMENTS:
            found = [fact for fact in adjustments if fact.kind == kind and fact.round is None]
            if not found:
                continue
            amounts = [in_unit(fact, tag, totals, markup.version, markup.losses) for fact in found]
            known = [amount for amount in amounts if amount is not None]
            if known:
                markup.leaf(tag, number(sum(known, Decimal(0))))
            if len(found) > 1:
                markup.losses.add(f"parts of {tag}", "USEBIO has one for each participant, and their sum is written")
            if any(fact.unit is None and fact.amount for fact in found):
                markup.losses.add(f"unit of {tag}", "the file does not say it; USEBIO takes that of its totals")
        for fact in adjustments:
            if fact.round is not None or fact.kind not in ADJUSTMENT_KINDS:
                markup.losses.add(f"{fact.kind.replace('_', ' ')} adjustment", "USEBIO has totals for the event only")
        markup.leaf("PERCENTAGE", number(totals.percentage))
        awards = [award for award in self._awards.get(key, []) if award.person is None]
        self._award_elements(awards)
        markup.leaf("WINS_OR_DRAWS", number(totals.wins))
        if stated is not None:
            markup.leaf("AVERAGE_SCORE", number(stated.average))
        for label in participant.labels:
            markup.open("LABEL", by=None)
            markup.leaf("NAME", label.name, empty=True)
            markup.leaf("VALUE", label.value, empty=True)
            markup.close()
        markup.leaf("SECTION_PLACE", totals.section_place)
        markup.leaf("STRAT_NUMBER", participant.stratum)
        self._stated_details(stated)
        markup.leaf("OVERRIDE_STRAT", participant.override_stratum)
        details = {detail.name: detail.value for detail in participant.details}
        for name in PARTICIPANT_DETAILS:
            markup.leaf(name, details.pop(name, None))
        for name in details:
            markup.losses.add(f"detail {name}", "a participant has no element for it")

    def _stated_details(self, stated: StatedTotal | None) -> None:
        if stated is None:
            return
        markup = self._markup
        for detail in stated.details:
            if detail.name in TOTAL_DETAILS:
                markup.leaf(detail.name, detail.value)
            else:
                markup.losses.add(f"detail {detail.name}", "a total has no element for it")
        markup.leaf("STRAT_PLACE", stated.stratum_place)

    def _seating(self, seats: list[SeatFact]) -> None:
        """SEATING and CARRY_FORWARD_SEATING, each once; of those to come the seats of the next round."""
        written: set[str] = set()
        for seat in sorted(seats, key=lambda seat: seat.stage == "next"):
            self._unseated.discard(id(seat))
            tag = "SEATING" if seat.stage == "start" else "CARRY_FORWARD_SEATING"
            text = self._seat_text(seat)
            other = seat.round != (self._next_round if seat.stage == "next" else None)
            if other or tag in written:
                self._markup.losses.add("seat in a round", "USEBIO has seats at the start and for the next stage only")
            elif text:
                self._markup.leaf(tag, text)
                written.add(tag)

    def _seat_text(self, seat: SeatFact) -> str:
        """The file's words where they are a table and a direction; else these, and the section where it is another."""
        if seat.resigned:
            self._markup.losses.add("resigned seat", "CARRY_FORWARD_SEATING has a table and a direction")
            return ""
        other = seat.section if seat.table and seat.section != self._section else None
        text = f"{other or ''}{seat.table or ''}{seat.direction or ''}"
        in_order = seat.text is not None and seat.text.startswith((seat.table or "", text))
        return seat.text if in_order and seat.text and seat.round is None else text

    def finish(self) -> None:
        """Count the seats of those who are listed nowhere in the session of the seat."""
        self._markup.losses.add("seat", "the list of its session does not have the participant", len(self._unseated))

    def _award_elements(self, awards: list[AwardFact]) -> None:
        """Master points: flat without a colour, then wrapped with one (2.8)."""
        markup = self._markup
        for award in sorted(awards, key=lambda award: award.colour is not None):
            if award.kind != "master_points":
                continue
            colour = award.colour and _COLOURS.get(award.colour.upper(), award.colour.upper())
            if colour and markup.strict and not takes("MASTER_POINT_TYPE", colour):
                markup.losses.add(f"colour {award.colour}", f"MASTER_POINT_TYPE is {words('MASTER_POINT_TYPE')}")
                colour = None
            if colour is None or award.amount is None:
                markup.leaf("MASTER_POINTS_AWARDED", number(award.amount))
                continue
            markup.open("MASTER_POINTS")
            markup.leaf("MASTER_POINTS_AWARDED", number(award.amount))
            markup.leaf("MASTER_POINT_TYPE", colour)
            markup.close()
        for tag, kind in (("PRIZE", "prize"), ("QUALIFY", "qualification")):
            for award in awards:
                if award.kind == kind:
                    markup.leaf(tag, award.text)


def _yes_no(value: bool | None) -> str | None:
    return None if value is None else "Y" if value else "N"
