"""A file that was cut off comes after the whole one: it takes nothing of it away, wherever it was cut."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from contracts.facts import Facts
from kibitz.file_reading import FileRead, read_bytes
from kibitz.pipeline import Pipeline
from tests.support.acblscore_files import Plan, pairs_game
from tests.support.chess_tournaments import individual, teams

NOON = datetime(2031, 10, 3, 12, tzinfo=UTC)


def read(data: bytes, minutes: int) -> FileRead:
    return read_bytes(data, "x", Path("x"), NOON + timedelta(minutes=minutes))


def merged(*files: FileRead) -> Facts:
    (event,) = Pipeline(files).events.values()
    return event.score()[1].facts


LEAGUE = teams(4, 6, 4, 2)


@pytest.mark.parametrize("lines", [individual(3, 12, 5), LEAGUE], ids=["players", "teams"])
def test_a_tournament_keeps_its_games_and_its_places_at_whichever_line_a_later_file_ends(lines: list[str]) -> None:
    whole = read("\n".join([*lines, ""]).encode(), 0)
    facts = merged(whole)
    ids = {fact.key for fact in facts.games}
    results = {fact.key: fact.result for fact in facts.games}
    assert len(ids) > 20
    for number in range(2, len(lines)):
        later = read("\n".join([*lines[:number], ""]).encode(), 5)
        if later.rejected is not None or later.fragments[0].fragment.event != whole.fragments[0].fragment.event:
            continue
        found = merged(whole, later)
        assert {fact.key for fact in found.games} == ids, lines[number]
        assert {fact.key: fact.result for fact in found.games} == results, lines[number]
        assert {fact.key for fact in found.matches} == {fact.key for fact in facts.matches}, lines[number]
        assert found.event.kind == facts.event.kind, lines[number]


def test_a_tournament_keeps_its_results_at_whichever_letter_of_a_line_a_later_file_ends() -> None:
    data = "\n".join([*individual(3, 8, 4), ""]).encode()
    whole = read(data, 0)
    results = {fact.key: fact.result for fact in merged(whole).games}
    begin = data.index(b"\n001", len(data) * 2 // 3)
    for end in range(begin + 85, data.index(b"\n", begin + 1) + 1):
        found = merged(whole, read(data[:end], 5))
        assert {fact.key: fact.result for fact in found.games} == results, data[begin:end]


def test_a_session_keeps_its_results_when_a_later_game_file_ends_early() -> None:
    data, _ = pairs_game(Plan(), Plan(name="B"))
    facts, name = merged(read(data, 0)), read(data, 0).fragments[0].fragment.event
    for share in range(5, 100, 5):
        later = read(data[: len(data) * share // 100], 5)
        if later.rejected is not None or later.fragments[0].fragment.event != name:
            continue
        found = merged(read(data, 0), later)
        assert {fact.key for fact in found.results} >= {fact.key for fact in facts.results}, share
