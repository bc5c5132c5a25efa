"""PLAYER: a person within a pair or team (2.6; name parts and member data 1.0, 5.1).

The names of a club's members, where an event has their numbers alone (1.0, 5.1 and 5.3).

A MEMBER is no part of an event: it stays extension data, as it stands, and of it only numbers and name are looked at.
Rule 1: a ladder names its members by MEMBER_ID and has no element for their names.
Rule 2: a PLAYER without a name has that of the member with his MEMBER_ID, or else with his NATIONAL_ID_NUMBER;
    CLUB_ID_NUMBER is the membership number as well (2.6.2). A name that is stated counts.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from typing import Any

from lxml import etree

from contracts.base import NAME_LENGTH
from contracts.facts import Extension, LadderFact, Participant, Person
from shared.formats.usebio.reader.fields import Fields, Shape
from shared.formats.usebio.reader.nodes import read_fields
from shared.formats.usebio.reader.values import decimal_of, rateable_of
from shared.formats.usebio.report import Report
from shared.formats.usebio.tables.elements import in_order

OWNER = "/USEBIO/CLUB"
TAG = "MEMBER"

_MEMBER = Shape(
    leaves=frozenset(("MEMBER_ID", "NATIONAL_ID_NUMBER", "FIRST_NAME", "INITIALS", "SURNAME", "PLAYER_NAME"))
)
_PARSER = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)

Names = dict[tuple[str, str], str]
"""The names of members by kind of number, "member" or "national", and number."""


def with_names(
    ladder: Sequence[LadderFact], participants: Sequence[Participant], extensions: Iterable[Extension]
) -> tuple[tuple[LadderFact, ...], tuple[Participant, ...]]:
    """A ladder and participants with the names that a file has in its list of members."""
    names = member_names(extensions)
    if not names:
        return tuple(ladder), tuple(participants)
    named = tuple(
        entry.replace(name=names[key]) if (key := ("member", entry.member)) in names else entry for entry in ladder
    )
    return named, tuple(
        participant.replace(players=tuple(_named(person, names) for person in participant.players))
        for participant in participants
    )


def lists_members(extensions: Iterable[Extension]) -> bool:
    """Whether a file lists members of a club."""
    return any((extension.owner, extension.name) == (OWNER, TAG) for extension in extensions)


def member_names(extensions: Iterable[Extension]) -> Names:
    """The names of the members that a file lists; the first of a number counts."""
    names: Names = {}
    for extension in extensions:
        if (extension.kind, extension.owner, extension.name) != ("element", OWNER, TAG):
            continue
        try:
            element = etree.fromstring(extension.value.encode("utf-8"), _PARSER)
        except (etree.XMLSyntaxError, ValueError):
            continue  # a text that was cut
        unheard = Report()  # what is unknown in it is kept with the whole
        fields = read_fields(element, _MEMBER, "", unheard)
        parts = (fields.name(unheard, "FIRST_NAME", "INITIALS"), fields.name(unheard, "SURNAME"))
        name = fields.name(unheard, "PLAYER_NAME") or " ".join(part for part in parts if part)[:NAME_LENGTH]
        for kind, tag in (("member", "MEMBER_ID"), ("national", "NATIONAL_ID_NUMBER")):
            number = fields.name(unheard, tag)
            if number is not None and name:
                names.setdefault((kind, number), name)
    return names


def _named(person: Person, names: Names) -> Person:
    """Rule 2."""
    own = next((detail.value for detail in person.details if detail.name == "MEMBER_ID"), None)
    numbers = (("member", own), ("member", person.club_id), ("national", person.national_id))
    name = next((names[kind, number] for kind, number in numbers if number and (kind, number) in names), None)
    return person if person.name is not None or name is None else person.replace(name=name)


PERSON_DETAILS = in_order(
    "PLAYER_NUMBER INITIALS MEMBER_ID RANK MASTER_POINT_CERT_NO "
    "ACBL_PLAYER_CITY ACBL_PLAYER_STATE ACBL_PLAYER_COUNTRY ACBL_PLAYER_STATE_CODE NOTES"
)
"""Details of a person, in the order in which they are written."""

WITHOUT_STANDING = "WITHOUT_STANDING"


def read_person(fields: Fields, report: Report, *, ranked: bool = False) -> Person:
    """Read a PLAYER; the name as text or in parts.

    Args:
        fields: of the element.
        report: takes findings.
        ranked: whether the player is ranked himself, so that his number is the participant's and none of the person.
    """
    first, last = fields.name(report, "FIRSTNAME", "FIRST_NAME"), fields.name(report, "LASTNAME", "SURNAME")
    for group in fields.all("PLAYER_NAME"):
        first, last = group.name(report, "FIRSTNAME"), group.name(report, "LASTNAME")
    name = fields.name(report, "PLAYER_NAME") or " ".join(part for part in (first, last) if part)[:1024] or None
    status = fields.name(report, "STATUS")
    details = fields.details(report, PERSON_DETAILS)
    return _person(
        name,
        first,
        last,
        fields.name(report, "TITLE"),
        fields.name(report, "GENDER"),
        fields.name(report, "DATE_OF_BIRTH"),
        fields.name(report, "NATIONAL_ID_NUMBER"),
        fields.name(report, "CLUB_ID_NUMBER"),
        decimal_of(fields, report, "MASTER_POINT_TOTAL"),
        status.upper() if status else None,
        rateable_of(fields, report),
        tuple(detail for detail in details if detail.name != "PLAYER_NUMBER") if ranked else details,
    )


_person = Person.maker(
    *("name", "first_name", "last_name", "title", "sex", "birth_date", "national_id", "club_id", "holding", "status"),
    *("rateable", "details"),
)


def filled(people: tuple[Person, ...], again: Iterable[Person], *, add: bool) -> tuple[Person, ...]:
    """People with what another list says of them that the first one leaves out.

    Args:
        people: of the first list.
        again: of the other.
        add: whether those of the other list that the first has not are people as well.
    """
    filled_people = list(people)
    places: dict[str, deque[int]] = defaultdict(deque)
    for number, person in enumerate(people):
        for key in _keys(person):
            places[key].append(number)
    taken: set[int] = set()
    for other in again:
        place = _place_of(other, people, places, taken)
        if place is not None:
            taken.add(place)
            filled_people[place] = _filled(filled_people[place], other)
        elif add:
            filled_people.append(other)
    return tuple(filled_people)


def _keys(person: Person) -> list[str]:
    """By what a person is found in a list: the national number, then the name."""
    keys = [f"id {person.national_id}"] if person.national_id else []
    return [*keys, "name " + " ".join(person.name.casefold().split())] if person.name else keys


def _place_of(person: Person, people: tuple[Person, ...], places: dict[str, deque[int]], taken: set[int]) -> int | None:
    """Where a person stands that nobody else of his list is; who has another national number is somebody else."""
    for key in _keys(person):
        candidates = places[key]
        while candidates and candidates[0] in taken:
            candidates.popleft()
        if candidates:
            national = people[candidates[0]].national_id
            if key.startswith("id ") or not (person.national_id and national):
                return candidates[0]
    return None


def _filled(person: Person, other: Person) -> Person:
    missing = [name for name in Person._fields if getattr(person, name) is None]
    known = {detail.name for detail in person.details}
    more = tuple(detail for detail in other.details if detail.name not in known)
    update: dict[str, Any] = {name: getattr(other, name) for name in missing} | {"details": (*person.details, *more)}
    return person.replace(**update)


def same_people(first: Fields, second: Fields) -> bool:
    """Whether two listings may be of the same players; a listing without names contradicts nobody."""
    if first is second:
        return True
    here, there = names_of(first), names_of(second)
    return not here or not there or here == there


def certainly_same_people(first: Fields, second: Fields) -> bool:
    """Whether two listings name the same players."""
    here = names_of(first)
    return bool(here) and here == names_of(second)


def names_of(fields: Fields) -> frozenset[str]:
    """The names in a listing, whatever their case and blanks."""
    people = [fields] if fields.tag == "PLAYER" else fields.all("PLAYER")
    people.extend(player for pair in fields.all("PAIR") for player in pair.all("PLAYER"))
    names = set()
    for person in people:
        parts = [group.text(part) or "" for group in person.all("PLAYER_NAME") for part in ("FIRSTNAME", "LASTNAME")]
        name = person.text("PLAYER_NAME") or " ".join(parts)
        if name.strip():
            names.add(" ".join(name.casefold().split()))
    return frozenset(names)
