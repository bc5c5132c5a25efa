"""Rulings beside a file: followed when it is scored and checked, and written so that the next program agrees."""

import csv
import json
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from contracts.decisions import Adjust, AnyDecision, Awarded, MatchAwarded, RuleMatch, SetScore, VoidResult
from contracts.facts import Sides
from kibitz.cli import app
from shared.formats.decisions.played import line_ruling
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
    assert told["losses"] == []
    assert "<SCORE>A4456</SCORE>" in Path(written).read_text(encoding="utf-8")
    assert rows(written) == rows(event, decisions)


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


def travellers() -> Iterator[str]:
    """Five boards between three pairs on each side, with contracts; of the second the points are stated."""
    for number in range(1, 6):
        game, down = ("420", "620")[number in (2, 4, 5)], ("50", "100")[number in (3, 4)]
        tables = ((game, "4S", "N", 10), ("170", "2S", "S", 10), (down, "3NT", "E", 8))
        rows = []
        for at, (score, contract, declarer, tricks) in enumerate(tables):
            more = f"<CONTRACT>{contract}</CONTRACT><PLAYED_BY>{declarer}</PLAYED_BY><TRICKS>{tricks}</TRICKS>"
            if number == 2:
                more += f"<NS_MATCH_POINTS>{4 - 2 * at}</NS_MATCH_POINTS><EW_MATCH_POINTS>{2 * at}</EW_MATCH_POINTS>"
            rows.append(line(score, ns=str(1 + 2 * at), ew=str(2 + 2 * ((number + at) % 3)), more=more))
        yield board(*rows, number=str(number))


RULED = document(people(*(pair(str(number)) for number in range(1, 7))) + "".join(travellers()))


def scored(number: int, ns: str, ew: str, text: str, other: str | None = None) -> SetScore:
    vulnerable = {1: "None", 2: "NS", 3: "EW", 4: "All", 5: "NS"}[number]
    before = {"contract": "4S", "declarer": "N", "tricks": 10}
    ruled = line_ruling(text, other, before, vulnerable)
    return SetScore(decision="score", board=str(number), sides=Sides(ns=ns, ew=ew), **ruled)


IN_EVERY_FORMAT: tuple[AnyDecision, ...] = (
    scored(1, "1", "4", "4S+1 by N"),
    *(
        VoidResult(decision="void", board="2", sides=Sides(ns=ns, ew=ew))
        for ns, ew in (("1", "6"), ("3", "2"), ("5", "4"))
    ),
    VoidResult(decision="void", board="5", sides=Sides(ns="3", ew="2")),
    scored(3, "1", "2", "60/40"),
    scored(4, "1", "4", "620", "-100"),
)
WEIGHTED = scored(5, "1", "6", "30% 620, 70% -100")
PENALTY = Adjust(decision="adjustment", participant="3", amount=Decimal("-0.6"), unit="match_points")


def whole(*paths: str) -> dict[str, tuple[str | None, ...]]:
    """Place, total, percentage and penalties of everybody."""
    (found,) = kibitz("score", *paths)
    names = ("place", "total", "percentage", "adjustment")
    return {
        row["id"]: tuple(row.get(name) for name in names)
        for ranking in found["rankings"]
        for row in rows_of(ranking["rows"])
    }


def lines(folder: Path, *paths: str) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Contract, score and points of each line, as the list of results for spreadsheets has them."""
    out = folder / f"results-{len(list(folder.iterdir()))}.csv"
    kibitz("convert", *paths, str(out), "--to", "results-csv")
    with out.open(encoding="utf-8-sig", newline="") as read:
        rows = list(csv.DictReader(read))
    said = ("contract", "declarer", "tricks", "score", "ew_score", "ns_points", "ew_points")
    return {(row["board"], row["ns"], row["ew"]): tuple(row[name] for name in said) for row in rows}


def test_every_ruling_is_in_the_file_of_usebio_and_read_again(tmp_path: Path) -> None:
    event, decisions = files(tmp_path, RULED, *IN_EVERY_FORMAT, WEIGHTED, PENALTY)
    written = str(tmp_path / "written.xml")
    kibitz("convert", event, decisions, written, "--to", "usebio")
    wanted = whole(event, decisions)
    assert wanted["3"][-1] == "-0.6"
    assert whole(written) == wanted
    found = lines(tmp_path, event, decisions)
    assert lines(tmp_path, written) == found
    assert found["1", "1", "4"][:4] == ("4S", "N", "11", "450")
    assert {found["2", ns, ew][3:] for ns, ew in (("1", "6"), ("3", "2"), ("5", "4"))} == {("void", "", "", "")}
    # A void board has no match points in it, whatever the file stated.
    void = Path(written).read_text(encoding="utf-8").split("<BOARD_NUMBER>2<")[1].split("</BOARD>")[0]
    assert "MATCH_POINTS" not in void
    table = tmp_path / "standings.csv"
    kibitz("convert", event, decisions, str(table), "--to", "csv")
    with table.open(encoding="utf-8-sig", newline="") as read:
        said = {row["number"]: row for row in csv.DictReader(read)}
    names = ("place", "total", "percentage", "adjustment")
    assert {own: tuple(row[name] or None for name in names) for own, row in said.items()} == wanted
    kept = tmp_path / "event.json"
    kibitz("convert", event, decisions, str(kept), "--to", "json")
    results = json.loads(kept.read_text(encoding="utf-8"))["facts"]["results"]
    first = [results[name][0] for name in ("board", "ns", "ew", "contract", "declarer", "tricks", "ns_score")]
    assert first == ["1", "1", "4", "4S", "N", 11, 450]


def test_pbn_has_every_ruling_but_weights_and_says_so(tmp_path: Path) -> None:
    event, decisions = files(tmp_path, RULED, *IN_EVERY_FORMAT, PENALTY)
    written = str(tmp_path / "written.pbn")
    kibitz("convert", event, decisions, written, "--to", "pbn")
    assert whole(written) == whole(event, decisions)
    event, decisions = files(tmp_path, RULED, WEIGHTED)
    told = kibitz("convert", event, decisions, written, "--to", "pbn")
    assert "weighted score" in {loss["what"] for loss in told["losses"]}


def test_a_game_file_has_the_percentages_after_every_ruling_that_it_can_say(tmp_path: Path) -> None:
    event, decisions = files(tmp_path, RULED, *IN_EVERY_FORMAT, PENALTY)
    written = str(tmp_path / "written.acm")
    kibitz("convert", event, decisions, written, "--to", "acblscore")
    wanted, found = whole(event, decisions), {re.sub(r"\D", "", name): row for name, row in whole(written).items()}
    assert {name: row[0] for name, row in found.items()} == {name: row[0] for name, row in wanted.items()}
    # Match points have two decimals there.
    apart = [Decimal(row[2] or 0) - Decimal(wanted[name][2] or 0) for name, row in found.items()]
    assert max(map(abs, apart)) <= Decimal("0.05")
