"""Getting the body of a message, wherever it lies."""

import pytest

from contracts import subjects
from shared.bus.errors import Unreadable
from shared.bus.jetstream.buckets import ObjectMissing, Objects
from shared.bus.wire import BODY, body_ref
from shared.errors import OperationFailed, Superseded

STATE = subjects.event_merged("club-pairs")
HISTORY = subjects.fragment_parsed("club-pairs")


class Store(Objects):
    """Objects in a dictionary; with `vanishing` they are removed just before they are read."""

    def __init__(self, objects: dict[str, bytes]) -> None:
        super().__init__("scoring")
        self.objects = objects
        self.vanishing = False

    async def get_object(self, bucket: str, name: str, *, limit: int) -> bytes:
        if self.vanishing:
            self.objects.clear()
        if name not in self.objects:
            raise ObjectMissing(name)
        return self.objects[name]


def stored(subject: str, body: bytes) -> tuple[Store, dict[str, str]]:
    ref = body_ref(subject, body)
    return Store({ref.name: body}), {BODY: ref.header}


async def read(store: Store, headers: dict[str, str] | None, data: bytes = b"") -> bytes:
    return await store.body_of(headers, data)


async def test_an_ordinary_body_is_the_message_itself():
    assert await read(Store({}), None, b"here") == b"here"
    assert await read(Store({}), {"a": "b"}, b"here") == b"here"


@pytest.mark.parametrize("subject", [STATE, HISTORY])
async def test_a_body_in_the_store_is_read_from_there(subject: str):
    store, headers = stored(subject, b"large")
    assert await read(store, headers) == b"large"


async def test_a_state_that_was_replaced_before_or_while_it_is_read_is_superseded():
    store, headers = stored(STATE, b"old")
    store.vanishing = True
    with pytest.raises(Superseded):
        await read(store, headers)
    with pytest.raises(Superseded):
        await read(store, headers)


async def test_a_body_of_history_that_vanishes_while_it_is_read_is_missing():
    store, headers = stored(HISTORY, b"large")
    store.vanishing = True
    with pytest.raises(ObjectMissing):
        await read(store, headers)


async def test_a_body_of_history_that_is_missing_or_another_is_an_operation_to_try_again():
    store, headers = stored(HISTORY, b"large")
    [name] = store.objects
    store.objects[name] = b"damaged"
    with pytest.raises(OperationFailed) as failed:
        await read(store, headers)
    assert not isinstance(failed.value, Superseded)
    store.objects.clear()
    with pytest.raises(ObjectMissing):
        await read(store, headers)


async def test_a_reference_of_another_form_is_unreadable():
    with pytest.raises(Unreadable):
        await read(Store({}), {BODY: "somewhere"})
