"""The intake hears every subject that the registry says it hears, and folds it into the status of the file."""

from datetime import UTC, datetime, timedelta

from contracts import registry, subjects
from contracts.base import DECISIONS, FileRef
from contracts.codes.decisions import DECIDED
from contracts.decisions import VoidResult
from contracts.facts import AsOf, EventFact, Facts, Scope, Sides
from contracts.messages import (
    DeadLetter,
    FileParsed,
    FileReceived,
    FileRejected,
    FileVerdict,
    Fragment,
    FragmentAccepted,
    FragmentParsed,
    FragmentRejected,
    LooksLike,
    Position,
    StandingsPublished,
)
from contracts.questions import FileOffered, FilesAsked, FileStatusAsked, FolderList, FolderReport, FoldersAsked
from contracts.standings import Method, Progress, Source, Standings
from services.intake.adapters.recent import RecentFiles
from services.intake.adapters.reception import Reception
from services.intake.adapters.status_board import StatusBoard
from services.intake.domain.status import FileRecord, FragmentRecord, Remark, state_of
from services.intake.handlers import Deps, build_router
from tests.support.decided import ruling
from tests.support.handlers import ask, handlers, subjects_heard
from tests.support.memory_bus import MemoryBus

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)
FILE = FileRef(sha256="ab" * 32, name="x.xml", size=1, format="usebio", received_at=NOW)
FOLDERS = FolderList(folders=(FolderReport(name="inbox", files=2, taken=1, waiting=1),))


def made(bus):
    board = StatusBoard(bus)
    return Deps(
        bus,
        board,
        Reception(bus, board),
        RecentFiles(bus),
        lambda most: FOLDERS if most == 3 else None,
        1_000,
        lambda: NOW,
    )


def test_it_hears_what_the_registry_says():
    wanted = {subject.name for subject in registry.SUBJECTS if "intake" in subject.consumers}
    assert subjects_heard(build_router()) == wanted


async def test_it_answers_what_the_registry_says():
    wanted = {question.name for question in registry.QUESTIONS if question.answered_by == "intake"}
    bus = MemoryBus()
    assert {question.name for question in build_router().questions} == wanted
    offered = FileOffered(sender="club", name="x.xml", content=b"<USEBIO></USEBIO>")
    taken = await ask(build_router, offered, subjects.file_offered("club"), deps=made(bus))
    assert (taken.format, taken.new) == ("usebio", True)
    (said,) = bus.said("intake.file.received.v1.usebio")
    assert (said.file.sender, said.file.received_at) == ("club", NOW)


async def test_it_lists_the_newest_files_with_where_each_stands():
    bus = MemoryBus()
    deps = made(bus)
    for number in range(3):
        deps.recent.add(FILE.replace(sha256=f"{number}b" * 32, received_at=NOW + timedelta(minutes=number)))
    await deps.board.note(f"{2}b" * 32, FileRecord(file=FILE.replace(sha256="2b" * 32), read=True))
    answer = await ask(build_router, FilesAsked(limit=2), subjects.files_asked(), deps=deps)
    assert [(file.sha256[:2], file.state) for file in answer.files] == [("2b", "parsed"), ("1b", "received")]


async def test_of_one_event_it_says_what_came_of_each_file_and_what_was_decided():
    bus = MemoryBus()
    deps = made(bus)
    for number, event in enumerate(("pairs", "teams", "pairs")):
        file = FILE.replace(sha256=f"{number}b" * 32, received_at=NOW + timedelta(minutes=number))
        alike = LooksLike(event="other", why="hands", into="other")
        verdict = FileVerdict(
            fragment="0", file=file.sha256, name="x", verdict="counts", looks_like=(alike,), text="x counts"
        )
        part = FragmentRecord(fragment="0", event=event, state="scored", verdict=verdict)
        remarks = tuple(Remark(finding=DECIDED.finding(f"Pair {pair} loses 1")) for pair in range(25))
        deps.recent.add(file)
        await deps.board.note(
            file.sha256, FileRecord(file=file, read=True, fragments=(part,), findings=remarks if number else ())
        )
    answer = await ask(build_router, FilesAsked(limit=5, event="pairs"), subjects.files_asked(), deps=deps)
    newest, oldest = answer.files
    assert (newest.sha256[:2], oldest.sha256[:2]) == ("2b", "0b")
    assert newest.decided == tuple(sorted(f"Pair {pair} loses 1" for pair in range(25))[:20])
    assert (newest.events[0].text, newest.events[0].looks_like) == ("x counts", (alike,))
    every = await ask(build_router, FilesAsked(limit=5), subjects.files_asked(), deps=deps)
    assert len(every.files) == 3
    assert not any(file.decided or file.events[0].text for file in every.files)


async def test_it_says_how_the_watched_folders_are():
    assert await ask(build_router, FoldersAsked(limit=3), subjects.folders_asked(), deps=made(MemoryBus())) == FOLDERS


