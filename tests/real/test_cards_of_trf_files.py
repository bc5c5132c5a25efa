"""Of every real TRF, cards add up to the points of standings and matches, and cross-tables are symmetric."""

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from contracts.messages import Position, RoundScored, StandingsPublished
from contracts.standings import Standings
from contracts.standings_changes.tables import tables_of
from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from services.broadcast.domain import message_tables
from services.broadcast.domain.cards.chess import chess_card
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.pages.cross_tables import Cells, cells_of_games, cells_of_matches, cross_table
from services.broadcast.domain.pages.rankings import rows_of
from services.broadcast.domain.pages.rounds import match_rounds, rows_of_channel
from services.broadcast.domain.pages.words import MINUS
from services.scoring.domain.event.publication import leader_of
from tests.support.published import as_read, round_as_read
from tests.support.real_files import needs_real_files, real_files
from tests.support.team_lines import CONTRADICTORY, game_points

pytestmark = needs_real_files

FILES = [path for path in real_files("trf") if path.suffix in (".trf", ".input")]
POSITION = Position(seq=1, applied=1)
OPPOSITE = {"1": "0", "0": "1", "½": "½", "+": MINUS, MINUS: "+", "": "", "w": "b", "b": "w"}
BOTH_LOSE = (MINUS, MINUS)


class Published(NamedTuple):
    """What the public has of a tournament."""

    made: Standings
    standings: TableState
    games: TableState
    matches: TableState | None

    def cells(self) -> Cells:
        """Of the cross-table."""
        if self.matches is not None:
            return cells_of_matches(match_rounds(self.matches), chess=True)
        return cells_of_games(rows_of_channel(self.games))


def published(path: Path) -> Published:
    ((_, event),) = Pipeline([read_file(path)]).events.items()
    made = event.score()[0].standings
    leader, now = leader_of(tables_of(made)), datetime.now(UTC)
    message = as_read(
        StandingsPublished(standings=made, position=POSITION, digest="0" * 64, leader=leader, calculated_at=now)
    )
    tables = message_tables.followed(None, message)
    rounds = [RoundScored(round=each, position=POSITION, digest="0" * 64) for each in event.state.rounds()]
    games = {key: row for each in rounds for key, row in message_tables.round_rows(round_as_read(each).round).items()}
    return Published(
        made,
        message_tables.standings_table(message, tables),
        TableState(message_tables.GAME_COLUMNS, games),
        message_tables.matches_table(message, tables) if made.matches else None,
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_cards_add_up_to_the_points(path: Path) -> None:
    of = published(path)
    (ranking, *_) = of.made.rankings
    shown: dict[str, Decimal] = {}
    for row in ranking.rows:
        card: Any = chess_card(row.id, of.standings, of.games, of.matches)
        shown[row.id] = sum((Decimal(line["points"] or 0) for line in card["lines"]), Decimal(0))
    if ranking.kind == "player":
        assert shown == {row.id: row.total or Decimal(0) for row in ranking.rows}
        return
    points = dict.fromkeys(shown, Decimal(0))
    for match in of.made.matches:
        points[match.home] += match.home_raw or Decimal(0)
        if match.away is not None:
            points[match.away] += match.away_raw or Decimal(0)
    assert shown == points
    stated: dict[str, Decimal] = {}
    for (team, _), (_, amount) in game_points(path.read_bytes().decode("utf-8-sig", "replace")).items():
        stated[team] = stated.get(team, Decimal(0)) + Decimal(amount or 0)
    awkward = {team for team, _ in CONTRADICTORY.get(path.name, ())}
    assert {team: shown[team] for team in stated if team not in awkward} == {
        team: amount for team, amount in stated.items() if team not in awkward
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_both_sides_of_a_cross_table_say_the_same(path: Path) -> None:
    of = published(path)
    cells, of_teams = of.cells(), of.matches is not None
    meetings = 0
    for who, own in cells.items():
        for number, each in own.items():
            for cell in (cell for cell in each if cell.opponent):
                # Nobody meets anybody twice in a round.
                [other] = [back for back in cells[cell.opponent][number] if back.opponent == who]
                assert other.colour == OPPOSITE[cell.colour]
                assert of_teams or other.text == OPPOSITE.get(cell.text) or (cell.text, other.text) == BOTH_LOSE
                meetings += 1
    table = cross_table([row for row in rows_of(of.standings) if row["ranking"] == of.made.rankings[0].id], cells)
    assert (table is None) == (not cells)
    if table is not None:
        shown = [(row["participant"], cell) for _, row, columns in table.rows for each in columns for cell in each]
        assert len(shown) == sum(len(each) for own in cells.values() for each in own.values())
        games = [row for row in rows_of_channel(of.matches or of.games) if row["away" if of_teams else "black"]]
        assert sum(1 for _, cell in shown if cell.opponent) == meetings == 2 * len(games)
