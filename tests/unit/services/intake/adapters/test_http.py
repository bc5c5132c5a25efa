"""The intake over HTTP, called as an application."""

import asyncio
import json
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from contracts.base import FileRef
from contracts.codes.intake import FAILED
from contracts.messages import FileParsed, FileReceived, FileRejected, FileVerdict
from services.intake.adapters.bodies import HttpLimits
from services.intake.adapters.http import Desk
from services.intake.adapters.originals import Originals
from services.intake.adapters.recent import RecentFiles
from services.intake.adapters.reception import Reception
from services.intake.adapters.responses import Refusal
from services.intake.adapters.room import UNWATCHED, Room
from services.intake.adapters.status_board import StatusBoard
from services.intake.adapters.watch import FolderWatch, Limits
from services.intake.domain.stability import Seen, Waiting
from services.intake.domain.status import FileRecord, FragmentRecord, record_of
from tests.support.asgi import call
from tests.support.memory_bus import MemoryBus

WHOLE = b"<USEBIO><EVENT/></USEBIO>"
DIGEST = sha256(WHOLE).hexdigest()
START = datetime(2031, 10, 3, 20, tzinfo=UTC)
TOKEN = {"authorization": "Bearer secret-of-the-club"}


class Intake:
    """A desk on a bus in memory; every answer is checked against the description that the desk gives of itself."""

    def __init__(self, *, tokens=None, folder=None, room=UNWATCHED, originals=None, **limits):
        self.bus = MemoryBus()
        board = StatusBoard(self.bus)
        self.board = board
        self.reception = Reception(self.bus, board, room, originals)
        self.recent = RecentFiles(self.bus)
        self.watch = FolderWatch((folder,) if folder else (), self.reception, Limits(1000, 1000, 10))
        self.desk = Desk(
            reception=self.reception,
            board=board,
            recent=self.recent,
            watch=self.watch,
            health=self.bus.healthy,
            tokens=tokens or {},
            limits=HttpLimits(**{"max_bytes": 100, "under_way": 250, "upload_seconds": 5.0, **limits}),
            now=lambda: datetime(2031, 10, 3, 20, tzinfo=UTC),
        )
        self.app = self.desk.app()

    async def __call__(self, method, target, **options):
        reply = await call(self.app, method, target, **options)
        assert reply.headers["content-type"] == "application/json"
        if target.startswith("/v1") and method in ("GET", "PUT"):
            conforms(method, target.partition("?")[0], reply)
        return reply


def conforms(method, path, reply):
    """The answer is one that the description promises."""
    from services.intake.adapters.openapi import document

    described = json.loads(document())
    template = path if path in described["paths"] else ("/v1/files/{sha256}" if method == "GET" else "/v1/files/{name}")
    if path.startswith("/v1/nothing"):
        return
    answers = described["paths"][template][method.lower()]["responses"]
    assert str(reply.status) in answers, f"{reply.status} is not described for {method} {template}"
    schema = answers[str(reply.status)]["content"]["application/json"]["schema"]
    Draft202012Validator({**schema, "components": described["components"]}).validate(reply.json())


async def test_a_file_is_taken_in_and_its_status_is_where_the_answer_says():
    intake = Intake()
    reply = await intake("PUT", "/v1/files/pairs.xml", body=[WHOLE[:5], WHOLE[5:]])
    assert reply.status == 201
    url = f"/v1/files/{DIGEST}"
    assert reply.json() == {
        "sha256": DIGEST,
        "name": "pairs.xml",
        "size": len(WHOLE),
        "format": "usebio",
        "state": "received",
        "url": url,
    }
    assert reply.headers["location"] == url
    status = await intake("GET", url)
    assert status.status == 200
    assert status.json()["state"] == "received"
    assert status.json()["file"]["sender"] == "local"
    assert (await intake("GET", f"/v1/files/{DIGEST.upper()}")).status == 200


