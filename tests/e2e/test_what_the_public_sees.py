"""What an organiser holds back is found on no public way, also after a restart, and on all of them once released."""

import asyncio
import json
import re
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from time import monotonic
from typing import Any, NamedTuple

import pytest
from websockets.asyncio.client import ClientConnection, connect

from contracts.decisions import Decisions, OfPublic, SetPublic
from contracts.facts import AsOf
from contracts.feed import SUBPROTOCOL
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.sending import send
from services.broadcast.domain.pages.address import TABS
from shared.formats.decisions.reader import written
from tests.support.organisers_values import MARK, OURS, organisers_file
from tests.support.ports import free_ports
from tests.support.push_service import Browser, PushService
from tests.support.scoreboard_stage import LoopThread
from tests.support.stack import ROOT, Stack, kibitz, wait_until
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

FORMATS = ["usebio", "json", "csv", "results-csv", "matches-csv", "pbn", "trf", "acblscore", "pages"]
ON_SCREEN = ("standings", "matches", "slow")
PAIRS, HANDS, BOTH, STAYS, TEAMS = "hidden-pairs", "hidden-hands", "both-values", "staying-pairs", "boards-of-teams"
SHOWN, NEW = "shown-pairs", "new-pairs"
EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
NO_RESULT = re.compile(rb"<style>.*?</style>|\d\d:\d\d:\d\d(\.\d+)?", re.DOTALL)
IS_FILE = re.compile(r"^/v1/.*/files/")
SEATS = re.compile(r"seats|/card")
"""Seats have names, and have to be taken; the page of a card has them beside it."""


AT_ONCE = 32
"""Ways that are asked side by side: after the release all of them within the second."""


@pytest.fixture(scope="module")
def push() -> Iterator[PushService]:
    thread, service, port = LoopThread(), PushService(), free_ports(1)[0]
    service.origin = f"http://127.0.0.1:{port}"
    thread.run(asyncio.start_server(service.serve, "127.0.0.1", port))
    with pytest.MonkeyPatch.context() as settings:
        settings.setenv("KIBITZ_NOTIFICATION_PUSH_SERVICES", service.origin)
        settings.setenv("KIBITZ_NOTIFICATION_WEBHOOK_NETWORKS", "127.0.0.1/32")
        settings.setenv("KIBITZ_NOTIFICATION_WEBHOOK_EVERY", "0.2")
        yield service
    thread.stop()


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory, push: PushService) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("public")) as running:
        data = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 1)
        hands = ROOT / "tests" / "data" / "usebio" / "hands-movement-auction-play-1.0.xml"
        assert send(running.intake, "pairs.xml", data, event=PAIRS).taken
        assert send(running.intake, "stays.xml", data + b"\n", event=STAYS).taken
        assert send(running.intake, "hands.xml", hands.read_bytes(), event=HANDS).taken
        wait_until(lambda: all(running.get(f"/v1/events/{event}/boards")["rows"] for event in (PAIRS, HANDS, STAYS)))
        compose(running, PAIRS, HANDS, STAYS)
        yield running


def compose(stack: Stack, *events: str) -> None:
    """A screen in the room for each event, of the same name."""
    screens = [
        {"name": event, "title": event, "parts": [{"view": view, "event": event} for view in ON_SCREEN]}
        for event in events
    ]
    path = stack.folder / "screens.json"
    path.write_text(json.dumps(screens))
    kibitz(stack, "screen", "set", str(path))
    wait_until(lambda: all(asked(stack, f"/screens/{event}?part=1")[0] == 200 for event in events))


class Known(NamedTuple):
    """What was public of an event before it was hidden.

    Attributes:
        names, results: secrets; results are scores, cards, and what the list of boards says of each.
        positions: of channels.
        at: when it was public.
    """

    standings: dict[str, Any]
    names: frozenset[str]
    results: frozenset[str]
    positions: Mapping[str, tuple[str, int]]
    board: str
    participant: str
    at: datetime


