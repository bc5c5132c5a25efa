"""The next round by a system that the director or the caller names, for an event whose file does not state one.

1. Each system suits certain fields: chess or bridge; pairs, teams or players. A system that does not suit is refused
   with the reason; no other rule takes its place.
2. Only the named system is asked. Seats and movements that the file states, or that the rounds determine, are ignored.
3. A movement is made for each section of the session in play. At most one of its numbers may be a phantom. Results so
   far have to agree with it, sides aside.
4. If the director named the system, a chess round that has begun is shown as the files pair it until it is over, and a
   system that does not suit gives an assignment without tables.
5. The Dutch system is that of the 2026 edition, whatever the date of the event.
"""

from dataclasses import dataclass, field
from typing import Literal

from contracts.base import Discipline
from contracts.codes.seating import SYSTEM_DOES_NOT_SUIT
from contracts.facts import MovementFact, Participant, Sides, SystemFact
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from services.seating.domain.chess.draw import DrawNeeded, System
from services.seating.domain.chess.next_round import chess_round
from services.seating.domain.chess.pairing_system import RoundRobin, Swiss
from services.seating.domain.chess.stated_games import stated_games
from services.seating.domain.director_decisions import exchanges_of, rounds_over
from services.seating.domain.knockout.next_round import knockout_round
from services.seating.domain.movements.catalogue import ENTRANTS, MovementRequest, make_movement
from services.seating.domain.movements.construction import NoSuchMovement
from services.seating.domain.movements.next_round import movement_round
from services.seating.domain.sessions import Sessions
from services.seating.domain.swiss import Settings
from services.seating.domain.swiss.next_round import swiss_round
from shared.bridge.movement_ids import everybody_at, teams_at, with_ids
from shared.bridge.reported import is_reported
from shared.chess.from_facts import tournament_of
from shared.errors import UnsupportedFeature

_CHESS: dict[str, RoundRobin | Swiss] = {
    "dutch": Swiss(System.DUTCH),
    "team-swiss": Swiss(System.TEAM_SWISS),
    "berger": RoundRobin(),
    "double-berger": RoundRobin(2),
}
_RESULTS = ("swiss", "danish", "knock-out")

SYSTEMS: tuple[str, ...] = (*_RESULTS, *ENTRANTS, *_CHESS)
"""Everything that can be named."""

_KINDS = {"pairs": "pair", "players": "player", "teams": "team"}


class DoesNotSuit(UnsupportedFeature):
    """The system is not one for this event."""

    def __init__(self, message: str) -> None:
        """Say why."""
        super().__init__(SYSTEM_DOES_NOT_SUIT, message)


@dataclass(frozen=True)
class Choice:
    """One of `SYSTEMS`, the rounds of a movement that is made, and how a Swiss or Danish draw is played."""

    system: str
    rounds: int | None = None
    swiss: Settings = field(default_factory=Settings)


def directed_round(merged: EventMerged, fact: SystemFact) -> RoundAssignment | DrawNeeded | None:
    """The seats of the next round by the system that the director has named (rule 4)."""
    if merged.facts.event.discipline is Discipline.CHESS:
        begun = any(game.round == rounds_over(merged) + 1 for game in merged.facts.games)
        playing = stated_games(merged) if begun else None
        if playing is not None:
            return playing
    system: Literal["danish", "swiss"] = "danish" if fact.system == "danish" else "swiss"
    settings = Settings(system, **fact.swiss.model_dump())
    try:
        return chosen_round(merged, Choice(fact.system or "", fact.rounds, settings))
    except DoesNotSuit as refused:
        return RoundAssignment(
            event=merged.event,
            stage="round",
            round=rounds_over(merged) + 1,
            rule=fact.system or "",
            complete=False,
            findings=refused.findings,
        )


