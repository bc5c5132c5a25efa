"""Small tournaments for the rules of scoring, written as rounds of players or teams."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from shared.chess.from_facts import tournament_of
from shared.chess.model import Tournament
from shared.chess.standings import standings
from shared.chess.tie_breaks.codes import tie_break
from shared.chess.tie_breaks.values import values
from shared.formats.trf.reader.parse import parse
from tests.support.trf_lines import document, player, team


def swiss(
    *rows: str,
    rounds: int | None = None,
    start: str = "2026/05/01",
    header: Sequence[str] = (),
    type_: str = "Swiss",
    ratings: Sequence[int | str] = (),
) -> Tournament:
    """A tournament of players 1, 2, …: a row is the rounds of one, with commas: ``2 w 1, - H, 3 b =``."""
    cells = [[cell.strip() for cell in row.split(",")] if row else [] for row in rows]
    longest = rounds or max(map(len, cells))
    lines = [
        "012 Small",
        f"042 {start}",
        f"142 {longest}",
        f"092 {type_}",
        *header,
        *(player(number, *row, rating=ratings[number - 1] if ratings else "") for number, row in enumerate(cells, 1)),
    ]
    return tournament_of(parse(document(*lines)).events[0].facts)


def league(*rows: str, boards: int = 2, records: Sequence[str] = (), rounds: int = 3) -> Tournament:
    """Teams of `boards` players each: players 1 and 2 are team 1, 3 and 4 team 2, …"""
    cells = [[cell.strip() for cell in row.split(",")] if row else [] for row in rows]
    teams = [
        team(at + 1, range(at * boards + 1, at * boards + boards + 1), name=f"Team {at + 1}")
        for at in range(len(cells) // boards)
    ]
    lines = [
        "012 League",
        "042 2026/05/01",
        f"142 {rounds}",
        "192 FIDE_TEAM_TYPEA_MP_GP",
        "352 " + ("WB" * boards)[:boards],
        *teams,
        *records,
        *(player(number, *row) for number, row in enumerate(cells, 1)),
    ]
    return tournament_of(parse(document(*lines)).events[0].facts)


def amounts(tournament: Tournament, code: str) -> list[Fraction | None]:
    """A tie-break of everybody, by index."""
    found = values(tournament, tie_break(code))
    return [found[at].amount for at in range(len(tournament.entrants))]


def places(tournament: Tournament, *order: str) -> dict[str, int]:
    """Everybody's place."""
    return {tournament.entrants[row.index].id: row.place for row in standings(tournament, order).rows}
