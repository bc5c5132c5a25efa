"""Both sides of `standings.v1` agree on the sessions of `clients/conformance`, and each rule is needed."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from contracts.feed import CLIENT_MESSAGES, SERVER_MESSAGES
from kibitz_client import Feed, FeedEnded
from kibitz_client import feed as client_module
from kibitz_client import replica as replica_module
from kibitz_client.following import Following
from kibitz_client.replica import Lost, Position, Replica
from tests.support.conformance import FOLDER, SESSIONS, Client, Failed, State, play
from tests.support.typescript import ABSENT, COMPILERS, compiled
from tests.support.typescript_player import IMPATIENCE, Change, changed, player


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "FIRST_PAUSE", 0.02)
    monkeypatch.setattr(client_module, "RETRY_AFTER", 0.05)


async def python(url: str, channel: str, wish: Mapping[str, Any]) -> AsyncIterator[State]:
    async with (
        Feed(url) as feed,
        aclosing(feed.follow(channel, **wish.get("filter", {}), wait=wish.get("wait", False))) as updates,
    ):
        try:
            async for update in updates:
                yield {
                    "epoch": update.epoch,
                    "seq": update.seq,
                    "stale": update.stale,
                    "rows": {key: dict(row) for key, row in update.table.rows.items()},
                    "meta": dict(update.table.meta),
                }
        except FeedEnded as ended:
            yield {"ended": int(ended.code)}


@pytest.mark.parametrize("name", SESSIONS)
async def test_the_client_for_python_passes(name: str) -> None:
    await play(name, python)


@pytest.mark.parametrize("name", SESSIONS)
def test_the_messages_of_a_session_are_those_of_the_contracts(name: str) -> None:
    session = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    for step in session["steps"]:
        if "send" in step and "later-version" not in name:
            SERVER_MESSAGES.validate_python(
                {key: 1 if value == "$id" else value for key, value in step["send"].items()}
            )
        if "receive" in step:
            CLIENT_MESSAGES.validate_python({"id": 1, **step["receive"]})


APPLY, CHANGE, CHANGED, COLLECT = Replica.apply, Replica._change, Replica._changed_rows, Replica._collect
REQUEST, TAKE = Following.request, Following.take


def always(value: object) -> Callable[..., object]:
    return lambda *_arguments, **_fields: value


def careless(self: Replica, message: Mapping[str, Any]) -> object:
    try:
        return APPLY(self, message)
    except Lost:
        self.position = self.position or Position(message["epoch"], message["seq"])
        return None


def with_position(self: Following, number: int) -> str:
    position = self.replica.position
    return json.dumps({**json.loads(REQUEST(self, number)), **({"resume": position._asdict()} if position else {})})


def from_nothing(self: Following, number: int) -> str:
    return json.dumps({key: value for key, value in json.loads(REQUEST(self, number)).items() if key != "resume"})


def whatever_came_before(self: Replica, parts: list[Mapping[str, Any]]) -> object:
    self.position = Position(parts[0]["epoch"], parts[0]["from"])
    return CHANGE(self, parts)


def one_by_one(self: Replica, message: Mapping[str, Any]) -> object:
    return COLLECT(self, {**message, "part": 1, "parts": 1})


def cells_first(self: Replica, parts: list[Mapping[str, Any]]) -> object:
    self.rows, changed = CHANGED(self, [{"cells": part.get("cells", {})} for part in parts])
    rows, more = CHANGED(self, [{key: part[key] for key in ("removed", "added") if key in part} for part in parts])
    return rows, changed | more


def as_utf_16(keys: Mapping[str, object]) -> list[str]:
    return sorted(keys, key=lambda key: key.encode("utf-16-be"))


def as_it_is(columns: tuple[str, ...], row: Any) -> dict[str, Any]:
    return dict(row) if isinstance(row, Mapping) else dict(zip(columns, row, strict=True))


def up_to_date_at_once(self: Following, message: Mapping[str, Any]) -> bool:
    taken = TAKE(self, message)
    self.replica.synced = True
    return taken


def before_it_is_answered(self: Following, message: Mapping[str, Any]) -> bool:
    self._awaited = self._awaited if message["type"] == "subscribed" else None
    return TAKE(self, message)


FAULTS: Mapping[str, tuple[object, str, object, str]] = {
    "it takes what does not fit": (Replica, "apply", careless, "a-gap"),
    "it does not look at checksums": (Replica, "_prove", always(None), "a-delta-that-is-wrong"),
    "it leaves meta as it was": (replica_module, "patched", lambda meta, _changes: dict(meta), "meta-is-patched"),
    "it applies any delta": (Replica, "_change", whatever_came_before, "old-news"),
    "it takes parts one by one": (Replica, "_collect", one_by_one, "snapshot-in-parts"),
    "it changes cells before rows": (Replica, "_changed_rows", cells_first, "rows-first-cells-then"),
    "it sorts as UTF-16": (replica_module, "sorted", as_utf_16, "hard-text"),
    "it leaves objects as they are": (replica_module, "_row", as_it_is, "snapshot-of-objects"),
    "it always resumes": (Following, "request", with_position, "a-filter-that-was-not-applied"),
    "it never resumes": (Following, "request", from_nothing, "the-line-breaks"),
    "it is up to date at once": (Following, "take", up_to_date_at_once, "catching-up"),
    "it takes what was asked before": (Following, "take", before_it_is_answered, "what-was-asked-before"),
    "nothing ends it": (Following, "ended_by", always(None), "not-there"),
    "everything ends it": (
        Following,
        "ended_by",
        lambda _self, message: FeedEnded(message.get("code", 0), ""),
        "not-there-yet",
    ),
    "it keeps half a message": (Replica, "restart", lambda self: setattr(self, "synced", False), "half-a-message"),
    "it keeps a silent line": (client_module, "UNHEARD_HEARTBEATS", 1_000, "a-silent-line"),
    "it does not wait as it is told": (client_module, "_seconds", always(60.0), "the-service-restarts"),
}
"""What is replaced in the client, with what, and a session that finds it."""


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
async def test_a_fault_in_any_rule_is_found(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    owner, name, replacement, session = FAULTS[fault]
    monkeypatch.setattr(owner, name, replacement, raising=False)
    with pytest.raises(Failed):
        await play(session, python, seconds=0.5)


CHANNEL, CONNECTION, FOLLOWING, PROGRAM = "core/channel.js", "core/feed.js", "following.js", "program-feed.js"

TYPESCRIPT_FAULTS: Mapping[str, tuple[str, Sequence[Change]]] = {
    "it takes what does not fit": ("a-row-that-is-too-short", [(CHANNEL, "if (!value)", "if (false)")]),
    "it does not look at checksums": ("a-delta-that-is-wrong", [(FOLLOWING, "step.value !== expected", "false")]),
    "it leaves meta as it was": ("meta-is-patched", [(CHANNEL, "if (!changes.length)", "if (true)")]),
    "it applies any delta": ("a-gap", [(CHANNEL, "message.from !== this.seq", "false")]),
    "it applies what it has": ("old-news", [(CHANNEL, "seq <= this.seq", "false")]),
    "it takes parts one by one": ("delta-in-parts", [(CHANNEL, "part < (message.parts ?? 1)", "false")]),
    "it takes parts in any order": ("parts-out-of-order", [(CHANNEL, ".push(message) !== part", ".push(message) < 1")]),
    "it finds places before rows": (
        "rows-first-cells-then",
        [(CHANNEL, "[...rows.keys()].sort", "[...before.keys()].sort")],
    ),
    "it sorts as UTF-16": ("hard-text", [(CHANNEL, ".sort(byCodePoint)", ".sort()")]),
    "it leaves objects as they are": (
        "snapshot-of-objects",
        [(CHANNEL, "asObject(row) {", "asObject(row) { if (!row.map) return row;")],
    ),
    "it resumes from what is wrong": ("a-delta-that-is-wrong", [(CHANNEL, 'this.epoch = "";', "")]),
    "it resumes under another filter": (
        "a-filter-that-was-not-applied",
        [(FOLLOWING, "return same(canonical", "return true || same(canonical")],
    ),
    "it never resumes": ("the-line-breaks", [(CHANNEL, "return this.ready && this.epoch ?", "return false ?")]),
    "it is up to date at once": ("catching-up", [(CHANNEL, "this.ready = true;", "this.ready = this.current = true;")]),
    "it does not hear heartbeats": (
        "a-heartbeat-that-is-ahead",
        [(CHANNEL, "(this.current && !this.arriving.length)", "false")],
    ),
    "it takes what was asked before": ("what-was-asked-before", [("core/socket.js", "!channel ||", "true ||")]),
    "no code ends it": ("closed-with-4401", [(CONNECTION, "code >= 4400", "code >= 5000")]),
    "every code ends it": ("closed-with-4008", [(CONNECTION, "code >= 4400", "code >= 4000")]),
    "no refusal ends it": ("refused", [(PROGRAM, "retryable === true &&", "true ||")]),
    "every refusal ends it": ("not-there-yet", [(PROGRAM, "retryable === true &&", "false &&")]),
    "it outlives its channel": ("the-channel-is-over", [(PROGRAM, 'type === "unsubscribed"', "false")]),
    "it keeps half a message": (
        "half-a-message",
        [
            (CHANNEL, "if (part < 2)", "if (false)"),
            (CHANNEL, "interrupted() {\n        this.arriving = [];", "interrupted() {"),
        ],
    ),
    "it keeps a silent line": ("a-silent-line", [(CONNECTION, "this.heartbeatMs * 2.5", "1e9")]),
    "it does not ask a silent line": ("a-silent-line", [(PROGRAM, "this.heartbeatMs * 1.5", "1e9")]),
    "it does not wait as it is told": (
        "the-service-restarts",
        [(CONNECTION, "retryAfterMs * (1", "1000 * retryAfterMs * (1")],
    ),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client for TypeScript as its package has it, but impatient."""
    folder = tmp_path_factory.mktemp("typescript")
    compiled(folder / "dist")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return changed(folder / "dist", folder / "impatient", IMPATIENCE)


