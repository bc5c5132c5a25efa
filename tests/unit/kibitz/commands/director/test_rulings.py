import hashlib
import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.facts import Sides
from kibitz.cli import app
from tests.support.answering import Taking
from tests.support.directing import decisions, directed

run = CliRunner().invoke
LINES = {
    "a": {"ns": "3", "ew": "5", "session": None, "ns_team": "X", "ew_team": "Y"},
    "b": {"ns": "1+2", "ew": "3+4", "session": None},
}
BOARDS = [{"id": "7", "board": "7"}]
WRONG = "ab" * 32


class Kibitz(Taking):
    """An intake that takes everything, and a scoreboard with one event."""

    taken: list[bytes] = []

    def do_GET(self) -> None:
        if self.path == f"/v1/files/{WRONG}":
            self.answer(404, {"message": "unknown"})
        elif self.path.startswith("/v1/files/"):
            fragments = [{"event": "open"}, {"event": "side-game"}, {"event": "open"}]
            self.answer(200, {"state": "scored", "fragments": fragments})
        elif self.path == "/v1/events/open/standings":
            self.answer(200, {"meta": {"outcome": WRONG, "boards": BOARDS}})
        elif self.path.startswith("/v1/events/open/boards/"):
            self.answer(200, {"rows": LINES, "meta": {"vulnerable": "None"}})
        else:
            self.answer(404, {"message": "unknown"})


@pytest.fixture
def where() -> Iterator[list[str]]:
    with directed(Kibitz) as options:
        yield options


def decided(*words: str) -> Any:
    (decision,) = decisions(Kibitz, words)
    return decision


def test_a_line_is_named_as_the_scoreboard_has_it(where: list[str]) -> None:
    void = decided("decide", "void", "open", "7", "--ns", "3", "--ew", "5", *where)
    assert (void.decision, void.board, void.sides) == ("void", "7", Sides(ns="3", ew="5", ns_team="X", ew_team="Y"))
    individuals = decided("decide", "void", "open", "7", "--ns", "1+2", "--ew", "3+4", *where)
    assert individuals.sides == Sides(north="1", south="2", east="3", west="4")


def test_a_score_is_one_for_both_sides_or_one_for_each(where: list[str]) -> None:
    line = ["decide", "score", "open", "7", "--ns", "3", "--ew", "5", *where]
    both = decided(*line, "--ns-gets", "-50")
    assert (both.ns.points, both.ew.points) == (-50, -50)
    split = decided(*line, "--ns-gets", "60%")
    assert (split.ns.percent, split.ew.percent) == (Decimal(60), Decimal(40))
    ruled = decided(*line, "--ns-gets", "60%", "--ew-gets", "420")
    assert (ruled.ns.percent, ruled.ew.points) == (Decimal(60), 420)


def test_a_contract_is_given_with_its_result(where: list[str]) -> None:
    line = ["decide", "score", "open", "7", "--ns", "3", "--ew", "5", *where]
    made = decided(*line, "--ns-gets", "4S+1 by N lead HK")
    assert (made.ns.points, made.contract, made.declarer, made.tricks, made.lead) == (450, "4S", "N", 11, "HK")
    wrong = run(app, [*line, "--ns-gets", "455"])
    assert wrong.exit_code == 2
    assert "no contract gives 455" in " ".join(wrong.output.split())


@pytest.mark.parametrize(
    ("ns", "ew"),
    [
        ("average plus", "average minus"),
        ("average minus", "average plus"),
        ("average", "average"),
        ("not played", "not played"),
    ],
)
def test_a_ruling_may_be_said_by_name(where: list[str], ns: str, ew: str) -> None:
    line = ["decide", "score", "open", "7", "--ns", "3", "--ew", "5", *where]
    ruled = decided(*line, "--ns-gets", ns)
    assert (ruled.ns.award, ruled.ew.award) == (ns, ew)
    split = decided(*line, "--ns-gets", ns, "--ew-gets", "-420")
    assert (split.ns.award, split.ew.points) == (ns, -420)


@pytest.mark.parametrize("text", ["30% 420, 70% -50", "30%of +420,70%  -50", "30.0% of 420, 70% of -50"])
def test_a_ruling_may_weigh_several_results(where: list[str], text: str) -> None:
    line = ["decide", "score", "open", "7", "--ns", "3", "--ew", "5", *where]
    ruled = decided(*line, "--ns-gets", text)
    assert [(part.percent, part.points) for part in ruled.ns.weighted] == [(30, 420), (70, -50)]
    assert ruled.ew == ruled.ns
    split = decided(*line, "--ns-gets", text, "--ew-gets", "420")
    assert (split.ns, split.ew.points) == (ruled.ns, 420)


