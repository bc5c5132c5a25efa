"""The made-up game files with single fields changed, and their events with single facts changed, for golden files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from decimal import Decimal
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from pydantic import ValidationError

from contracts.messages import EventMerged
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from shared.errors import FormatError, UnsupportedFeature
from shared.formats.acblscore.file.fields import Layout, Type, decode
from shared.formats.acblscore.file.game import Game, read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.file.game_layouts import EVENT, SECTION
from shared.formats.acblscore.file.packing import DoesNotFit
from shared.formats.acblscore.file.play_layouts import MEETINGS, RESULT2, RESULT4
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.reader.parse import parse, read_with
from shared.formats.acblscore.report import Report
from shared.formats.acblscore.writer.render import render
from shared.formats.acblscore.writer.update import update
from shared.formats.parsed import Rendered
from tests.support.acblscore_files import MOMENT, Plan, everything, howell, pairs_game, player
from tests.support.acblscore_kinds import BRACKET, FOULED, handicap, pairs, teams, three_teams, with_texts
from tests.support.acblscore_teams import board_a_match
from tests.support.golden import Outcome, compare, differences, read, seed_of
from tests.support.objects import whole

LONGEST = 150
"""Characters of a line of a golden file."""

Field = tuple[int, Type, str]
"""Where a field stands in the file, how it is read, and what it is called."""

AWARD = {"amount_1": Decimal("0.5"), "colour_1": 1, "ranking_1": 1, "amount_2": Decimal("1.25"), "colour_2": 3}
HOWELL = howell([(2, 2), (1, 1), (1, 2), (2, 1), (3, 1), (3, 2)])
USEBIO = Path(__file__).parents[1] / "data/usebio"


def filled(layout: Layout) -> dict[str, Any]:
    """A value for every field of a structure that is not a pointer, a length or a count."""
    values: dict[str, Any] = {}
    for number, (name, (_, kind)) in enumerate(layout.fields.items()):
        if name.startswith(("ofs_", "len_", "num_")) or kind.sort == "time":
            continue
        texts = {"text": name[: kind.size - 1], "char": "N", "bytes": bytes([number % 250 + 1])}
        values[name] = texts.get(kind.sort, Decimal(number % 5 + 1) if kind.digits < 4 else Decimal("0.5"))
    return values


def second_session() -> bytes:
    """Two sections of the second of three sessions: the first a Mitchell, the second a Howell, with every field."""
    entry = {
        "adjustment": Decimal("-1.5"),
        "carry_over": Decimal("3.25"),
        "handicap": Decimal(2),
        "score": Decimal("7.5"),
        "unfactored": Decimal("7.25"),
        "final_score": Decimal("10.75"),
        "percentage": Decimal("62.5"),
        "strat": 2,
        "average_master_points": 321,
        "not_eligible": 10,
        "awards_before": AWARD,
        "awards_session": AWARD,
        "awards_total": AWARD,
        "previous_section": "C",
        "previous_direction": "E",
        "previous_number": 4,
        "next_section": "B",
        "next_direction": "W",
        "next_table": 3,
        "next_related": 1,
        "num_boards_played_before": 24,
        "rankings": [
            {"section_rank": 1, "section_rank_last": 2, "overall_rank": 3, "rank": 1, "next_in_section": 2},
            {"overall_rank": 1, "overall_rank_last": 1, "qualified": 1, "rank": 1},
        ],
        "players": [
            player(1, awards_before=AWARD, awards_total=AWARD, wins=2, matches=3, database_key=b"\3\0\1\2"),
            {**player(2), "number": "NM", "master_points": 0, "rank": " "},
        ],
    }
    other = {"score": Decimal("6.5"), "rankings": [{"section_rank": 2, "rank": 2}], "strat": 1, "next_table": 1}
    own = {name: value for name, value in filled(SECTION).items() if name not in ("howell", "numbers", "number")}
    odd = {"phantom", "phantom_2", "phantom_3", "board_a_match", "skip_after_round", "highest_number", "factored"}
    own = {name: value for name, value in own.items() if name not in odd}
    strats = [{"rank_depth_1": 2, "num_entries_1": 3, "qualify_depth_1": 1}]
    first = Plan(
        entries={(1, 1): entry, (1, 2): other, (2, 1): {**other, "previous_section": "A", "previous_number": 7}},
        section={**own, "num_boards": 6, "num_rounds": 3, "num_tables": 3, "strats": strats, "phantom": -3},
        scores=FOULED,
        points={(1, 1): (150, 50), (2, 1): (0, 200), (1, 2): (100, 100)},
        summary={"flags": 0x22, "scored_next": 2, "ranked_next": 2},
    )
    second = Plan(
        name="B",
        section={"howell": 1, "numbers": HOWELL, "phantom": 6},
        summary={"scored_previous": 1, "ranked_previous": 1, "status": 1},
    )
    details = {name: value for name, value in filled(EVENT).items() if name not in ("number", "date", "last_session")}
    whole = {**details, "session": 2, "num_sessions": 3, "num_strats": 2, "handicap_type": 1, "club_number": "123456"}
    stratum = {"letter": "A", "most_master_points": 900, "event_m_factor": Decimal("0.75"), "percent_of_open": 60}
    return pairs_game(first, second, **whole, strats=[stratum, {"letter": "B", "most_master_points": 300}])[0]


DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "every structure": lambda: everything()[0],
    "second session": second_session,
    "rulings": lambda: pairs(own=FOULED),
    "handicap": lambda: handicap(-2),
    "average IMPs": lambda: pairs(2, FOULED),
    "texts": with_texts,
    "bracket": lambda: teams(18, BRACKET, section="11"),
    "round robin of three": three_teams,
    "board-a-match": board_a_match,
}
"""Game files by what they show."""


class _Watched(GameFile):
    """A file that notes every structure that is read of it."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data, Report())
        self.seen: list[Record] = [self.master]

    def block(self, *arguments: Any) -> Record | None:
        record = super().block(*arguments)
        self.seen += [record] if record is not None else []
        return record

    def rows(self, *arguments: Any) -> list[Record]:
        records = super().rows(*arguments)
        self.seen += records
        return records


