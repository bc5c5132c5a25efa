"""Errors of the bus."""

import pytest

from shared.bus.errors import Conflict, PayloadTooLarge, ProvisioningRefused, Refused, Unreadable
from shared.errors import InputRejected, OperationFailed


@pytest.mark.parametrize(
    "error",
    [
        Conflict("x", 3),
        PayloadTooLarge("x"),
        ProvisioningRefused("x", "stream A", "storage"),
        Refused("x", 10025),
        Unreadable("x"),
    ],
)
def test_none_of_them_is_the_senders_fault(error: Exception):
    assert isinstance(error, OperationFailed)
    assert not isinstance(error, InputRejected)


def test_a_conflict_keeps_what_was_expected_and_a_refusal_what_it_is_about():
    assert Conflict("x", 3).expected == 3
    refused = ProvisioningRefused("x", "stream A", "storage")
    assert (refused.entity, refused.field) == ("stream A", "storage")