async def test_the_same_bytes_again_are_200():
    intake = Intake()
    await intake("PUT", "/v1/files/pairs.xml", body=WHOLE)
    reply = await intake("PUT", "/v1/files/other.xml", body=WHOLE)
    assert (reply.status, reply.json()["name"]) == (200, "pairs.xml")
    assert len(intake.bus.messages) == 1


@pytest.mark.parametrize("path", ["../../x", "..%2f..%2fx", "%252e%252e%252fx", "a/b/x", "..%5Cx", "x%00"])
async def test_a_hostile_name_is_only_a_name(path):
    intake = Intake()
    reply = await intake("PUT", f"/v1/files/{path}", body=WHOLE)
    assert (reply.status, reply.json()["name"]) == (201, "x")


async def test_event_and_time_stamp_travel_with_the_file():
    intake = Intake()
    reply = await intake(
        "PUT", "/v1/files/x.xml?written_at=2031-10-03T19:00:00Z", body=WHOLE, headers={"X-Kibitz-Event": "club-night"}
    )
    assert reply.json()["event"] == "club-night"
    file = intake.bus.messages[0][1].file
    assert (file.event, file.written_at) == ("club-night", datetime(2031, 10, 3, 19, tzinfo=UTC))


@pytest.mark.parametrize(
    ("target", "headers", "status"),
    [
        ("/v1/files/x?event=Club Night", {}, 400),
        ("/v1/files/x?written_at=yesterday", {}, 400),
        ("/v1/files/x", {"content-encoding": "gzip"}, 415),
    ],
)
async def test_a_bad_parameter_is_refused_by_name_before_the_body_is_read(target, headers, status):
    intake = Intake()
    reply = await intake("PUT", target.replace(" ", "%20"), body=WHOLE, headers=headers)
    assert (reply.status, reply.json()["code"]) == (status, "intake.bad-request")
    assert not intake.bus.messages


async def test_an_empty_file_is_refused_with_its_digest():
    intake = Intake()
    reply = await intake("PUT", "/v1/files/x.xml")
    assert (reply.status, reply.json()["code"]) == (400, "intake.empty")
    assert (await intake("GET", f"/v1/files/{reply.json()['sha256']}")).json()["state"] == "rejected"


async def test_a_png_named_xml_is_refused_with_reason_and_advice():
    reply = await Intake()("PUT", "/v1/files/x.xml", body=b"\x89PNG\r\n\x1a\n")
    assert reply.status == 415
    assert reply.json()["code"] == "intake.unknown-format"
    assert "PNG" in reply.json()["message"]
    assert reply.json()["advice"]


async def test_a_length_header_that_is_too_large_ends_the_request_before_the_body():
    intake = Intake()
    reply = await intake("PUT", "/v1/files/x.xml", body=[b"x" * 50] * 9, headers={"content-length": "450"})
    assert (reply.status, reply.json()["code"]) == (413, "intake.too-large")
    assert reply.headers["connection"] == "close"
    assert not intake.bus.messages


async def test_a_length_header_is_not_believed():
    intake = Intake()
    reply = await intake("PUT", "/v1/files/x.xml", body=[b"x" * 50] * 9, headers={"content-length": "7"})
    assert reply.status == 413
    assert intake.desk._bodies.under_way == 0


async def test_a_client_that_waits_for_permission_is_not_made_to_send():
    intake = Intake()
    headers = {"content-length": "450", "expect": "100-continue"}
    reply = await intake("PUT", "/v1/files/x.xml", body=[b"x" * 50] * 9, headers=headers)
    assert (reply.status, reply.asked) == (413, 0)


async def test_bodies_under_way_share_their_memory():
    intake = Intake()
    waiting = asyncio.Event()

    async def slow():
        yield b"x" * 90
        await waiting.wait()

    slow_ones = [asyncio.ensure_future(intake("PUT", "/v1/files/x", body=slow())) for _ in range(2)]
    await asyncio.sleep(0.05)
    reply = await intake("PUT", "/v1/files/y.xml", body=b"x" * 90)
    assert (reply.status, reply.json()["code"], reply.headers["retry-after"]) == (503, "intake.busy", "5")
    waiting.set()
    await asyncio.gather(*slow_ones)
    assert intake.desk._bodies.under_way == 0
    assert (await intake("PUT", "/v1/files/y.xml", body=WHOLE)).status == 201


