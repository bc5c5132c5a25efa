"""Which cases there are."""

from pathlib import Path

from bench.digests.cases import cases_of

DATA = Path(__file__).resolve().parents[3] / "data"


def test_files_of_one_event_are_cases_of_their_own() -> None:
    names = [case.name for case in cases_of([DATA])]
    assert "tests/data/usebio/teams-1.4.xml" in names
    assert "sets/same-numbers" in names
    assert len(names) == len(set(names))
