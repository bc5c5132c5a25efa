"""Which event a file speaks of: the readable identity that the files of one event share.

Rule: organiser, name, number and start date, joined with hyphens, each as far as the file gives it.

                USEBIO                              PBN                                     TRF
    organiser   CLUB_NAME, else CLUB_ID_NUMBER      Site                                    -
    name        EVENT_DESCRIPTION, else TITLE       Event                                   012, else none
    number      EVENT_ID or EVENT_IDENTIFIER        -                                       022 (city)
    date        ACBL_START_DATE, else DATE          EventDate, else Date, in ISO form       042

Of USEBIO, a file of one session of several has its year alone beside a number (`usebio/reader/identity.py`).
PGN has BroadcastName, else Event, as its name, Site as its number and EventDate (`pgn/reader/parse.py`).
In TRF the city stands for a number, and a city and a day alone name no tournament.
The names come before the numbers because not every format has numbers: so the hands of a session in PBN get the
identity of its results. An identity longer than a `Slug` is cut and ends in a checksum of the whole, so
that heat 1 and heat 2 of a long name stay two events. Equal identities of events in one file are numbered.
"""

from contracts.base import slug


def event_slug(organiser: str | None, name: str | None, number: str | None, start_date: str | None) -> str | None:
    """The identity of an event; None when nothing but a date is known, because that names no event."""
    if not any(part and part.strip() for part in (organiser, name, number)):
        return None
    return slug("-".join(slug(part) for part in (organiser, name, number, start_date) if part and part.strip()))


class Identities:
    """The identities of the events of one file: those that are equal get "-2", "-3" and so on."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def take(self, name: str) -> str:
        """The identity of the next event, which no event before it has."""
        found = name
        while found in self._counts:
            self._counts[name] += 1
            found = slug(f"{name}-{self._counts[name]}")
        self._counts[found] = 1
        return found
