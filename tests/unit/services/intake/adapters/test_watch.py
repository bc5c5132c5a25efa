"""Watching folders: what settles is handed in once, and nothing half-written ever."""

import asyncio
import os
from datetime import UTC, datetime
from unittest.mock import Mock

import pytest

from contracts.messages import FileVerdict
from services.intake.adapters.originals import Originals
from services.intake.adapters.reception import Reception
from services.intake.adapters.room import Room
from services.intake.adapters.status_board import StatusBoard
from services.intake.adapters.watch import FolderWatch, Limits
from services.intake.domain.status import FileRecord, FragmentRecord
from shared.errors import OperationFailed
from tests.support.memory_bus import MemoryBus
from tests.support.time_limits import scaled

WHOLE = "<USEBIO><EVENT/></USEBIO>"
STEP = 300_000_000
LIMITS = Limits(max_bytes=1000, scan_bytes=100_000, scan_files=100)


class Clock:
    """Moves on by one step at each look."""

    def __init__(self):
        self.now = 0

    def __call__(self):
        return self.now


class Scene:
    """A folder, a bus, and a watcher that can be started again."""

    def __init__(self, folder, **limits):
        self.folder = folder
        self.bus, self.free, self.originals = MemoryBus(), 1, Originals()
        self.clock = Clock()
        self.limits = Limits(**{**vars(LIMITS), **limits})
        self.restart()

    def restart(self, *folders):
        self.board = StatusBoard(self.bus)
        self.watch = FolderWatch(
            folders or (self.folder,),
            Reception(self.bus, self.board, Room({"data": self.folder}, 1, lambda _: self.free), self.originals),
            self.limits,
            steady=self.clock,
            now=lambda: datetime(2031, 10, 3, 20, tzinfo=UTC),
        )

    async def looks(self, number):
        for _ in range(number):
            await self.watch.scan()
            self.clock.now += STEP

    def put(self, name, data=WHOLE):
        path = self.folder / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    @property
    def received(self):
        return [message.file for message in self.bus.said("intake.file.received")]

    @property
    def rejected(self):
        return [(message.file.name, message.code) for message in self.bus.said("intake.file.rejected")]

    @property
    def troubles(self):
        return [key for folder in self.watch.folders for key in sorted(folder.troubles)]


