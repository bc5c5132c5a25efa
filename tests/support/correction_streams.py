"""Files of streams in which something is corrected, sent to a whole server, and what came of them."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError

from contracts.facts import AsOf, Facts
from contracts.messages import Fragment
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline, seats_of
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.sending import send, status
from services.export.domain.formats import exported
from services.scoring.domain.event.event_state import EventState
from tests.support.acblscore_files import Plan, pairs_game
from tests.support.clean_event import CleanEvent
from tests.support.clean_matches import CleanMatches
from tests.support.edits import usebio
from tests.support.stack import Stack, wait_until
from tests.support.trf_lines import document, player

EVENING = Size(4, 3, 2)

FREE = ("sitting_out", "byes")
SIDES = ("section", "table", "ns", "ew", "white", "black")

ROUND_1, ROUND_2 = ("1-5 1", "6-2 0", "3-7 1", "8-4 ="), ("2-1", "4-3", "5-8", "7-6")
"""Games of eight players: round 1 with its results, round 2 as it is paired."""

MOVED = {"verdict": "moved"}
"""Of the event of its heading a file that was moved at once has no verdict."""

Table = dict[str, Any]
File = tuple[str, bytes, datetime]
Scores = dict[tuple[int, int], tuple[int, int]]


def evening(week: int) -> datetime:
    """Eight o'clock, in a week of a stream's own; all are past, as decisions are made now."""
    return datetime(2021, 1, 5, 20, 0, tzinfo=UTC) + timedelta(weeks=week)


def minutes(count: int) -> timedelta:
    return timedelta(minutes=count)


# Sending, and what came of it


def deliver(stack: Stack, file: File) -> dict[str, Any]:
    """Send a file that has not been sent, and return the verdict on it, with its digest and its event."""
    name, data, written_at = file
    answer = send(stack.intake, name, data, written_at=written_at)
    assert answer.status == 201, answer.body
    return verdict(stack, answer.sha256)


def verdict(stack: Stack, sha256: str) -> dict[str, Any]:
    """What came of a file in the event where it is, as soon as it is known, with its digest and that event."""

    def known() -> Any:
        body = status(stack.intake, sha256).body
        here = [part for part in body.get("fragments", ()) if part.get("verdict", MOVED)["verdict"] != "moved"]
        return here if body.get("state") == "scored" else None

    (fragment,) = wait_until(known)
    return {**fragment["verdict"], "sha256": sha256, "event": fragment["event"]}


def becomes(stack: Stack, sha256: str, word: str) -> None:
    """Wait until the verdict on a file is another one."""
    wait_until(lambda: verdict(stack, sha256)["verdict"] == word)


def becomes_offered(stack: Stack, sha256: str, command: Sequence[str]) -> None:
    """Wait until the verdict on a file offers a command."""
    wait_until(lambda: f"kibitz {' '.join(command)}." in verdict(stack, sha256)["advice"])


def event_named_in(said: str) -> str:
    """The event that files were split off to."""
    (found,) = re.findall(r"now in event (\S+)", said)
    return str(found)


def offered(text: str, command: str) -> list[str]:
    """The words of a command that a text offers, as they are printed."""
    commands = [str(each).split() for each in re.findall(r"kibitz ([^.;]+)", text)]
    (found,) = (words for words in commands if " ".join(words).startswith(command))
    return found


# Standings and seats, of the server and of the right files alone


def table(stack: Stack, path: str) -> Table:
    """A snapshot; of what is not there, one without rows."""
    try:
        found: Table = stack.get(f"/v1/events/{path}")
    except HTTPError as error:
        if error.code != 404:
            raise
        return {"rows": {}, "meta": {}}
    return found


def shown(stack: Stack, event: str) -> Table:
    """What the server says of an event: each row's name, place and total, and the next seats."""
    rows, seats = table(stack, f"{event}/standings")["rows"], table(stack, f"{event}/seats")
    return {
        "standings": {key: (row["name"], row["place"], row["total"]) for key, row in rows.items()},
        # Rows of the feed have no order.
        "seats": [{side: row[side] for side in SIDES} for _, row in sorted(seats["rows"].items(), key=_number)],
        **{name: seats["meta"].get(name, []) for name in FREE},
    }


def _number(row: tuple[str, Any]) -> int:
    return int(row[0])


def alone(files: Sequence[File]) -> Table:
    """The same of these files alone."""
    (event,) = Pipeline([read_bytes(data, name, Path(name), at) for name, data, at in files]).events.values()
    scored, merged = event.score()
    drawn = seats_of(merged)
    seats = drawn.model_dump(mode="json") if drawn is not None else {"tables": (), **{name: [] for name in FREE}}
    return {
        "standings": {
            f"{ranking.id}|{row.id}": (row.name, row.place, None if row.total is None else f"{row.total:f}")
            for ranking in scored.standings.rankings
            for row in ranking.rows
        },
        "seats": [{side: each[side] for side in SIDES} for each in seats["tables"]],
        **{name: seats[name] for name in FREE},
    }


def seated(right: Table) -> set[str]:
    """Those who have a table or sit out."""
    return {row[side] for row in right["seats"] for side in SIDES[2:] if row[side]} | set(right["sitting_out"])


def sources_of(stack: Stack, event: str) -> list[str]:
    """The names of the files that count, decisions aside."""
    sources = table(stack, f"{event}/standings")["meta"]["sources"]
    return sorted(source["name"] for source in sources if source["format"] != "decisions")


def assert_right(stack: Stack, event: str, *files: File) -> Table:
    """The standings and seats of an event are soon those of these files alone; returns them."""
    right = alone(files)
    assert right["standings"]
    try:
        wait_until(lambda: shown(stack, event) == right, 10)
    except TimeoutError:
        assert shown(stack, event) == right
    return right


