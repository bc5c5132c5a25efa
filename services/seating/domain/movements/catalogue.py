"""The movements that Kibitz makes, by name and size of the field.

| name | size | may have |
|---|---|---|
| mitchell | pairs | skip, share and relay, arrow switch, one winner, a rover for an odd number, else a half table |
| howell | pairs | |
| web | pairs | the number of rounds has to be given; an odd number has a half table |
| whist, rainbow | players | |
| head-to-head, american-whist | teams | |
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from contracts.facts import MovementFact
from contracts.findings import Finding
from services.seating.domain.movements.check import faults_of
from services.seating.domain.movements.construction import BOARDS_OF_A_SET, NoSuchMovement
from services.seating.domain.movements.howell import howell
from services.seating.domain.movements.individual import rainbow, whist
from services.seating.domain.movements.mitchell import Style, arrow_switched, copies, mitchell, web
from services.seating.domain.movements.rover_and_phantom import with_rover, without
from services.seating.domain.movements.teams import american_whist, head_to_head

Entrants = Literal["pairs", "players", "teams"]


@dataclass(frozen=True)
class MovementRequest:
    """A movement as a director asks for it.

    Attributes:
        name: one of `ENTRANTS`.
        size: pairs, players or teams.
        rounds: as many as the movement allows when not given.
        each: boards of a set.
        style, skip_after, winners: of a Mitchell.
        arrow_switch: whether sides change in the last rounds, as many as is usual; makes one winner.
        rover: the side of the pair beyond the tables, where an odd number has no half table.
    """

    name: str
    size: int
    rounds: int | None = None
    each: int = BOARDS_OF_A_SET
    style: Style | None = None
    skip_after: int | None = None
    winners: Literal[1, 2] = 2
    arrow_switch: bool = False
    rover: Literal["ns", "ew"] | None = None


ENTRANTS: dict[str, Entrants] = {
    "mitchell": "pairs",
    "howell": "pairs",
    "web": "pairs",
    "whist": "players",
    "rainbow": "players",
    "head-to-head": "teams",
    "american-whist": "teams",
}
"""The movements that are made, and who moves in them."""

_OPPONENTS_MEET = {"whist": 2}
"""How often two opponents are meant to meet."""


def make_movement(wanted: MovementRequest) -> MovementFact:
    """Make a movement; NoSuchMovement when there is none of this name and size, or with these options."""
    maker = _MAKERS.get(wanted.name)
    if maker is None:
        raise NoSuchMovement(f"{wanted.name}; there are {', '.join(ENTRANTS)}")
    of_mitchell = (wanted.style, wanted.skip_after, wanted.rover)
    if wanted.name != "mitchell" and (of_mitchell != (None, None, None) or wanted.arrow_switch or wanted.winners == 1):
        raise NoSuchMovement(f"{wanted.name} with a skip, a relay, a rover or an arrow switch; these are a Mitchell's")
    return maker(wanted)


def faults_of_catalogue_movement(wanted: MovementRequest, plan: MovementFact) -> tuple[Finding, ...]:
    """The faults of a movement that was made; there should be none."""
    return faults_of(plan, meetings=_OPPONENTS_MEET.get(wanted.name, 1), tables_of_a_board=copies(plan))


def _mitchell(wanted: MovementRequest) -> MovementFact:
    pairs, one_winner = wanted.size, wanted.winners == 1 or wanted.arrow_switch
    odd = pairs % 2 == 1
    if wanted.rover is not None and not odd:
        raise NoSuchMovement(f"a rover with {pairs} pairs; it takes an odd number")
    tables = pairs // 2 if wanted.rover is not None else (pairs + 1) // 2
    plan = mitchell(
        tables,
        wanted.rounds,
        each=wanted.each,
        style=wanted.style,
        skip_after=wanted.skip_after,
        winners=1 if one_winner else 2,
    )
    if wanted.rover is not None:
        plan = with_rover(plan, str(pairs if one_winner else tables + 1), side=wanted.rover)
    if wanted.arrow_switch:
        plan = arrow_switched(plan)
    if odd and wanted.rover is None:
        plan = without(plan, str(2 * tables)) if one_winner else without(plan, str(tables), side="ew")
    return plan


def _web(wanted: MovementRequest) -> MovementFact:
    if wanted.rounds is None:
        raise NoSuchMovement("a web without a number of rounds; it has as many sets as rounds, fewer than tables")
    tables = (wanted.size + 1) // 2
    plan = web(tables, wanted.rounds, each=wanted.each)
    return without(plan, str(tables), side="ew") if wanted.size % 2 else plan


def _american_whist(wanted: MovementRequest) -> MovementFact:
    if wanted.rounds not in (None, wanted.size - 1):
        raise NoSuchMovement(f"{wanted.rounds} rounds of an American whist of {wanted.size} teams; all are played")
    return american_whist(wanted.size, each=wanted.each)


_MAKERS: dict[str, Callable[[MovementRequest], MovementFact]] = {
    "mitchell": _mitchell,
    "howell": lambda wanted: howell(wanted.size, wanted.rounds, each=wanted.each),
    "web": _web,
    "whist": lambda wanted: whist(wanted.size, wanted.rounds, each=wanted.each),
    "rainbow": lambda wanted: rainbow(wanted.size, wanted.rounds, each=wanted.each),
    "head-to-head": lambda wanted: head_to_head(wanted.size, wanted.rounds, each=wanted.each),
    "american-whist": _american_whist,
}
