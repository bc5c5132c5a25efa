"""The worker: jobs keep their exact decimals, and the library's noise goes nowhere."""

from decimal import Decimal

import pytest

from services.seating.adapters.gacrux_event import event_of
from services.seating.adapters.gacrux_worker import decoded, draw, encoded
from tests.support.chess_draws import made_up


def test_a_job_comes_back_as_it_was() -> None:
    job = {"round_": 3, "points": Decimal("0.50"), "list": [Decimal(1), None, {"nested": "text"}], "decimal": 1}
    assert decoded(encoded(job)) == job


def test_a_draw_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    answer = draw(event_of(made_up(3, 9, 5).request), 1, "dutch")
    assert len(answer["pairs"]) == 5
    assert capsys.readouterr() == ("", "")


def test_a_dictionary_that_the_library_cannot_use_is_an_answer() -> None:
    answer = draw({**event_of(made_up(3, 9, 5).request), "competitors": [{"cid": "x"}]}, 1, "dutch")
    assert answer["why"] == "failed"
    assert answer["reason"]
