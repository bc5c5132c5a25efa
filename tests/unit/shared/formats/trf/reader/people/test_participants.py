"""Participants and totals in the order of their numbers."""

from types import SimpleNamespace

import pytest

from shared.formats.trf.reader.parse import read
from shared.formats.trf.reader.people.participants import _strength, participants_of, totals_of
from shared.formats.trf.report import Report
from tests.support.chess_tournaments import individual
from tests.support.trf_golden import compare_changes
from tests.support.trf_lines import document, player, team


def test_players_come_by_starting_rank_then_teams_by_number():
    draft = read(document(team(2, [1]), team(1, [3]), player(3, rank=1), player(1)), Report())
    assert [(p.kind, p.id) for p in participants_of(draft)] == [
        ("player", "1"),
        ("player", "3"),
        ("team", "1"),
        ("team", "2"),
    ]


def test_somebody_without_points_and_rank_has_no_total():
    draft = read(document(player(3, points="", rank=1), player(1, points=""), team(1, [3])), Report())
    assert [(t.participant, t.total, t.place) for t in totals_of(draft)] == [("3", None, "1")]


def test_a_total_has_the_columns_of_points_and_rank():
    (total,) = totals_of(read(document(player(3, points="1.0", rank=1)), Report()))
    assert str(total.at) == "line 1, column 81-89, 001"


def test_what_is_made_without_validation_is_what_validation_makes():
    draft = read(document(*individual(5, 12, 3, rated=False), team(1, [3, 1])), Report())
    for fact in (*participants_of(draft), *totals_of(draft)):
        assert type(fact).checked(fact.given()) == fact


def test_changes_of_people_and_teams_change_what_the_golden_file_says():
    compare_changes("people", lambda line: line[:3] in ("001", "172", "POL", "ENG", "013", "310"))


@pytest.mark.parametrize(
    ("method", "strengths"),
    [
        ("FIDE", [2000, None, 1500, None]),
        ("NRO", [None, 1900, 1600, None]),
        ("FIDON", [2000, 1900, 1500, None]),
        ("NIDOF", [2000, 1900, 1600, None]),
        ("HBFN", [2000, 1900, 1600, None]),
        ("LBFN", [2000, 1900, 1500, None]),
        ("OTHER", [2000, None, 1500, None]),
    ],
)
def test_the_rating_that_counts_follows_record_172(method: str, strengths: list[int | None]):
    ratings = [(2000, None), (None, 1900), (1500, 1600), (None, None)]
    found = [_strength(SimpleNamespace(rating=fide, national_rating=own), method) for fide, own in ratings]  # type: ignore[arg-type]
    assert found == strengths
