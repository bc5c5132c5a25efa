"""The next round by a system that is named by whoever asks, for an event whose file does not say it.

1. A system is for some fields and not for others: chess or bridge, pairs, teams or players. What does not suit is
   refused with the reason, and never seated by another rule.
2. The named system is asked alone: seats and movements that the file states, or that the rounds determine, are not
   looked at.
3. A movement is made for each section of the session that is in play. Numbers of it whom nobody has are phantoms, of
   which there is one at most. What has been played has to be of it, sides aside.
4. Where a director has named the system, a round of chess that has begun is shown as files pair it, until it is over,
   and a system that does not suit is an answer without tables.
5. A draw of the Dutch system is that of the edition of 2026, whatever day the event began on.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from contracts.base import Discipline
from contracts.codes.seating import SYSTEM_DOES_NOT_SUIT
from contracts.facts import MovementFact, MovementLine, Participant, Sides, SystemFact
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from services.seating.domain.chess.draw import DrawNeeded, System
from services.seating.domain.chess.next_round import chess_round
from services.seating.domain.chess.stated_games import stated_games
from services.seating.domain.director_decisions import rounds_over
from services.seating.domain.knockout.next_matches import knockout_round
from services.seating.domain.movement import movement_round
from services.seating.domain.movements.lines import NoSuchMovement
from services.seating.domain.movements.made import ENTRANTS, Wanted, made
from services.seating.domain.pairing_system import RoundRobin, Swiss
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
    """A system and how it is played.

    Attributes:
        system: one of `SYSTEMS`.
        rounds: of a movement that is made.
        swiss: of a Swiss or Danish draw; its system is that of the choice.
    """

    system: str
    rounds: int | None = None
    swiss: Settings = field(default_factory=Settings)


def directed_round(merged: EventMerged, fact: SystemFact) -> RoundAssignment | DrawNeeded | None:
    """The seats of the next round by the system that the director has named (rule 4).

    Args:
        merged: the event.
        fact: with a system.
    """
    if merged.facts.event.discipline is Discipline.CHESS:
        begun = any(game.round == rounds_over(merged) + 1 for game in merged.facts.games)
        playing = stated_games(merged) if begun else None
        if playing is not None:
            return playing
    try:
        return chosen_round(merged, choice_of(fact))
    except DoesNotSuit as refused:
        return RoundAssignment(
            event=merged.event,
            stage="round",
            round=rounds_over(merged) + 1,
            rule=fact.system or "",
            complete=False,
            findings=refused.findings,
        )


def choice_of(fact: SystemFact) -> Choice:
    """A director's word as a choice."""
    swiss = Settings(
        system="danish" if fact.system == "danish" else "swiss",
        odd=fact.swiss.odd,
        tables=fact.swiss.tables,
        first_round=fact.swiss.first_round,
        lot=fact.swiss.lot,
        second_bye_before_rematch=fact.swiss.second_bye_before_rematch,
    )
    return Choice(fact.system or "", fact.rounds, swiss)


