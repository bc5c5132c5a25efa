"""What the public sees, decided at the command line; and what is asked of the desk while it is held back."""

from collections.abc import Iterator

import pytest
from typer.testing import CliRunner

from contracts.decisions import OfPublic, SetPublic, SetStatus
from kibitz.cli import app
from tests.support.answering import Taking
from tests.support.directing import decisions, directed

OUTCOME = "ab" * 32


class Kibitz(Taking):
    """A server whose organiser holds back the standings of both events; the desk of one is open."""

    taken: list[bytes] = []

    def do_GET(self) -> None:
        if self.path.startswith("/v1/files/"):
            self.answer(200, {"state": "scored", "fragments": []})
        elif self.path.startswith("/v1/events/"):
            self.answer(200, {"meta": {"withheld": ["ranking"]}, "rows": {}})
        elif self.path == "/desk/e/open/tables/standings":
            self.answer(200, {"meta": {"outcome": OUTCOME}, "rows": {}})
        else:
            self.answer(403, {"message": "the desk is open on the machine that the server runs on"})


@pytest.fixture
def where() -> Iterator[list[str]]:
    with directed(Kibitz) as options:
        yield options


@pytest.mark.parametrize(
    ("words", "places", "boards", "delay"),
    [
        (["--ranking", "hidden"], 0, "none", 0),
        (["--ranking", "hidden", "--boards", "all"], 0, "all", 0),
        (["--ranking", "3", "--delay", "5"], 3, "none", 5),
        (["--boards", "complete"], None, "complete", 0),
        (["--ranking", "shown"], None, "all", 0),
        (["--release"], None, "all", 0),
    ],
)
def test_one_decision_says_all_of_it(
    where: list[str], words: list[str], places: int | None, boards: str, delay: int
) -> None:
    wanted = SetPublic(decision="public", policy=OfPublic(places=places, boards=boards, delay=delay))
    assert decisions(Kibitz, ["decide", "public", "open", *words, *where[:2], *where[4:]]) == [wanted]


def test_the_ranking_is_shown_until_a_round(where: list[str]) -> None:
    words = ["--until-round", "5", "--ranking", "3", "--boards", "all"]
    policy = OfPublic(places=3, until_round=5)
    assert decisions(Kibitz, ["decide", "public", "open", *words, *where[:2], *where[4:]]) == [
        SetPublic(decision="public", policy=policy)
    ]


@pytest.mark.parametrize(
    ("words", "policy"),
    [
        (["--values", "stated"], OfPublic(values="stated")),
        (["--ranking", "3", "--values", "computed"], OfPublic(places=3, boards="none", values="computed")),
        (["--release", "--values", "stated"], OfPublic(values="stated")),
    ],
)
def test_whose_values_are_shown_is_part_of_it(where: list[str], words: list[str], policy: OfPublic) -> None:
    wanted = SetPublic(decision="public", policy=policy)
    assert decisions(Kibitz, ["decide", "public", "open", *words, *where[:2], *where[4:]]) == [wanted]


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--values", "mine"],
        ["--release", "--ranking", "3"],
        ["--ranking", "some"],
        ["--release", "--delay", "5"],
        ["--delay", "31"],
        ["--ranking", "99999"],
        ["--ranking", "9" * 5_000],
        ["--boards", "few"],
    ],
)
def test_what_cannot_be_meant_is_refused(where: list[str], words: list[str]) -> None:
    result = CliRunner().invoke(app, ["decide", "public", "open", *words, *where[:2], *where[4:]])
    assert result.exit_code == 2
    assert "Example" in result.output
    assert Kibitz.taken == []


def test_official_are_the_standings_that_staff_see(where: list[str]) -> None:
    assert decisions(Kibitz, ["decide", "status", "open", "official", *where]) == [
        SetStatus(decision="status", status="official", outcome=OUTCOME)
    ]


def test_who_is_no_staff_declares_nothing_official_that_is_held_back(where: list[str]) -> None:
    result = CliRunner().invoke(app, ["decide", "status", "other", "official", *where])
    assert result.exit_code == 2
    assert "does not show" in result.output
    assert Kibitz.taken == []