async def finds(session: str, client: Client, *, seconds: float = 5.0) -> str:
    """What is wrong with a client according to a session; nothing where it passes."""
    try:
        await play(session, client, seconds=seconds)
    except Failed as failed:
        return str(failed)
    return ""


@pytest.mark.skipif(not COMPILERS, reason=ABSENT)
async def test_the_client_for_typescript_passes(built: Path) -> None:
    async with player() as playing:
        found = await asyncio.gather(*(finds(name, playing.client(built)) for name in SESSIONS))
    assert {name: text for name, text in zip(SESSIONS, found, strict=True) if text} == {}


@pytest.mark.skipif(not COMPILERS, reason=ABSENT)
async def test_a_fault_in_any_rule_of_the_client_for_typescript_is_found(built: Path) -> None:
    at_once = asyncio.Semaphore(12)

    async def trial(number: int, session: str, changes: Sequence[Change]) -> tuple[str, str]:
        async with at_once:
            faulty = changed(built, built.parent / f"fault-{number}", changes)
            sound = await finds(session, playing.client(built), seconds=1.0)
            return sound, await finds(session, playing.client(faulty), seconds=1.0)

    async with player() as playing:
        trials = [trial(number, *fault) for number, fault in enumerate(TYPESCRIPT_FAULTS.values())]
        found = dict(zip(TYPESCRIPT_FAULTS, await asyncio.gather(*trials), strict=True))
    assert {fault: sound for fault, (sound, _) in found.items() if sound} == {}
    assert [fault for fault, (_, faulty) in found.items() if not faulty] == []