def chosen_round(merged: EventMerged, choice: Choice) -> RoundAssignment | DrawNeeded | None:
    """The seats of the next round by a system that somebody names.

    Args:
        merged: the event.
        choice: the system.

    Returns:
        As `assign.next_round`; None when the system has no round to come, or not yet.

    Raises:
        DoesNotSuit: it is not one for this event (rules 1 and 3).
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
        return _of_chess(merged, name)
    kinds: set[str] = {one.kind for one in merged.facts.participants if not one.phantom}
    if name in ENTRANTS:
        return _by_movement(merged, choice, kinds)
    if kinds <= {"player"}:
        raise DoesNotSuit(f"{name} needs pairs or teams, and the event has none")
    if not merged.standings.matches and any(map(is_reported, merged.facts.results)):
        raise DoesNotSuit(f"{name} needs matches, and the event has results of which none is part of a match")
    if name == "knock-out":
        return _knockout(merged)
    if "team" not in kinds and choice.swiss.odd != "bye":
        raise DoesNotSuit("a triple needs teams: two pairs are at one table")
    return swiss_round(merged, choice.swiss)


def _of_chess(merged: EventMerged, name: str) -> RoundAssignment | DrawNeeded | None:
    teams = tournament_of(merged.facts).team
    if name == "dutch" and teams:
        raise DoesNotSuit("the Dutch system pairs players, and this is a team event; there is team-swiss")
    if name == "team-swiss" and not teams:
        raise DoesNotSuit("team-swiss pairs teams, and the event has none; there is dutch")
    return chess_round(merged, _CHESS[name])


def _knockout(merged: EventMerged) -> RoundAssignment | None:
    found = knockout_round(merged, named=True)
    if found is None and not merged.standings.matches:
        raise DoesNotSuit("a knock-out needs seeds for everybody, or matches that were played; there are neither")
    return found


def _by_movement(merged: EventMerged, choice: Choice, kinds: set[str]) -> RoundAssignment | None:
    """Rule 3."""
    entrants = ENTRANTS[choice.system]
    kind = _KINDS[entrants]
    if kind not in kinds or (kind == "pair" and "team" in kinds) or (kind == "player" and kinds != {"player"}):
        has = " and ".join(f"{one}s" for one in sorted(kinds)) or "nobody"
        raise DoesNotSuit(f"{choice.system} is for {entrants}, and the event has {has}")
    sessions = Sessions(merged.facts)
    known = [session.id for session in merged.facts.sessions]
    session = next((one for one in known if sessions.place(one) == max(sessions.current, 1)), None)
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
    for winners in (2, 1) if choice.system == "mitchell" else (2,):
        size = len(seated) + (len(seated) % 2 if ENTRANTS[choice.system] == "pairs" else 0)
        try:
            plan = made(Wanted(choice.system, size, choice.rounds, winners=1 if winners == 1 else 2))
        except NoSuchMovement as refused:
            raise DoesNotSuit(f"there is no such movement: {refused}") from refused
        plan = with_ids(plan.replace(session=session, section=section), ids)
        meant = {name for line in plan.lines for name in everybody_at(line.sides)}
        if meant >= ids and len(meant - ids) <= 1:
            return plan.replace(lines=tuple(_without(line, meant - ids) for line in plan.lines))
        tried.append(f"{min(meant - ids)}" if meant - ids else f"{min(ids - meant)}")
    raise DoesNotSuit(
        f"the numbers of section {section or 'of the event'} are not those of a {choice.system} of {len(seated)}: "
        f"{' and '.join(tried)} are out of it"
    )


def _without(line: MovementLine, missing: Iterable[str]) -> MovementLine:
    sides = line.sides.model_dump(exclude_none=True)
    return line.replace(sides=Sides(**{at: who for at, who in sides.items() if who not in set(missing)}))


def _check_played(merged: EventMerged, plan: MovementFact) -> None:
    """Refuse a movement that is not the one that was played.

    Raises:
        DoesNotSuit: two met in a round in which they do not by the movement.
    """
    meetings: dict[int | None, set[frozenset[str]]] = {None: set()}
    for line in plan.lines:
        both = everybody_at(line.sides)
        meetings.setdefault(line.round, set()).add(both)
        meetings[None].add(both)
    for result in merged.facts.results:
        elsewhere = plan.section is not None and result.section not in (None, plan.section)
        if not is_reported(result) or result.session != plan.session or elsewhere:
            continue
        both = teams_at(result.sides) if plan.kind == "teams" else everybody_at(result.sides)
        if both not in meetings.get(result.round, set()):
            who = " and ".join(sorted(both))
            when = f"in round {result.round}" if result.round is not None else "at all"
            raise DoesNotSuit(f"{who} have met, who do not meet {when} in {plan.name}")