async def test_an_upload_that_takes_too_long_is_ended():
    async def never():
        yield b"x"
        await asyncio.sleep(3600)

    reply = await Intake(upload_seconds=0.05)("PUT", "/v1/files/x.xml", body=never())
    assert (reply.status, reply.json()["code"]) == (408, "intake.too-slow")


async def test_a_client_that_goes_away_leaves_nothing_behind(caplog):
    caplog.set_level("INFO")
    intake = Intake()
    await intake("PUT", "/v1/files/x.xml", body=[WHOLE[:5], None])
    assert [one.message for one in caplog.records] == ["a client went away in the middle"]
    assert intake.desk._bodies.under_way == 0
    assert not intake.bus.messages


async def test_without_tokens_only_this_machine_is_answered():
    intake = Intake()
    reply = await intake("PUT", "/v1/files/x.xml", body=WHOLE, client="192.0.2.7")
    assert (reply.status, reply.json()["code"]) == (403, "intake.local-only")
    rebound = await intake("PUT", "/v1/files/x.xml", body=WHOLE, headers={"host": "evil.example"})
    assert rebound.status == 403
    assert not intake.bus.messages


@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer wrong"}, {"authorization": "Basic eDp5"}])
@pytest.mark.parametrize(
    ("method", "target"),
    [("PUT", "/v1/files/x"), ("GET", "/v1/files"), ("GET", f"/v1/files/{DIGEST}"), ("GET", "/v1/folders")],
)
async def test_with_tokens_nobody_is_answered_without_one(method, target, headers):
    intake = Intake(tokens={"secret-of-the-club": "club"})
    reply = await intake(method, target, body=WHOLE, headers=headers)
    assert (reply.status, reply.json()["code"]) == (401, "intake.unauthorised")
    assert reply.headers["www-authenticate"].startswith("Bearer")
    assert not intake.bus.messages


async def test_with_tokens_the_sender_has_the_name_of_his():
    intake = Intake(tokens={"secret-of-the-club": "club"})
    reply = await intake("PUT", "/v1/files/x", body=WHOLE, headers=TOKEN, client="192.0.2.7")
    assert reply.status == 201
    assert intake.bus.messages[0][1].file.sender == "club"


async def test_an_unknown_digest_is_404_and_what_is_no_digest_400():
    intake = Intake()
    assert (await intake("GET", f"/v1/files/{'0' * 64}")).json()["code"] == "intake.unknown-file"
    assert (await intake("GET", "/v1/files/0123")).status == 404
    assert (await intake("GET", "/v1/files/012")).status == 400
    assert (await intake("GET", f"/v1/files/{'g' * 64}")).status == 400


async def test_a_file_that_its_reader_refused_is_read_again_when_it_is_sent_again():
    intake = Intake()
    await intake("PUT", "/v1/files/x.xml", body=WHOLE)
    file = intake.bus.messages.pop()[1].file
    await intake.board.note(*record_of(FileRejected(file=file, stage="parser", code="parser.x", reason="no")))
    assert (await intake("PUT", "/v1/files/x.xml", body=WHOLE)).json()["state"] == "rejected"
    assert len(intake.bus.messages) == 1


async def test_the_files_that_came_last_are_listed_newest_first():
    intake = Intake()
    for number in range(3):
        await intake("PUT", f"/v1/files/{number}.xml", body=WHOLE + b" " * number)
    for _, message in intake.bus.messages:
        intake.recent.add(message.file)
    reply = await intake("GET", "/v1/files?limit=2")
    assert len(reply.json()["files"]) == 2
    assert {line["state"] for line in reply.json()["files"]} == {"received"}
    assert (await intake("GET", "/v1/files?limit=0")).status == 400


