"""Subscriptions are few enough, and are found by their event."""

from datetime import UTC, datetime, timedelta

from contracts.questions import PushAddress
from services.notification.domain.subscriptions import EVENTS_OF_A_BROWSER, KEPT, Subscription, Subscriptions

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)


def subscription(event: str = "monday", browser: str = "a", participant: str = "1") -> Subscription:
    address = PushAddress(endpoint=f"https://push.example/{browser}", p256dh="B" * 87, auth="A" * 22)
    return Subscription(event=event, participant=participant, address=address, changed_at=NOW)


def test_a_browser_is_told_of_one_participant_of_an_event() -> None:
    known = Subscriptions(10)
    known.put(subscription(participant="1"))
    known.put(subscription(participant="2"))
    assert [one.participant for one in known.of("monday")] == ["2"]
    assert len(known) == 1


def test_there_is_room_for_so_many_and_always_for_another_choice() -> None:
    known, first = Subscriptions(2), subscription()
    for browser in ("a", "b"):
        assert known.has_room("monday", subscription(browser=browser).address)
        known.put(subscription(browser=browser))
    assert not known.has_room("monday", subscription(browser="c").address)
    assert known.has_room("monday", first.address)
    known.remove("monday", first.id)
    assert known.has_room("monday", subscription(browser="c").address)


def test_a_browser_has_so_many_events() -> None:
    known = Subscriptions(1_000)
    for number in range(EVENTS_OF_A_BROWSER):
        known.put(subscription(event=f"event-{number}"))
    assert not known.has_room("monday", subscription().address)
    assert known.has_room("monday", subscription(browser="b").address)


def test_an_event_that_nobody_is_told_of_any_more_is_forgotten() -> None:
    known, only = Subscriptions(10), subscription()
    known.put(only)
    assert ("monday" in known, known.events, known.get("monday", only.id)) == (True, ("monday",), only)
    known.remove("monday", only.id)
    known.remove("monday", only.id)
    assert ("monday" in known, known.events, known.get("monday", only.id), len(known)) == (False, (), None, 0)


def test_a_subscription_of_which_nothing_was_told_for_long_expires() -> None:
    known = Subscriptions(10)
    known.put(subscription())
    assert known.expired(NOW + KEPT) == []
    assert known.expired(NOW + KEPT + timedelta(seconds=1)) == [subscription()]


def test_neither_keys_nor_identity_give_an_address_away() -> None:
    text = repr(subscription())
    assert ("BBB" in text, "AAA" in text, "push.example" in subscription().id) == (False, False, False)