@pytest.mark.parametrize(("typed", "result"), [("1-0", "1-0"), ("1/2-1/2", "½-½"), ("0-1F", "--+"), ("none", None)])
def test_a_game_of_chess_gets_a_result(where: list[str], typed: str, result: str | None) -> None:
    game = decided("decide", "game", "open", "3", "5", "9", typed, *where[:2], *where[4:])
    assert (game.decision, game.round, game.white, game.black, game.result) == ("game", 3, "5", "9", result)


def test_a_game_that_cannot_be_is_refused(where: list[str]) -> None:
    place = [*where[:2], *where[4:]]
    wrong = run(app, ["decide", "game", "open", "3", "5", "9", "2-0", *place])
    assert wrong.exit_code == 2
    assert "2-0 is not the result of a game" in " ".join(wrong.output.split())
    alone = run(app, ["decide", "game", "open", "3", "5", "5", "1-0", *place])
    assert alone.exit_code == 2
    assert "5 against 5 in round 3 is not a game" in " ".join(alone.output.split())


def test_a_penalty_takes_away_and_a_plus_gives(where: list[str]) -> None:
    place = [*where[:2], *where[4:]]
    assert decided("decide", "penalty", "open", "3", "0.5", "--unit", "vps", *place).amount == Decimal("-0.5")
    bonus = decided("decide", "penalty", "open", "T1", "+2", "--kind", "team", *place)
    assert (bonus.amount, bonus.kind) == (Decimal(2), "team")


def test_official_standings_are_those_that_are_shown(where: list[str]) -> None:
    assert decided("decide", "status", "open", "official", *where).outcome == WRONG
    assert decided("decide", "status", "open", "live", *where).outcome is None


def test_a_file_is_retracted_in_all_its_events(where: list[str], tmp_path: Path) -> None:
    path = tmp_path / "wrong.xml"
    path.write_bytes(b"<x/>")
    place = [*where[:2], *where[4:]]
    decision = decided("retract", str(path), *place)
    assert (decision.file, decision.retracted) == (hashlib.sha256(b"<x/>").hexdigest(), True)
    assert [json.loads(data)["event"] for data in Kibitz.taken] == ["open", "side-game"]
    Kibitz.taken.clear()
    assert not decided("retract", "cd" * 32, "--back", "--event", "open", *place).retracted
    assert len(Kibitz.taken) == 1
    assert run(app, ["retract", WRONG, *place]).exit_code == 2


def test_a_file_is_taken_in_all_its_events_and_files_of_one_event_at_once(where: list[str], tmp_path: Path) -> None:
    path = tmp_path / "right.xml"
    path.write_bytes(b"<x/>")
    digest = hashlib.sha256(b"<x/>").hexdigest()
    place = [*where[:2], *where[4:]]
    decision = decided("take", str(path), *place, "--reason", "scored by hand")
    assert (decision.decision, decision.file, decision.taken) == ("take", digest, True)
    assert decision.reason == "scored by hand"
    assert [json.loads(data)["event"] for data in Kibitz.taken] == ["open", "side-game"]
    Kibitz.taken.clear()
    both = decisions(Kibitz, ["take", "cd" * 32, str(path), "cd" * 32, "--back", "--event", "open", *place])
    assert [(each.file, each.taken) for each in both] == [("cd" * 32, False), (digest, False)]
    assert len(Kibitz.taken) == 1


def test_nothing_is_taken_if_the_server_has_not_all_of_the_files(where: list[str]) -> None:
    result = run(app, ["take", "cd" * 32, WRONG, *where[:2], *where[4:]])
    assert (result.exit_code, Kibitz.taken) == (2, [])
    assert f"the server has no file {WRONG[:12]}" in result.output


def test_seats_are_locked_and_unlocked(where: list[str]) -> None:
    place = [*where[:2], *where[4:]]
    lock = decided("seat", "lock", "open", "4", "--session", "2", *place)
    assert (lock.round, lock.session, lock.locked) == (4, "2", True)
    assert decided("seat", "unlock", "open", *place).locked is False


