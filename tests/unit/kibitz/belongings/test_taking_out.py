"""In which order things go, and what stays for others; tests/e2e/test_director.py searches the disk."""

from types import SimpleNamespace
from typing import Any

import pytest

from contracts.screens.screen import Part, Screen, Screens
from kibitz.belongings import taking_out as module
from kibitz.belongings.belonging import ALL_STREAMS, Belongings, Found
from services.intake.domain.audit.damage import Memory
from shared.kept.screens import ScreenBucket
from tests.support.memory_bus import MemoryBus

OF = Belongings(frozenset({"club"}), frozenset({"ab" * 32}))


@pytest.fixture
async def steps(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, object]]:
    """What was done, in its order, where every stream has 9 messages and lost none."""
    done: list[tuple[str, object]] = []
    gone = [
        Found("INTAKE", 9, "a"),
        Found("SCORED", 9, "b"),
        Found("SEATED", 3, "c"),
        Found("KV_QUERIES", 9, "$KV.Q.x"),
    ]

    async def note(name: str, value: object) -> None:
        done.append((name, value))

    async def belonging(bus: object, of: object) -> list[Found]:
        return [*gone, Found("PARSED", 1, "d"), Found("OBJ_FILES", 2, "e")]

    async def nothing(*_: object) -> None:
        return None

    async def info(name: str) -> Any:
        return SimpleNamespace(state=SimpleNamespace(messages=9, first_seq=1, last_seq=9))

    monkeypatch.setattr(module, "belonging", belonging)
    monkeypatch.setattr(module, "unfinished", nothing)
    monkeypatch.setattr(module, "write_anew", lambda _, spec: note("anew", spec.name))
    bus = MemoryBus()
    screens = tuple(
        Screen(name=name, title=name, parts=tuple(Part(view="standings", event=event) for event in events))
        for name, events in (("both", ("club", "league")), ("only", ("club",)))
    )
    await ScreenBucket(bus).change(lambda _: Screens(screens=screens))  # type: ignore[arg-type]
    js = SimpleNamespace(
        stream_info=info,
        delete_msg=lambda stream, seq: note("delete", (stream, seq)),
        purge_stream=lambda stream, subject: note("purge", (stream, subject)),
    )
    bus.client = SimpleNamespace(js=js)  # type: ignore[attr-defined]

    async def in_stream(_: str, work: Any) -> None:
        await work()

    bus.in_stream = in_stream  # type: ignore[attr-defined]
    assert await module.take_out(bus, OF) == 6  # type: ignore[arg-type]
    done.append(("screens", await ScreenBucket(bus).read()))  # type: ignore[arg-type]
    done.append(("memory", Memory.model_validate_json(bus.keys["AUDIT", "memory"][0])))
    return done


async def test_objects_go_first_and_what_tells_of_files_last(steps: list[tuple[str, object]]) -> None:
    removed = [value[0] for name, value in steps if name in ("delete", "purge")]  # type: ignore[index]
    assert removed == ["OBJ_FILES", "SCORED", "SEATED", "KV_QUERIES", "INTAKE", "PARSED"]
    assert ("purge", ("KV_QUERIES", "$KV.Q.x")) in steps


async def test_streams_are_written_anew_that_keep_the_old_or_lose_their_end(steps: list[tuple[str, object]]) -> None:
    anew = {value for name, value in steps if name == "anew"}
    assert anew == {"SCORED", "MERGED", *(spec.name for spec in ALL_STREAMS if spec.name.startswith("KV_"))}


async def test_others_keep_their_screens_and_the_audit_knows(steps: list[tuple[str, object]]) -> None:
    said = dict(steps)
    assert [(each.name, [part.event for part in each.parts]) for each in said["screens"].screens] == [  # type: ignore[attr-defined]
        ("both", ["league"])
    ]
    assert said["memory"].settled == {"INTAKE": ((9, 9),), "PARSED": ((1, 1),)}  # type: ignore[attr-defined]