def _structures(data: bytes) -> list[Record]:
    """Every structure of a file, with the results of its boards and the meetings of its movements."""
    file = _Watched(data)
    game: Game = read_game(file)
    more = []
    for event in game.events:
        meeting, most = MEETINGS[event.individual]
        for section in event.sections:
            for board in section.boards:
                kind = RESULT4 if board.results.integer("num_units") == 4 else RESULT2
                more += _repeated(data, board.results, kind, board.results.integer("num_valid"))
            if section.movement is not None:
                more += _repeated(data, section.movement, meeting, most * section.tables)
    return [*file.seen, *more, *game.free]


def _repeated(data: bytes, block: Record, layout: Layout, count: int) -> list[Record]:
    start = block.offset + block.layout.size
    places = [start + number * layout.size for number in range(count)]
    return [
        Record(data, Report(), layout, at, at + layout.size, f"{block.name}, {layout.name} {number}")
        for number, at in enumerate(places, 1)
        if at + layout.size <= len(data)
    ]


def _fields(record: Record) -> Iterator[Field]:
    """The fields of a structure and of those within it."""
    yield from _of_layout(record.layout, record.offset, record.name)


def _of_layout(layout: Layout, offset: int, title: str) -> Iterator[Field]:
    for name, (where, kind) in layout.fields.items():
        yield offset + where, kind, f"{title}: {name}"
    for name, part in layout.parts.items():
        for number in range(part.count):
            label = name if part.count == 1 else f"{name} {number + 1}"
            at = offset + part.offset + number * part.layout.size
            yield from _of_layout(part.layout, at, f"{title}, {label}")