async def test_a_file_is_asked_for_by_the_first_digits_of_its_digest():
    intake = Intake()
    for name in ("a.xml", "b.xml"):
        await intake("PUT", f"/v1/files/{name}", body=WHOLE + name.encode())
    first, second = (message.file for _, message in intake.bus.messages)
    for file in (first, second):
        await intake.board.note(*record_of(FileReceived(file=file)))
        intake.recent.add(file)
    reply = await intake("GET", f"/v1/files/{first.sha256[:8].upper()}")
    assert reply.json()["file"]["sha256"] == first.sha256
    twin = second.replace(sha256=f"{first.sha256[:10]}{'0' * 54}")
    intake.recent.add(twin)
    both = await intake("GET", f"/v1/files/{first.sha256[:8]}")
    assert both.status == 400
    assert f"{first.sha256} a.xml" in both.json()["message"]
    assert f"{twin.sha256} b.xml" in both.json()["message"]


async def test_a_list_of_files_says_what_came_of_each_in_its_events():
    intake = Intake()
    await intake("PUT", "/v1/files/a.xml", body=WHOLE)
    file = intake.bus.messages[0][1].file
    intake.recent.add(file)
    verdict = FileVerdict(fragment="a.0", file=file.sha256, name="a.xml", verdict="held", text="a.xml is not counted")
    parts = (
        FragmentRecord(fragment="a.0", event="open", state="scored", verdict=verdict, applied=3),
        FragmentRecord(fragment="a.1", event="side", state="accepted"),
    )
    await intake.board.note(file.sha256, FileRecord(file=file, read=True, fragments=parts))
    (line,) = (await intake("GET", "/v1/files")).json()["files"]
    assert [(each["event"], each["state"], each.get("verdict")) for each in line["events"]] == [
        ("open", "scored", "held"),
        ("side", "accepted", None),
    ]


async def test_watched_folders_say_what_is_wrong_in_them(tmp_path):
    intake = Intake(folder=tmp_path / "inbox")
    await intake.watch.scan()
    reply = await intake("GET", "/v1/folders")
    (folder,) = reply.json()["folders"]
    assert folder["name"] == "inbox"
    (trouble,) = folder["findings"]
    assert (trouble.get("name"), trouble["finding"]["code"]) == (None, "intake.no-folder")
    assert str(tmp_path) not in reply.body.decode()
    assert (await Intake()("GET", "/v1/folders")).json() == {"folders": []}


async def test_an_absent_bus_is_503_and_the_file_may_be_sent_again(caplog):
    intake = Intake()
    intake.bus.broken = True
    reply = await intake("PUT", "/v1/files/x.xml", body=WHOLE)
    assert (reply.status, reply.json()["code"], reply.headers["retry-after"]) == (503, "intake.unavailable", "5")
    assert [one.message.partition(":")[0] for one in caplog.records] == [
        "the bus does not answer, look at the NATS servers"
    ]
    assert (await intake("GET", "/healthz")).status == 503
    intake.bus.broken = False
    assert (await intake("PUT", "/v1/files/x.xml", body=WHOLE)).status == 201
    assert (await intake("GET", "/healthz")).json() == {"status": "ok", "problems": []}


async def test_a_failure_of_ours_is_500_and_tells_nothing_of_the_inside(monkeypatch, caplog):
    intake = Intake()

    async def fail(*_):
        raise RuntimeError("secret path")

    monkeypatch.setattr(intake.reception, "take_in", fail)
    reply = await intake("PUT", "/v1/files/x.xml", body=WHOLE)
    assert (reply.status, reply.json()["code"]) == (500, "intake.failed")
    assert b"secret" not in reply.body
    (logged,) = caplog.records
    assert (logged.message, str(logged.exc_info[1])) == ("answering failed", "secret path")


