"""What is loaded at the start is left out of collections."""

import gc

from shared.starting import keep_what_is_loaded


def test_what_is_loaded_is_kept_and_what_comes_later_is_collected() -> None:
    try:
        keep_what_is_loaded()
        assert gc.get_freeze_count() > 10_000
        circle: list[object] = []
        circle.append(circle)
        del circle
        assert gc.collect() >= 1
    finally:
        gc.unfreeze()
