"""What the feed sends is what the types of its rows say, also where the organiser holds something back."""

from collections.abc import Iterable
from typing import Any, get_type_hints

import pytest
from pydantic import create_model
from pydantic_core import to_json

from contracts.facts import PublicPolicy
from contracts.feed.rows import ROWS, EventRow, LineRow, columns_of
from contracts.standings import ScoredGame
from services.broadcast.domain import message_tables
from services.broadcast.domain.board_list import BOARD_LIST_COLUMNS, board_row
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.message_tables import GAME_COLUMNS, round_rows
from services.broadcast.domain.public.tables import line_without_play, public_table
from tests.support import made_up_kinds, published

KINDS = (
    made_up_kinds.swiss_teams(running=4),
    made_up_kinds.point_a_board(),
    made_up_kinds.knock_out(),
    made_up_kinds.butler_pairs(handicaps=True),
    made_up_kinds.individuals(),
)
POLICIES = [
    None,
    PublicPolicy(places=1),
    PublicPolicy(boards="none"),
    PublicPolicy(delay=5),
    PublicPolicy(values="computed"),
    PublicPolicy(values="stated"),
]


def tables() -> Iterable[tuple[str, TableState]]:
    """Of each kind of channel, tables of many kinds of events."""
    for made in KINDS:
        message = published.standings(made.standings.event, 1).replace(standings=made.standings)
        read = published.as_read(message)
        yield f"evt.{made.standings.event}.standings", published.table_of(read)
        yield (
            f"evt.{made.standings.event}.matches",
            message_tables.matches_table(read, message_tables.followed(None, read)),
        )
        travellers = [published.board(made.standings.event, board.id, 1).replace(board=board) for board in made.boards]
        lines = {each.board.id: message_tables.board_table(published.board_as_read(each).board) for each in travellers}
        yield from ((f"evt.{made.standings.event}.board.{name}", table) for name, table in lines.items())
        rows = {name: board_row(table, None) for name, table in lines.items()}
        yield f"evt.{made.standings.event}.boards", TableState(BOARD_LIST_COLUMNS, rows)
    games = (ScoredGame(table=1, white="1", black="2", result="1-0"), ScoredGame(white="3", bye="U"))
    read_round = published.round_as_read(published.chess_round("open", 1, 1, *games))
    yield "evt.open.games", TableState(GAME_COLUMNS, round_rows(read_round.round))
    yield "evt.open.seats", message_tables.seats_table(published.seats("open", 1).assignment)
    yield "evt.open.analysis.7", message_tables.analysis_table(published.analysis("open", "7", 1).analysis)


def check(kind: str, table: Table) -> int:
    row_type = ROWS[kind]
    assert table.columns == tuple(name for name in columns_of(row_type) if name in table.columns)
    assert row_type.__required_keys__ <= set(table.columns)  # type: ignore[attr-defined]
    wanted = get_type_hints(row_type)
    fields: dict[str, Any] = {name: (wanted[name], ...) for name in table.columns}
    model = create_model("Row", __config__={"extra": "forbid", "strict": True}, **fields)
    for row in table.rows.values():
        # Cells travel as JSON, in which a tuple is a list.
        model.model_validate_json(to_json(dict(zip(table.columns, row, strict=True))))
    return len(table.rows)


@pytest.mark.parametrize("policy", POLICIES)
def test_every_table_has_rows_of_its_type(policy: PublicPolicy | None) -> None:
    seen = dict.fromkeys(ROWS.keys() - {"events"}, 0)
    for channel, table in tables():
        shown = table if policy is None else public_table(channel, table, policy)
        seen[channel.split(".")[2]] += check(channel.split(".")[2], shown)
    if policy is None:
        assert all(seen.values()), seen


def test_the_list_of_events_has_rows_of_its_type() -> None:
    for made in KINDS:
        message = published.as_read(published.standings(made.standings.event, 1).replace(standings=made.standings))
        line = message_tables.catalogue_row(message)
        nothing = line_without_play(message_tables.CATALOGUE_COLUMNS, line)
        assert check("events", TableState(message_tables.CATALOGUE_COLUMNS, {"a": line, "b": nothing})) == 2


def test_a_traveller_with_auction_and_play_has_four_columns_more() -> None:
    assert columns_of(LineRow)[-4:] == ("calls", "cards", "claimed", "broken_off")
    assert LineRow.__optional_keys__ == {"calls", "cards", "claimed", "broken_off"}
    assert columns_of(EventRow)[0] == "name"
