"""A finished file is replayed through the real intake: after each round its games and the seats of the next are out."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest

from contracts.facts import AsOf, Facts
from contracts.seating import WITHDRAWN
from kibitz.commands.live.replay import play
from kibitz.replay.cut import Part, cut
from kibitz.replay.made_up import Size, made_up_facts, made_up_file, meeting
from shared.formats.trf.reader.parse import parse as parse_trf
from tests.support.chess_tournaments import individual
from tests.support.stack import Stack, wait_until

pytestmark = pytest.mark.connected

EVENING = AsOf(at=datetime(2026, 3, 7, 19, 0, tzinfo=UTC), source="stated")
SIZE = Size(7, 6, 2)
CHESS_ROUNDS = 5


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("in-play")) as running:
        yield running


def seats_after(stack: Stack, event: str, part: Part, rule: str, number: int | None) -> dict[str, Any]:
    """Send a part as the replay does; the seats, once they are those of this round by this rule."""
    play([part], stack.intake, event=event, every=0)

    def published() -> dict[str, Any] | None:
        found: dict[str, Any] = stack.get(f"/v1/events/{event}/seats")
        return found if (found["meta"]["rule"], found["meta"].get("round")) == (rule, number) else None

    found = wait_until(published, patience=30)
    assert isinstance(found, dict)
    return found


def played(number: int) -> set[tuple[str, str, str]]:
    """Table and both pairs of each meeting of a round of the made-up event."""
    return {(str(table), f"{table}NS", f"{meeting(SIZE, number, table)[0]}EW") for table in range(1, SIZE.tables + 1)}


def seated(seats: dict[str, Any]) -> set[tuple[str, str, str]]:
    return {(row["table"], row["ns"], row["ew"]) for row in seats["rows"].values()}


def boards(seats: dict[str, Any]) -> dict[str, tuple[str, str]]:
    return {row["table"]: (row["first_board"], row["last_board"]) for row in seats["rows"].values()}


def movement_of(facts: Facts) -> bytes:
    """The movement of the made-up event as USEBIO 1.0 (5.5) has it."""
    lines: dict[tuple[int, int], list[int]] = {}
    for result in facts.results:
        lines.setdefault((result.round or 0, int(result.table or 0)), []).append(int(result.board))
    text = "".join(
        f"<MOVEMENT_LINE><TABLE_NUMBER>{table}</TABLE_NUMBER><ROUND_NUMBER>{number}</ROUND_NUMBER>"
        f"<START_BOARD_NUMBER>{min(numbers)}</START_BOARD_NUMBER><END_BOARD_NUMBER>{max(numbers)}</END_BOARD_NUMBER>"
        f"<NS_PAIR_NUMBER>{table}</NS_PAIR_NUMBER>"
        f"<EW_PAIR_NUMBER>{meeting(SIZE, number, table)[0]}</EW_PAIR_NUMBER></MOVEMENT_LINE>"
        for (number, table), numbers in lines.items()
    )
    return f'<MOVEMENT MOVEMENT_TYPE="PAIRS"><MOVEMENT_NAME>M7</MOVEMENT_NAME>{text}</MOVEMENT>'.encode()


def test_seats_of_a_movement_that_the_files_give_are_those_of_every_next_round(stack: Stack) -> None:
    movement = movement_of(made_up_facts(SIZE, EVENING, 5))
    parts = cut(made_up_file(SIZE, EVENING, 5), "given.xml", EVENING.at)
    for number, part in enumerate(parts[:-1], 1):
        data = part.data.replace(b"</EVENT>", movement + b"</EVENT>")
        stated = Part(part.label, part.name, data, part.event, part.written_at, part.boards)
        seats = seats_after(stack, "movement-given", stated, "movement", number + 1)
        assert seated(seats) == played(number + 1)
        assert seats["meta"]["complete"]
        assert len(set(boards(seats).values())) == SIZE.tables


def test_seats_of_a_movement_that_nobody_gives_are_found_from_the_second_round_on(stack: Stack) -> None:
    parts = cut(made_up_file(SIZE, EVENING, 6), "inferred.xml", EVENING.at)
    facts = made_up_facts(SIZE, EVENING, 6)
    play(parts[:1], stack.intake, event="movement-inferred", every=0)
    for number, part in enumerate(parts[1:-1], 2):
        seats = seats_after(stack, "movement-inferred", part, "inferred", number + 1)
        assert seated(seats) == played(number + 1)
        then = {result.table: result.board for result in facts.results if result.round == number + 1}
        assert {table: last for table, (_, last) in boards(seats).items()} == then
    over = seats_after(stack, "movement-inferred", parts[-1], WITHDRAWN, None)
    assert over["rows"] == {}


def test_rounds_of_chess_are_drawn_after_each_round(stack: Stack) -> None:
    lines = individual(8, 16, CHESS_ROUNDS, unplayed=0.0, header=("192 FIDE_DUTCH_2026", "152 w"))
    data = ("\n".join(lines) + "\n").encode()
    games = parse_trf(data).events[0].facts.games
    for number, part in enumerate(cut(data, "open.trf", EVENING.at)[:-1], 1):
        seats = seats_after(stack, "chess-in-play", part, "fide-dutch", number + 1)
        couples = [(row["white"], row["black"]) for row in seats["rows"].values()]
        there = [who for couple in couples for who in couple] + seats["meta"].get("sitting_out", [])
        assert sorted(there, key=int) == [str(who) for who in range(1, 17)]
        met = {(game.player, game.opponent) for game in games if game.round <= number}
        assert met.isdisjoint(couples)
        assert all(row["reason"] for row in seats["rows"].values())


def test_games_of_chess_are_live_after_each_round_and_add_up_to_the_standings(stack: Stack) -> None:
    event = "chess-live"
    lines = individual(9, 12, CHESS_ROUNDS, unplayed=0.2, header=("192 FIDE_DUTCH_2026", "152 w"))
    parts = cut(("\n".join(lines) + "\n").encode(), "live.trf", EVENING.at)

    def agreed(number: int) -> dict[str, Any] | None:
        """The games of as many rounds, once they and the standings say the same."""
        games, standings = (stack.get(f"/v1/events/{event}/{table}") for table in ("games", "standings"))
        points: Counter[str] = Counter()
        for game in games["rows"].values():
            for side in ("white", "black"):
                if game[side] is not None:
                    points[game[side]] += Fraction(game[f"{side}_points"] or 0)
        totals = {row["number"]: Fraction(row["total"]) for row in standings["rows"].values()}
        return games if games["meta"]["rounds"] == number and dict(points) == totals else None

    for number, part in enumerate(parts, 1):
        play([part], stack.intake, event=event, every=0)
        games = wait_until(lambda number=number: agreed(number), patience=30)
        assert {game["round"] for game in games["rows"].values()} == set(range(1, number + 1))
    card = stack.get(f"/v1/events/{event}/cards/1")
    assert [line["round"] for line in card["lines"]] == list(range(1, CHESS_ROUNDS + 1))
    assert Fraction(card["lines"][-1]["running"]) == Fraction(card["total"])
