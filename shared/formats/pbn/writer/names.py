"""What participants are called, and the rosters of teams in the form of `reader/team_tables.py`."""

from collections.abc import Sequence

from contracts.facts import Participant, Person
from shared.formats.losses import Losses
from shared.formats.pbn.reader.team_tables import ids_by_name


class Names:
    """Numbers and players of those who take part."""

    def __init__(self, participants: Sequence[Participant]) -> None:
        self._by_id = {participant.id: participant for participant in participants if participant.kind != "team"}
        self._all: dict[tuple[str, str], Participant] = {(person.kind, person.id): person for person in participants}
        self._teams = {own: name for name, own in ids_by_name(p for p in participants if p.kind == "team").items()}
        self.numbers = {each.id: _number(each) for each in participants if each.kind != "team"}

    def players(self, name: str | None) -> str | None:
        """The players of a pair with a semicolon between them."""
        return _called(self._by_id.get(name or ""))

    def side(self, pair: str | None, *seats: str | None) -> str | None:
        """The players of a pair, or of two seats where everybody plays for himself."""
        if pair is not None or None in seats:
            return self.players(pair)
        names = [self.players(seat) for seat in seats]
        return None if None in names else ";".join(name or "" for name in names)

    def team(self, name: str | None) -> str | None:
        """What a team is called: its name where no other is called so, else its number."""
        return self._teams.get(name or "", name)

    def roster(self, team: str, losses: Losses) -> str | None:
        """The players of a team: its own, and those of its pairs."""
        fact = self._all.get(("team", team))
        own, listed = (fact.players, fact.members) if fact is not None else ((), ())
        members = [each for each in self._by_id.values() if each.team == team or each.id in listed]
        missing = set(listed) - {each.id for each in members}
        why = "nothing but their names is known"
        losses.add("members of participants", why, len(missing), of=("participants.members",))
        entries = [f",{_name(person)}" for person in own if person.name]
        for member in members:
            names = [field(person.name) for person in member.players if person.name]
            told = _name(member.players[0]) if member.players else ","
            if member.kind == "pair":
                told = f"{';'.join(names)}{';' if len(names) < 2 else ''},"
            entries.append(f"{self.numbers[member.id]},{told}")
        return "|".join(entries) or None

    def of_kind(self, kind: str, name: str) -> str | None:
        """What a participant is called: its players, else its name."""
        participant = self._all.get((kind, name))
        if kind == "team" and participant is not None:
            return participant.name if participant.name != name else None
        return _called(participant)


def _called(participant: Participant | None) -> str | None:
    if participant is None:
        return None
    # Semicolons separate players, so none stands in a name.
    names = [person.name.replace(";", ",") for person in participant.players if person.name]
    return ";".join(names) or participant.name


def _number(member: Participant) -> str:
    """The number of a member in a list of players: a national one, or one with a plus."""
    own = member.players[0].national_id if member.kind == "player" and member.players else None
    return field(own or (member.id if member.kind == "pair" else "+" + member.id.removeprefix("+")))


def _name(person: Person) -> str:
    """A name as "surname,first name", as far as its last word is the surname."""
    first, _, last = field(person.name or "").rpartition(" ")
    return f"{last},{first}"


def field(text: str) -> str:
    """A text without the characters between which a list has its parts."""
    return " ".join(text.translate({ord(","): " ", ord("|"): " ", ord(";"): " "}).split())
