"""What is fuzzed: files of every format on their way through all services, decisions, commands of the feed."""

import contextlib
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from pydantic import TypeAdapter

from contracts.decisions import AnyDecision
from contracts.feed import CLIENT_MESSAGES
from kibitz.file_reading import FileRead, read_bytes
from kibitz.pipeline import Pipeline, seats_of
from services.export.domain.formats import exported
from shared.errors import KibitzError
from tests.fuzz.mutations import Mutate, any_of, of_bytes, of_elements, of_json, of_lines, of_words
from tests.support import acblscore_files
from tests.support.feed import CHANNEL, Listener, feed, table

DATA = Path(__file__).parents[1] / "data"
EVENT = DATA / "usebio" / "pairs-1.0.xml"
"""That decisions are about."""


class Depth(IntEnum):
    """How far an input goes; what comes first is cheap, and most faults are there."""

    READ = 1
    SCORE = 2
    WRITE = 3


@dataclass(frozen=True)
class Target:
    """One kind of input.

    Attributes:
        seeds: good inputs that are changed.
        mutate: how.
        run: what is done with an input, so far; any exception that leaves it is a fault.
    """

    seeds: Callable[[], Sequence[bytes]]
    mutate: Mutate
    run: Callable[[bytes, "Depth"], None]


def read(data: bytes, name: str = "x") -> FileRead:
    """A file as the services read it."""
    return read_bytes(data, name, Path(name), datetime(2031, 5, 4, tzinfo=UTC))


def through_all(files: Iterable[FileRead], depth: Depth) -> None:
    """Score the events of some files, look who sits where, and write them in every format."""
    if depth < Depth.SCORE:
        return
    pipeline = Pipeline(files)
    pipeline.findings()
    for event in list(pipeline.events.values())[:3]:
        _, merged = event.score()
        if depth < Depth.WRITE:
            continue
        with contextlib.suppress(KibitzError):
            seats_of(merged)
        for form in exported().values():
            with contextlib.suppress(KibitzError):
                if form.holds(merged):
                    form.render(merged)


def a_file(data: bytes, depth: Depth) -> None:
    """A file of any format."""
    file = read(data)
    if file.rejected is None:
        through_all([file], depth)


def decisions(data: bytes, depth: Depth) -> None:
    """A file of decisions beside the event that it is about."""
    file = read(data)
    if file.rejected is None:
        through_all([_event(), file], depth)


def commands(data: bytes, _: Depth) -> None:
    """Lines that a client of the feed says, with a change in between."""
    hub, clock = feed()
    hub.update(CHANNEL, table({"1": 50}), "E1", 4)
    client = Listener(hub)
    client.protocol.open()
    for number, line in enumerate(data.split(b"\n")[:200]):
        client.say(line)
        with contextlib.suppress(UnicodeDecodeError):
            client.say(line.decode())
        hub.update(CHANNEL, table({"1": number}), "E1", 5 + number)
        clock.turn(0.1)
    client.heard()


@cache
def _event() -> FileRead:
    return read(EVENT.read_bytes())


def _files(*patterns: str) -> Callable[[], Sequence[bytes]]:
    return lambda: [path.read_bytes() for pattern in patterns for path in sorted(DATA.glob(pattern))]


def _game_files() -> Sequence[bytes]:
    return [acblscore_files.mitchell(3), acblscore_files.everything()[0]]


def _decision_files() -> Sequence[bytes]:
    event = _event().fragments[0].fragment.event
    head = {"kibitz": "decisions", "event": event, "at": "2031-05-04T20:15:00Z", "by": "Ada"}
    schema = TypeAdapter(AnyDecision).json_schema()
    made = [json.dumps({**head, "decisions": [one]}).encode() for one in _of_union(schema)]
    return [document for document in made if read(document).rejected is None]


def _commands() -> Sequence[bytes]:
    made = _of_union(CLIENT_MESSAGES.json_schema())
    return [json.dumps({**one, "channel": CHANNEL}).encode() for one in made]


def _of_union(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Examples of each model of a union: with all it has, with what it must have, and with one thing more."""
    count = itertools.count(1)
    made = []
    for one in schema.get("oneOf") or schema.get("anyOf") or [schema]:
        model = schema["$defs"][one["$ref"].rpartition("/")[2]]
        everything = _example(model, schema, count)
        least = {name: everything[name] for name in everything if name in model.get("required", ())}
        more = [{**least, name: value} for name, value in everything.items() if name not in least]
        made += [everything, least, *more]
    return made


def _example(schema: dict[str, Any], whole: dict[str, Any], count: Iterator[int]) -> Any:
    """A value that a JSON Schema describes, as far as types, choices and lists go."""
    if "$ref" in schema:
        return _example(whole["$defs"][schema["$ref"].rpartition("/")[2]], whole, count)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if union := schema.get("anyOf") or schema.get("oneOf"):
        return _example(union[0], whole, count)
    match schema.get("type"):
        case "object":
            return {name: _example(inside, whole, count) for name, inside in schema.get("properties", {}).items()}
        case "array":
            inside = schema.get("items") or schema.get("prefixItems", [{}])[0]
            return [_example(inside, whole, count) for _ in range(max(1, schema.get("minItems", 1)))]
        case "integer" | "number":
            return max(1, schema.get("minimum", 1))
        case "boolean":
            return True
        case _:
            return "a" * 64 if "64" in schema.get("pattern", "") else str(next(count))


TARGETS = {
    "usebio": Target(_files("usebio/**/*.xml"), any_of(of_elements, of_elements, of_bytes), a_file),
    "pbn": Target(_files("pbn/*.pbn"), any_of(of_lines, of_bytes), a_file),
    "trf": Target(_files("chess/*.trf"), any_of(of_lines, of_lines, of_bytes), a_file),
    "pgn": Target(_files("pgn/*.pgn"), any_of(of_lines, of_lines, of_bytes), a_file),
    "acblscore": Target(_game_files, of_words, a_file),
    "decisions": Target(_decision_files, of_json, decisions),
    "commands": Target(_commands, any_of(of_json, of_bytes), commands),
}


def changed(target: Target, seeds: Sequence[bytes], chance: Random) -> bytes:
    """An input of a target; the shorter a good one is, the more often it is changed."""
    (seed,) = chance.choices(seeds, [1 / len(good) for good in seeds])
    return target.mutate(chance, seed, seeds)
