"""Rulings beside a file: followed when it is scored and checked, and written so that the next program agrees."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from contracts.decisions import AnyDecision, Awarded, MatchAwarded, RuleMatch, SetScore
from contracts.facts import Sides
from kibitz.cli import app
from tests.support.decided import ruling
from tests.support.objects import rows_of
from tests.support.paired_teams import Evening
from tests.support.usebio_documents import board, document, line, pair, people

PAIRS = document(
    people(*(pair(str(number)) for number in range(1, 7)))
    + "".join(
        board(line("140", ns="1", ew="4"), line(second, ns="2", ew="5"), line("80", ns="3", ew="6"), number=number)
        for number, second in (("1", "110"), ("2", "110"), ("3", "140"), ("4", "110"))
    )
)
PLUS = SetScore(
    decision="score",
    board="4",
    sides=Sides(ns="1", ew="4"),
    ns=Awarded(award="average plus"),
    ew=Awarded(award="average minus"),
)


def kibitz(*words: str, exit_code: int = 0) -> Any:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


def files(folder: Path, data: bytes, *decided: AnyDecision) -> tuple[str, str]:
    """A file and a file of decisions about its event."""
    event, decisions = folder / "event.xml", folder / "decisions.json"
    event.write_bytes(data)
    named = kibitz("read", str(event))[0]["fragments"][0]["event"]
    decisions.write_bytes(ruling(*decided, event=named))
    return str(event), str(decisions)


def rows(*paths: str, exit_code: int = 0) -> dict[str, tuple[str, str]]:
    (found,) = kibitz("score", *paths, exit_code=exit_code)
    return {row["id"]: (row["total"], row.get("percentage")) for row in rows_of(found["rankings"][0]["rows"])}


def test_an_average_plus_beside_a_file_follows_the_other_boards(tmp_path: Path) -> None:
    event, decisions = files(tmp_path, PAIRS, PLUS)
    # Pair 1 has 4 + 4 + 3 of 12 on the other boards, 91.67 %; so pair 4 has 8.33 %, and gets that instead of 40.
    assert rows(event, decisions)["1"] == ("14.67", "91.67")
    assert rows(event, decisions)["4"] == ("1.33", "8.33")
    assert rows(event)["1"] == ("15", "93.75")
    assert {finding["code"] for finding in kibitz("check", event, decisions)["findings"]} == {"decisions.decided"}


def test_what_an_award_became_is_written(tmp_path: Path) -> None:
    event, decisions = files(tmp_path, PAIRS, PLUS)
    written = str(tmp_path / "written.pbn")
    kibitz("convert", event, decisions, written, "--to", "pbn")
    assert rows(written) == rows(event, decisions)


def test_usebio_takes_whole_percentages_for_others_and_we_read_the_exact_one_again(tmp_path: Path) -> None:
    event, decisions = files(tmp_path, PAIRS, PLUS)
    written = str(tmp_path / "written.xml")
    told = kibitz("convert", event, decisions, written, "--to", "usebio")
    assert [loss["what"] for loss in told["losses"]] == ["decimals of an adjusted score"]
    assert "<SCORE>A9208</SCORE>" in Path(written).read_text(encoding="utf-8")
    assert rows(written) == rows(event, decisions)


def test_a_weighted_ruling_moves_everybody_and_usebio_has_its_percentages(tmp_path: Path) -> None:
    worth = Awarded.model_validate({"weighted": [{"percent": 25, "points": 140}, {"percent": 75, "points": 80}]})
    ruled = SetScore(decision="score", board="4", sides=Sides(ns="1", ew="4"), ns=worth, ew=worth)
    event, decisions = files(tmp_path, PAIRS, ruled)
    # Board 4 has 140 a quarter of a time, 110 once, and 80 one and three quarters; twice what is below, and equals.
    # 140: 5.5 + 0.25 - 1 = 4.75; 110: 3.5; 80: 0.75. Pair 1 has a quarter of 4.75 and three of 0.75 there, 1.75.
    assert rows(event)["1"][0] == "15"
    assert [rows(event, decisions)[pair][0] for pair in "123"] == ["12.75", "10.5", "0.75"]
    written = str(tmp_path / "written.xml")
    told = kibitz("convert", event, decisions, written, "--to", "usebio")
    assert [loss["what"] for loss in told["losses"]] == ["decimals of an adjusted score", "weighted score"]
    assert "<SCORE>A4456</SCORE>" in Path(written).read_text(encoding="utf-8")


def test_a_void_match_beside_a_file_counts_for_both(tmp_path: Path) -> None:
    evening, void = Evening("CROSS_IMPS"), MatchAwarded(award="void")
    event, decisions = files(
        tmp_path,
        evening.document(),
        RuleMatch(decision="match", round=1, home="1", away="2", home_gets=void, away_gets=void),
    )
    played = evening.victory_points(1, "1")
    expected = {**evening.teams, "1": evening.teams["1"] - played[0] + 8, "2": evening.teams["2"] - played[1] + 8}
    assert {name: total for name, (total, _) in rows(event, decisions).items()} == {
        name: str(total) for name, total in expected.items()
    }
    assert {finding["code"] for finding in kibitz("check", event, decisions)["findings"]} == {"decisions.decided"}
    written = str(tmp_path / "written.xml")
    kibitz("convert", event, decisions, written, "--to", "usebio")
    (again,) = kibitz("score", written)
    assert {row["id"]: row["total"] for row in rows_of(again["rankings"][0]["rows"])} == {
        name: str(total) for name, total in expected.items()
    }
    assert {one["code"] for one in kibitz("check", written)["findings"] if one["severity"] != "info"} == set()
    assert (again["differences"], [match.get("ruling") for match in again["matches"]].count("void")) == (0, 1)
