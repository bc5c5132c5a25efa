"""Settings that every test shares."""

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.support.known_faults import KNOWN_FAULTS

settings.register_profile(
    "kibitz", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("quick", settings.get_profile("kibitz"), max_examples=5)
settings.load_profile(os.environ.get("KIBITZ_TESTS_PROFILE", "kibitz"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Expect known faults to fail, and nothing else; comparisons with golden files are not for the fast loop."""
    for item in items:
        if "golden" in item.nodeid:
            item.add_marker(pytest.mark.slow)
        if reason := KNOWN_FAULTS.get(item.nodeid):
            item.add_marker(pytest.mark.xfail(strict=True, reason=reason))