def changed_fields(
    data: bytes, chosen: Collection[str], words: Sequence[str], count: int, seed: int
) -> Iterator[tuple[str, bytes]]:
    """Files with one field of one of the chosen structures changed whose name has one of the words; none are all."""
    random = Random(seed)
    kinds: dict[str, list[Record]] = {}
    for record in _structures(data):
        if not chosen or record.layout.name in chosen:
            kinds.setdefault(record.layout.name, []).append(record)
    targets = sorted({record.offset for records in kinds.values() for record in records})
    for _ in range(count if kinds else 0):
        record = random.choice(kinds[random.choice(sorted(kinds))])
        places = [place for place in _fields(record) if place[0] + place[1].size <= len(data)]
        places = [place for place in places if not words or any(word in _own(place[2], record) for word in words)]
        if not places:
            continue
        used = [(at, kind, name) for at, kind, name in places if any(data[at : at + kind.size])]
        at, kind, name = random.choice(used if used and random.random() < 0.7 else places)
        old = data[at : at + kind.size]
        new = _other(old, kind, name, random, targets, len(data))
        if new != old:
            yield f"{name}: {_shown(old, kind)} -> {_shown(new, kind)}", data[:at] + new + data[at + kind.size :]


def _own(name: str, record: Record) -> str:
    """The name of a field within its structure."""
    return name.removeprefix(record.name)


