"""Limits of time in tests. A busy machine multiplies all of them: `KIBITZ_TESTS_TIMEOUT_FACTOR=4 make test`."""

import os

FACTOR = float(os.environ.get("KIBITZ_TESTS_TIMEOUT_FACTOR", "1"))


def scaled(limit: float) -> float:
    """A limit as this machine needs it, in its own unit; not for times that a test waits out on purpose."""
    return limit * FACTOR
