"""How the public sees names, decided at the command line."""

from collections.abc import Iterator

import pytest
from typer.testing import CliRunner

from contracts.decisions import ShowNames
from kibitz.cli import app
from tests.support.answering import Taking
from tests.support.directing import decisions, directed


class Kibitz(Taking):
    """A server that takes what it is sent."""

    taken: list[bytes] = []

    def do_GET(self) -> None:
        self.answer(200, {"meta": {}, "rows": {}, "state": "scored", "fragments": []})


@pytest.fixture
def where() -> Iterator[list[str]]:
    with directed(Kibitz) as options:
        yield options


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["initials"], ShowNames(decision="names", shown="initials")),
        (["none", "--of", "Rosa Baker"], ShowNames(decision="names", name="Rosa Baker", shown="none")),
        (["full", "--of", "Rosa Baker"], ShowNames(decision="names", name="Rosa Baker", shown="full")),
    ],
)
def test_a_decision_is_about_everybody_or_one_person(where: list[str], words: list[str], expected: ShowNames) -> None:
    assert decisions(Kibitz, ["decide", "names", "open", *words, *where[:2], *where[4:]]) == [expected]


@pytest.mark.parametrize("words", [[], ["some"], ["none", "--of", ""]])
def test_what_cannot_be_meant_is_refused(where: list[str], words: list[str]) -> None:
    assert CliRunner().invoke(app, ["decide", "names", "open", *words, *where[:2], *where[4:]]).exit_code != 0
    assert Kibitz.taken == []
