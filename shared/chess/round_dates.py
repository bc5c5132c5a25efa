"""The dates of the rounds (record 132), each a detail of its own so that files that date other rounds add up."""

from contracts.facts import EventFact

_NAME = "132 "


def name_of(round_: int) -> str:
    """The name of the detail that holds the date of a round."""
    return f"{_NAME}{round_}"


def round_dates_of(event: EventFact) -> dict[int, str]:
    """The date of each round that has one, in the order of the rounds."""
    dated = ((each.name.removeprefix(_NAME), each.value) for each in event.details if each.name.startswith(_NAME))
    return dict(sorted((int(round_), date) for round_, date in dated if round_.isdecimal()))
