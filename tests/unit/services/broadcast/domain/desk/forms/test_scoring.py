"""What the forms of how results are scored decide: the same as the command line."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from contracts.decisions import AnyDecision
from services.broadcast.domain.desk.forms.decide import decisions_of
from services.broadcast.domain.desk.forms.form import Unclear
from tests.support.answering import Taking
from tests.support.directing import decisions, directed
from tests.unit.services.broadcast.domain.desk.forms.test_decide import SHOWN


class Kibitz(Taking):
    """An intake that takes everything."""

    taken: list[bytes] = []

    def do_GET(self) -> None:
        self.answer(200, {"state": "scored", "fragments": []})


@pytest.fixture
def where() -> Iterator[list[str]]:
    with directed(Kibitz, page=False) as options:
        yield options


def decided(**fields: str) -> list[AnyDecision]:
    return list(decisions_of(fields, SHOWN))


CARRY = {"decision": "carry", "participant": "pair:3", "score": "330,5", "maximum": "624", "boards": "26"}


def test_what_is_carried_forward_is_what_the_command_carries(where: list[str]) -> None:
    words = "decide carry club 3 330.5 --of 624 --boards 26 --session 2 --reason final"
    given = {**CARRY, "session": "2", "reason": "final"}
    assert decided(**given) == decisions(Kibitz, [*words.split(), *where])


IMPS: dict[str, Any] = {
    "name": "Club",
    "unit": "imps",
    "charts": [
        {"boards": [7, 9], "rows": [[0, "10", "10"], [3, "11.5", "8.5"]]},
        {"boards": [10, 10], "rows": [[0, 1, 1]]},
    ],
}
PERCENT: dict[str, Any] = {
    "name": "Club",
    "unit": "percent",
    "middle": 2,
    "charts": [{"boards": [1, 4], "up_to": ["50.9", "52.8"]}],
}


@pytest.mark.parametrize(
    ("table", "charts"),
    [
        (IMPS, "Boards 7-9\n0 10 10\r\n3 11,5 8,5\n\n board 10 \n0; 1; 1"),
        (PERCENT, "boards 1 – 4\n50.9\n52,8"),
        (PERCENT, "boards 1-4\n50.9, 52.8"),
    ],
)
def test_a_scale_is_that_of_the_command(table: Any, charts: str, where: list[str], tmp_path: Path) -> None:
    path = tmp_path / "scale.json"
    path.write_text(json.dumps(table))
    made = decided(decision="scale", name=" Club ", unit=table["unit"], charts=charts)
    assert made == decisions(Kibitz, ["decide", "scale", "club", str(path), *where])


@pytest.mark.parametrize("written", ["WBF_CONTINUOUS", "wbf-continuous"])
def test_a_scale_that_there_is_is_named_as_by_the_command(written: str, where: list[str]) -> None:
    made = decided(decision="scale", scale="WBF_CONTINUOUS", name="", charts="")
    assert made == decisions(Kibitz, ["decide", "scale", "club", written, *where])


def test_a_table_of_imps_is_that_of_the_command(where: list[str], tmp_path: Path) -> None:
    path = tmp_path / "imps.json"
    path.write_text(json.dumps({"lower_bounds": [20, 60, 120]}))
    wanted = decisions(Kibitz, ["decide", "imps", "club", str(path), *where])
    assert decided(decision="imps", lower_bounds=" 20, 60\n120 ") == wanted


SCALE = {"decision": "scale", "name": "x", "unit": "imps", "charts": "boards 7\n0 10 10"}


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({**CARRY, "participant": ""}, "Choose who"),
        ({**CARRY, "participant": "team:3"}, "Check kind"),
        ({**CARRY, "score": "many"}, "Check score"),
        ({**CARRY, "boards": "9" * 5000}, "Check boards"),
        ({**SCALE, "charts": ""}, "Begin each chart"),
        ({**SCALE, "charts": "0 10 10\nboards 7"}, "Begin each chart"),
        ({**SCALE, "charts": "boards 7\n0 10"}, "the first margin in IMPs"),
        ({**SCALE, "charts": "boards 7\n0 ten 10"}, "Check decision|Check scale|Check table"),
        ({**SCALE, "charts": "boards 7\n1 10 10"}, "starts at 1 IMPs"),
        ({**SCALE, "charts": "boards 9-7\n0 10 10"}, "does not rise"),
        ({"decision": "scale", "scale": "SBU"}, "no scale SBU; there are WBF_CONTINUOUS, "),
        ({"decision": "scale", "scale": "x" * 5000}, "Check name"),
        ({**SCALE, "unit": "hats"}, "Check table"),
        ({**SCALE, "name": " "}, "name is missing"),
        ({**SCALE, "unit": "percent"}, "leaves 50 to 100 percent|does not rise"),
        ({"decision": "imps", "lower_bounds": "20 fifty"}, "1, 2, 3"),
        ({"decision": "imps", "lower_bounds": "60 20"}, "do not rise"),
        ({"decision": "imps", "lower_bounds": " ".join(map(str, range(1, 300)))}, "Check lower_bounds"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_what_to_write(fields: dict[str, str], text: str) -> None:
    with pytest.raises(Unclear, match=text):
        decided(**fields)