async def test_addresses_and_methods_that_do_not_exist_are_answered_in_the_same_form():
    intake = Intake()
    nothing = await intake("GET", "/v1/nothing")
    assert (nothing.status, nothing.json()["code"]) == (404, "intake.no-such-address")
    assert nothing.json()["message"] == "There is nothing at this address"
    reply = await intake("DELETE", f"/v1/files/{DIGEST}")
    assert (reply.status, reply.json()["code"]) == (405, "intake.no-such-address")
    assert reply.json()["message"] == "DELETE is not possible here"
    assert (await intake("POST", "/v1/files")).status == 405


async def test_answers_are_not_cached_and_not_guessed_at():
    reply = await Intake()("GET", "/v1/files")
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["x-content-type-options"] == "nosniff"


def test_a_refusal_says_that_the_connection_ends():
    from services.intake.adapters.answers import Health

    assert Refusal(Health(status="ok"), 413).headers["connection"] == "close"


async def test_a_line_of_the_list_has_the_state_and_the_number_of_findings_of_its_file():
    intake = Intake()
    for number in range(2):
        await intake("PUT", f"/v1/files/{number}.xml", body=WHOLE + b" " * number)
    received = [message.file for _, message in intake.bus.messages]
    for file in received:
        intake.recent.add(file)
    findings = tuple(FAILED.finding(f"something {number}") for number in range(3))
    parsed = FileParsed(file=received[0], fragments=(f"{DIGEST[:12]}.0",), events=("open",), findings=findings)
    await intake.board.note(*record_of(parsed))
    lines = (await intake("GET", "/v1/files")).json()["files"]
    assert [(line["name"], line["state"], line.get("findings", 0)) for line in lines] == [
        ("1.xml", "received", 0),
        ("0.xml", "parsed", 3),
    ]
    assert [line["url"] for line in lines] == [f"/v1/files/{file.sha256}" for file in reversed(received)]


async def test_at_most_20_files_are_named_that_digits_could_mean():
    intake = Intake()
    files = [
        FileRef(sha256=f"abcd{number:060x}", name=f"{number}.xml", size=1, format="pbn", received_at=START)
        for number in range(21)
    ]
    for file in files:
        intake.recent.add(file)
    reply = await intake("GET", "/v1/files/abcd")
    named = "; ".join(f"{file.sha256} {file.name}" for file in reversed(files[1:]))
    assert (reply.status, reply.json()["message"]) == (400, f"21 digests begin with abcd: {named}")


async def test_a_whole_digest_is_asked_for_although_the_file_is_not_among_the_last():
    intake = Intake()
    await intake("PUT", "/v1/files/a.xml", body=WHOLE)
    assert (await intake("GET", f"/v1/files/{DIGEST}")).json()["file"]["name"] == "a.xml"


async def test_a_list_names_20_events_of_a_file():
    intake = Intake()
    await intake("PUT", "/v1/files/a.xml", body=WHOLE)
    file = intake.bus.messages[0][1].file
    intake.recent.add(file)
    parts = tuple(FragmentRecord(fragment=f"a.{number:02d}", event="open", state="parsed") for number in range(21))
    await intake.board.note(file.sha256, FileRecord(file=file, read=True, fragments=parts))
    (line,) = (await intake("GET", "/v1/files")).json()["files"]
    assert len(line["events"]) == 20


async def test_a_folder_reports_200_findings_by_name_and_counts_its_files(tmp_path):
    intake = Intake(folder=tmp_path)
    (folder,) = intake.watch.folders
    for number in reversed(range(201)):
        folder.troubles[(f"{number:03d}.xml", FAILED.code)] = FAILED.finding(f"finding {number}")
    folder.files = 9
    for number in range(3):
        folder.taken[str(number)] = Seen(1, 1)
    folder.waiting["4"] = Waiting(Seen(1, 1), 1, 0, 0)
    (report,) = (await intake("GET", "/v1/folders")).json()["folders"]
    assert (report["files"], report["taken"], report["waiting"]) == (9, 3, 1)
    assert [each["name"] for each in report["findings"]] == [f"{number:03d}.xml" for number in range(200)]


