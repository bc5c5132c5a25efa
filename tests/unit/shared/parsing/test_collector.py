"""The collector rests while work is done, and goes on afterwards."""

import gc
from collections.abc import Iterator

import pytest

from shared.parsing.collector import collector_at_rest


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    was = gc.isenabled()
    gc.enable()
    yield
    (gc.enable if was else gc.disable)()


def test_it_rests_until_the_last_work_is_done() -> None:
    with collector_at_rest():
        with collector_at_rest():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_goes_on_after_work_that_failed() -> None:
    with pytest.raises(ValueError, match="no file"), collector_at_rest():
        raise ValueError("no file")
    assert gc.isenabled()


def test_one_that_was_off_stays_off() -> None:
    gc.disable()
    with collector_at_rest():
        pass
    assert not gc.isenabled()
