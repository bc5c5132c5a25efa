"""Settings that every test shares."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "kibitz", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("quick", settings.get_profile("kibitz"), max_examples=5)
settings.load_profile(os.environ.get("KIBITZ_TESTS_PROFILE", "kibitz"))
