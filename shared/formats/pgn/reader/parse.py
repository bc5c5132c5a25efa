"""The reader: bytes to facts, game by game; one bad game never costs the file.

Rules kept here:

1. The games of one tournament have one name in BroadcastName, else Event, one place in Site, and one day in EventDate.
   A file of every round and files of single rounds give the same event.
2. A file is never the whole of a tournament, because boards may be missing that nobody transmits: what it says counts,
   and what it leaves out stays.
"""

import hashlib
from collections import defaultdict
from typing import NamedTuple

from contracts.base import Place
from contracts.codes import pgn as codes
from contracts.facts import Scope
from shared.errors import FormatError
from shared.formats.identity import Identities, event_slug
from shared.formats.parsed import Parsed, ParsedEvent
from shared.formats.pgn.reader.facts import facts_of
from shared.formats.pgn.reader.people import numbers_agree
from shared.formats.pgn.reader.played import Played, played
from shared.formats.pgn.reader.scanner import games_of
from shared.formats.pgn.report import Report
from shared.formats.pgn.values import iso_date

MOST_EVENTS = 50
"""Tournaments of a file; one of more is a collection of games."""

UNNUMBERED = "pgn"
"""Part of the identity of a tournament whose players have no numbers, because other files of it name them otherwise."""


class Tournament(NamedTuple):
    """What the games of one tournament share (rule 1)."""

    name: str | None
    city: str | None
    date: str | None


def parse(data: bytes) -> Parsed:
    """Read a PGN file: every game with its round, players and result, and no move.

    Raises:
        FormatError: no game has players and a round, or the file is too large.
    """
    report = Report()
    tournaments: dict[Tournament, list[Played]] = defaultdict(list)
    for game in games_of(data, report):
        report.results += 2
        one = played(game, report)
        if one is None:
            continue
        tournaments[_tournament(one)].append(one)
        if len(tournaments) > MOST_EVENTS:
            raise FormatError(codes.TOO_LARGE, f"more than {MOST_EVENTS} tournaments", game.place, report.finish())
    if not tournaments:
        raise FormatError(codes.NO_GAMES, "no game names its players and its round", Place(line=1), report.finish())
    identities = Identities()
    events = []
    for tournament, games in tournaments.items():
        numbered = numbers_agree(games, report)
        named = _identity(tournament, numbered=numbered)
        if named is None:
            report.add(codes.NO_IDENTITY, "the games have no tag Event", games[0].place)
            named = f"pgn-{hashlib.sha256(data).hexdigest()[:12]}"
        facts = facts_of(tournament.name, tournament.city, tournament.date, games, report, numbered=numbered)
        events.append(ParsedEvent(identities.take(named), facts, Scope()))
    return Parsed(tuple(events), report.finish())


def _tournament(game: Played) -> Tournament:
    site = game.tag("Site")
    city = site if site is not None and "://" not in site else None
    return Tournament(game.tag("BroadcastName") or game.tag("Event"), city, iso_date(game.tag("EventDate")))


def _identity(tournament: Tournament, *, numbered: bool) -> str | None:
    if tournament.name is None:
        return None
    name = tournament.name if numbered else f"{tournament.name} {UNNUMBERED}"
    return event_slug(None, name, tournament.city, tournament.date)