def test_nobody_at_home_is_said(where: list[str]) -> None:
    nobody = ["--to", "http://127.0.0.1:9", "--page", "http://127.0.0.1:9"]
    for words in (["decide", "void", "open", "7", "--ns", "3", "--ew", "5"], ["retract", WRONG], ["take", WRONG]):
        result = run(app, [*words, *(nobody if words[0] == "decide" else nobody[:2])])
        assert result.exit_code == 2
        assert "nobody answers" in result.output


def test_a_scale_and_a_table_of_imps_are_given_as_files(where: list[str], tmp_path: Path) -> None:
    place = [*where[:2], *where[4:]]
    scale, table = tmp_path / "scale.json", tmp_path / "imps.json"
    charts = [{"boards": [1, 8], "rows": [[0, "10", "10"], [4, "12.5", "7.5"]]}]
    scale.write_text(json.dumps({"name": "SBU", "unit": "imps", "charts": charts}), encoding="utf-8")
    table.write_text('{"lower_bounds": [20, 60]}', encoding="utf-8")
    assert decided("decide", "scale", "open", str(scale), *place).table.charts[0].rows[1] == (
        4,
        Decimal("12.5"),
        Decimal("7.5"),
    )
    assert decided("decide", "imps", "open", str(table), *place).lower_bounds == (20, 60)


@pytest.mark.parametrize("text", ["{", "[]", '{"name": "x"}', '{"lower_bounds": "many"}'])
def test_a_file_that_holds_no_table_is_said(where: list[str], tmp_path: Path, text: str) -> None:
    file = tmp_path / "table.json"
    file.write_text(text, encoding="utf-8")
    for word in ("scale", "imps"):
        for path in (file, tmp_path / "none.json"):
            result = run(app, ["decide", word, "open", str(path), *where[:2]])
            assert result.exit_code == 2, result.output
    assert Kibitz.taken == []


def test_a_qualifying_score_is_carried_forward(where: list[str]) -> None:
    place = [*where[:2], *where[4:]]
    carried = decided("decide", "carry", "open", "3", "330", "--of", "312", "--boards", "26", *place)
    assert (carried.decision, carried.participant, carried.score, carried.maximum, carried.boards) == (
        "carry",
        "3",
        330,
        312,
        26,
    )
    result = run(app, ["decide", "carry", "open", "3", "much", "--of", "312", "--boards", "26", *place])
    assert (result.exit_code, len(Kibitz.taken)) == (2, 1)
    assert "is not a score of a pair" in result.output


TO_3_AND_5 = ["decide", "score", "open", "7", "--ns", "3", "--ew", "5", "--ns-gets"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["decide", "penalty", "open", "3", "much"], "is not a penalty"),
        (["decide", "penalty", "open", "3", "5", "--unit", "pounds"], "is not a penalty"),
        (["decide", "status", "open", "final"], "official, provisional or live"),
        (["decide", "score", "open", "7", "--ns", "3", "--ew", "5", "--ns-gets", "much"], "is not points"),
        (["decide", "score", "open", "7", "--ns", "3", "--ew", "5", "--ns-gets", "much%"], "is not points"),
        ([*TO_3_AND_5, "30% 420, 60% -50"], "weighted results of 100%"),
        ([*TO_3_AND_5, "30% 420, 70% -50, 0"], "weighted results of 100%"),
        (["decide", "carry", "open", "3", "330", "--of", "0", "--boards", "26"], "is not a score of a pair"),
    ],
)
def test_what_cannot_be_decided_is_refused_and_nothing_is_sent(where: list[str], words: list[str], text: str) -> None:
    # An option of the scoreboard goes with commands that ask it alone.
    options = where if words[1] in ("status", "score") else [*where[:2], *where[4:]]
    result = run(app, [*words, *options])
    assert (result.exit_code, Kibitz.taken) == (2, [])
    assert text in " ".join(result.output.split())


def test_a_decision_carries_its_reason(where: list[str]) -> None:
    options = [*where[:2], *where[4:]]
    fined = decided("decide", "penalty", "open", "3", "0.5", "--reason", "Slow play", *options)
    assert (fined.reason, fined.amount) == ("Slow play", Decimal("-0.5"))
    given = decided("decide", "penalty", "open", "3", "+0.5", *options)
    assert (given.reason, given.amount) == (None, Decimal("0.5"))