async def test_who_has_no_address_is_not_on_this_machine():
    reply = await Intake()("GET", "/v1/files", client=None)
    assert (reply.status, reply.json()["code"]) == (403, "intake.local-only")


async def test_what_may_be_asked_of_an_address_is_in_its_refusal():
    reply = await Intake()("POST", "/v1/files")
    assert set(reply.headers["allow"].split(", ")) == {"GET", "HEAD"}


async def test_a_file_of_which_nothing_else_is_known_has_arrived():
    intake = Intake()
    file = FileRef(sha256="ab" * 32, name="a.xml", size=1, format="pbn", sender="club", received_at=START)
    intake.recent.add(file)
    (line,) = (await intake("GET", "/v1/files")).json()["files"]
    assert line == {
        "sha256": file.sha256,
        "name": "a.xml",
        "format": "pbn",
        "sender": "club",
        "received_at": "2031-10-03T20:00:00Z",
        "state": "received",
        "findings": 0,
        "events": [],
        "decided": [],
        "url": f"/v1/files/{file.sha256}",
    }


async def test_what_an_audit_cannot_repair_is_for_operators_and_files_are_taken_as_ever():
    intake = Intake()
    intake.bus.concerns = lambda: ["audit: Message 14 of VALIDATED cannot be read"]
    health = await intake("GET", "/healthz")
    assert (health.status, health.json()) == (200, {"status": "ok", "problems": []})
    assert (await intake("PUT", "/v1/files/x.xml", body=WHOLE)).status == 201
    intake.bus.broken = True
    assert (await intake("GET", "/healthz")).json()["status"] == "unhealthy"


async def test_without_room_nothing_is_taken_and_nothing_of_the_body_is_read():
    free = [0]
    intake = Intake(room=Room({"data": Path("data")}, 1_048_576, lambda _: free[0]))
    reply = await intake("PUT", "/v1/files/x.xml", body=WHOLE)
    assert (reply.status, reply.json()["code"], reply.headers["retry-after"]) == (507, "intake.no-room", "5")
    assert "0 MiB left" in reply.json()["message"]
    assert intake.bus.messages == []
    health = await intake("GET", "/healthz")
    assert (health.status, health.json()["status"]) == (503, "full")
    intake.bus.broken = True
    health = await intake("GET", "/healthz")
    assert (health.status, health.json()["status"], len(health.json()["problems"])) == (503, "unhealthy", 2)
    intake.bus.broken = False
    free[0] = 1_048_576
    assert (await intake("PUT", "/v1/files/x.xml", body=WHOLE)).status == 201
    assert (await intake("GET", "/healthz")).status == 200


async def test_a_file_whose_original_cannot_be_written_is_503_and_not_announced(tmp_path):
    intake = Intake(originals=Originals(tmp_path / "gone"))
    reply = await intake("PUT", "/v1/files/x.xml", body=WHOLE)
    assert (reply.status, reply.json()["code"], reply.headers["retry-after"]) == (503, "intake.not-kept", "5")
    assert intake.bus.messages == []
    health = await intake("GET", "/healthz")
    assert (health.status, health.json()["status"]) == (503, "unhealthy")
    assert "KIBITZ_INTAKE_ORIGINALS" in health.json()["problems"][0]
    (tmp_path / "gone").mkdir()
    assert (await intake("PUT", "/v1/files/x.xml", body=WHOLE)).status == 201
    assert (await intake("GET", "/healthz")).status == 200


async def test_a_full_disk_of_originals_is_507(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shared.kept.originals.OriginalsWriter.write", full)
    intake = Intake(originals=Originals(tmp_path))
    reply = await intake("PUT", "/v1/files/x.xml", body=WHOLE)
    assert (reply.status, reply.json()["code"]) == (507, "intake.no-room")
    assert intake.bus.messages == []
