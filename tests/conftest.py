"""Settings that every test shares."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "kibitz", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("kibitz")