def chosen_round(merged: EventMerged, choice: Choice) -> RoundAssignment | DrawNeeded | None:
    """The seats of the next round by a requested system; None when it has no round to come, or not yet.

    DoesNotSuit when it is not one for this event (rules 1 and 3).
    """
    name = choice.system
    if name not in SYSTEMS:
        raise DoesNotSuit(f"{name} is no system; there are {', '.join(SYSTEMS)}")
    chess = merged.facts.event.discipline is Discipline.CHESS
    if chess is not (name in _CHESS):
        raise DoesNotSuit(
            f"{name} is a system of {'bridge' if chess else 'chess'}, and this is an event of "
            f"{'chess' if chess else 'bridge'}"
        )
    if name in _CHESS:
        teams = tournament_of(merged.facts).team
        if name == "dutch" and teams:
            raise DoesNotSuit("the Dutch system pairs players, and this is a team event; there is team-swiss")
        if name == "team-swiss" and not teams:
            raise DoesNotSuit("team-swiss pairs teams, and the event has none; there is dutch")
        return chess_round(merged, _CHESS[name])
    kinds: set[str] = {participant.kind for participant in merged.facts.participants if not participant.phantom}
    if name in ENTRANTS:
        return _by_movement(merged, choice, kinds)
    if kinds <= {"player"}:
        raise DoesNotSuit(f"{name} needs pairs or teams, and the event has none")
    if not merged.standings.matches and any(map(is_reported, merged.facts.results)):
        raise DoesNotSuit(f"{name} needs matches, and the event has results of which none is part of a match")
    if name == "knock-out":
        assignment = knockout_round(merged, named=True)
        if assignment is None and not merged.standings.matches:
            raise DoesNotSuit("a knock-out needs seeds for everybody, or matches that were played; there are neither")
        return assignment
    if "team" not in kinds and choice.swiss.odd != "bye":
        raise DoesNotSuit("a triple needs teams: two pairs are at one table")
    return swiss_round(merged, choice.swiss)


def _by_movement(merged: EventMerged, choice: Choice, kinds: set[str]) -> RoundAssignment | None:
    """Rule 3."""
    entrants = ENTRANTS[choice.system]
    kind = _KINDS[entrants]
    if kind not in kinds or (kind == "pair" and "team" in kinds) or (kind == "player" and kinds != {"player"}):
        has = " and ".join(f"{item}s" for item in sorted(kinds)) or "nobody"
        raise DoesNotSuit(f"{choice.system} is for {entrants}, and the event has {has}")
    sessions = Sessions(merged.facts)
    known = [session.id for session in merged.facts.sessions]
    session = next((item for item in known if sessions.place(item) == max(sessions.current, 1)), None)
    field_ = [p for p in merged.facts.participants if p.kind == kind and not p.phantom]
    plans = []
    for section in dict.fromkeys(p.section for p in field_):
        seated = [p for p in field_ if p.section == section]
        plan = _fitting(choice, seated, session, section)
        _check_played(merged, plan)
        plans.append(plan)
    facts = merged.facts.replace(movements=tuple(plans))
    return movement_round(merged.replace(facts=facts))


def _fitting(choice: Choice, seated: list[Participant], session: str | None, section: str | None) -> MovementFact:
    """The movement whose numbers are those of a section: with two winners if it can be, else with one."""
    ids = frozenset(p.id for p in seated)
    tried = []
    size = len(seated) + (len(seated) % 2 if ENTRANTS[choice.system] == "pairs" else 0)
    both: tuple[Literal[1, 2], ...] = (2, 1)
    for winners in both if choice.system == "mitchell" else both[:1]:
        try:
            plan = make_movement(MovementRequest(choice.system, size, choice.rounds, winners=winners))
        except NoSuchMovement as refused:
            raise DoesNotSuit(f"there is no such movement: {refused}") from refused
        plan = with_ids(plan.replace(session=session, section=section), ids)
        meant = {name for line in plan.lines for name in everybody_at(line.sides)}
        if meant >= ids and len(meant - ids) <= 1:
            seats = [line.sides.given() for line in plan.lines]
            taken = [Sides(**{at: name for at, name in sides.items() if name in ids}) for sides in seats]
            lines = (line.replace(sides=sides) for line, sides in zip(plan.lines, taken, strict=True))
            return plan.replace(lines=tuple(lines))
        tried.append(min(meant - ids or ids - meant))
    raise DoesNotSuit(
        f"{f'section {section}' if section else 'the event'} has other numbers than a {choice.system} movement of "
        f"{len(seated)}: {' and '.join(tried)} would be in one of them alone"
    )


def _check_played(merged: EventMerged, plan: MovementFact) -> None:
    """Raise DoesNotSuit if two met in a round in which they do not by the movement, exchanges by hand aside."""
    by_hand = {fact.round for fact in exchanges_of(merged)}
    meetings = {(number, everybody_at(line.sides)) for line in plan.lines for number in (line.round, None)}
    for result in merged.facts.results:
        elsewhere = plan.section is not None and result.section not in (None, plan.section)
        if not is_reported(result) or result.session != plan.session or elsewhere or result.round in by_hand:
            continue
        both = teams_at(result.sides) if plan.kind == "teams" else everybody_at(result.sides)
        if (result.round, both) not in meetings:
            opponents = " and ".join(sorted(both))
            when = f"in round {result.round}" if result.round is not None else "in any round"
            raise DoesNotSuit(f"{opponents} have met, but {plan.name} has no such meeting {when}")
