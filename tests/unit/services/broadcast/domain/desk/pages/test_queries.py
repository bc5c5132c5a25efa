"""Queries at the desk: the line beside each, and the decisions that may have corrected it."""

from datetime import UTC, datetime

from contracts.corrections.queries import Answer, EventQueries, Query
from contracts.feed import board_channel
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.pages.queries import QUERIES
from services.broadcast.domain.desk.pages.shown import Asked
from services.broadcast.domain.message_tables import board_table
from tests.support.published import board, board_as_read
from tests.unit.services.broadcast.domain.desk.pages.test_files import SHA256, line
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings

NOW = datetime(2031, 10, 3, 22, tzinfo=UTC)
QUERY = Query(id="0" * 16, card="2", board="7", number="7", against="1 Ann", text="ten", asked_at=NOW)


def shown(*queries, files=()):
    channel = board_channel("club", "7")
    tables = {channel: board_table(board_as_read(board("club", "7", 1)).board)}
    asked = Asked(Shown("club", tables, standings(*ROWS, **META)), {}, files, EventQueries(queries=queries))
    return QUERIES.page(asked).values


def test_a_query_that_waits_has_its_line_and_one_of_a_foreign_card_none():
    (one, other) = shown(QUERY, QUERY.replace(card="9"))["waiting"]
    assert ([each["shown"] for each in one["lines"]], other["lines"]) == (["420"], [])
    assert one["about"] == "Board 7, against 1 Ann"
    assert shown(QUERY)["waiting_queries"] == 1


def test_decisions_about_results_that_count_are_offered_and_named_beside_the_answer():
    ruling = line("counts", "decisions", name="club-score-20311003T220000.json").replace(decided=("Board 7: +420",))
    other = line("counts", "decisions", name="club-status-20311003T220000.json")
    undone = ruling.replace(events=(ruling.events[0].replace(verdict="retracted"),))
    answered = QUERY.replace(answer=Answer(verdict="corrected", at=NOW, by="Ada", decision=SHA256))
    values = shown(answered, files=(ruling, other, undone))
    assert values["made"] == [(SHA256, "Board 7: +420")]
    (one,) = values["answered"]
    assert (one["verdict"], one["decision"], values["waiting"]) == ("corrected", "Board 7: +420", [])
