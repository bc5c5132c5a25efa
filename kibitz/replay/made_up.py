"""A made-up event to play: match-pointed pairs in a Mitchell movement, the same for the same seed.

Nobody in it exists. Contracts and results are drawn so that a traveller looks like one: most tables are in the same
few contracts, and the number of tricks varies by one or two.
"""

import random
from dataclasses import dataclass

from contracts.base import Direction, Discipline, FileRef
from contracts.facts import AsOf, EventFact, Facts, Organiser, Participant, Person, ResultFact, Scope, Score, Sides
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState
from shared.bridge.play.board_cycle import vulnerability
from shared.bridge.play.contract import parse_contract, parse_declarer
from shared.bridge.play.contract_score import ns_score
from shared.formats import registry

FIRST = (
    "Ada", "Bo", "Cleo", "Dara", "Enzo", "Fay", "Gus", "Hedda", "Ivo", "June", "Kit", "Lena", "Milo", "Nell", "Otis",
    "Pia", "Quinn", "Rhea", "Seth", "Tess", "Umar", "Vera", "Wim", "Xenia", "Yann", "Zora", "Abel", "Bree",
)  # fmt: skip
LAST = (
    "Alderwick", "Brookhollow", "Copperdale", "Dunmarrow", "Elmsgate", "Fernwhistle", "Greymantle", "Hollowmere",
    "Inkberry", "Juniperfell", "Kestrelby", "Larkspur-Vane", "Mossgrove", "Nettleby", "Oakenshade", "Pebblebrook",
    "Quillfeather", "Rowanthorpe", "Silverlatch", "Thistledown",
)  # fmt: skip


@dataclass(frozen=True)
class Size:
    """How large the event is: tables of a Mitchell movement, rounds, and boards a round.

    There are at most as many rounds as tables; of an even number one less, and East-West skip a table half-way.
    """

    tables: int = 14
    rounds: int = 13
    boards: int = 2


def made_up_file(size: Size, as_of: AsOf, seed: int = 14) -> bytes:
    """The event as a finished file, as of its end."""
    facts = made_up_facts(size, as_of, seed)
    form = registry.usual(Discipline.BRIDGE)
    file = FileRef(sha256="0" * 64, name=f"made-up{form.suffixes[0]}", size=0, format=form.name)
    state = EventState("made-up")
    fragment = Fragment(id="made-up.0", event="made-up", file=file, ordinal=0, as_of=as_of, scope=Scope(), facts=facts)
    state.apply(fragment)
    _, merged = state.score()
    return form.render(merged).data


def made_up_facts(size: Size, as_of: AsOf, seed: int = 14) -> Facts:
    """The statements of the event."""
    draw = random.Random(seed)  # noqa: S311 - a made-up tournament, not a secret
    names = [f"{first} {last}" for first in FIRST for last in LAST]
    draw.shuffle(names)
    participants = tuple(
        Participant(
            id=f"{number}{line}",
            kind="pair",
            direction=line,
            players=(
                Person(name=names[4 * number + 2 * (line is Direction.EW)]),
                Person(name=names[4 * number + 2 * (line is Direction.EW) + 1]),
            ),
        )
        for line in Direction
        for number in range(1, size.tables + 1)
    )
    boards = {n: _Deal(draw, n) for n in range(1, size.tables * size.boards + 1)}
    results = [
        boards[board].result(draw, number, table, ew)
        for number in range(1, size.rounds + 1)
        for table in range(1, size.tables + 1)
        for ew, board_set in [meeting(size, number, table)]
        for board in range(board_set * size.boards + 1, (board_set + 1) * size.boards + 1)
    ]
    event = EventFact(
        name="Lanternlight Pairs",
        kind="pairs",
        organiser=Organiser(name="Lanternlight Bridge Club", id="9001"),
        start_date=as_of.at.date().isoformat(),
        program="Kibitz",
        board_scoring="match_points",
        winners=2,
        boards_played=size.rounds * size.boards,
        boards_per_round=size.boards,
        rounds=size.rounds,
        results="complete",
    )
    return Facts(events=(event,), participants=participants, results=tuple(results))


def meeting(size: Size, number: int, table: int) -> tuple[int, int]:
    """The East-West pair and the set of boards (from 0) at a table in a round of a Mitchell movement."""
    skip = 1 if size.tables % 2 == 0 and number > size.tables // 2 else 0
    ew = (table - number - skip) % size.tables + 1
    return ew, (table + number - 2) % size.tables


class _Deal:
    """What usually happens on a board."""

    def __init__(self, draw: random.Random, number: int) -> None:
        self.number = number
        self.vulnerability = vulnerability(number)
        level = draw.choice((1, 2, 2, 3, 3, 4, 4, 4, 4, 5, 6))
        strain = draw.choice("CDHSN") if level < 6 else draw.choice("HSN")
        self.contract = f"{level}{strain}".replace("N", "NT")
        self.declarer = draw.choice("NESW")
        self.tricks = 6 + level + draw.choice((-1, 0, 0, 0, 1))

    def result(self, draw: random.Random, number: int, table: int, ew: int) -> ResultFact:
        text, declarer = self.contract, self.declarer
        if draw.random() < 0.25:
            text = draw.choice(("3NT", "4H", "4S", "2S", "3C", "1NT", "2H", "5D", "3D"))
            declarer = draw.choice("NESW")
        text += "X" if draw.random() < 0.06 else ""
        tricks = max(3, min(13, self.tricks + draw.choice((-2, -1, -1, 0, 0, 0, 0, 1, 1))))
        contract = parse_contract(text)
        if contract is None:
            raise ValueError(f"{text} is no contract")
        points = ns_score(contract, parse_declarer(declarer), tricks, self.vulnerability)
        score = Score(kind="points", points=points)
        return ResultFact(
            round=number,
            table=str(table),
            board=str(self.number),
            sides=Sides(ns=f"{table}NS", ew=f"{ew}EW"),
            contract=text,
            declarer=declarer,
            tricks=tricks,
            lead=draw.choice("SHDC") + draw.choice("AKQJT98765432"),
            ns_score=score,
            ew_score=score,
        )
