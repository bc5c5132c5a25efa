"""An event whose sessions come as files of their own, and its overall results as a file without boards."""

from itertools import permutations
from pathlib import Path

from kibitz.file_reading import FileRead, read_bytes
from kibitz.pipeline import LocalEvent, Pipeline
from tests.support.scored_documents import board, listed, pair, result, row, tags, wrong
from tests.support.usebio_documents import document

NAMES = {"EVENT_DESCRIPTION": "Winter Pairs", "EVENT_ID": "77", "DATE": "2031-02-01"}
SCORES = {"13:00": ((90, 50), (90, 50)), "19:00": ((50, 90), (110, 80))}
"""Of each session two boards, at the table of 1 against 2 and at that of 3 against 4."""


def session(start: str, carried: dict[str, int] | None = None) -> FileRead:
    boards = "".join(
        board(number, result("1", "2", first), result("3", "4", second))
        for number, (first, second) in enumerate(SCORES[start], 1)
    )
    rows = (pair(name, CARRY_FORWARD=(carried or {}).get(name)) for name in "1234")
    head = tags(**NAMES, START_TIME=start, OVERALL_RESULTS="SESSION_ONLY", BOARDS_PLAYED=2)
    return read(head + listed(*rows) + boards, f"{start[:2]}.xml")


def overall(first: str = "75", place: str = "1=") -> FileRead:
    stated = {"1": (first, place), "4": ("75", "1="), "2": ("25", "3="), "3": ("25", "3=")}
    rows = (pair(name, PERCENTAGE=percent, PLACE=of) for name, (percent, of) in stated.items())
    return read(tags(**NAMES, OVERALL_RESULTS="COMPLETE", BOARDS_PLAYED=4) + listed(*rows), "overall.xml")


def read(inside: str, name: str) -> FileRead:
    found = read_bytes(document(inside), name, Path(name))
    assert found.rejected is None
    return found


def one(*files: FileRead) -> LocalEvent:
    (event,) = Pipeline(files).events.values()
    return event


AFTERNOON, EVENING = session("13:00"), session("19:00")


def test_sessions_in_files_of_their_own_make_one_event_in_any_order() -> None:
    files = (AFTERNOON, EVENING, overall())
    every = [one(*order).score()[0] for order in permutations(files)]
    assert all(scored.standings == every[0].standings for scored in every)
    assert wrong(every[0]) == []
    assert every[0].standings.rankings[0].id == "overall"
    assert len(every[0].boards) == 4
    assert row(every[0], "1").total == 6


def test_an_overall_file_without_boards_is_compared_and_takes_nothing_away() -> None:
    scored = one(AFTERNOON, EVENING, overall(first="80")).score()[0]
    assert ("scoring.percentage-differs", "pair 1") in wrong(scored)
    alone = one(overall()).score()[0]
    assert [(found.id, found.place) for found in alone.standings.rankings[0].rows][:2] == [("1", "1="), ("4", "1=")]


def test_what_is_carried_forward_counts_where_the_session_before_is_not_known() -> None:
    scored = one(session("19:00", {"1": 100})).score()[0]
    assert (row(scored, "1").carry_forward, row(scored, "1").total) == (100, 2)


def test_what_is_carried_forward_from_a_session_that_is_known_is_not_counted_again() -> None:
    scored = one(AFTERNOON, session("19:00", {"1": 100})).score()[0]
    assert (row(scored, "1").carry_forward, row(scored, "1").final, row(scored, "1").total) == (None, None, 6)
    evening = next(found for found in scored.standings.rankings if "19" in found.id)
    assert {found.id: found.carry_forward for found in evening.rows}["1"] == 100
