"""Who plays: participants and their players."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache

from contracts.base import Direction
from contracts.facts import Detail, Participant, Person
from shared.formats.acblscore import values
from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.game import Entrant
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.details import detail, details_of
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
    people = (person_of(player, titles) for player in entry.parts("players")) if entry is not None else ()
    players = (person for person in people if person is not None)
    return _participant(
        entry.place() if entry is not None else member.seated.row.place(),
        member.id,
        kind,
        None if several and kind != "team" else member.number,
        None if several else member.section.name,
        {1: Direction.NS, 2: Direction.EW}.get(member.seated.direction) if lined else None,
        tuple(players),
        str(strat) if strat and not member.phantom else None,
        entry is None or not entry.flag("not_eligible"),
        member.phantom,
        (*details_of(entry, _CARRIED), *extra) if entry is not None else (),
    )


_participant = Participant.maker(
    *("at", "id", "kind", "number", "section", "direction", "players", "stratum", "standing", "phantom", "details")
)
_person = Person.maker("name", "first_name", "last_name", "national_id", "holding", "details")


def person_of(player: Record, titles: Mapping[str, str] = values.PLAYER_RANKS) -> Person | None:
    """A player, whose rank is a letter that stands for one of `titles`; None for a place that nobody has.

    A club has the same players in every file, and an event in every export.
    """
    person, memory, is_sound = _person_in(player.own_bytes(), player.layout, now=titles is values.PLAYER_RANKS)
    if not is_sound:
        return _read_person(player, titles)
    player.report.charge_memory(memory, player.offset, player.name)
    return person


@lru_cache(maxsize=2_048)
def _person_in(data: bytes, layout: Layout, *, now: bool) -> tuple[Person | None, int, bool]:
    """The person in some bytes, the memory to be counted, and whether there was nothing to report."""
    report = Report()
    player = Record(data, report, layout, 0, len(data), layout.name)
    person = _read_person(player, values.PLAYER_RANKS if now else values.PLAYER_RANKS_BEFORE)
    return person, report.memory, not report.findings


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