def _other(old: bytes, kind: Type, name: str, random: Random, targets: Sequence[int], end: int) -> bytes:
    """Another value of a field."""
    if kind.sort == "text":
        room = kind.size - 1
        word = random.choice([b"", b"Q", b"A", b"B", b"\xc9lan", b"a\x07b ", b"1", b"N", b"99999", b"\x81"])[:room]
        odd = bytes([random.choice([kind.size, 255])]) + old[1:]
        full = bytes([room]) + b"x" * room
        return random.choice([odd, full, *[bytes([len(word)]) + word.ljust(room, b"\0")] * 4])
    if kind.sort in ("char", "bytes", "real"):
        at = random.randrange(kind.size)
        return old[:at] + bytes([random.choice([0, 1, 2, 0x20, 0x41, 0x4E, 0x57, 0x80, 0xFF])]) + old[at + 1 :]
    number, most = int.from_bytes(old, "little"), 256**kind.size - 1
    numbers = [0, 1, 2, 3, random.randrange(13), number + 1, number + 1, number - 1, most, most // 2 + 1, most - 1, 900]
    if "ofs_" in name:
        numbers = [0, number + 1, end - 1, end, most, *([random.choice(targets)] * 4)]
    if name.endswith("_score"):
        numbers += [950, 999, 2060, 4043, 1000]
    return (random.choice(numbers) & most).to_bytes(kind.size, "little")


def _shown(raw: bytes, kind: Type) -> str:
    """A value as golden files have it."""
    if kind.sort == "text" and raw[0] < len(raw):
        return ascii(decode(raw[1 : 1 + raw[0]]))
    if kind.sort in ("text", "char", "bytes", "real"):
        text = raw.hex()
        return text if len(text) <= 24 else f"{text[:16]}... {crc32(raw):08x}"
    number = int.from_bytes(raw, "little", signed=kind.code.islower())
    return str(number) if not kind.digits else str(Decimal(number).scaleb(-kind.digits))


@cache
def _document(title: str) -> bytes:
    return DOCUMENTS[title]()


def compare_changes(name: str, structures: Collection[str] = (), words: Sequence[str] = (), count: int = 16) -> None:
    """Change fields of these structures, whose names have one of these words, and compare with the golden file.

    Without structures or words all are changed, in every file.

    What the reader says of the files as they are stands in a golden file of its own.
    """
    look = partial(read, parse)
    whole, text = [], []
    for title in DOCUMENTS:
        data = _document(title)
        before, report = look(data), Report()
        read_with(data, report)
        whole += [
            f"== {title}",
            f"memory: {report.memory} bytes",
            *(_line(key, values) for key, values in before.items()),
        ]
        changed = list(changed_fields(data, structures, words, count, seed_of(f"{name} {title}")))
        text += [f"== {title}"] if changed else []
        for what, document in changed:
            text += [what, *(differences(before, look(document)) or ["  nothing differs"])]
    _compare("as-read", whole)
    _compare(name, text)


def _line(key: str, values: dict[str, str]) -> str:
    return f"{key} ({', '.join(f'{name} {value}' for name, value in values.items())})" if values else key


def _compare(name: str, lines: Sequence[str]) -> None:
    """Compare with a golden file, in which a long line has a checksum instead of its end."""
    rows = [row for line in lines for row in line.split("\n")]
    cut = [row if len(row) <= LONGEST else f"{row[:LONGEST]}... {crc32(row.encode()):08x}" for row in rows]
    compare(f"acblscore/{name}", "\n".join([*cut, ""]))


@cache
def _events() -> tuple[tuple[str, bytes, EventMerged], ...]:
    """Every event of the game files, and those of some files of another format, scored."""
    events = []
    for title in DOCUMENTS:
        data = _document(title)
        pipeline = Pipeline([read_bytes(data, "evening.ACA", Path("evening.ACA"), MOMENT)])
        events += [(f"{title} {n}", data, e.score()[1]) for n, e in enumerate(pipeline.events.values(), 1)]
    for path in sorted(USEBIO.glob("*.xml"))[:6]:
        pipeline = Pipeline([read_bytes(path.read_bytes(), "evening.xml", Path("evening.xml"), MOMENT)])
        events += [(f"{path.stem} {n}", b"", e.score()[1]) for n, e in enumerate(pipeline.events.values(), 1)]
    return tuple(events)


_TEXTS = (
    "",
    "A",
    "B",
    "1",
    "3",
    "NS",
    "E",
    "W\u00fcst",
    "\u0141ada",
    "a name that is longer than any field has room for " * 2,
)
_NUMBERS = ("0", "-2.5", "7.25", "100", "99999999", "1")


def changed_facts(merged: EventMerged, chosen: Collection[str], count: int, seed: int) -> Iterator[tuple[str, Any]]:
    """Events with one fact of one of the chosen lists changed, or one taken out or added."""
    random = Random(seed)
    document = whole(merged)
    lists = {name: rows for name in chosen if (rows := _at(document, name))}
    for _ in range(count if lists else 0):
        name = random.choice(sorted(lists))
        rows = lists[name] if isinstance(lists[name], list) else [lists[name]]
        for _ in range(12):
            at = random.randrange(len(rows))
            what, row = _changed_row(rows, at, random)
            made = [*rows[:at], *row, *rows[at + 1 :]]
            try:
                new = _with(document, name, made if isinstance(lists[name], list) else made[0])
                result = EventMerged.model_validate(new)
            except (ValidationError, IndexError, ValueError):
                continue
            yield f"{name}[{at}] {what}", result
            break


def _changed_row(rows: list[Any], at: int, random: Random) -> tuple[str, list[Any]]:
    row = rows[at]
    choice = random.random()
    if choice < 0.08:
        return "left out", []
    places = [path for path, _ in _paths(row) if not path.startswith("at.")]
    stated = [path for path in places if _at(row, path) is not None]
    if choice < 0.16 and "id" in row:
        return "and another one", [row, {**row, "id": "Z-9NS"}]
    path = random.choice(stated if stated and random.random() < 0.8 else places)
    old = _at(row, path)
    others = [value for other in rows if (value := _at(other, path)) not in (None, old)]
    options: list[Any] = [None, None]
    if isinstance(old, bool):
        options += [not old] * 3
    elif isinstance(old, int):
        options += [old + 1, 0, old - 1, 255, 256, 70000]
    elif isinstance(old, str) and _is_number(old):
        options += [*_NUMBERS, *_TEXTS[2:5]]
    elif isinstance(old, str):
        options += _TEXTS
    elif old is None:
        options = [*_TEXTS[1:5], *_NUMBERS[:3], 1, 2, "2031-05-04"]
    options += others[:1] * 3
    new = random.choice(options)
    return f"{path}: {str(old)[:30]!a} -> {str(new)[:30]!a}", [_with(row, path, new)]


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()


def _paths(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        for name, part in value.items():
            yield from _paths(part, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and value:
        for number, part in enumerate(value):
            yield from _paths(part, f"{path}.{number}" if path else str(number))
    else:
        yield path, value


def _at(value: Any, path: str) -> Any:
    for name in path.split("."):
        if isinstance(value, list):
            value = value[int(name)] if name.isdigit() and int(name) < len(value) else None
        else:
            value = value.get(name) if isinstance(value, dict) else None
    return value


def _with(value: Any, path: str, new: Any) -> Any:
    name, _, rest = path.partition(".")
    if isinstance(value, list):
        return [_with(part, rest, new) if rest else new for part in value[int(name) : int(name) + 1]] and [
            *value[: int(name)],
            _with(value[int(name)], rest, new) if rest else new,
            *value[int(name) + 1 :],
        ]
    return {**value, name: _with(value.get(name) or {}, rest, new) if rest else new}


def written(write: Callable[[], Rendered]) -> Outcome:
    """Every field that a written file has, and what is lost."""
    try:
        rendered = write()
    except (FormatError, UnsupportedFeature, DoesNotFit) as error:
        return {"refused": {"": str(error)}}
    data = rendered.data
    lines: Outcome = {"file": {"": f"{rendered.name} {len(data)} bytes, {crc32(data):08x}"}}
    records = _structures(data)
    names = {record.offset: record.name for record in records[1:]}
    for record in records:
        values = {}
        for at, kind, name in _fields(record):
            raw = data[at : at + kind.size]
            if any(raw):
                where = names.get(int.from_bytes(raw, "little")) if "ofs_" in name else None
                values[name.removeprefix(record.name)[2:]] = where or _shown(raw, kind)
        lines[record.name] = values
    losses = {f"loses {loss.what} ({loss.why}) x {loss.count}": {} for loss in rendered.losses}
    return lines | losses


def compare_rendered(name: str, facts: Collection[str], count: int = 9) -> None:
    """Change facts of every event, write them as new files, and compare with the golden file."""
    whole, text = [], []
    for title, _, merged in _events():
        before = written(partial(render, merged))
        whole += [f"== {title}", *(_line(key, values) for key, values in before.items())]
        changed = list(changed_facts(merged, facts, count, seed_of(f"{name} {title}")))
        text += [f"== {title}"] if changed else []
        for number, (what, event) in enumerate(changed):
            values = "stated" if number % 4 == 3 else "computed"
            after = written(partial(render, event, values=values))
            text += [f"{what} ({values})", *(differences(before, after) or ["  nothing differs"])]
    _compare("as-written", whole)
    _compare(f"written-{name}", text)


def compare_updated(name: str, facts: Collection[str], count: int = 9) -> None:
    """Change facts of every event, write them into the file that they came from, and compare with the golden file."""
    text = []
    for title, data, merged in _events():
        if not data:
            continue
        before = written(partial(update, data, [merged]))
        changed = list(changed_facts(merged, facts, count, seed_of(f"updated {name} {title}")))
        text += [f"== {title}"] if changed else []
        for number, (what, event) in enumerate(changed):
            values = "stated" if number % 2 else "computed"
            after = written(partial(update, data, [event], values))
            text += [f"{what} ({values})", *(differences(before, after) or ["  nothing differs"])]
    _compare(f"updated-{name}", text)
