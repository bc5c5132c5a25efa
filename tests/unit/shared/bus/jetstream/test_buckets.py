"""Getting the body of a message, wherever it lies, and keys; tests/integration has the server."""

from types import SimpleNamespace

import pytest
from nats.js.api import PubAck, RawStreamMsg

from contracts import subjects
from shared.bus.errors import PayloadTooLarge, Unreadable
from shared.bus.jetstream.buckets import KeyValues, ObjectMissing, Objects
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
    ref = body_ref(subject, body, "scoring")
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


class Keys(KeyValues):
    """One key, without a server: its last message, and what was published."""

    def __init__(self, last: RawStreamMsg | None = None) -> None:
        super().__init__("intake")
        self.last = last
        self.published: list[tuple[str, bytes, str, dict[str, str]]] = []
        self._client = SimpleNamespace(js=self, max_payload=1024)  # type: ignore[assignment]

    async def raw(self, stream: str, *, subject: str | None = None, seq: int | None = None) -> RawStreamMsg | None:
        assert (stream, subject, seq) == ("KV_B", "$KV.B.k", None)
        return self.last

    async def publish(self, subject: str, value: bytes, *, stream: str, headers: dict[str, str]) -> PubAck:
        self.published.append((subject, value, stream, headers))
        return PubAck(stream=stream, seq=8)

    async def retry(self, what, operation, *, stores=False):  # type: ignore[no-untyped-def]
        return await operation()


@pytest.mark.parametrize(
    ("last", "found"),
    [
        (None, (None, 0)),
        (RawStreamMsg(seq=7, data=b"1"), (b"1", 7)),
        (RawStreamMsg(seq=7, data=None, headers={"Nats-Msg-Id": "a"}), (b"", 7)),
        (RawStreamMsg(seq=7, data=b"", headers={"KV-Operation": "PURGE"}), (None, 7)),
        (RawStreamMsg(seq=7, data=b"", headers={"Nats-Marker-Reason": "MaxAge"}), (None, 7)),
    ],
)
async def test_a_key_has_a_value_or_none_and_a_revision(last: RawStreamMsg | None, found: tuple[bytes | None, int]):
    assert await Keys(last).kv_get("B", "k") == found


async def test_a_key_is_set_under_an_id_of_its_own_where_nobody_else_has_set_it():
    keys = Keys()
    assert [await keys.kv_put("B", "k", b"1", expect=expect) for expect in (0, 7)] == [8, 8]
    assert [published[:3] for published in keys.published] == [("$KV.B.k", b"1", "KV_B")] * 2
    headers = [published[3] for published in keys.published]
    assert [values["Nats-Expected-Last-Subject-Sequence"] for values in headers] == ["0", "7"]
    assert len({values["Nats-Msg-Id"] for values in headers}) == 2
    assert {len(values["Nats-Msg-Id"]) for values in headers} == {24}


async def test_a_value_that_does_not_fit_with_its_headers_is_not_sent():
    keys = Keys()
    with pytest.raises(PayloadTooLarge, match="the value of B/k has 512 bytes"):
        await keys.kv_put("B", "k", bytes(512), expect=0)
    assert keys.published == []
