"""An event with names as the public sees them, for files that anybody may download.

Who is not shown in full is a person without numbers, federation, rating and dates; identities that are names or numbers
of members are numbered anew, for everybody in the event. Texts are searched for the names; what was found in files,
what was decided, and elements that no rule explains are left out.
"""

import re
from collections.abc import Callable, Mapping

import orjson
from pydantic import JsonValue

from contracts.facts import NameShown, Participant, Person
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from contracts.tables import written
from shared.formats.format import Seats
from shared.person_names import ShownNames, is_seat, people_of

_LEFT_OUT = ("extensions", "retractions", "statuses", "locks", "reassignments", "takes", "publics", "names")
_NAMES = frozenset(
    {"name", "nickname", "players", "ns_names", "ew_names", "home_name", "away_name", "white_name", "black_name"}
)
_WORD_OF_PROGRAMS = re.compile(r"[a-z0-9_]+|[^A-Za-z\u0080-\U0010ffff]*")


def with_public_names(merged: EventMerged, seats: Seats) -> tuple[EventMerged, Seats]:
    """The event and its next seats; the same where all names are shown in full."""
    decided = merged.standings.names
    if not decided:
        return merged, seats
    names = _of_everybody(merged, decided)
    facts = merged.facts
    listed = (*(each.id for each in facts.participants), *(p.id for each in facts.participants for p in each.players))
    others = dict.fromkeys(own for own in listed if own and not is_seat(own))
    numbered = {own: f"hidden-{number}" for number, own in enumerate(others, 1)}
    people = tuple(_participant(each, names) for each in facts.participants)
    standings = merged.standings.replace(findings=(), findings_total=0, names=(), status_reason=None)
    shown = merged.replace(
        facts=facts.replace(participants=people, **dict.fromkeys(_LEFT_OUT, ())),
        origins={kind: origins for kind, origins in merged.origins.items() if kind not in _LEFT_OUT},
        standings=standings,
        findings=(),
    )
    text = _replacing(names, numbered)
    event = EventMerged.model_validate_json(orjson.dumps(_walked(orjson.loads(written(shown)), text)))
    if seats is not None:
        plain = seats.replace(findings=(), tables=tuple(table.replace(reason="", by_hand="") for table in seats.tables))
        seats = RoundAssignment.model_validate_json(orjson.dumps(_walked(orjson.loads(written(plain)), text)))
    return event, seats


def _of_everybody(merged: EventMerged, decided: tuple[NameShown, ...]) -> ShownNames:
    """The names of all who are not shown in full, each as of somebody who asked."""
    naming = ShownNames(decided).everybody
    asked = [each for each in decided if each.name is not None]
    if naming == "full":
        return ShownNames(asked)
    players = {name for each in merged.facts.participants for person in each.players if (name := _name_of(person))}
    ranked = {row.name for ranking in merged.standings.rankings if ranking.kind != "team" for row in ranking.rows}
    ranked |= {each.name or "" for each in merged.facts.participants if each.kind != "team"}
    ranked |= {names for board in merged.boards for line in board.lines for names in (line.ns_names, line.ew_names)}
    teams = {each.name for each in merged.facts.participants if each.kind == "team"}
    everybody = players | {person.strip() for cell in ranked - teams for person in people_of(cell)[::2]}
    return ShownNames([*asked, *(NameShown(name=name, shown=naming) for name in sorted(everybody - {""}))])


def _name_of(person: Person) -> str:
    return person.name or " ".join(filter(None, (person.first_name, person.last_name)))


def _participant(each: Participant, names: ShownNames) -> Participant:
    players = tuple(_person(person, names) for person in each.players)
    hidden = players != each.players or names.cell(each.name or "") != (each.name or "")
    return each.replace(players=players, rating=None, details=(), labels=()) if hidden else each


def _person(person: Person, names: ShownNames) -> Person:
    whole = _name_of(person)
    shown = names.cell(whole)
    return person if shown == whole else Person(name=shown)


def _replacing(names: ShownNames, numbered: Mapping[str, str]) -> Callable[[str, str], str]:
    """What stands for a text that has a field of this name."""
    known: dict[str, str] = {}

    def text(field: str, given: str) -> str:
        if field not in _NAMES:
            parts = given.split("+")
            if not numbered.keys().isdisjoint(parts):
                return "+".join(numbered.get(part, part) for part in parts)
            if _WORD_OF_PROGRAMS.fullmatch(given):
                return given
        if given not in known:
            known[given] = names.cell(names.prose(given))
        return known[given]

    return text


def _walked(value: JsonValue, text: Callable[[str, str], str], field: str = "") -> JsonValue:
    if isinstance(value, str):
        return text(field, value)
    if isinstance(value, list):
        return [_walked(each, text, field) for each in value]
    return {key: _walked(each, text, key) for key, each in value.items()} if isinstance(value, dict) else value
