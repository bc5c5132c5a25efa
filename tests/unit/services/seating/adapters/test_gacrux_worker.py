"""The worker: jobs keep their exact decimals, and the library's noise goes nowhere."""

import io
import json
import resource
from decimal import Decimal

import pytest
from gacrux.gacruxexeptions import GacruxNoLegalPairing

from services.seating.adapters import gacrux_worker
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


def test_the_worker_reads_a_job_and_writes_its_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    limits: list[tuple[float, int]] = []
    monkeypatch.setattr(gacrux_worker, "limit", lambda *both: limits.append(both))
    job = {"tournament": event_of(made_up(3, 9, 5).request), "round_": 1, "method": "dutch", "seconds": 7, "bytes": 9}
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(encoded(job))))
    gacrux_worker.main()
    assert len(json.loads(capsys.readouterr().out)["pairs"]) == 5
    assert limits == [(7, 9)]


def test_limits_are_set_where_they_are_wanted_and_never_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", bounds.__setitem__)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (0, resource.RLIM_INFINITY))
    gacrux_worker.limit(60, 1_000)
    unlimited = resource.RLIM_INFINITY
    assert bounds == {
        resource.RLIMIT_CPU: (65, unlimited),
        resource.RLIMIT_AS: (1_000, unlimited),
        resource.RLIMIT_DATA: (1_000, unlimited),
    }
    monkeypatch.setattr(resource, "getrlimit", lambda _: (0, 500))
    gacrux_worker.limit(0, 1_000)
    assert (bounds[resource.RLIMIT_AS], bounds[resource.RLIMIT_CPU]) == ((500, 500), (65, unlimited))
    bounds.clear()
    gacrux_worker.limit(0, 0)
    assert bounds == {}


@pytest.mark.parametrize(
    ("error", "why"),
    [(MemoryError(), "memory"), (GacruxNoLegalPairing("none"), "none exists"), (KeyError("x"), "failed")],
)
def test_what_goes_wrong_in_the_library_is_an_answer(
    monkeypatch: pytest.MonkeyPatch, error: Exception, why: str
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("gacrux.pairingdutch.pairing_dutch", fail)
    assert draw(event_of(made_up(3, 9, 5).request), 1, "dutch")["why"] == why
