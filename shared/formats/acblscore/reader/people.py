"""Who plays: participants and their players."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from contracts.base import Direction
from contracts.facts import Detail, Participant, Person
from shared.formats.acblscore import values
from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.game import Entrant
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.details import detail, details_of, unknown_of
from shared.formats.acblscore.reader.roster import Member
from shared.formats.acblscore.report import Report

Kind = Entrant

_CARRIED = (
    "id",
    "adjustment",
    "unfactored",
    "score",
    "carry_over",
    "final_score",
    "handicap",
    "percentage",
    "strat",
    "next_section",
    "next_direction",
    "next_table",
    "num_boards_played",
)
"""Fields of an entry that facts carry; the others are details of the participant."""

_PLAYER_CARRIED = ("last_name", "first_name", "number", "database_key", "master_points", "rank")
PARTICIPANT_WEIGHT = 4_500
"""Memory that one takes with its players and its place in the lists, beside details."""

_NOT_MEMBERS = ("", "NM")
"""Numbers of players who have none."""


def participant_of(
    member: Member,
    kind: Kind,
    *,
    several: bool,
    extra: Sequence[Detail] = (),
    titles: Mapping[str, str] = values.PLAYER_RANKS,
) -> Participant:
    """A participant from its entry, with further details.

    In an event of several sessions, sections and directions are those of a session, not of the participant.
    """
    entry = member.seated.entry
    row = member.seated.row
    row.report.charge_memory(PARTICIPANT_WEIGHT, row.offset, row.name)
    lined = kind == "pair" and not several and not member.section.details.flag("howell")
    strat = entry.integer("strat") if entry is not None else 0
    return _participant(
        entry.place() if entry is not None else member.seated.row.place(),
        member.id,
        kind,
        None if several and kind != "team" else member.number,
        None if several else member.section.name,
        {1: Direction.NS, 2: Direction.EW}.get(member.seated.direction) if lined else None,
        _people(entry, titles) if entry is not None else (),
        str(strat) if strat and not member.phantom else None,
        entry is None or not entry.flag("not_eligible"),
        member.phantom,
        (*details_of(entry, _CARRIED), *extra) if entry is not None else (),
    )


_participant = Participant.maker(
    *("at", "id", "kind", "number", "section", "direction", "players", "stratum", "standing", "phantom", "details")
)
_person = Person.maker("name", "first_name", "last_name", "national_id", "holding", "details")


class Player(NamedTuple):
    """What the bytes of a player say.

    Attributes:
        person: None for a place that nobody has.
        memory: to be counted for it.
        is_sound: whether there is nothing to report; `person` is that of another file's rules otherwise.
        won: the bytes of the master points of the event.
        is_known: whether no byte of unknown meaning has anything.
    """

    person: Person | None
    memory: int
    is_sound: bool
    won: bytes
    is_known: bool


def players_of(entry: Record, titles: Mapping[str, str] = values.PLAYER_RANKS) -> tuple[Player, ...]:
    """What the bytes of the players of an entry say."""
    return _players_in(entry.row_raw("players"), entry.layout, now=titles is values.PLAYER_RANKS)


@lru_cache(maxsize=256)
def _players_in(data: bytes, layout: Layout, *, now: bool) -> tuple[Player, ...]:
    part = layout.parts["players"]
    size = part.layout.size
    return tuple([_player_in(data[at : at + size], part.layout, now=now) for at in range(0, size * part.count, size)])


def _people(entry: Record, titles: Mapping[str, str]) -> tuple[Person, ...]:
    """The players of an entry, without places that nobody has."""
    players = players_of(entry, titles)
    memory = sum(player.memory for player in players)
    if all(player.is_sound for player in players) and entry.report.has_room(memory):
        entry.report.charge_memory(memory, entry.offset, entry.name)
        return tuple([player.person for player in players if player.person is not None])
    people = (person_of(player, titles) for player in entry.parts("players"))
    return tuple(person for person in people if person is not None)


def person_of(player: Record, titles: Mapping[str, str] = values.PLAYER_RANKS) -> Person | None:
    """A player, whose rank is a letter that stands for one of `titles`; None for a place that nobody has.

    A club has the same players in every file, and an event in every export.
    """
    known = _player_in(player.own_bytes(), player.layout, now=titles is values.PLAYER_RANKS)
    if not known.is_sound:
        return _read_person(player, titles)
    player.report.charge_memory(known.memory, player.offset, player.name)
    return known.person


@lru_cache(maxsize=2_048)
def _player_in(data: bytes, layout: Layout, *, now: bool) -> Player:
    report = Report()
    player = Record(data, report, layout, 0, len(data), layout.name)
    person = _read_person(player, values.PLAYER_RANKS if now else values.PLAYER_RANKS_BEFORE)
    memory, won = report.memory, player.part_raw("awards_total")
    return Player(person, memory, not report.findings, won, not unknown_of(player, player.name))


def _read_person(player: Record, titles: Mapping[str, str]) -> Person | None:
    last, first, number = player.text("last_name"), player.text("first_name"), player.text("number")
    if not (last or first or number.strip()):
        return None
    holding, rank = player.integer("master_points"), player.text("rank")
    details = details_of(player, _PLAYER_CARRIED)
    if player.raw("rank") != b"\0":
        details.append(detail("RANK", titles.get(rank, rank)))
    if key := database_key(player):
        details.append(detail("DATABASE_KEY", str(key)))
    if number == "NM":
        details.append(detail("NUMBER", number))
    return _person(
        f"{first} {last}".strip() or None,
        first or None,
        last or None,
        number if number not in _NOT_MEMBERS else None,
        Decimal(holding) if holding or player.raw("rank") != b"\0" else None,
        tuple(details),
    )


def database_key(player: Record) -> int:
    """The number of a player in the program's own list: up to three bytes behind their count, high byte first."""
    raw = player.raw("database_key")
    return int.from_bytes(raw[1 : 1 + raw[0]], "big")
