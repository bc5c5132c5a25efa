"""Whole tournaments made up from a seed: pairings by score, with every kind of bye and forfeit, as lines of TRF."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.support.trf_lines import placed, player

NOBODY = -1
"""Who sits at an empty board: record 300 has 0 for him."""

POINTS = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "U": 2, "F": 2, "H": 1, "Z": 0, "W": 2, "D": 1, "L": 0}
"""Half points by result."""


@dataclass
class Made:
    """A made-up field: cells of each player by round, and his half points."""

    size: int
    cells: list[list[str]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    met: list[set[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cells = [[] for _ in range(self.size)]
        self.points = [0] * self.size
        self.met = [set() for _ in range(self.size)]

    def put(self, who: int, text: str) -> None:
        self.cells[who].append(text)
        self.points[who] += POINTS[text.rsplit(maxsplit=1)[-1]]


def individual(
    seed: int,
    size: int,
    rounds: int,
    *,
    start: str = "2026/05/01",
    rated: bool = True,
    robin: bool = False,
    unplayed: float = 0.15,
    header: tuple[str, ...] = (),
) -> list[str]:
    """The lines of an individual tournament."""
    random = Random(seed)
    made = Made(size)
    leaves = {who: random.randint(1, rounds) for who in range(size) if random.random() < 0.1} if not robin else {}
    for round_ in range(1, rounds + 1):
        free = list(range(size))
        if not robin:
            for who in list(free):
                gone = leaves.get(who, rounds + 1) <= round_
                if gone or random.random() < unplayed / 3:
                    made.put(who, "- Z" if gone else random.choice(["- H", "- H", "- Z", "- F"]))
                    free.remove(who)
        for white, black in _robin(size, round_) if robin else _pairs(made, free, random):
            if black is None:
                if robin:
                    made.put(white, "- Z")
                else:
                    made.put(white, "- U")
            else:
                _play(made, white, black, random, unplayed)
    type_ = "092 Round Robin" if robin else "092 Swiss System"
    ratings = sorted((random.randint(1000, 2700) for _ in range(size)), reverse=True)
    return [
        "012 Made-up Open",
        f"042 {start}",
        type_,
        f"142 {rounds}",
        *header,
        *(
            player(
                who + 1,
                *made.cells[who],
                name=f"Player, Number {who + 1}",
                points=f"{made.points[who] / 2:.1f}",
                rating=ratings[who] if rated or random.random() < 0.8 else "",
            )
            for who in range(size)
        ),
    ]


def _play(made: Made, white: int, black: int, random: Random, unplayed: float) -> None:
    made.met[white].add(black)
    made.met[black].add(white)
    if random.random() < unplayed / 2:
        ours, theirs = random.choice([("+", "-"), ("-", "+"), ("-", "-")])
    else:
        ours, theirs = random.choice(
            [("1", "0"), ("=", "="), ("0", "1"), ("1", "0"), ("=", "="), ("W", "L"), ("D", "D")]
        )
    made.put(white, f"{black + 1} w {ours}")
    made.put(black, f"{white + 1} b {theirs}")


def _pairs(made: Made, free: list[int], random: Random) -> list[tuple[int, int | None]]:
    """Neighbours by score who have not met if it can be helped; the last one is left over."""
    order = sorted(free, key=lambda who: (-made.points[who], random.random()))
    found: list[tuple[int, int | None]] = []
    while len(order) > 1:
        one = order.pop(0)
        other = next((who for who in order if who not in made.met[one]), order[0])
        order.remove(other)
        found.append((one, other) if random.random() < 0.5 else (other, one))
    if order:
        found.append((order[0], None))
    return found


def _robin(size: int, round_: int) -> list[tuple[int, int | None]]:
    """The circle method: the last place stands still, or is nobody in an odd field."""
    places = size + size % 2
    circle = [(place + round_ - 1) % (places - 1) for place in range(places - 1)]
    pairs = [(circle[0], places - 1), *((circle[at], circle[-at]) for at in range(1, places // 2))]
    found: list[tuple[int, int | None]] = []
    for at, (one, other) in enumerate(pairs):
        if other >= size:
            found.append((one, None))
        else:
            found.append((one, other) if (at + round_) % 2 else (other, one))
    return found


def teams(
    seed: int,
    size: int,
    rounds: int,
    boards: int = 4,
    *,
    start: str = "2026/05/01",
    unplayed: float = 0.15,
    header: tuple[str, ...] = (),
    holes: float = 0.0,
) -> list[str]:
    """The lines of a team tournament in TRF-2026; every team has one reserve.

    Args:
        holes: how likely one side of a match leaves one of several boards empty.
    """
    random = Random(seed)
    roster = boards + 1
    people = Made(size * roster)
    field_ = Made(size)
    records: list[str] = []
    byes: dict[tuple[str, int], list[int]] = {}
    pab = [0] * rounds
    for round_ in range(1, rounds + 1):
        free = list(range(size))
        for team in list(free):
            if random.random() < unplayed / 3:
                letter = random.choice("HHFZ")
                byes.setdefault((letter, round_), []).append(team + 1)
                _sit_out(people, team, roster, letter)
                field_.points[team] += POINTS[letter]
                free.remove(team)
        for white, black in _pairs(field_, free, random):
            if black is None:
                pab[round_ - 1] = white + 1
                _sit_out(people, white, roster, "U")
                field_.points[white] += 1
            else:
                field_.met[white].add(black)
                field_.met[black].add(white)
                records += _match(people, field_, white, black, round_, boards, random, unplayed, holes)
    lines = [
        "012 Made-up League",
        f"042 {start}",
        f"142 {rounds}",
        "192 FIDE_TEAM_TYPEA_MP_GP",
        "352 " + ("WB" * boards)[:boards],
    ]
    lines += header
    lines += [
        player(
            who + 1,
            *people.cells[who],
            name=f"Player, Number {who + 1}",
            points=f"{people.points[who] / 2:.1f}",
            rating=2500 - who,
        )
        for who in range(size * roster)
    ]
    for team in range(size):
        members = " ".join(f"{team * roster + at + 1:4}" for at in range(roster))
        lines.append(
            placed((1, "310"), (5, f"{team + 1:3}"), (9, f"Team {team + 1}"), (42, f"T{team + 1}")).ljust(73) + members
        )
    lines += [
        f"240 {letter} {round_:3} " + " ".join(f"{team:4}" for team in who)
        for (letter, round_), who in sorted(byes.items())
    ]
    if any(pab):
        lines.append(f"320  1.0 {boards / 2:4.1f} " + " ".join(f"{team or '':>3}" for team in pab))
    return [*lines, *records]


def _sit_out(people: Made, team: int, roster: int, letter: str) -> None:
    for at in range(roster):
        people.put(team * roster + at, f"- {letter if letter != 'Z' else 'Z'}")


def _match(
    people: Made,
    field_: Made,
    white: int,
    black: int,
    round_: int,
    boards: int,
    random: Random,
    unplayed: float,
    holes: float,
) -> list[str]:
    roster = boards + 1
    line_ups = []
    for team in (white, black):
        order = sorted(random.sample(range(roster), boards))
        if random.random() < 0.3:
            random.shuffle(order)
        line_ups.append([team * roster + at for at in order])
    if random.random() < unplayed / 4:
        sign = random.choice(["+-", "-+", "--"])
        for team, line_up, mark in zip((white, black), line_ups, sign, strict=True):
            for at in range(roster):
                who = team * roster + at
                people.put(who, "- +" if mark == "+" and who in line_up else "- -")
            field_.points[team] += 2 if mark == "+" else 0
        return [f"330 {sign} {round_:3} {white + 1:3} {black + 1:3}", *_orders(line_ups, (white, black), round_, sign)]
    sums = [0, 0]
    seated: set[int] = set()
    empty = random.randrange(boards) if boards > 1 and holes and random.random() < holes else None
    for board, (one, other) in enumerate(zip(*line_ups, strict=True)):
        if board == empty:
            side = random.randrange(2)
            there = (other, one)[side]
            people.put(there, "- +")
            sums[1 - side] += POINTS["+"]
            line_ups[side][board] = NOBODY
            seated.add(there)
            continue
        seated |= {one, other}
        ours, theirs = random.choice(
            [("1", "0"), ("=", "="), ("0", "1"), ("+", "-") if random.random() < 0.2 else ("=", "=")]
        )
        people.put(one, f"{other + 1} {'wb'[board % 2]} {ours}")
        people.put(other, f"{one + 1} {'bw'[board % 2]} {theirs}")
        sums[0] += POINTS[ours]
        sums[1] += POINTS[theirs]
    for team in (white, black):
        for at in range(roster):
            if team * roster + at not in seated:
                people.put(team * roster + at, "- -")
    field_.points[white] += 2 if sums[0] > sums[1] else 1 if sums[0] == sums[1] else 0
    field_.points[black] += 2 if sums[1] > sums[0] else 1 if sums[0] == sums[1] else 0
    return _orders(line_ups, (white, black), round_, "  ")


def _orders(line_ups: list[list[int]], teams_: tuple[int, int], round_: int, sign: str) -> list[str]:
    """A record 300 for each side that sat down out of the order of its roster."""
    return [
        f"300 {round_:3} {team + 1:3} {other + 1:3} " + " ".join(f"{who + 1:4}" for who in line_up)
        for team, other, line_up, mark in zip(teams_, teams_[::-1], line_ups, sign, strict=True)
        if mark != "-" and (NOBODY in line_up or line_up != sorted(line_up))
    ]
