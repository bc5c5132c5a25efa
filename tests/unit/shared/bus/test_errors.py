"""Errors of the bus."""

import pytest

from shared.bus.errors import Conflict, PayloadTooLarge, ProvisioningRefused, Unanswered, Unreadable
from shared.errors import InputRejected, OperationFailed


@pytest.mark.parametrize("error", [Conflict("x"), PayloadTooLarge("x"), ProvisioningRefused("x"), Unreadable("x")])
def test_none_of_them_is_the_senders_fault(error: Exception):
    assert isinstance(error, OperationFailed)
    assert not isinstance(error, InputRejected)


def test_an_unanswered_question_keeps_its_reason():
    assert Unanswered("busy", "too many questions").why == "busy"
