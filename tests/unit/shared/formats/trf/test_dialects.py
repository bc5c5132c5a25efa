"""The names of the dialects are what events are published under, so they never change."""

from shared.formats.trf.dialects import Dialect


def test_the_names_stay_as_they_are():
    assert [each.value for each in Dialect] == ["TRF16", "TRF16+XX", "TRF16+BB", "TRF-2024-draft", "TRF-2026"]