async def test_it_says_where_a_file_stands():
    bus = MemoryBus()
    deps = made(bus)
    await deps.board.note(FILE.sha256, FileRecord(file=FILE, read=True))
    asked = FileStatusAsked(sha256=FILE.sha256)
    answer = await ask(build_router, asked, subjects.file_status_asked(), deps=deps)
    assert answer.status.state == "parsed"
    unknown = await ask(build_router, FileStatusAsked(sha256="0" * 64), subjects.file_status_asked(), deps=deps)
    assert unknown.status is None


async def test_messages_in_any_order_bring_a_file_to_scored():
    bus = MemoryBus()
    board = StatusBoard(bus)
    hear = handlers(build_router, made(bus))
    source = Source(fragment="abab.0", file=FILE.sha256, name="x", format="usebio", as_of=NOW, scope="all")
    standings = StandingsPublished(
        standings=Standings(
            event="pairs",
            name="Pairs",
            method=Method(board_scoring="match_points"),
            progress=Progress(),
            sources=(source,),
        ),
        position=Position(seq=1, applied=1),
        digest="0" * 64,
        calculated_at=NOW,
    )
    await hear["scoring.standings.published.v1"](standings)
    await hear["parser.file.parsed.v1"](FileParsed(file=FILE, fragments=("abab.0",), events=("pairs",)))
    await hear["intake.file.received.v1"](FileReceived(file=FILE))
    record = await board.read(FILE.sha256)
    assert state_of(record) == "scored"
    assert record.file == FILE


async def test_a_letter_about_a_file_is_noted_wherever_its_message_lies():
    bus = MemoryBus()
    hear = handlers(build_router, made(bus))["dead"]
    body = FileReceived(file=FILE).model_dump_json()
    common = {
        "service": "usebio_parser",
        "consumer": "c",
        "subject": "intake.file.received.v1.usebio.ab",
        "stream": "INTAKE",
        "sequence": 1,
        "deliveries": 5,
        "reason": "no bytes",
        "error": "ObjectMissing",
        "died_at": NOW,
    }
    for gone in ("BODIES/other;sha256=" + "0" * 64, "nonsense"):
        await hear(DeadLetter(**common, body=gone, encoding="object"))
    assert await StatusBoard(bus).read(FILE.sha256) is None
    await bus.put_object("BODIES", "name", body.encode())
    await hear(DeadLetter(**common, body=f"BODIES/name;sha256={'0' * 64}", encoding="object"))
    (told,) = (await StatusBoard(bus).read(FILE.sha256)).given_up
    await hear(DeadLetter(**common, body=body))
    assert (await StatusBoard(bus).read(FILE.sha256)).given_up == (told,)
    assert told.message.endswith("no bytes")


async def test_a_file_of_decisions_is_read_here():
    bus = MemoryBus()
    hear = handlers(build_router, made(bus))
    data = ruling(VoidResult(decision="void", board="7", sides=Sides(ns="1", ew="2")))
    file = FILE.replace(format=DECISIONS)
    await bus.put_object("FILES", file.sha256, data)
    await hear["intake.file.received.v1"](FileReceived(file=file))
    (said,) = bus.said("parser.fragment.parsed.v1")
    assert isinstance(said, FragmentParsed)
    assert said.fragment.event == "club-pairs"
    assert [result.board for result in said.fragment.facts.results] == ["7"]
    assert bus.said("parser.file.parsed.v1.decisions")


async def test_a_refused_file_and_its_fragments_are_noted_too():
    bus = MemoryBus()
    board = StatusBoard(bus)
    hear = handlers(build_router, made(bus))
    await hear["intake.file.received.v1"](FileReceived(file=FILE))
    await hear["intake.file.rejected.v1"](FileRejected(file=FILE, stage="parser", code="parser.bad", reason="no"))
    assert state_of(await board.read(FILE.sha256)) == "rejected"
    await hear["parser.file.parsed.v1"](FileParsed(file=FILE, fragments=("abab.0",), events=("pairs",)))
    assert state_of(await board.read(FILE.sha256)) == "parsed"
    as_of = AsOf(at=NOW, source="stated")
    fragment = Fragment(
        id="abab.0", event="pairs", file=FILE, ordinal=0, as_of=as_of, scope=Scope(), facts=Facts(events=(EventFact(),))
    )
    rejected = FragmentRejected(
        file=FILE, fragment="abab.0", event="pairs", code="validation.bad", reason="no", findings=()
    )
    await hear["validation.fragment.rejected.v1"](rejected)
    assert state_of(await board.read(FILE.sha256)) == "rejected"
    await hear["validation.fragment.accepted.v1"](FragmentAccepted(fragment=fragment))
    assert state_of(await board.read(FILE.sha256)) == "accepted"


def test_it_publishes_what_the_registry_says():
    declared = {entry.name for entry in registry.SUBJECTS if "intake" in entry.producers}
    assert build_router().publications.keys() == declared | {"dead"}