def known(stack: Stack, event: str) -> Known:
    standings = stack.get(f"/v1/events/{event}/standings")
    rows = standings["rows"].values()
    numbers = {
        row[name] for row in rows for name in ("total", "percentage") if re.fullmatch(r"\d\d+\.\d+", row[name] or "")
    }
    tables = {f"evt.{event}.standings": standings, "events": stack.get("/v1/events")}
    for channel in ("boards", "seats", "matches", "games"):
        if (found := asked(stack, f"/v1/events/{event}/{channel}"))[0] == 200:
            tables[f"evt.{event}.{channel}"] = json.loads(found[1])
    listed = tables[f"evt.{event}.boards"]["rows"]
    boards, extremes = [*listed], {said for row in listed.values() for said in summaries(row)}
    for board in boards:
        tables[f"evt.{event}.board.{board}"] = stack.get(f"/v1/events/{event}/boards/{board}")
    deals = [table["meta"].get("deal", {}) for table in tables.values()]
    cards = {suit for deal in deals for hand in deal.values() for suit in hand.values() if len(suit) >= 4}
    positions = {channel: (table["epoch"], table["seq"]) for channel, table in tables.items()}
    names = frozenset(name for row in rows for name in row["name"].split(" & ") if len(name) > 4)
    ids = sorted(key.partition("|")[2] for key in standings["rows"])
    results = frozenset({number[:5] for number in numbers} | cards | extremes)
    return Known(standings, names, results, positions, boards[0], ids[0], datetime.now(UTC))


def summaries(row: Mapping[str, Any]) -> list[str]:
    """The scores of a line of the list of boards, as rows and as columns say them."""
    scores = {name: row[name] for name in ("low", "high", "common", "times")}
    texts = (json.dumps(said, separators=(",", ":"))[1:-1] for said in (scores, [*scores.values()]))
    return [*texts] if row["low"] != row["high"] else []


