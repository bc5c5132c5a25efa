"""What an organiser holds back is found on no public way, also after a restart, and on all of them once released."""

import asyncio
import json
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from websockets.asyncio.client import ClientConnection, connect

from contracts.facts import AsOf
from contracts.feed import SUBPROTOCOL
from kibitz.replay.made_up import Size, made_up_file
from kibitz.sending import send
from services.broadcast.domain.pages.address import TABS
from tests.support.organisers_values import MARK, OURS, organisers_file
from tests.support.stack import ROOT, Stack, kibitz, wait_until
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

FORMATS = ["usebio", "json", "csv", "results-csv", "matches-csv", "pbn", "trf", "acblscore", "pages"]
ON_SCREEN = ("standings", "matches", "slow")
PAIRS, HANDS, BOTH, STAYS, TEAMS = "hidden-pairs", "hidden-hands", "both-values", "staying-pairs", "boards-of-teams"
EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
NO_RESULT = re.compile(rb"<style>.*?</style>|\d\d:\d\d:\d\d(\.\d+)?", re.DOTALL)
SEATS = re.compile(r"seats|/card")
"""Seats have names, and have to be taken; the page of a card has them beside it."""


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
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


class Known(NamedTuple):
    """What was public of an event before it was hidden.

    Attributes:
        secrets: names, and scores and cards.
        positions: of channels.
    """

    standings: dict[str, Any]
    names: frozenset[str]
    results: frozenset[str]
    positions: Mapping[str, tuple[str, int]]
    board: str
    participant: str


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
    boards = [*tables[f"evt.{event}.boards"]["rows"]]
    for board in boards:
        tables[f"evt.{event}.board.{board}"] = stack.get(f"/v1/events/{event}/boards/{board}")
    deals = [table["meta"].get("deal", {}) for table in tables.values()]
    cards = {suit for deal in deals for hand in deal.values() for suit in hand.values() if len(suit) >= 4}
    positions = {channel: (table["epoch"], table["seq"]) for channel, table in tables.items()}
    names = frozenset(name for row in rows for name in row["name"].split(" & ") if len(name) > 4)
    ids = sorted(key.partition("|")[2] for key in standings["rows"])
    return Known(standings, names, frozenset({number[:5] for number in numbers} | cards), positions, boards[0], ids[0])


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
    found += [f"{one}/standings?after_round=1", f"{one}/standings?as_of={datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"]
    found += [f"{one}/explanation?kind=pair&id={of.participant}", f"{one}/standings?encoding=columns"]
    items = {"boards": of.board, "card": of.participant}
    found += [f"/e/{event}/{tab}" for tab in TABS] + [f"/e/{event}/{tab}/{item}" for tab, item in items.items()]
    found += [f"/screens/{event}?part={number + 1}" for number in range(len(ON_SCREEN))]
    return [*found, "/", f"/e/{event}", f"/room/{event}"]


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


def by_events(stack: Stack, of: Known) -> bytes:
    """Every channel as server-sent events, with the position before it was hidden."""
    said = b""
    for channel, (epoch, seq) in of.positions.items():
        for last in ("", f"?lastEventId={epoch}-{seq}"):
            address = f"{stack.page}/v1/channels/{channel}/events{last}"
            with urllib.request.urlopen(address, timeout=scaled(10)) as response:
                for line in response:
                    said += line
                    if b'"synced"' in line:
                        break
    return said


def traffic(stack: Stack, event: str, of: Known) -> dict[str, bytes]:
    """What every public way says of an event, by its address."""
    answers = {path: asked(stack, path) for path in addresses(stack, event, of)}
    assert {path: status for path, (status, _) in answers.items() if status >= 500} == {}
    every = {path: body for path, (_, body) in answers.items()}
    return {**every, "WebSocket": asyncio.run(by_websocket(stack, of)), "SSE": by_events(stack, of)}


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


def is_open(stack: Stack, event: str, of: Known) -> bool:
    """Whether everything is there again as it was."""
    (standings, card, board) = (
        asked(stack, f"/v1/events/{event}/{path}")
        for path in ("standings", f"cards/{of.participant}", f"boards/{of.board}")
    )
    return (
        card[0] == 200
        and json.loads(standings[1])["rows"] == of.standings["rows"]
        and bool(json.loads(board[1])["rows"])
    )


class Staying(NamedTuple):
    """An event of which the public sees the ranking after round 2 of 3: its rows, and what it must not see."""

    rows: Mapping[str, Any]
    later: Known

    def is_shown(self, stack: Stack) -> bool:
        """Whether that ranking is public."""
        shown = stack.get(f"/v1/events/{STAYS}/standings")
        return shown["rows"] == self.rows and shown["meta"]["after_round"] == 2


def staying(stack: Stack) -> Staying:
    """Let the ranking stay as it was after round 2."""
    of, rows = known(stack, STAYS), stack.get(f"/v1/events/{STAYS}/standings?after_round=2")["rows"]
    later = of._replace(names=frozenset(), results=frozenset(each for each in of.results if each not in str(rows)))
    assert len(later.results) > 3
    kibitz(stack, "decide", "public", STAYS, "--until-round", "2")
    stays = Staying(rows, later)
    wait_until(lambda: stays.is_shown(stack))
    return stays


def test_what_is_held_back_is_found_nowhere_and_everywhere_once_released(stack: Stack) -> None:
    stays = staying(stack)
    assert found(traffic(stack, STAYS, stays.later), stays.later) == {}
    before = {event: known(stack, event) for event in (PAIRS, HANDS)}
    for event, of in before.items():
        told = found(traffic(stack, event, of), of)
        assert {"WebSocket", "SSE", f"/v1/events/{event}/standings", f"/e/{event}"} <= told.keys()
        assert f"/screens/{event}?part=1" in told
        assert f"/v1/events/{event}/cards/{of.participant}" in told or event == HANDS
        assert len(told) >= 9, told.keys()

    for event in before:
        sent = [message for message in asyncio.run(hide_before(stack, event)) if message["type"] != "heartbeat"]
        assert sent[0]["type"] == "reset"
        assert [message.get("rows") for message in sent if message["type"] in ("snapshot", "delta")] == [{}]

    assert {event: found(traffic(stack, event, of), of) for event, of in before.items()} == {PAIRS: {}, HANDS: {}}
    assert asked(stack, f"/v1/events/{PAIRS}/files/usebio")[0] == 403
    assert asked(stack, f"/desk/e/{PAIRS}/files/usebio")[0] == 200
    # The director sees everything, and makes it official by what he sees.
    desk = asked(stack, f"/desk/e/{PAIRS}")[1].decode()
    assert all(name in desk for name in before[PAIRS].names)
    kibitz(stack, "decide", "status", PAIRS, "official")

    stack.stop()
    stack.start()
    wait_until(lambda: stays.is_shown(stack))
    before[STAYS] = stays.later
    told = {event: found(traffic(stack, event, of), of) for event, of in before.items()}
    assert told == {PAIRS: {}, HANDS: {}, STAYS: {}}
    status = {
        path: json.loads(asked(stack, f"{path}/standings")[1])["meta"]["status"]
        for path in (f"/v1/events/{PAIRS}", f"/desk/e/{PAIRS}/tables")
    }
    assert [*status.values()] == ["live", "official"], "the public is told five minutes later"

    for event, of in before.items():
        kibitz(stack, "decide", "public", event, "--release")
        wait_until(lambda event=event, of=of: is_open(stack, event, of), patience=1.0)
        told = found(traffic(stack, event, of), of)
        assert {"WebSocket", "SSE", f"/v1/events/{event}/standings", f"/e/{event}"} <= told.keys()


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
