"""Tournaments of every sort from a seed: players, round robins and teams, before and after each edition of C.07, with
other scoring systems, points lent and given, and in the middle of their rounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from shared.formats.trf.reader.parse import parse
from shared.formats.trf.writer.render import render
from tests.support.chess_tournaments import individual, teams
from tests.support.trf_documents import merged
from tests.support.trf_lines import abnormal, accelerated, document

STARTS = ("2023/10/01", "2024/09/01", "2026/05/01")
SYSTEMS = (
    "",
    "",
    "162  W 3.0    D 1.0    L 0.0    P 3.0",
    "162  W 1.0    D 0.5    L 0.0    P 0.5",
    "162  W 3.0    D 2.0    L 1.0    P 3.0",
    "162  W 2.0    D 1.0    L 0.0    P 2.0",
)
MATCHES = ("", "", "362 TW 3.0   TD 1.0   TL 0.0", "362 TW 2.0   TD 1.0   TL 0.0")


def of_seed(seed: int) -> bytes:
    """A tournament as a file of TRF-2026, its points as its results give them.

    Lines of players in teams have no points, because programs differ in what a bye of the team is to them.
    """
    lines = (_swiss, _swiss, _robin, _teams)[seed % 4](Random(seed), seed)
    data = render(merged(parse(document(*lines)).events[0].facts)).data
    return data if seed % 4 != 3 else re.sub(rb"(?m)^(001.{77}).{4}", rb"\1    ", data)


def _some(random: Random, likely: float, make: Callable[[], str]) -> list[str]:
    return [make()] if random.random() < likely else []


def _of(random: Random, size: int) -> list[int]:
    return sorted(random.sample(range(1, size + 1), min(size, random.randint(1, 3))))


def _swiss(random: Random, seed: int) -> list[str]:
    size, rounds = random.randint(8, 40), random.randint(4, 9)
    header = [
        *filter(None, [random.choice(SYSTEMS)]),
        *_some(random, 0.3, lambda: accelerated("", "1.0", 1, 2, 1, size // 2)),
        *_some(random, 0.3, lambda: abnormal("", "", random.choice(["0.5", "-0.5", "1.0"]), 2, *_of(random, size))),
    ]
    unplayed = random.choice([0.05, 0.2, 0.6])
    rated = random.random() < 0.7
    lines = individual(
        seed, size, rounds, start=random.choice(STARTS), rated=rated, unplayed=unplayed, header=(*header,)
    )
    return _unfinished(lines, rounds) if random.random() < 0.25 else lines


def _unfinished(lines: list[str], rounds: int) -> list[str]:
    return [f"142 {rounds + 2}" if line.startswith("142") else line for line in lines]


def _robin(random: Random, seed: int) -> list[str]:
    size = random.randint(5, 12)
    cycle = size - 1 + size % 2
    rounds = cycle * random.choice([1, 1, 2])
    header = tuple(filter(None, [random.choice(SYSTEMS)]))
    return individual(seed, size, rounds, start=random.choice(STARTS), robin=True, unplayed=0.2, header=header)


def _teams(random: Random, seed: int) -> list[str]:
    size, rounds, boards = random.randint(6, 14), random.randint(3, 7), random.choice([2, 4, 5])
    header = [
        "092 Swiss System",
        *filter(None, [random.choice(SYSTEMS[:4]), random.choice(MATCHES)]),
        *_some(random, 0.2, lambda: abnormal("H", "1.0", random.choice(["0.5", "1.5"]), 0)),
        *_some(random, 0.3, lambda: abnormal("", random.choice(["-1.0", "1.0"]), "-0.5", 2, *_of(random, size))),
    ]
    unplayed = random.choice([0.1, 0.4])
    lines = teams(
        seed, size, rounds, boards, start=random.choice(STARTS), unplayed=unplayed, header=(*header,), holes=0.15
    )
    if random.random() < 0.4:
        lines = [line.replace("_MP_GP", "_GP_MP") for line in lines]
    if random.random() < 0.3:
        lines = [re.sub(r"^320 .{9}", f"320  2.0 {boards:4.1f}", line) for line in lines]
    return lines
