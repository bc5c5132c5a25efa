"""Errors of the bus."""

import pytest

from shared.bus.errors import Conflict, PayloadTooLarge, ProvisioningRefused, Refused, Unanswered, Unreadable
from shared.errors import InputRejected, OperationFailed


@pytest.mark.parametrize(
    "error", [Conflict("x"), PayloadTooLarge("x"), ProvisioningRefused("x"), Refused("x", 10025), Unreadable("x")]
)
def test_none_of_them_is_the_senders_fault(error: Exception):
    assert isinstance(error, OperationFailed)
    assert not isinstance(error, InputRejected)


def test_a_refusal_keeps_the_servers_number_and_an_unanswered_question_its_reason():
    assert Refused("x", 10025).code == 10025
    assert Unanswered("busy", "too many questions").why == "busy"
