"""The names of a club's members, where an event has their numbers alone (1.0, 5.1 and 5.3).

A MEMBER is no part of an event: it stays extension data, as it stands, and of it only numbers and name are looked at.
Rule 1: a ladder names its members by MEMBER_ID and has no element for their names.
Rule 2: a PLAYER without a name has that of the member with his MEMBER_ID, or else with his NATIONAL_ID_NUMBER;
    CLUB_ID_NUMBER is the membership number as well (2.6.2). A name that is stated counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lxml import etree

from contracts.facts import Extension, LadderFact, Participant, Person
from shared.formats.usebio.fields import Shape
from shared.formats.usebio.nodes import read_fields
from shared.formats.usebio.report import NAME_LENGTH, Report

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
    nameless = any(person.name is None for participant in participants for person in participant.players)
    names = member_names(extensions) if ladder or nameless else {}
    if not names:
        return tuple(ladder), tuple(participants)
    named = tuple(
        entry.replace(name=names[key]) if (key := ("member", entry.member)) in names else entry for entry in ladder
    )
    return named, tuple(_with_players(participant, names) for participant in participants)


def member_names(extensions: Iterable[Extension]) -> Names:
    """The names of the members that a file lists; the first of a number counts."""
    found: Names = {}
    for kept in extensions:
        if (kept.kind, kept.owner, kept.name) != ("element", OWNER, TAG):
            continue
        try:
            element = etree.fromstring(kept.value.encode("utf-8"), _PARSER)
        except (etree.XMLSyntaxError, ValueError):
            continue  # a text that was cut
        unheard = Report()  # what is unknown in it is kept with the whole
        fields = read_fields(element, _MEMBER, "", unheard)
        parts = (fields.name(unheard, "FIRST_NAME", "INITIALS"), fields.name(unheard, "SURNAME"))
        name = fields.name(unheard, "PLAYER_NAME") or " ".join(part for part in parts if part)[:NAME_LENGTH]
        for kind, tag in (("member", "MEMBER_ID"), ("national", "NATIONAL_ID_NUMBER")):
            number = fields.name(unheard, tag)
            if number is not None and name:
                found.setdefault((kind, number), name)
    return found


def _with_players(participant: Participant, names: Names) -> Participant:
    players = tuple(_named(person, names) for person in participant.players)
    return participant if players == participant.players else participant.replace(players=players)


def _named(person: Person, names: Names) -> Person:
    """Rule 2."""
    own = next((detail.value for detail in person.details if detail.name == "MEMBER_ID"), None)
    numbers = (("member", own), ("member", person.club_id), ("national", person.national_id))
    name = next((names[kind, number] for kind, number in numbers if number and (kind, number) in names), None)
    return person if person.name is not None or name is None else person.replace(name=name)
