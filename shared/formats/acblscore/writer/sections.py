"""Sections of a new file: boards, movement, index tables and details."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from contracts.facts import Detail, ResultFact, SectionFact
from shared.formats.acblscore import values
from shared.formats.acblscore.file.entry_layouts import INDEX, INDEX_ENTRY, INDIVIDUAL, PAIR
from shared.formats.acblscore.file.game_layouts import NUMBERS, SECTION
from shared.formats.acblscore.file.packing import pack
from shared.formats.acblscore.file.play_layouts import (
    BOARD,
    BOARD_INDEX,
    BOARD_INDEX_ENTRY,
    MEETINGS,
    MOVEMENT,
    RESULT2,
    RESULT4,
    SEATS,
)
from shared.formats.acblscore.reader.numbers import HOWELL_NUMBERS, MITCHELL_NUMBERS
from shared.formats.acblscore.reader.sections import TRAVELLERS
from shared.formats.acblscore.scores import SPECIAL
from shared.formats.acblscore.writer.blocks import Blocks
from shared.formats.acblscore.writer.people import Fields
from shared.formats.acblscore.writer.ranks import Listed, links_of, rank_by_score
from shared.formats.acblscore.writer.results import Row, row_of
from shared.formats.acblscore.writer.seating import Seating
from shared.formats.acblscore.writer.stated_fields import fields_of, packed
from shared.formats.losses import Losses

RESULT2_UNITS = 2
"""How many meet in a result of pairs; of individuals it is four."""

MOST_ON_A_BOARD = 255
"""Results of one board that its table can count."""


_WITHOUT_SCORE = {"unknown", "not_in_play"}
"""Scores that a game file has as a board not in play."""

MOST_SCORE = 0xFFFF
"""The greatest full score that a summary can say."""


@dataclass
class NewSection:
    """A section that is to be written.

    Attributes:
        people: entries by id of the participant.
        top: match points for beating everybody on a board.
        full: the total of a 100 % game that is stated; None where none is.
        memo: where its memo stands; 0 without one.
        first: fields of the index tables that name the best of each stratum, by direction.
    """

    number: int
    name: str
    fact: SectionFact | None
    seating: Seating
    results: list[ResultFact]
    people: Mapping[str, Fields]
    phantoms: frozenset[str]
    top: Decimal | None
    full: int | None = None
    memo: int = 0
    first: Mapping[int, Fields] = field(default_factory=dict)


def link(
    sections: Sequence[NewSection], groups: Sequence[str], also: Sequence[str], losses: Losses, *, split: bool = False
) -> None:
    """Order the ranks of all sections of an event, and link them from rank to rank (`ranks.py`).

    Sections with groups of one name are ranked together; ranks may follow the fields `also` beside the scores. With
    `split` ranks are of both directions, of which each has a list of its own in a Mitchell movement.
    """
    lists: dict[tuple[str, int], list[Fields]] = defaultdict(list)
    for section, group in zip(sections, groups, strict=False):
        for name, fields in section.people.items():
            lists[group, section.seating.numbers.get(name, (0, 0))[0]].append(fields)
    for (_, direction), entries in lists.items():
        rank_by_score(entries, also, losses, anew=split and direction > 0)
    listed = [
        (fields, Listed((number, section.number, max(direction, 1)), group, fields.get("rankings", ())))
        for section, group in zip(sections, groups, strict=False)
        for name, fields in section.people.items()
        for direction, number in [section.seating.numbers.get(name, (0, 0))]
        if number
    ]
    links = links_of(each for _, each in listed)
    for fields, each in listed:
        rows = enumerate(each.rankings)
        fields["rankings"] = [row | links.rankings.get((each.key, strat), {}) for strat, row in rows]
    for section in sections:
        section.first = {direction: links.first.get((section.number, direction), {}) for direction in range(1, 5)}


def write_section(section: NewSection, blocks: Blocks, moment: datetime) -> Fields:
    """Put a section into the file, and return its summary."""
    seating = section.seating
    fact = section.fact or SectionFact(id=section.name)
    stated = {detail.name: detail.value for detail in fact.details}
    travellers = stated.get("POSTING") == values.POSTING[TRAVELLERS]
    results = _begun(section.results, travellers, blocks)
    boards = boards_of(results, seating.places, {name: key[1] for name, key in seating.numbers.items()}, blocks)
    movement = _write_movement(section, blocks)
    indexes = [_write_index(section, direction, blocks) for direction in range(1, seating.directions + 1)]
    posted = _posted(results, seating.rounds)
    played = max((int(fields.get("num_boards_played", 0)) for fields in section.people.values()), default=0)
    ofs_boards = write_boards(section.number, boards, blocks, units=seating.directions, travellers=travellers)
    top = int(fact.top if fact.top is not None else section.top or 0)
    full = int(stated["FULL_SCORE"]) if stated.get("FULL_SCORE", "").isdecimal() else section.full or top * played
    fields: Fields = {
        **fields_of(fact.details, SECTION),
        "number": section.number,
        **{f"ofs_index_{direction}": offset for direction, offset in enumerate(indexes, 1)},
        "ofs_movement": movement,
        "ofs_memo": section.memo,
        "howell": int(seating.howell),
        **dict.fromkeys(("web_movement", "web_movement_real"), int(stated.get("MOVEMENT_KIND") == "web")),
        "posting_method": int(travellers),
        "movement_file": (fact.movement or "")[:11],
        "num_boards": fact.boards or len(boards),
        "num_boards_per_round": fact.boards_per_round or 1,
        "num_rounds": seating.rounds,
        "num_tables": seating.tables,
        "highest_number": max((number for _, number in (*seating.numbers.values(), *seating.left.values())), default=0),
        "top": top,
        "full_score": full,
        "numbers": _numbers(seating),
        "strats": strats_of(fact.details),
        "modified": moment,
        **_phantoms(section),
    }
    offset = blocks.add(packed(SECTION, fields, blocks.losses))
    late = any("late" in (result.ns_score.kind, result.ew_score.kind) for result in section.results)
    # Travellers are entered board by board; the program says when they are complete.
    complete = "posted" in stated["STATUS"] if travellers and "STATUS" in stated else posted == seating.rounds
    status = values.SCORED | (values.POSTED if complete else 0)
    return {
        "name": section.name,
        "ofs_section": offset,
        "ofs_boards": ofs_boards,
        "full_score": full if full <= MOST_SCORE else 0,
        "status": status | (values.LATE_PLAYS if late else 0),
        "num_rounds_posted": 0 if travellers else posted,
        "num_rounds": seating.rounds,
        "flags": int(stated["FLAGS"]) if stated.get("FLAGS", "").isdecimal() and len(stated["FLAGS"]) < 3 else 0,
    }


def _begun(results: Sequence[ResultFact], travellers: bool, blocks: Blocks) -> list[ResultFact]:
    """Results without those of rounds, or of boards by travellers, in which nobody has a score.

    The movement tells of these; of one without a round or table nothing does.
    """

    def key(result: ResultFact) -> object:
        return result.board if travellers else result.round

    scored = {key(result) for result in results if not {result.ns_score.kind, result.ew_score.kind} <= _WITHOUT_SCORE}
    to_come = [result for result in results if key(result) not in scored]
    lost = sum(not result.round or not result.table for result in to_come)
    blocks.losses.add("result", "it has no score, and no round and table in a movement", lost, of=("results",))
    return [result for result in results if key(result) in scored]


def boards_of(
    results: Iterable[ResultFact], places: Sequence[str], numbers: Mapping[str, int], blocks: Blocks
) -> dict[int, list[Row]]:
    """Rows by board of a section's results, meetings that are still to come included as not in play.

    `places` are those at a table, as `Sides` calls them, who have the numbers.
    """
    boards: dict[int, list[Row]] = {}
    columns = SEATS if len(places) == len(SEATS) else ("ns", "ew")
    for result in sorted(results, key=lambda r: (r.round or 0, r.table or "", r.part)):
        board = int(result.board) if result.board.isdecimal() and len(result.board) < 4 else 0
        row = row_of(result, individual=columns == SEATS, losses=blocks.losses)
        own = [numbers.get(getattr(result.sides, place) or "", 0) for place in places]
        if row is not None and 1 <= board <= 255 and all(own):
            boards.setdefault(board, []).append({**row, **dict(zip(columns, own, strict=True))})
        elif row is not None:
            blocks.losses.add(
                "result", "it has no board number of up to 255, or somebody without a number", of=("results",)
            )
    return dict(sorted(boards.items()))


def write_boards(
    section: int, boards: Mapping[int, list[Row]], blocks: Blocks, *, units: int = 2, travellers: bool = False
) -> int:
    """Put the boards of a section into the file, at whose tables so many meet; 0, or the place of their index."""
    if not boards:
        return 0
    layout = RESULT2 if units == RESULT2_UNITS else RESULT4
    rows = []
    for number, entries in boards.items():
        first = entries[:MOST_ON_A_BOARD]
        blocks.losses.add(
            "result", f"a board has room for {MOST_ON_A_BOARD}", len(entries) - len(first), of=("results",)
        )
        head = pack(BOARD, {"id": number, "num_units": units, "num_valid": len(first)})
        offset = blocks.add(head + b"".join(packed(layout, entry, blocks.losses) for entry in first))
        valid = sum(any(entry[name] not in SPECIAL for name in entry if name.endswith("_score")) for entry in first)
        entered = int(travellers and valid > 0)
        entry = {"board": number, "num_results": valid, "ofs_results": offset, "traveller_entered": entered}
        rows.append(pack(BOARD_INDEX_ENTRY, entry))
    head = pack(BOARD_INDEX, {"section": section, "num_boards": len(rows)})
    return blocks.add(head + b"".join(rows))


def _posted(results: Sequence[ResultFact], rounds: int) -> int:
    """The last round of which nothing is missing, and all before it."""
    missing = {result.round for result in results if "unknown" in (result.ns_score.kind, result.ew_score.kind)}
    begun = {result.round for result in results} - missing
    return next((number - 1 for number in range(1, rounds + 1) if number not in begun), rounds)


def _write_movement(section: NewSection, blocks: Blocks) -> int:
    seating = section.seating
    meeting, room = MEETINGS[seating.individual]
    if not seating.meetings:
        return 0
    raw = bytearray(seating.tables * room * meeting.size)
    for each in seating.meetings:
        numbers = [seating.numbers.get(name or "", (0, 0))[1] for name in each.people]
        if each.round > room:
            blocks.losses.add("meeting", f"a movement has {room} rounds", of=("movements.lines",))
            continue
        at = ((each.table - 1) * room + each.round - 1) * meeting.size
        first = each.first_board if each.first_board is not None and each.first_board < 256 else 0
        raw[at : at + meeting.size] = bytes([*numbers, first])
    head = {"id": section.number, "num_tables": seating.tables, "num_rounds": min(seating.rounds, room)}
    return blocks.add(pack(MOVEMENT, {**head, "mode": 2 if seating.individual else 0}) + bytes(raw))


def _write_index(section: NewSection, direction: int, blocks: Blocks) -> int:
    seating = section.seating
    kind = INDIVIDUAL if seating.individual else PAIR
    most = kind.parts["players"].count
    at = {seat: name for name, seat in seating.seats.items()}
    rows = []
    for table in range(1, seating.tables + 1):
        fields = dict(section.people.get(at.get((table, direction), ""), {}))
        players = list(fields.get("players", ()))[:most]
        fields |= {"id": table, "players": players}
        entry = blocks.add(packed(kind, fields, blocks.losses))
        rows.append(pack(INDEX_ENTRY, {"num_players": len(players), "ofs_entry": entry}))
    first = section.first.get(direction, {})
    head = pack(INDEX, {"direction": direction, "most_players": most, "num_entries": len(rows), **first})
    return blocks.add(head + b"".join(rows))


def _numbers(seating: Seating) -> bytes:
    """The pair number mapping."""
    raw = bytearray(NUMBERS)
    of_people = [(seating.seats[name], key) for name, key in seating.numbers.items()]
    for (table, facing), (direction, number) in [*of_people, *seating.left.items()]:
        if seating.howell:
            at = HOWELL_NUMBERS + 2 * (number - 1)
            raw[at : at + 2] = bytes([min(table, 255), facing])
        else:
            raw[4 * MITCHELL_NUMBERS + 4 * (number - 1) + direction - 1] = min(table, 255)
    return bytes(raw)


def _phantoms(section: NewSection) -> Fields:
    of_people = (section.seating.numbers[name] for name in section.phantoms if name in section.seating.numbers)
    keys = sorted((*of_people, *section.seating.left.values()))
    numbers = [-number if direction == 2 else number for direction, number in keys]
    room = ("phantom", "phantom_2", "phantom_3") if section.seating.individual else ("phantom",)
    return dict(zip(room, numbers, strict=False))


def strats_of(details: Iterable[Detail]) -> list[Fields]:
    """The strats of a section from its details."""
    part, every = SECTION.parts["strats"], list(details)
    return [dict(fields_of(every, part.layout, f"STRAT_{number}_")) for number in range(1, part.count + 1)]
