"""The pairing system of a chess event, from its type (records 192 and 092).

| stated | system |
|---|---|
| `FIDE_DUTCH`, with 2025, 2026 | C.04.3, edition 2026 |
| `FIDE_DUTCH_2017`, bare `FIDE_DUTCH` or nothing before 1 February 2026 | C.04.3 of 2017: not drawn |
| `FIDE_TEAM…` with TYPEA, TYPEB, neither; MP, GP, MP_GP, GP_MP | C.04.6: preferences of type A, B, none; scores |
| `FIDE_TEAM` alone, or a team event without a stated type | C.04.6, type A, match points before game points |
| `…ROUNDROBIN`, words with "robin" or "berger" | Berger table (C.05), double with DOUBLE |
| anything else that is coded, words with "dubov", "burstein" and others | not drawn |
| nothing, or words with "swiss" | as above for players or teams, with a finding that it is assumed |

`_BAKU` asks for the acceleration of C.04.7; fictitious points that a file states (250, XXA) take its place.
"""

from dataclasses import dataclass

from contracts.facts import EventFact
from services.seating.domain.chess.draw import ColourType, System
from shared.chess.known_pairings import fits_a_round_robin
from shared.chess.model import GAME, MATCH

DUTCH_2026_FROM = "2026-02-01"
"""The day from which the edition of 2026 of C.04.3 holds for a tournament that starts."""

_NOT_DRAWN = (
    "DUBOV",
    "BURSTEIN",
    "LIM SYSTEM",
    "KNOCK",
    "SCHEVENINGEN",
    "SCHILLER",
    "KEIZER",
    "MOLTER",
    "DOUBLE SWISS",
)


@dataclass(frozen=True)
class RoundRobin:
    """A round robin by the Berger table.

    Attributes:
        cycles: 2 for a double one.
        stated: False when only the number of rounds says so.
        last_two_reversed: whether the last two rounds of the first of two cycles change places; None if unknown.
    """

    cycles: int = 1
    stated: bool = True
    last_two_reversed: bool | None = None


@dataclass(frozen=True)
class Swiss:
    """A Swiss that is drawn: whether the file names the system, and the acceleration of C.04.7."""

    system: System
    edition: int = 2026
    colours: ColourType = ColourType.A
    primary: int = MATCH
    secondary: bool = True
    stated: bool = True
    baku: bool = False


@dataclass(frozen=True)
class NotDrawn:
    """A system that is not drawn here, as the file names it."""

    name: str


def pairing_system(
    event: EventFact, entrants: int, rounds: int, *, teams: bool, pre_determined: bool | None = None
) -> RoundRobin | Swiss | NotDrawn:
    """The system of an event of players or teams.

    `rounds` are as many as there are, or are in; 0 if unknown. `pre_determined`: the rounds so far show a round robin;
    None goes by the number of rounds.
    """
    details = {detail.name: detail.value.upper() for detail in event.details}
    if code := details.get("192", "").split():
        return _coded(code[0], event, teams=teams)
    description = details.get("092", "")
    named = next((name for name in _NOT_DRAWN if name in description), None)
    if named is not None:
        return NotDrawn(description.title())
    robin = fits_a_round_robin(event, entrants, rounds) if pre_determined is None else pre_determined
    if "SWISS" not in description and robin:
        by_words = any(term in description for term in ("ROBIN", "BERGER"))
        twice = "DOUBLE" in description or rounds == 2 * (entrants - 1 + entrants % 2)
        return RoundRobin(2 if twice else 1, stated=by_words)
    if teams:
        return Swiss(System.TEAM_SWISS, stated=False)
    return Swiss(System.DUTCH, _dutch_edition("", event), stated=False)


def _coded(code: str, event: EventFact, *, teams: bool) -> RoundRobin | Swiss | NotDrawn:
    parts = code.split("_")
    if parts[0] == "CUSTOM":
        return NotDrawn(code)
    if parts[-1] in ("ROUNDROBIN", "DOUBLEROUNDROBIN"):
        twice = parts[-1].startswith("DOUBLE")
        return RoundRobin(2 if twice else 1, last_two_reversed=parts[0] == "FIDE" if twice else None)
    baku = "BAKU" in parts
    if parts[:2] == ["FIDE", "DUTCH"] and not teams:
        return Swiss(System.DUTCH, _dutch_edition(code, event), baku=baku)
    if parts[:2] == ["FIDE", "TEAM"] and teams:
        scores = [part for part in parts if part in ("MP", "GP")]
        typed = {"TYPEA": ColourType.A, "TYPEB": ColourType.B}
        colours = next((typed[part] for part in parts if part in typed), ColourType.NONE if scores else ColourType.A)
        return Swiss(
            System.TEAM_SWISS,
            colours=colours,
            primary=GAME if scores[:1] == ["GP"] else MATCH,
            secondary=len(scores) != 1,
            baku=baku,
        )
    return NotDrawn(code)


def _dutch_edition(code: str, event: EventFact) -> int:
    if "2017" in code:
        return 2017
    if "2025" in code or "2026" in code:
        return 2026
    start = event.start_date or ""
    dated = len(start) == len(DUTCH_2026_FROM) and start < DUTCH_2026_FROM
    return 2017 if dated else 2026
