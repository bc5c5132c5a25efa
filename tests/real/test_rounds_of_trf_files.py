"""Every game, bye and forfeit that a real TRF states is in the rounds as published, and points add up to the totals.

The lines are read here by their columns alone, without the reader.
"""

from collections import defaultdict
from decimal import Decimal
from pathlib import Path

import pytest

from contracts.standings import ScoredGame, ScoredRound
from kibitz.file_reading import read_file
from kibitz.pipeline import Pipeline
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

FILES = [path for path in real_files("trf") if path.suffix in (".trf", ".input")]
HALVES = {"1": "1", "W": "1", "=": "½", "D": "½", "0": "0", "L": "0", "+": "+", "-": "-"}
BYES = "UFHZ"
UNREADABLE = {"invalid_code.trf"}
"""Its players stand under another code, as its reader says."""

Stated = dict[tuple[int, str], list[tuple[str | None, str | None, str | None]]]
"""By round and player: opponent, colour, and half of the result or letter of a bye."""


def stated(data: bytes) -> Stated:
    found: Stated = defaultdict(list)
    for line in data.decode("utf-8-sig", "replace").splitlines():
        if not line.startswith("001"):
            continue
        for number, at in enumerate(range(91, len(line), 10), 1):
            opponent, colour, result = line[at : at + 4].strip(), line[at + 5 : at + 6], line[at + 7 : at + 8]
            if result.strip() or opponent.strip("0"):
                met = opponent if opponent.strip("0") else None
                found[number, line[4:8].strip()].append((met, colour.strip(" -") or None, result.strip() or None))
    return found


def rounds_of(path: Path) -> tuple[tuple[ScoredRound, ...], dict[str, Decimal], str | None]:
    ((_, event),) = Pipeline([read_file(path)]).events.items()
    scored, _ = event.score()
    ranking = scored.standings.rankings[0]
    return event.state.rounds(), {row.id: row.total or Decimal(0) for row in ranking.rows}, ranking.kind


def by_player(rounds: tuple[ScoredRound, ...]) -> dict[tuple[int, str], list[tuple[ScoredGame, int]]]:
    found = defaultdict(list)
    for each in rounds:
        for game in each.games:
            for side, player in enumerate((game.white, game.black)):
                if player is not None:
                    found[each.round, player].append((game, side))
    return found


@pytest.mark.parametrize("path", [each for each in FILES if each.name not in UNREADABLE], ids=lambda path: path.name)
def test_every_result_of_a_real_file_is_in_its_round(path: Path) -> None:
    rounds, totals, kind = rounds_of(path)
    games = by_player(rounds)
    missing = []
    for (number, player), lines in stated(path.read_bytes()).items():
        for opponent, colour, result in lines:
            # Byes of teams are in their matches, those of a round to come among the seats; a bye has no opponent.
            of_another_place = number > len(rounds) or (opponent is None and kind == "team")
            if result is None or of_another_place or (opponent is not None and result in BYES):
                continue
            half = HALVES.get(result) if opponent else result
            if not any(
                (game.white, game.black)[1 - side] == opponent
                and _half(game, side) == half
                and (colour is None or game.uncoloured or colour == "wb"[side])
                for game, side in games.get((number, player), ())
            ):
                missing.append((number, player, opponent, colour, result))
    assert missing == []
    if kind == "player":
        points: dict[str, Decimal] = defaultdict(Decimal)
        for (_, player), told_of in games.items():
            points[player] += sum((_points(game, side) for game, side in told_of), Decimal(0))
        assert {player: points[player] for player in totals} == totals


def _half(game: ScoredGame, side: int) -> str | None:
    return game.bye if game.result is None else game.result[0 if side == 0 else -1]


def _points(game: ScoredGame, side: int) -> Decimal:
    return (game.white_points if side == 0 else game.black_points) or Decimal(0)
