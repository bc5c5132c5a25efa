"""The people behind a number: what they are recognised by from one file to another."""

from contracts.facts import Participant


def persons(participant: Participant) -> tuple[str, ...]:
    """The names of those who play as this participant, in any spelling of capitals and spaces, sorted."""
    return tuple(sorted(_plain(person.name) for person in participant.players if person.name and person.name.strip()))


def people(participant: Participant) -> str:
    """All of them as one name; where none is named, the participant's own name; empty where that is missing too."""
    return " & ".join(persons(participant)) or _plain(participant.name or "")


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