def deals_on(stack: Stack, event: str) -> set[str]:
    """The boards of an event that have their deal."""
    boards = [board["id"] for board in table(stack, f"{event}/standings")["meta"]["boards"]]
    return {board for board in boards if table(stack, f"{event}/boards/{board}").get("meta", {}).get("deal")}


# Files


def rendered(whole: Fragment, form: str) -> bytes:
    """An event as a program writes it."""
    state = EventState(whole.event)
    state.apply(whole)
    return exported()[form].render(state.score()[1]).data


def pairs(name: str, at: datetime, seed: int, size: Size = EVENING) -> str:
    """An evening of pairs in USEBIO."""
    made = made_up_file(size, AsOf(at=at, source="stated"), seed).decode()
    assert "Lanternlight Pairs" in made
    return made.replace("Lanternlight Pairs", name)


def game(name: str, at: datetime, corrected: Scores | None = None) -> bytes:
    """An evening of pairs in a file of ACBLscore, saved at a moment; each day has scores of its own."""
    draw = Random(at.toordinal())
    drawn = {(board, pair): draw.choice([40, 42, 45, 62, 14, 11]) for board in range(1, 11) for pair in range(1, 6)}
    scores = {line: (score, -score) for line, score in drawn.items()}
    plan = Plan(tables=5, rounds=5, section={"modified": at}, scores={**scores, **(corrected or {})})
    data, _ = pairs_game(plan, name=name, date=f"{at:%B} {at.day}, {at.year}", modified=at)
    return data


def half_way(text: str) -> str:
    """The evening before its last board set was played."""
    boards = [element for element in usebio.elements(text) if element.tag == "BOARD"]
    return text[: boards[5].start] + text[boards[-1].end :]


def section(letter: str, name: str, at: datetime, *, apart: bool) -> File:
    """A section of pairs in a file of its own, which numbers its pairs from 1, or `apart` from other sections."""
    whole = CleanEvent(seed=ord(letter), tables=3).fragment()
    text = rendered(whole, "usebio").decode()
    text = text.replace("Clean pairs", name).replace("2026-03-07", f"{at:%Y-%m-%d}")
    text = text.replace('SECTION_ID="A"', f'SECTION_ID="{letter}"')
    text = re.sub(r"(Ann|Bob) (NS|EW)", rf"\1 {letter}{at.toordinal()}\2", text)
    if apart:
        text = re.sub(r"NUMBER>(\d)(NS|EW)", rf"NUMBER>{ord(letter) - 64}\1\2", text)
    return f"section-{letter}.xml", text.encode(), at


def hands(at: datetime, event: str, site: str, seed: int) -> bytes:
    """The deals of eight boards in PBN."""
    whole = CleanEvent(seed=seed, tables=4).fragment()
    facts = whole.facts
    heading = facts.event.replace(name="Somewhat", start_date=f"{at:%Y-%m-%d}")
    facts = Facts(
        events=(heading,),
        boards=tuple(board.replace(session=None) for board in facts.boards),
        deals=tuple(deal.replace(session=None) for deal in facts.deals),
    )
    text = rendered(whole.replace(facts=facts), "pbn").decode()
    return text.replace('[Event "Somewhat"]', f'[Event "{event}"]').replace('[Site ""]', f'[Site "{site}"]').encode()


def chess(name: str, at: datetime, rounds: Sequence[Sequence[str]], size: int) -> bytes:
    """A Swiss of five rounds in TRF; a game is "1-5 1": White, Black, and the result of White if there is one."""
    cells: dict[int, list[str]] = {number: [] for number in range(1, size + 1)}
    for games in rounds:
        for own in cells.values():
            own.append("")
        for pairing in games:
            sides, _, result = pairing.partition(" ")
            white, black = map(int, sides.split("-"))
            other = {"1": "0", "0": "1"}.get(result, result)
            if black:
                cells[white][-1], cells[black][-1] = f"{black} w {result}".strip(), f"{white} b {other}".strip()
            else:
                cells[white][-1] = f"- {result}"
    people = (
        player(number, *own, name=f"{name[:4]}son, Number {number}", rating=2300 - 50 * number)
        for number, own in cells.items()
    )
    return document(f"012 {name}", f"042 {at:%Y/%m/%d}", "142 5", "152 W", "192 FIDE_DUTCH_2026", *people)


def teams(name: str, at: datetime, size: int) -> bytes:
    """Nine Swiss teams in USEBIO, of which one had no opponent in a first round; of eight, it was never there."""
    whole = CleanMatches(seed=4, sides=10, boards_per_round=2).fragment()
    facts = whole.facts
    first = [match for match in facts.matches if match.round == 1]
    (with_tenth,) = (match for match in first if "10" in (match.home, match.away))
    gone = {with_tenth.home, with_tenth.away} if size == 8 else {"10"}
    matches = [match for match in first if match is not with_tenth]
    tables = {match.table for match in matches}
    facts = facts.replace(
        events=(facts.event.replace(name=name, start_date=f"{at:%Y-%m-%d}", results=None, rounds=5),),
        participants=tuple(listed for listed in facts.participants if gone.isdisjoint({listed.id, listed.team})),
        matches=tuple(matches),
        results=tuple(line for line in facts.results if line.round == 1 and line.table in tables),
        board_points=tuple(
            each for each in facts.board_points if each.round == 1 and "10" not in (each.home, each.away)
        ),
        seats=(),
        totals=(),
    )
    return rendered(whole.replace(facts=facts), "usebio")
