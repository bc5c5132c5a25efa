import json
from datetime import UTC, datetime
from pathlib import Path

from typer.testing import CliRunner

from contracts.facts import AsOf
from kibitz.cli import app

run = CliRunner().invoke
EVENING = AsOf(at=datetime(2026, 3, 7, 22, 0, tzinfo=UTC), source="stated")


def test_score_puts_the_files_of_one_event_into_another(good: Path) -> None:
    other = good.with_name("other.xml")
    other.write_bytes(good.read_bytes().replace(b"Lanternlight Pairs", b"Copperbell Pairs"))
    apart = json.loads(run(app, ["score", "--json", str(good), str(other)]).stdout)
    first, second = sorted(one["event"] for one in apart)
    linked = run(app, ["score", "--json", str(good), str(other), "--link", f"{first}={second}"])
    (event,) = json.loads(linked.stdout)
    assert event["event"] == first
    assert {"good.xml", "other.xml"} <= {source["name"] for source in event["sources"]}
    for words in ("one", "one=", "=two", "One=two"):
        refused = run(app, ["score", str(good), "--link", words])
        assert refused.exit_code == 2
        assert "does not name two events" in refused.stderr


def test_score_prints_standings_and_as_json_the_same(good: Path) -> None:
    shown = run(app, ["score", str(good)])
    assert shown.exit_code == 0
    assert "North-South" in shown.output
    (document,) = json.loads(run(app, ["score", str(good), "--json"]).stdout)
    leader = document["rankings"][0]["rows"][0]["name"]
    assert leader.split(" & ")[0] in shown.output