@pytest.fixture
def scene(tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    return Scene(inbox)


async def test_a_file_is_handed_in_when_it_stands_still_and_never_again(scene):
    path = scene.put("pairs.xml")
    os.utime(path, ns=(1_900_000_000_123_456_789,) * 2)
    await scene.looks(1)
    assert not scene.received
    await scene.looks(5)
    (file,) = scene.received
    assert (file.name, file.sender) == ("pairs.xml", "inbox")
    assert file.written_at == datetime.fromtimestamp(1_900_000_000, UTC).replace(microsecond=123_456)
    assert len(scene.bus.said("intake.file.received")) == 1


async def test_a_file_that_changes_again_is_a_new_file(scene):
    scene.put("pairs.xml")
    await scene.looks(3)
    scene.put("pairs.xml", WHOLE + "\n")
    await scene.looks(3)
    assert len({file.sha256 for file in scene.received}) == 2


async def test_a_file_that_is_only_touched_is_not_sent_again(scene):
    path = scene.put("pairs.xml")
    await scene.looks(3)
    os.utime(path, (1, 1))
    await scene.looks(3)
    assert len(scene.bus.messages) == 1


async def test_after_a_restart_nothing_is_sent_twice_and_refusals_are_not_repeated(scene):
    scene.put("pairs.xml")
    scene.put("image.xml", b"\x89PNG\r\n\x1a\n")
    await scene.looks(3)
    assert len(scene.bus.messages) == 2
    scene.restart()
    await scene.looks(3)
    assert len(scene.bus.messages) == 2
    assert scene.troubles == [("image.xml", "intake.unknown-format")]


async def test_a_file_that_is_written_again_as_it_was_before_it_was_replaced_is_reported(scene):
    scene.put("pairs.xml")
    scene.put("other.xml", WHOLE + " ")
    await scene.looks(3)
    scene.put("pairs.xml", WHOLE + "\n")
    await scene.looks(3)
    first = next(file.sha256 for file in scene.received if file.size == len(WHOLE))
    verdict = FileVerdict(fragment="0", file=first, name="pairs.xml", verdict="replaced", text="newer")
    part = FragmentRecord(fragment="0", event="pairs", state="scored", verdict=verdict, applied=2)
    await scene.board.note(first, FileRecord(read=True, fragments=(part,)))
    scene.put("pairs.xml")
    await scene.looks(3)
    assert scene.troubles == [("pairs.xml", "intake.written-back")]
    (report,) = scene.watch.report(5).folders
    assert [found.finding.file for found in report.findings] == [first]
    scene.put("pairs.xml", WHOLE + "\n\n")
    await scene.looks(3)
    assert scene.troubles == []
    # A folder of all exports of an evening has the older ones as well.
    scene.restart()
    scene.put("pairs.xml")
    await scene.looks(3)
    assert scene.troubles == []


async def test_a_half_written_file_is_not_handed_in_while_it_may_still_grow(scene):
    scene.put("pairs.xml", WHOLE[:12])
    await scene.looks(30)
    assert not scene.bus.messages
    scene.put("pairs.xml", WHOLE)
    await scene.looks(3)
    assert [file.size for file in scene.received] == [len(WHOLE)]


async def test_a_file_that_stays_cut_in_half_is_taken_as_it_is_and_a_finding_says_so(scene):
    scene.put("pairs.xml", WHOLE[:12])
    await scene.looks(36)
    assert [file.size for file in scene.received] == [12]
    assert scene.troubles == [("pairs.xml", "intake.incomplete")]


async def test_a_file_is_not_read_at_every_look_while_it_is_waited_for(scene, monkeypatch):
    reads = []
    from services.intake.adapters import watch

    real = watch.read_file
    monkeypatch.setattr(watch, "read_file", lambda *arguments: reads.append(1) or real(*arguments))
    scene.put("pairs.xml", WHOLE[:12])
    await scene.looks(36)
    assert len(reads) == 2


async def test_an_empty_file_is_refused_when_nothing_comes(scene):
    scene.put("pairs.xml", b"")
    await scene.looks(30)
    assert not scene.bus.messages
    await scene.looks(6)
    assert scene.rejected == [("pairs.xml", "intake.empty")]


async def test_a_file_that_keeps_changing_is_reported_and_still_waited_for(scene):
    for number in range(250):
        scene.put("pairs.xml", WHOLE + " " * number)
        await scene.looks(1)
    assert not scene.bus.messages
    assert scene.troubles == [("pairs.xml", "intake.not-settled")]
    await scene.looks(2)
    assert len(scene.received) == 1
    assert not scene.troubles


async def test_a_file_that_is_too_large_is_refused_with_its_digest_and_unread(scene):
    scene.put("large.xml", b"x" * 1001)
    scene.put("pairs.xml")
    await scene.looks(3)
    assert scene.rejected == [("large.xml", "intake.too-large")]
    assert [file.name for file in scene.received] == ["pairs.xml"]
    assert all(message.content for message in scene.bus.said("intake.file.received"))


async def test_a_file_of_enormous_size_is_only_a_finding(scene):
    with (scene.folder / "huge.xml").open("wb") as file:
        file.truncate(1000 * 17)
    await scene.looks(3)
    assert not scene.bus.messages
    assert scene.troubles == [("huge.xml", "intake.too-large")]


async def test_a_file_that_may_not_be_read_is_a_finding_until_it_may(scene, monkeypatch):
    from services.intake.adapters import watch

    def denied(entry, limit):
        raise watch.Unreadable("Permission denied")

    scene.put("pairs.xml")
    monkeypatch.setattr(watch, "read_file", denied)
    await scene.looks(60)
    assert scene.troubles == [("pairs.xml", "intake.unreadable")]
    monkeypatch.undo()
    await scene.looks(20)
    assert len(scene.received) == 1
    assert not scene.troubles


async def test_a_folder_that_is_not_there_is_looked_for_again(scene):
    late = scene.folder / "late"
    scene.restart(late, scene.folder)
    scene.put("pairs.xml")
    await scene.looks(3)
    assert scene.troubles == [("", "intake.no-folder")]
    assert len(scene.received) == 1
    late.mkdir()
    (late / "other.xml").write_text(WHOLE + " ")
    await scene.looks(3)
    assert not scene.troubles
    assert {file.sender for file in scene.received} == {"inbox", "late"}


async def test_files_wait_for_an_absent_bus(scene):
    scene.put("pairs.xml")
    scene.bus.broken = True
    await scene.looks(10)
    assert not scene.bus.messages
    scene.bus.broken = False
    await scene.looks(20)
    assert len(scene.received) == 1


async def test_one_look_reads_no_more_than_its_share_and_the_next_goes_on(tmp_path):
    scene = Scene(tmp_path, scan_bytes=60)
    for number in range(6):
        scene.put(f"{number}.xml", WHOLE + " " * number)
    await scene.looks(2)
    assert len(scene.received) == 2
    await scene.looks(4)
    assert len(scene.received) == 6


async def test_findings_of_files_that_are_gone_go_too(scene):
    path = scene.put("image.xml", b"\x89PNG\r\n\x1a\n")
    await scene.looks(3)
    assert scene.troubles
    path.unlink()
    await scene.looks(1)
    assert not scene.troubles
    assert not scene.watch.folders[0].taken


async def test_a_hostile_name_is_only_a_name(scene):
    scene.put("a%2f..%2fx\n.xml")
    await scene.looks(3)
    assert [file.name for file in scene.received] == ["x.xml"]


async def test_a_name_that_is_no_text_is_only_a_name(scene):
    path = os.path.join(os.fsencode(scene.folder), b"pair\xffs.xml")
    with open(path, "wb") as file:
        file.write(WHOLE.encode())
    await scene.looks(3)
    assert [file.name for file in scene.received] == ["pairs.xml"]


async def test_a_file_on_which_the_intake_itself_fails_does_not_stop_the_others(scene, monkeypatch):
    from services.intake.adapters import watch

    real = watch.read_file

    def faulty(entry, limit):
        if entry.name == "bad.xml":
            raise ZeroDivisionError
        return real(entry, limit)

    monkeypatch.setattr(watch, "read_file", faulty)
    scene.put("bad.xml", WHOLE + " ")
    scene.put("good.xml")
    await scene.looks(3)
    assert [file.name for file in scene.received] == ["good.xml"]
    assert scene.troubles == [("bad.xml", "intake.failed")]


async def test_a_file_without_a_mark_of_its_end_is_not_taken_between_two_lines(scene):
    written = ""
    for line in ('[Event "Club night"]\n', '[Board "1"]\n', '[Dealer "N"]\n'):
        written += line
        scene.put("pairs.pbn", written)
        await scene.looks(4)
        assert not scene.received
    await scene.looks(3)
    (file,) = scene.received
    assert file.size == len(written)
    assert not scene.troubles


async def test_while_the_bus_is_absent_a_look_tries_a_few_files_and_the_pause_grows(scene, monkeypatch):
    for number in range(9):
        scene.put(f"{number}.xml", WHOLE + " " * number)
    await scene.looks(1)
    scene.bus.broken = True
    tried = []
    real = scene.watch._reception.take_in

    async def take_in(content, sending):
        tried.append(sending.name)
        return await real(content, sending)

    monkeypatch.setattr(scene.watch._reception, "take_in", take_in)
    assert await scene.watch.scan() == 0
    assert len(tried) == 4
    pauses = [scene.watch._pause]
    for _ in range(6):
        scene.clock.now += 6_000_000_000
        await scene.watch.scan()
        pauses.append(scene.watch._pause)
    assert pauses == [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]
    scene.bus.broken = False
    scene.clock.now += 6_000_000_000
    assert await scene.watch.scan() == 9
    assert scene.watch._pause == 0.0


async def test_a_watch_looks_again_and_again_until_it_is_cancelled(scene, caplog):
    caplog.set_level("INFO")
    scene.put("pairs.xml")
    scene.restart()
    scene.watch._interval = 0.01
    running = asyncio.ensure_future(scene.watch.run())
    async with asyncio.timeout(scaled(10)):
        while not scene.received:
            scene.clock.now += STEP
            await asyncio.sleep(0.01)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert [one.message for one in caplog.records][:1] == [f"watching {scene.folder}"]


async def test_a_trouble_is_logged_when_it_begins_and_again_when_it_comes_back(scene, caplog):
    path = scene.put("image.xml", b"\x89PNG\r\n\x1a\n")
    late = scene.folder / "late"
    scene.restart(late)
    await scene.looks(3)
    assert [one.message.split(":")[0] for one in caplog.records if one.levelname == "WARNING"] == [
        "The folder cannot be listed"
    ]
    late.mkdir()
    await scene.looks(1)
    late.rmdir()
    await scene.looks(1)
    assert sum("cannot be listed" in one.message for one in caplog.records) == 2
    assert path.exists()


async def test_a_file_that_was_taken_cut_and_comes_whole_has_no_finding_any_more(scene):
    scene.put("pairs.xml", WHOLE[:12])
    await scene.looks(40)
    assert scene.troubles == [("pairs.xml", "intake.incomplete")]
    scene.put("pairs.xml", WHOLE)
    await scene.looks(3)
    assert scene.troubles == []


@pytest.mark.parametrize(("files", "told"), [(20, []), (21, ["taking in files: 4 of 21"]), (44, [4, 44])])
async def test_many_files_at_once_are_counted_in_the_log_from_time_to_time(scene, caplog, files, told):
    caplog.set_level("INFO")
    for number in range(files):
        scene.put(f"{number}.xml", WHOLE + " " * number)
    await scene.looks(2)
    progress = [one.message for one in caplog.records if one.message.startswith("taking in files")]
    expected = [f"taking in files: {one} of 44" if isinstance(one, int) else one for one in told]
    assert progress == expected


async def test_a_file_waits_five_seconds_for_the_bus_and_a_minute_after_a_fault(scene, monkeypatch, caplog):
    path = str(scene.put("pairs.xml"))
    tried = []
    faults = [OperationFailed("no answer"), ZeroDivisionError("0")]

    async def take_in(content, sending):
        tried.append(scene.clock.now)
        raise faults[min(len(tried), 2) - 1]

    monkeypatch.setattr(scene.watch._reception, "take_in", take_in)
    seconds = 1_000_000_000
    for moment in (0, 1, 6 - 1e-9, 6, 66 - 1e-9, 66):
        scene.clock.now = round(moment * seconds)
        await scene.watch.scan()
    assert tried == [1 * seconds, 6 * seconds, 66 * seconds]
    assert list(scene.watch.folders[0].not_before) == [path]
    said = [record.message for record in caplog.records if record.levelname == "ERROR"]
    assert said == ["a file waits for the bus, look at the NATS servers: no answer", *["taking in a file failed"] * 2]
    monkeypatch.undo()
    scene.clock.now += 60 * seconds
    assert await scene.watch.scan() == 1
    assert (scene.troubles, scene.watch.folders[0].not_before) == ([], {})


@pytest.mark.parametrize(
    ("size", "received", "rejected", "troubles"),
    [
        (1_000, 1, 0, []),
        (1_001, 0, 1, ["intake.too-large"]),
        (16_000, 0, 1, ["intake.too-large"]),
        (16_001, 0, 0, ["intake.too-large"]),
    ],
)
async def test_a_file_of_up_to_the_limit_is_taken_and_one_of_up_to_sixteen_times_it_is_reported(
    scene, size, received, rejected, troubles
):
    scene.put("pairs.xml", WHOLE + " " * (size - len(WHOLE)))
    await scene.looks(3)
    assert (len(scene.received), len(scene.rejected)) == (received, rejected)
    assert [code for _, code in scene.troubles] == troubles


async def test_a_look_counts_the_files_of_each_folder_and_what_it_handed_in(scene, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    scene.restart(scene.folder, other)
    for number in range(3):
        scene.put(f"{number}.xml", WHOLE + " " * number)
    (other / "x.xml").write_text(WHOLE + " " * 9)
    await scene.looks(1)
    assert await scene.watch.scan() == 4
    assert [folder.files for folder in scene.watch.folders] == [3, 1]


async def test_a_single_file_may_be_larger_than_the_share_of_a_look_and_another_may_just_fill_it(tmp_path):
    for share, taken in ((10, 1), (2 * len(WHOLE), 1), (2 * len(WHOLE) + 1, 2)):
        scene = Scene(tmp_path, scan_bytes=share)
        scene.put("0.xml")
        scene.put("1.xml", WHOLE + " ")
        await scene.looks(2)
        assert len(scene.received) == taken


async def test_a_refusal_is_forgotten_when_the_file_is_replaced_by_one_that_is_taken(scene):
    scene.put("pairs.xml", b"\x89PNG\r\n\x1a\n")
    await scene.looks(3)
    assert scene.troubles == [("pairs.xml", "intake.unknown-format")]
    scene.put("pairs.xml")
    await scene.looks(3)
    assert (len(scene.received), scene.troubles) == (1, [])


async def test_a_file_that_changes_long_after_it_was_taken_in_is_not_said_to_keep_changing(scene):
    scene.put("pairs.xml")
    await scene.looks(3)
    scene.clock.now += 3600 * 10**9
    scene.put("pairs.xml", WHOLE + "\n")
    await scene.looks(1)
    assert (scene.troubles, len(scene.received)) == ([], 1)


async def test_a_file_that_changes_while_it_is_opened_is_waited_for_anew(scene, monkeypatch):
    from services.intake.adapters import watch

    scene.put("pairs.xml")
    await scene.looks(1)
    for error in (watch.Changed(), watch.TooLarge()):
        monkeypatch.setattr(watch, "read_file", Mock(side_effect=error))
        await scene.looks(1)
        assert (scene.troubles, scene.watch.folders[0].waiting, scene.watch.folders[0].not_before) == ([], {}, {})
        monkeypatch.undo()
        await scene.looks(1)
        assert not scene.received
    await scene.looks(1)
    assert len(scene.received) == 1


async def test_without_room_files_wait_in_the_folder_and_are_taken_when_there_is_some(scene):
    scene.put("a.xml")
    scene.put("b.xml", WHOLE + "\n")
    scene.free = 0
    await scene.looks(5)
    assert not scene.bus.messages
    assert {code for _, code in scene.troubles} == {"intake.no-room"}
    scene.free = 1
    await scene.looks(60)
    assert sorted(file.name for file in scene.received) == ["a.xml", "b.xml"]
    assert scene.troubles == []


async def test_files_wait_in_the_folder_while_their_originals_cannot_be_written(scene, tmp_path):
    scene.originals = Originals(tmp_path / "originals")
    scene.restart()
    scene.put("a.xml")
    await scene.looks(5)
    assert not scene.bus.messages
    assert {code for _, code in scene.troubles} == {"intake.not-kept"}
    (tmp_path / "originals").mkdir()
    await scene.looks(60)
    assert [file.name for file in scene.received] == ["a.xml"]
    assert scene.troubles == []
