import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from contracts.codes.scoring import UNKNOWN_PARTICIPANT
from contracts.facts import AsOf
from kibitz.cli import app
from kibitz.pipeline import Pipeline

run = CliRunner().invoke
EVENING = AsOf(at=datetime(2026, 3, 7, 22, 0, tzinfo=UTC), source="stated")


@pytest.mark.slow
def test_score_puts_the_files_of_one_event_into_another(good: Path) -> None:
    other = good.with_name("other.xml")
    other.write_bytes(good.read_bytes().replace(b"Lanternlight Pairs", b"Copperbell Pairs"))
    apart = json.loads(run(app, ["score", "--json", str(good), str(other)]).stdout)
    first, second = sorted(one["event"] for one in apart)
    linked = run(app, ["score", "--json", str(good), str(other), "--link", f"{first}={second}"])
    (event,) = json.loads(linked.stdout)
    assert event["event"] == first
    assert {source["name"] for source in event["sources"]} == {"link.json", "other.xml"}, "a version of good.xml"
    for words in ("one", "one=", "=two", "One=two"):
        refused = run(app, ["score", str(good), "--link", words])
        assert refused.exit_code == 2
        assert "does not name two events" in refused.stderr


def test_score_prints_standings_and_as_json_the_same(good: Path) -> None:
    shown = run(app, ["score", str(good)])
    assert shown.exit_code == 0
    assert "North-South" in shown.output
    (document,) = json.loads(run(app, ["score", str(good), "--json"]).stdout)
    leader = document["rankings"][0]["rows"]["name"][0]
    assert leader.split(" & ")[0] in shown.output


def test_a_round_that_was_not_played_is_refused_and_the_others_are_shown(good: Path) -> None:
    result = run(app, ["score", str(good), "--after-round", "99"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Lanternlight" not in result.stdout
    assert result.stderr.strip()
    assert run(app, ["score", str(good), "--after-round", "1"]).exit_code == 0


def test_a_wrong_result_is_a_finding_of_the_score(wrong: Path) -> None:
    result = run(app, ["score", str(wrong)])
    assert result.exit_code == 1
    assert "differ from ours" in result.stdout


def test_as_many_rows_are_shown_as_wanted(good: Path) -> None:
    assert "more" in run(app, ["score", str(good), "--top", "1"]).stdout
    assert "more" not in run(app, ["score", str(good), "--top", "8"]).stdout


def test_what_may_not_be_scored_is_shown_with_its_findings(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refusal = UNKNOWN_PARTICIPANT.finding("pair 99 is in no list", subject="board 3")
    monkeypatch.setattr(Pipeline, "refused_findings", lambda _: [refusal])
    assert "pair 99 is in no list" in run(app, ["score", str(good)]).stdout
    json.loads(run(app, ["score", str(good), "--json"]).stdout)


def test_who_gives_half_a_number_is_offered_those_who_have_it(good: Path) -> None:
    result = run(app, ["score", str(good), "--of", "1"])
    assert result.exit_code == 2
    offered = result.stderr.partition("Give one of these: ")[2]
    assert offered
    assert all(number.strip(" .\n")[-3:] in ("1NS", "1EW") for number in offered.split(","))