def asked(stack: Stack, path: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(stack.page + path, timeout=scaled(30)) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def addresses(stack: Stack, event: str, of: Known) -> list[str]:
    """Every GET of the description for programs, and every page."""
    document = json.loads(asked(stack, "/openapi.json")[1])
    values = {"event": event, "screen": event, "board": of.board, "participant": of.participant}
    found = []
    for path, methods in document["paths"].items():
        if "get" not in methods or (path.endswith("/events") and "channel" in path):
            continue
        several = {"channel": [*of.positions], "format": FORMATS}
        (name, choices) = next(((n, c) for n, c in several.items() if f"{{{n}}}" in path), ("", [""]))
        found += [path.format(**values, **{name: urllib.parse.quote(choice)}) for choice in choices]
    one = f"/v1/events/{event}"
    found += [f"{one}/standings?after_round=1", f"{one}/standings?as_of={of.at:%Y-%m-%dT%H:%M:%SZ}"]
    found += [f"{one}/explanation?kind=pair&id={of.participant}", f"{one}/standings?encoding=columns"]
    items = {"boards": of.board, "card": of.participant}
    found += [f"/e/{event}/{tab}" for tab in TABS] + [f"/e/{event}/{tab}/{item}" for tab, item in items.items()]
    found += [f"/screens/{event}?part={number + 1}" for number in range(len(ON_SCREEN))]
    return [*found, "/", f"/e/{event}", f"/room/{event}", f"/hands/{event}"]


async def until_synced(socket: ClientConnection) -> bytes:
    said = b""
    while True:
        text = await asyncio.wait_for(socket.recv(), scaled(10))
        said += text.encode() if isinstance(text, str) else text
        if json.loads(text)["type"] in ("synced", "error"):
            return said


async def by_websocket(stack: Stack, of: Known) -> bytes:
    """Every channel by the feed, from nothing and from the position before it was hidden, in every encoding."""
    said = b""
    async with connect(stack.feed, subprotocols=[SUBPROTOCOL], max_size=None) as socket:  # type: ignore[list-item]
        for number, (channel, (epoch, seq)) in enumerate(of.positions.items()):
            for more in ({}, {"resume": {"epoch": epoch, "seq": seq}}, {"encoding": "columns"}):
                request = {"type": "subscribe", "id": number, "channel": channel, **more}
                await socket.send(json.dumps(request))
                said += await until_synced(socket)
    return said


def by_events(stack: Stack, channel: str, last: str) -> bytes:
    """A channel as server-sent events, from nothing or from the position before it was hidden."""
    said = b""
    with urllib.request.urlopen(f"{stack.page}/v1/channels/{channel}/events{last}", timeout=scaled(10)) as response:
        for line in response:
            said += line
            if b'"synced"' in line:
                break
    return said


def traffic(stack: Stack, event: str, of: Known) -> dict[str, bytes]:
    """What every public way says of an event, by its address."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        events = [
            pool.submit(by_events, stack, channel, last)
            for channel, (epoch, seq) in of.positions.items()
            for last in ("", f"?lastEventId={epoch}-{seq}")
        ]
        feed = pool.submit(asyncio.run, by_websocket(stack, of))
        paths = addresses(stack, event, of)
        # The server makes a few files at a time, and has others ask again.
        files = pool.submit(lambda: {path: asked(stack, path) for path in paths if IS_FILE.search(path)})
        pages = {path: pool.submit(asked, stack, path) for path in paths if not IS_FILE.search(path)}
        answers = {path: page.result() for path, page in pages.items()} | files.result()
        assert {path: status for path, (status, _) in answers.items() if status >= 500} == {}
        every = {path: body for path, (_, body) in answers.items()}
        return {**every, "WebSocket": feed.result(), "SSE": b"".join(each.result() for each in events)}


def found(every: Mapping[str, bytes], of: Known) -> dict[str, set[str]]:
    """What was to be hidden, by the address that tells it."""
    told = {}
    for path, body in every.items():
        text = NO_RESULT.sub(b"", body).decode(errors="replace")
        wanted = of.results | (frozenset() if SEATS.search(path) or path in ("WebSocket", "SSE") else of.names)
        told[path] = {secret for secret in wanted if secret in text}
    return {path: secrets for path, secrets in told.items() if secrets}


async def hide_before(stack: Stack, event: str) -> list[dict[str, Any]]:
    """Hide an event while somebody follows it: what he is sent from then on."""
    channel = f"evt.{event}.standings"
    async with connect(stack.feed, subprotocols=[SUBPROTOCOL], max_size=None) as socket:  # type: ignore[list-item]
        await socket.send(json.dumps({"type": "subscribe", "id": 1, "channel": channel}))
        await until_synced(socket)
        await asyncio.to_thread(kibitz, stack, "decide", "public", event, "--ranking", "hidden", "--delay", "5")
        return [json.loads(line) for line in (await _all_until_synced(socket))]


async def _all_until_synced(socket: ClientConnection) -> list[str]:
    lines: list[str] = []
    while not lines or json.loads(lines[-1])["type"] != "synced":
        lines.append(str(await asyncio.wait_for(socket.recv(), scaled(10))))
    return lines


def release(stack: Stack, event: str, of: Known, was_told: Mapping[str, set[str]]) -> None:
    """Release everything: within a second of that each way that told something tells it again."""
    rows = stack.get(f"/desk/e/{event}/tables/standings")["rows"]
    decided = SetPublic(decision="public", policy=OfPublic())
    file = written(Decisions(event=event, at=datetime.now(UTC), by="", decisions=(decided,)))
    released = monotonic()
    assert send(stack.intake, "release.json", file).taken
    wait_until(lambda: stack.get(f"/v1/events/{event}/standings")["rows"] == rows, pause=0.01)
    assert monotonic() - released < scaled(1)
    # Nothing is asked twice: whatever is closed now was open too late.
    told = found(traffic(stack, event, of), of)
    assert {path: missing for path, secrets in was_told.items() if (missing := secrets - told.get(path, set()))} == {}


class Staying(NamedTuple):
    """An event of which the public sees the ranking after round 2 of 3: its rows, and what it must not see."""

    rows: Mapping[str, Any]
    later: Known

    def is_shown(self, stack: Stack) -> bool:
        """Whether that ranking is public."""
        shown = stack.get(f"/v1/events/{STAYS}/standings")
        return shown["rows"] == self.rows and shown["meta"]["after_round"] == 2


def staying(stack: Stack, of: Known) -> Staying:
    """Let the ranking stay as it was after round 2."""
    rows = stack.get(f"/v1/events/{STAYS}/standings?after_round=2")["rows"]
    later = of._replace(names=frozenset(), results=frozenset(each for each in of.results if each not in str(rows)))
    assert len(later.results) > 3
    kibitz(stack, "decide", "public", STAYS, "--until-round", "2")
    stays = Staying(rows, later)
    wait_until(lambda: stays.is_shown(stack))
    return stays


def subscribed(stack: Stack, push: PushService, participant: str) -> Browser:
    """A phone that is told of a participant from now on."""
    phone = Browser(push.origin, "phone")
    body = json.dumps({"participant": participant, "address": phone.address.model_dump()}).encode()
    with urllib.request.urlopen(f"{stack.page}/v1/events/{PAIRS}/notices", body, timeout=scaled(10)) as answer:
        assert json.load(answer)["participant"] == participant
    return phone


def by_webhook(push: PushService, *tables: str) -> dict[str, bytes]:
    """What a webhook was told, once it was told of all these tables."""

    def told() -> list[bytes]:
        return [*push.taken.get("hook", ())]

    wait_until(lambda: {f"{table}.changed" for table in tables} <= {json.loads(body)["type"] for body in told()})
    return {"webhook": b"".join(told())}


def test_what_is_held_back_is_found_nowhere_and_everywhere_once_released(stack: Stack, push: PushService) -> None:
    of_stays = known(stack, STAYS)
    told = {STAYS: found(traffic(stack, STAYS, of_stays), of_stays)}
    stays = staying(stack, of_stays)
    assert found(traffic(stack, STAYS, stays.later), stays.later) == {}
    before = {event: known(stack, event) for event in (PAIRS, HANDS)}
    for event, of in before.items():
        told[event] = found(traffic(stack, event, of), of)
        tables = (f"/v1/events/{event}/standings", f"/v1/events/{event}/boards")
        assert {"WebSocket", "SSE", *tables, f"/e/{event}", f"/screens/{event}?part=1"} <= told[event].keys()
        assert f"/v1/events/{event}/cards/{of.participant}" in told[event] or event == HANDS
        assert len(told[event]) >= 9, told[event].keys()
    phone = subscribed(stack, push, before[PAIRS].participant)

    for event in before:
        sent = [message for message in asyncio.run(hide_before(stack, event)) if message["type"] != "heartbeat"]
        assert sent[0]["type"] == "reset"
        assert [message.get("rows") for message in sent if message["type"] in ("snapshot", "delta")] == [{}]

    assert {event: found(traffic(stack, event, of), of) for event, of in before.items()} == {PAIRS: {}, HANDS: {}}
    assert asked(stack, f"/v1/events/{PAIRS}/files/usebio")[0] == 403
    assert asked(stack, f"/desk/e/{PAIRS}/files/usebio")[0] == 200
    # The director sees everything and why it is so, and makes it official by what he sees.
    why = f"/desk/e/{PAIRS}/why/{before[PAIRS].participant}"
    assert found({why: asked(stack, why)[1]}, before[PAIRS]).keys() == {why}
    desk = asked(stack, f"/desk/e/{PAIRS}")[1].decode()
    assert all(name in desk for name in before[PAIRS].names)
    kibitz(stack, "decide", "status", PAIRS, "official")
    kibitz(stack, "webhook", "add", "site", f"{push.origin}/send/hook", "--event", PAIRS)

    stack.stop()
    stack.start()
    wait_until(lambda: stays.is_shown(stack))
    before[STAYS] = stays.later
    hidden = {event: found(traffic(stack, event, of), of) for event, of in before.items()}
    assert hidden == {PAIRS: {}, HANDS: {}, STAYS: {}}
    status = {
        path: json.loads(asked(stack, f"{path}/standings")[1])["meta"]["status"]
        for path in (f"/v1/events/{PAIRS}", f"/desk/e/{PAIRS}/tables")
    }
    assert [*status.values()] == ["live", "official"], "the public is told five minutes later"
    assert found(by_webhook(push, "standings", "boards"), before[PAIRS]) == {}
    assert push.taken.keys() == {"hook"}

    before[STAYS] = of_stays
    for event, of in before.items():
        release(stack, event, of, told[event])
    wait_until(lambda: "phone" in push.taken, patience=1.0)
    wait_until(lambda: found(by_webhook(push), before[PAIRS]))
    [notice] = [phone.read(body) for body in push.taken["phone"]]
    assert (notice["kind"], notice["place"] is not None) == ("final", True)


def values_told(stack: Stack, of: Known) -> tuple[set[str], set[str]]:
    """The public ways that tell what we compute, and those that tell what the file states."""
    told: tuple[set[str], set[str]] = (set(), set())
    for path, body in traffic(stack, BOTH, of).items():
        text = NO_RESULT.sub(b"", body).decode(errors="replace")
        for ways, values in zip(told, (OURS, (MARK,)), strict=True):
            if any(value in text for value in values):
                ways.add(path)
    return told


def choose_values(stack: Stack, values: str) -> dict[str, Any]:
    """Choose whose values are public: the standings that are, within a second."""
    kibitz(stack, "decide", "public", BOTH, "--values", values)
    public: dict[str, Any] = {}

    def is_shown() -> bool:
        public.update(stack.get(f"/v1/events/{BOTH}/standings"))
        return (public["meta"].get("public") or {"values": "both"})["values"] == values

    wait_until(is_shown, patience=1.0)
    return public


def test_of_ours_and_the_organisers_values_those_that_are_not_chosen_are_found_nowhere(stack: Stack) -> None:
    assert send(stack.intake, "both.xml", organisers_file(), event=BOTH).taken
    wait_until(lambda: bool(json.loads(asked(stack, f"/v1/events/{BOTH}/boards")[1]).get("rows")))
    compose(stack, BOTH)
    of = known(stack, BOTH)
    everywhere = {"WebSocket", "SSE", f"/v1/events/{BOTH}/standings", f"/e/{BOTH}", f"/screens/{BOTH}?part=1"}
    files = {f"/v1/events/{BOTH}/files/{name}" for name in ("json", "csv", "usebio")}
    card = f"/v1/events/{BOTH}/cards/{of.participant}"
    ours, theirs = values_told(stack, of)
    assert {*everywhere, *files, card} <= ours
    assert {"WebSocket", "SSE", f"/v1/events/{BOTH}/boards/{of.board}", card, *files} <= theirs

    shown = choose_values(stack, "stated")
    assert sorted({(row["stated_place"], row["agrees"]) for row in shown["rows"].values()}, key=str) == [(None, None)]
    ours, theirs = values_told(stack, of)
    assert ours == set()
    assert {*everywhere, *files, card} <= theirs

    choose_values(stack, "computed")
    ours, theirs = values_told(stack, of)
    assert theirs == set()
    assert {*everywhere, *files, card} <= ours

    assert choose_values(stack, "both")["rows"] == of.standings["rows"]
    assert asked(stack, f"/v1/events/{BOTH}/explanation?kind=pair&id={of.participant}")[0] == 200


def test_a_board_is_shown_when_all_its_tables_have_played_it_and_others_are_not(stack: Stack) -> None:
    data = (ROOT / "tests" / "data" / "usebio" / "teams-1.4.xml").read_bytes()
    assert send(stack.intake, "teams.xml", data, event=TEAMS).taken

    def boards() -> list[str]:
        return sorted(json.loads(asked(stack, f"/v1/events/{TEAMS}/boards")[1]).get("rows") or ())

    wait_until(lambda: len(boards()) == 2)
    both = boards()
    kibitz(stack, "decide", "public", TEAMS, "--boards", "complete")
    wait_until(lambda: len(boards()) == 1)
    (shown,) = boards()
    rows = {board: stack.get(f"/v1/events/{TEAMS}/boards/{board}")["rows"] for board in both}
    assert [board for board in both if rows[board]] == [shown]
    assert b"A board is shown once every table that plays it has a result" in asked(stack, f"/desk/e/{TEAMS}/public")[1]


class Looking:
    """Asks public ways of an event over and over, from before its first file on, and keeps what they say."""

    def __init__(self, stack: Stack, event: str, of: Known) -> None:
        one = f"/v1/events/{event}"
        self.paths = ["/v1/events", f"{one}/standings", f"{one}/boards", f"{one}/boards/{of.board}", f"/e/{event}", "/"]
        self.said: dict[str, bytes] = dict.fromkeys((*self.paths, "WebSocket"), b"")
        self._stack, self._of, self._over = stack, of, threading.Event()
        self._threads = [threading.Thread(target=look) for look in (self._ask, self._follow)]

    def __enter__(self) -> "Looking":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _ask(self) -> None:
        while not self._over.is_set():
            for path in self.paths:
                self.said[path] += asked(self._stack, path)[1]

    def _follow(self) -> None:
        while not self._over.is_set():
            self.said["WebSocket"] += asyncio.run(by_websocket(self._stack, self._of))


def test_new_events_are_hidden_from_before_their_first_file_until_they_are_released(
    stack: Stack, push: PushService
) -> None:
    data = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 2)
    assert send(stack.intake, "shown.xml", data, event=SHOWN).taken
    wait_until(lambda: bool(json.loads(asked(stack, f"/v1/events/{SHOWN}/boards")[1]).get("rows")))
    compose(stack, SHOWN)
    of = known(stack, SHOWN)
    told = {path.replace(SHOWN, NEW): secrets for path, secrets in found(traffic(stack, SHOWN, of), of).items()}
    of = of._replace(positions={name.replace(SHOWN, NEW): position for name, position in of.positions.items()})

    # The list of events would name its leaders, who are those of the new one.
    kibitz(stack, "decide", "public", SHOWN, "--ranking", "hidden")
    wait_until(lambda: stack.get(f"/v1/events/{SHOWN}/standings")["rows"] == {})
    kibitz(stack, "decide", "new-events", "--ranking", "hidden")
    kibitz(stack, "webhook", "add", "new", f"{push.origin}/send/new", "--event", NEW)
    with Looking(stack, NEW, of) as looking:
        assert send(stack.intake, "new.xml", data + b"\n", event=NEW).taken
        wait_until(lambda: bool(json.loads(asked(stack, f"/desk/e/{NEW}/tables/boards")[1]).get("rows")))
        wait_until(lambda: any(json.loads(body)["type"] == "standings.changed" for body in push.taken.get("new", ())))
    assert found(looking.said, of) == {}
    compose(stack, NEW)
    assert found({**traffic(stack, NEW, of), "webhook": b"".join(push.taken["new"])}, of) == {}
    assert asked(stack, f"/v1/events/{NEW}/files/usebio")[0] == 403
    assert b"what was chosen for new events" in asked(stack, f"/desk/e/{NEW}/public")[1]
    assert b"Of new events the public sees no ranking and no boards" in asked(stack, "/desk")[1]

    kibitz(stack, "decide", "new-events", "--ranking", "shown")
    assert stack.get(f"/v1/events/{NEW}/standings")["rows"] == {}, "this event came before"
    release(stack, NEW, of, {path: secrets for path, secrets in told.items() if "as_of" not in path})
