from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from tests.support.answering import Taking
from tests.support.directing import decisions, directed

run = CliRunner().invoke
MATCHES = {
    "a": {"home": "7", "away": "12", "round": 1, "session": "S"},
    "b": {"home": "7", "away": "3", "round": 2, "session": "S"},
    "c": {"home": "3", "away": "7", "round": 5, "session": "S"},
}


class Kibitz(Taking):
    """An intake that takes everything, and a scoreboard with the matches of one event."""

    taken: list[bytes] = []

    def do_GET(self) -> None:
        if self.path == "/v1/events/open/matches":
            self.answer(200, {"rows": MATCHES})
        elif self.path == "/v1/events/many/matches":
            self.answer(200, {"rows": AGAIN})
        elif self.path.startswith("/v1/files/"):
            self.answer(200, {"state": "scored"})
        else:
            self.answer(404, {"message": "unknown"})


AGAIN = {str(number): {"home": "7", "away": "12", "round": number} for number in range(1, 22)}


@pytest.fixture
def where() -> Iterator[list[str]]:
    with directed(Kibitz) as options:
        yield options


def decided(*words: str) -> Any:
    (decision,) = decisions(Kibitz, ["decide", *words])
    return decision


def refused(*words: str) -> str:
    result = run(app, ["decide", *words])
    assert (result.exit_code, Kibitz.taken) == (2, [])
    return " ".join(result.output.split())


def test_a_match_is_named_by_its_sides_and_known_by_its_round(where: list[str]) -> None:
    void = decided("match", "open", "12", "7", "--home-gets", "void", *where)
    assert (void.decision, void.session, void.round, void.home, void.away) == ("match", "S", 1, "12", "7")
    assert (void.home_gets.award, void.away_gets.award) == ("void", "void")


@pytest.mark.parametrize(
    ("home", "away"),
    [
        ("director fault", "director fault"),
        ("average", "average"),
        ("average plus", "average minus"),
        ("average minus", "average plus"),
        ("mismatch higher", None),
    ],
)
def test_what_goes_with_an_award_need_not_be_said(where: list[str], home: str, away: str | None) -> None:
    ruled = decided("match", "open", "7", "12", "--home-gets", home, *where)
    assert (ruled.home_gets.award, ruled.away_gets and ruled.away_gets.award) == (home, away)


def test_a_score_may_be_said_for_each_side(where: list[str]) -> None:
    ruled = decided("match", "open", "7", "12", "--home-gets", "13.5", "--away-gets", "void", *where)
    assert (ruled.home_gets.score, ruled.away_gets.award) == (Decimal("13.5"), "void")


def test_of_several_matches_the_round_has_to_be_said(where: list[str]) -> None:
    assert "--round 2, --round 5" in refused("match", "open", "7", "3", "--home-gets", "void", *where)
    assert decided("match", "open", "7", "3", "--round", "5", "--home-gets", "void", *where).round == 5


def test_a_match_that_no_file_has_is_ruled_with_its_round(where: list[str]) -> None:
    assert "3 and 12 have no match of open" in refused("match", "open", "3", "12", "--home-gets", "void", *where)
    assert "99 is in no match" in refused("match", "open", "3", "99", "--round", "2", "--home-gets", "void", *where)
    new = decided("match", "open", "3", "12", "--round", "3", "--session", "S", "--home-gets", "void", *where)
    assert (new.session, new.round) == ("S", 3)


def test_a_board_is_taken_out_of_a_match(where: list[str]) -> None:
    removed = decided("removed", "open", "9", "7", "12", "--home-gets", "average plus", *where)
    assert (removed.decision, removed.board, removed.round) == ("removed", "9", 1)
    assert (removed.home_gets, removed.away_gets) == ("average plus", "average minus")
    both = decided(
        "removed", "open", "9", "7", "12", "--home-gets", "average plus", "--away-gets", "average plus", *where
    )
    assert (both.home_gets, both.away_gets) == ("average plus", "average plus")


def test_what_no_side_can_get_is_refused(where: list[str]) -> None:
    assert "half is not an award for a match" in refused("match", "open", "7", "12", "--home-gets", "half", *where)
    assert "void is not an average" in refused(
        "removed", "open", "9", "7", "12", "--home-gets", "void", "--away-gets", "void", *where
    )


def test_rounds_count_from_one(where: list[str]) -> None:
    words = ["match", "open", "7", "12", "--home-gets", "void"]
    assert "--round" in refused(*words, "--round", "0", *where)
    assert decided(*words, "--round", "1", *where).round == 1


def test_of_many_matches_twenty_rounds_are_named(where: list[str]) -> None:
    rounds = ", ".join(f"--round {number}" for number in range(1, 21))
    said = refused("match", "many", "7", "12", "--home-gets", "void", *where)
    assert said.endswith(f"7 and 12 met 21 times Choose one of them: {rounds}")
