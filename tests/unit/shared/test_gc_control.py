import gc
import weakref
from collections.abc import Iterator

import pytest

from shared.gc_control import THRESHOLDS, freeze_after_import, gc_paused


@pytest.mark.slow
def test_what_is_loaded_is_kept_and_what_comes_later_is_collected() -> None:
    try:
        freeze_after_import()
        assert gc.get_freeze_count() > 10_000
        assert gc.get_threshold() == THRESHOLDS
        circle: list[object] = []
        circle.append(circle)
        del circle
        assert gc.collect() >= 1
    finally:
        gc.unfreeze()


@pytest.fixture(autouse=True)
def _collecting() -> Iterator[None]:
    was, thresholds = gc.isenabled(), gc.get_threshold()
    gc.enable()
    yield
    gc.set_threshold(*thresholds)
    (gc.enable if was else gc.disable)()


def test_nothing_is_collected_until_the_last_pause_ends() -> None:
    with gc_paused():
        with gc_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_collection_goes_on_after_work_that_failed() -> None:
    with pytest.raises(ValueError, match="no file"), gc_paused():
        raise ValueError("no file")
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    with gc_paused():
        pass
    assert not gc.isenabled()


def test_what_nobody_needs_any_more_is_collected_before_the_rest_is_kept() -> None:
    class Circle:
        def __init__(self) -> None:
            self.itself = self

    gc.disable()
    circle = weakref.ref(Circle())
    try:
        freeze_after_import()
        assert circle() is None
    finally:
        gc.unfreeze()
