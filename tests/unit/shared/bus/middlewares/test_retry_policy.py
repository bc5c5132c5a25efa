"""The rules at the head of policy.py, one by one."""

import re

import nats.errors
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.codes import intake
from contracts.codes.code import codes_of
from shared.bus.errors import Conflict, NotStored, StorageFull, Unreadable
from shared.bus.middlewares.retry_policy import (
    MISTAKES,
    MOST_UNANSWERED,
    Decision,
    NeverAnswered,
    after_handling,
    before_handling,
    described,
)
from shared.errors import FormatError, KibitzError, OperationFailed, Superseded, UnsupportedFeature


def test_a_handler_that_returns_is_acknowledged():
    assert after_handling(None, 1) == Decision("ok")


@pytest.mark.parametrize("kind", [FormatError, UnsupportedFeature])
def test_the_senders_fault_is_acknowledged_and_never_tried_again(kind: type[FormatError]):
    for deliveries in (1, 5, 100):
        assert after_handling(kind(codes_of(vars(intake))[0], "not a tag"), deliveries) == Decision("rejected")


def test_what_is_superseded_is_acknowledged_although_it_is_an_operation_that_failed():
    assert after_handling(Superseded("newer"), 9) == Decision("superseded")


def test_what_cannot_be_read_is_a_dead_letter_at_the_first_delivery():
    assert after_handling(Unreadable("not a FileReceived"), 1) == Decision("dead", reason="not a FileReceived")


@pytest.mark.parametrize("error", [OperationFailed("x"), Conflict("x"), OSError(28, "x"), nats.errors.TimeoutError()])
def test_everything_else_waits_longer_each_time_and_dies_after_the_last_delay(error: Exception):
    decisions = [after_handling(error, deliveries) for deliveries in range(1, 7)]
    assert decisions[:4] == [
        Decision("retried", 1.0),
        Decision("retried", 5.0),
        Decision("retried", 15.0),
        Decision("retried", 60.0),
    ]
    assert all(decision.outcome == "dead" for decision in decisions[4:])


@pytest.mark.parametrize("error", [NotStored("x"), StorageFull("x")])
def test_what_the_server_does_not_store_is_tried_again_every_few_seconds_for_ever(error: Exception):
    delays = [after_handling(error, deliveries).delay for deliveries in (1, 2, 3, 5, 100)]
    assert delays == [1.0, 5.0, 5.0, 5.0, 5.0]
    assert after_handling(error, 100, (0.1,)) == Decision("retried", 0.1)


@pytest.mark.parametrize("error", [ZeroDivisionError("x"), KeyError("x"), TypeError("x"), ValueError("x")])
def test_a_mistake_is_made_again_so_it_holds_up_its_partition_for_six_seconds_only(error: Exception):
    decisions = [after_handling(error, deliveries) for deliveries in range(1, 5)]
    assert decisions[:2] == [Decision("retried", 1.0), Decision("retried", 5.0)]
    assert all(decision.outcome == "dead" for decision in decisions[2:])


def test_nothing_that_a_bus_or_a_disk_does_counts_as_a_mistake():
    assert not issubclass(nats.errors.Error, MISTAKES)
    assert not issubclass(OSError, MISTAKES)
    assert not issubclass(KibitzError, MISTAKES)


def test_a_dead_letter_says_how_often_it_failed_and_with_what():
    decision = after_handling(ZeroDivisionError("no boards"), 5)
    assert decision == Decision("dead", reason="failed 5 times, last with: no boards")
    assert after_handling(KeyError(), 1, delays=()) == Decision("dead", reason="failed 1 times, last with: KeyError")


def test_a_message_that_ends_its_processes_is_a_dead_letter_unseen():
    before_handling(MOST_UNANSWERED - 1)
    with pytest.raises(NeverAnswered, match="4 processes had it and never answered") as unseen:
        before_handling(MOST_UNANSWERED)
    assert after_handling(unseen.value, 1) == Decision("dead", reason=str(unseen.value))


def test_a_mistake_says_where_in_the_code_it_was_made_and_other_errors_do_not():
    def raised(error: Exception) -> Exception:
        try:
            raise error
        except Exception as caught:
            return caught

    place = r" \(at middlewares/test_retry_policy\.py:\d+\)"
    assert re.fullmatch(f"no boards{place}", described(raised(ZeroDivisionError("no boards"))))
    assert described(raised(OperationFailed("not now"))) == "not now"
    assert described(KeyError()) == "KeyError"


@given(st.integers(min_value=-3, max_value=1_000))
def test_a_failure_is_never_answered_without_a_delay_or_a_letter(deliveries: int):
    decision = after_handling(OperationFailed("x"), deliveries)
    assert decision.outcome == "dead" or (decision.outcome == "retried" and (decision.delay or 0) >= 1.0)
