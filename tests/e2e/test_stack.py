"""The whole server as a user starts it: real server, real files, real sockets."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from websockets.asyncio.client import connect

from contracts.facts import AsOf
from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from kibitz.replay.cut import cut
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.sending import send, status
from tests.support.answering import Answers, answering
from tests.support.every_way import by_bus, by_client, by_events, by_export, by_http, by_watch, by_websocket
from tests.support.pgn_server import END, game, piece
from tests.support.readding import add_up
from tests.support.stack import ROOT, Stack, event_when_scored, wait_until
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
DATA = ROOT / "tests" / "data"


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    folder = tmp_path_factory.mktemp("stack")
    with Stack(folder, watch=folder / "inbox") as running:
        yield running


def small_event(seed: int = 1, tables: int = 4, day: int = 0) -> bytes:
    return made_up_file(Size(tables, 3, 2), AsOf(at=EVENING + timedelta(days=day), source="stated"), seed)


def state_of(stack: Stack, sha256: str) -> dict[str, Any]:
    return status(stack.intake, sha256).body


def test_a_dropped_file_becomes_standings_over_http_websocket_bus_and_client(stack: Stack) -> None:
    inbox = stack.folder / "inbox"
    (inbox / "evening.xml").write_bytes(small_event())
    event = wait_until(lambda: next(iter(stack.get("/v1/events")["rows"]), None))
    found = wait_until(lambda: by_http(stack, event))
    assert len(found) == 8
    assert by_websocket(stack, event) == by_client(stack, event) == by_events(stack, event) == found
    assert by_bus(stack, event) == found


def test_watch_prints_what_the_page_shows(stack: Stack) -> None:
    event = event_when_scored(stack, send(stack.intake, "w.xml", small_event(seed=2)).sha256)
    assert by_watch(stack, event) == by_http(stack, event)


class Broadcast(Answers):
    """A round that goes on: a game is in play, and is won when the test says so."""

    protocol_version = "HTTP/1.1"
    won = threading.Event()

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(piece(game("Ann", moves="1. e4") + game("Bea", "0-1")))
        self.won.wait(scaled(60))
        self.wfile.write(piece(game("Ann", "1-0", "1. e4 e5")) + END)


def test_a_broadcast_is_followed_into_the_standings(stack: Stack) -> None:
    def totals() -> dict[str, str]:
        listed = "broadcast-open" in stack.get("/v1/events")["rows"]
        rows = stack.get("/v1/events/broadcast-open/standings")["rows"] if listed else {}
        return {row["name"]: row["total"] for row in rows.values()}

    with answering(Broadcast) as address:
        address = f"{address}/api/stream/broadcast/round/abcd1234.pgn"
        options = ["--event", "broadcast-open", "--data", str(stack.data)]
        command = [sys.executable, "-m", "kibitz", "follow-pgn", address, *options]
        # A shell gives what it runs in the background a Ctrl-C that does nothing.
        heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=heeding) as following:
            try:
                wait_until(lambda: totals().get("not Bea") == "1")
                assert totals().get("Ann") in (None, "0")
                Broadcast.won.set()
                wait_until(lambda: totals().get("Ann") == "1")
                following.send_signal(signal.SIGINT)
                told = following.communicate(timeout=scaled(30))[0]
            finally:
                Broadcast.won.set()
                following.kill()
    assert following.returncode == 0
    assert "1 of 2 games finished" in told
    assert "2 of 2 games finished" in told


def test_the_exported_usebio_reads_back_to_the_same_standings(stack: Stack, tmp_path: Path) -> None:
    event = event_when_scored(stack, send(stack.intake, "x.xml", small_event(seed=3)).sha256)
    formats = {"usebio", "pbn", "acblscore", "json", "csv", "results-csv"}
    assert formats <= {file["format"] for file in stack.get(f"/v1/events/{event}/files")["files"]}
    # Exports are made by a service of their own, which may hear of an event a moment later.
    wait_until(lambda: by_export(stack, event, tmp_path) == by_http(stack, event))
    (back,) = Pipeline([read_file(tmp_path / "back.xml")]).events.values()
    assert back.score()[0].standings.differences == 0


def explained(stack: Stack, event: str, **query: object) -> tuple[int, dict[str, Any]]:
    """Status and body of the answer to the question why somebody has a total."""
    address = f"{stack.page}/v1/events/{event}/explanation?{urlencode(query)}"
    try:
        with urlopen(address, timeout=scaled(30)) as response:
            return response.status, json.loads(response.read())
    except HTTPError as refused:
        return refused.code, json.loads(refused.read())


def test_totals_of_pairs_teams_and_chess_are_explained_over_http_while_files_come_in(stack: Stack) -> None:
    data = [
        small_event(seed=4, day=1),
        (DATA / "usebio/teams-1.4.xml").read_bytes(),
        (DATA / "chess/ind1.trf").read_bytes(),
        (DATA / "pgn/broadcast.pgn").read_bytes(),
    ]
    events = [event_when_scored(stack, send(stack.intake, "e", each).sha256) for each in data]
    rows = {
        (event, *key.split("|", 1)): row
        for event in events
        for key, row in list(stack.get(f"/v1/events/{event}/standings")["rows"].items())[-8:]
    }
    for seed in range(5, 9):
        send(stack.intake, f"{seed}.xml", small_event(seed=seed, day=2))
    with ThreadPoolExecutor(16) as threads:
        answers = list(threads.map(lambda of: explained(stack, of[0], id=of[2], ranking=of[1]), rows))
    for (event, _, participant), (code, body) in zip(rows, answers, strict=True):
        row = rows[event, _, participant]
        assert (code, body["event"], body["participant"]["id"]) == (200, event, participant)
        assert (body.get("place"), body.get("total")) == (row["place"], row["total"])
        add_up(body)
    assert {body["method"]["board_scoring"] for _, body in answers} == {"match_points", "imps", "games"}


@pytest.mark.parametrize(
    ("query", "code", "words"),
    [
        ({"id": "nobody"}, (404, 4404), "the standings have no participant nobody"),
        ({"kind": "team", "id": "1NS"}, (404, 4404), "the standings have no team 1NS"),
        ({"id": "1NS", "ranking": "moon"}, (404, 4404), "the ranking moon has no participant 1NS"),
        ({"kind": "horse", "id": "1NS"}, (400, 4400), "kind: "),
        ({}, (400, 4400), "id: "),
    ],
)
def test_a_total_that_nobody_has_is_refused_in_plain_words(
    stack: Stack, query: dict[str, str], code: tuple[int, int], words: str
) -> None:
    event = event_when_scored(stack, send(stack.intake, "y.xml", small_event(seed=4, day=1)).sha256)
    wait_until(lambda: by_http(stack, event))
    status_, body = explained(stack, event, **query)
    assert (status_, body["code"]) == code
    assert words in body["message"]


def test_an_event_that_is_not_scored_has_no_explanation(stack: Stack) -> None:
    status_, body = explained(stack, "never-heard-of", id="1")
    assert (status_, body["code"]) == (404, 4404)
    assert "not scored yet" in body["message"]


def hostile() -> list[tuple[str, bytes, str]]:
    whole = small_event(seed=4)
    bomb = (
        b'<?xml version="1.0"?><!DOCTYPE USEBIO [<!ENTITY a "aaaaaaaaaa">'
        + b"".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">'.encode() for i in range(9))
        + b']><USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS"><DATE>&j;</DATE></EVENT></USEBIO>'
    )
    return [
        ("half.xml", whole[: len(whole) // 2], "usebio.not-well-formed"),
        ("empty.xml", b"", "intake.empty"),
        ("picture.xml", b"\x89PNG\r\n\x1a\n" + bytes(200), "intake.unknown-format"),
        ("bomb.xml", bomb, "usebio.entity-declaration"),
        ("hands.pbn", b"% PBN 2.1\n{ a remark and no game }\n", "pbn.no-game"),
    ]


@pytest.mark.parametrize(("name", "data", "code"), hostile(), ids=[name for name, _, _ in hostile()])
def test_a_bad_file_gets_a_clear_answer_and_harms_nobody(stack: Stack, name: str, data: bytes, code: str) -> None:
    answer = send(stack.intake, name, data)
    if answer.taken:
        body = wait_until(lambda: (b := state_of(stack, answer.sha256)).get("state") == "rejected" and b)
    else:
        body = answer.body
    assert body["code"] == code
    good = send(stack.intake, "good.xml", small_event(seed=hash(name) % 1000 + 10))
    assert event_when_scored(stack, good.sha256)


def test_a_name_that_wants_to_be_a_path_is_only_a_name(stack: Stack) -> None:
    answer = send(stack.intake, "../../etc/../x.xml", small_event(seed=5))
    assert answer.taken
    event_when_scored(stack, answer.sha256)
    assert state_of(stack, answer.sha256)["file"]["name"] == "x.xml"
    assert not (stack.folder / "etc").exists()


def test_a_file_of_three_hundred_megabytes_is_refused_and_the_next_one_goes_through(stack: Stack) -> None:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", stack.port + 1, timeout=scaled(30))
    connection.putrequest("PUT", "/v1/files/huge.xml")
    connection.putheader("Content-Length", str(300 * 1024 * 1024))
    connection.endheaders()
    sent = 0
    try:
        while sent < 300 * 1024 * 1024:
            connection.send(b" " * (1 << 20))
            sent += 1 << 20
    except OSError:
        pass
    answer = connection.getresponse()
    assert answer.status == 413
    assert json.loads(answer.read())["code"] == "intake.too-large"
    assert event_when_scored(stack, send(stack.intake, "after.xml", small_event(seed=9)).sha256)


def test_the_same_bytes_twice_are_one_file(stack: Stack) -> None:
    data = small_event(seed=6)
    first, second = send(stack.intake, "a.xml", data), send(stack.intake, "b.xml", data)
    assert (first.status, second.status) == (201, 200)
    assert first.sha256 == second.sha256


def test_a_replay_ends_in_the_finished_file(stack: Stack) -> None:
    data = made_up_file(Size(6, 5, 2), AsOf(at=EVENING, source="stated"), 7)
    data = data.replace(b"Lanternlight Pairs", b"Replayed Pairs")
    parts = cut(data, "replayed.xml", EVENING)
    assert [part.label for part in parts] == ["round 1", "round 2", "round 3", "round 4", "the finished file"]
    for part in parts:
        answer = send(stack.intake, part.name, part.data)
        event = event_when_scored(stack, answer.sha256)
    rows = stack.get(f"/v1/events/{event}/standings")["rows"]
    path = stack.folder / "replayed.xml"
    path.write_bytes(data)
    scored, _ = Pipeline([read_file(path)]).events[event].score()
    expected = {f"{r.id}|{row.id}": str(row.percentage) for r in scored.standings.rankings for row in r.rows}
    assert {key: row["percentage"] for key, row in rows.items()} == expected


def test_tokens_close_the_intake_to_strangers(tmp_path: Path) -> None:
    with Stack(tmp_path, "--tokens", "club=right-token") as closed:
        assert send(closed.intake, "x.xml", small_event()).status == 401
        assert send(closed.intake, "x.xml", small_event(), token="wrong").status == 401
        assert send(closed.intake, "x.xml", small_event(), token="right-token").status == 201


def test_a_second_start_goes_on_where_the_first_stopped_and_leaves_nothing_behind(tmp_path: Path) -> None:
    stack = Stack(tmp_path)
    stack.start()
    event = event_when_scored(stack, send(stack.intake, "x.xml", small_event()).sha256)
    before = stack.get(f"/v1/events/{event}/standings")
    pids = stack.pids()
    stack.stop()
    assert not [name for name, pid in pids.items() if alive(pid)]
    stack.start()
    after = wait_until(lambda: stack.get(f"/v1/events/{event}/standings"))
    stack.stop()
    assert (after["epoch"], after["seq"], after["checksum"]) == (before["epoch"], before["seq"], before["checksum"])


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"


def test_a_killed_supervisor_takes_its_services_with_it(tmp_path: Path) -> None:
    stack = Stack(tmp_path)
    stack.start()
    services = stack.pids()["services"]
    assert stack.process is not None
    stack.process.send_signal(signal.SIGKILL)
    stack.process.wait()
    wait_until(lambda: not alive(services))
    stack.start()
    stack.stop()


def test_two_servers_on_one_folder_are_refused_clearly(tmp_path: Path) -> None:
    with Stack(tmp_path) as first:
        other = Stack(tmp_path)
        said = subprocess.run(
            other.command,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=scaled(30),
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert said.returncode == 2
        assert "in use" in said.stderr
        assert first.get("/v1/events")


def test_a_feed_that_is_away_for_a_while_is_followed_without_a_gap(stack: Stack) -> None:
    event = event_when_scored(stack, send(stack.intake, "x.xml", small_event(seed=8)).sha256)

    async def scenario() -> tuple[dict[str, Any], str]:
        async with connect(stack.feed, subprotocols=["standings.v1+json"], max_size=None) as socket:
            await socket.send(json.dumps({"type": "subscribe", "id": 1, "channel": f"evt.{event}.standings"}))
            while (message := json.loads(await socket.recv()))["type"] != "synced":
                held = message
        bigger = made_up_file(Size(4, 3, 2), AsOf(at=EVENING.replace(hour=22), source="stated"), 8)
        answer = await asyncio.to_thread(
            send, stack.intake, "y.xml", bigger.replace(b"Lanternlight Pairs", b"Lanternlight Pairs")
        )
        assert answer.taken
        async with connect(stack.feed, subprotocols=["standings.v1+json"], max_size=None) as socket:
            resume = {"epoch": held["epoch"], "seq": held["seq"]}
            await socket.send(
                json.dumps({"type": "subscribe", "id": 1, "channel": f"evt.{event}.standings", "resume": resume})
            )
            while (message := json.loads(await socket.recv()))["type"] != "subscribed":
                continue
            return message, held["epoch"]

    subscribed, epoch = asyncio.run(scenario())
    assert subscribed["recovered"] is True
    assert subscribed["epoch"] == epoch


def test_doctor_finds_a_running_server_in_good_health(stack: Stack) -> None:
    command = [sys.executable, "-m", "kibitz", "doctor", "--data", str(stack.data), "--json"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=scaled(60))
    checks = {check["part"]: check["state"] for check in json.loads(said.stdout)}
    assert checks["page"] == checks["intake"] == checks["bus"] == "good"
    assert said.returncode == 0


def test_nothing_waits_in_the_dead_letters(stack: Stack) -> None:
    time.sleep(1)
    command = [sys.executable, "-m", "kibitz", "dead", "list", "--data", str(stack.data), "--json"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=scaled(60), check=True)
    assert json.loads(said.stdout) == []
