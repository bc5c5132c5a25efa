"""Codes of federations."""

import pytest

from shared.formats.trf.reader.people.federations import FEDERATIONS


def test_every_code_has_three_capital_letters() -> None:
    assert {code for code in FEDERATIONS if len(code) != 3 or not code.isupper()} == set()


@pytest.mark.parametrize("code", ["NOR", "NED", "WLS", "TTO", "URS", "YUG", "FID", "NON"])
def test_members_former_ones_and_those_of_no_federation_are_known(code: str) -> None:
    assert code in FEDERATIONS


@pytest.mark.parametrize("code", ["DEU", "NLD", "CHE", "NRW", "ENL"])
def test_codes_of_other_lists_are_not(code: str) -> None:
    assert code not in FEDERATIONS
