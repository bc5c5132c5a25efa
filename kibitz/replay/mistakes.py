"""Mistakes that are made at a scoring program and corrected before the next export.

Each takes what a part of a replay states, and gives it with one mistake in it: what the program would have exported.
Where a mistake cannot be made the facts come back as they are. The same draw gives the same mistake. Two mistakes are
not in the facts: the clock of the program is slow, or an old export is sent again.
"""

import random
import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any, TypeVar, cast

from contracts.base import Contract
from contracts.facts import Facts, Participant, Person, ResultFact, Score, Sides
from contracts.records import Record
from services.scoring.domain.merging.versions import MANY

Model = TypeVar("Model", bound=Contract | Record)
Mistake = Callable[[Facts, random.Random], Facts]

FACTS = "a mistake in what it states"
SLOW_CLOCK = "a clock 20 minutes slow"
OLD_PART = "an old part sent again"
SLOW = timedelta(minutes=20)

FEWEST = 4
"""Participants of whom none is taken out, so that an event remains."""

_OTHER_RESULT = {"1": "0", "0": "1", "+": "-", "-": "+"}

_SIDES = {"pair": ("ns", "ew"), "player": ("north", "south", "east", "west"), "team": ("ns_team", "ew_team")}
"""The fields of `Sides` that name participants of a kind."""


def draw_mistake(draw: random.Random) -> str:
    """Where the mistake of a part is: in the facts, the clock or the sending; each mistake as often as another."""
    return draw.choice([SLOW_CLOCK, OLD_PART, *(FACTS for _ in MISTAKES)])


def with_mistake(facts: Facts, draw: random.Random) -> tuple[Facts, str | None]:
    """The facts with one mistake, and what it is; without one where none can be made."""
    for name in draw.sample(sorted(MISTAKES), len(MISTAKES)):
        changed = MISTAKES[name](facts, draw)
        if changed != facts:
            return changed, name
    return facts, None


def turn_score(facts: Facts, draw: random.Random) -> Facts:
    """The last score is the wrong way round, as it is keyed in when somebody takes the wrong line."""
    for number in range(len(facts.results) - 1, -1, -1):
        result = facts.results[number]
        points = result.ns_score.points
        if result.ns_score.kind == "points" and points:
            wrong = result.ns_score.replace(points=-points)
            changed = result.replace(ns_score=wrong, ew_score=wrong, contract=None, declarer=None, tricks=None)
            return _with_result(facts, number, changed)
    # Of chess, the last game that has a winner is won by the other player.
    last = next((game for game in reversed(facts.games) if game.result == "1" and game.opponent), None)
    if last is None:
        return facts
    return _with_game(facts, last.round, {last.player: "0", str(last.opponent): "1"})


def blank_result(facts: Facts, draw: random.Random) -> Facts:
    """A result that was in is empty."""
    scored = [number for number, result in enumerate(facts.results) if result.ns_score.kind != "unknown"]
    if scored:
        number = draw.choice(scored)
        unknown = Score(kind="unknown")
        blank = facts.results[number].replace(ns_score=unknown, ew_score=unknown, stated=None)
        blank = blank.replace(contract=None, declarer=None, tricks=None, lead=None)
        return _with_result(facts, number, blank)
    played = [game for game in facts.games if game.opponent and (game.result or "").strip()]
    if not played:
        return facts
    game = draw.choice(played)
    return _with_game(facts, game.round, {game.player: None, str(game.opponent): None})


def remove_line(facts: Facts, draw: random.Random) -> Facts:
    """A line of a traveller is not there."""
    if len(facts.results) < FEWEST:
        return facts
    number = draw.randrange(len(facts.results))
    return facts.replace(results=(*facts.results[:number], *facts.results[number + 1 :]))


def remove_board(facts: Facts, draw: random.Random) -> Facts:
    """A board is not there."""
    boards = sorted({(result.session or "", result.board) for result in facts.results})
    if len(boards) < FEWEST:
        return facts
    gone = draw.choice(boards)
    kinds = ("boards", "results", "board_points", "deals", "auctions", "plays")
    left = {
        kind: tuple(fact for fact in getattr(facts, kind) if (fact.session or "", fact.board) != gone) for kind in kinds
    }
    return facts.replace(**left)


def unpair_round(facts: Facts, draw: random.Random) -> Facts:
    """The last round has not been played, nor paired."""
    kinds = ("results", "matches", "board_points", "games", "seats")
    rounds = {fact.round for kind in kinds[:-1] for fact in getattr(facts, kind) if fact.round is not None}
    if len(rounds) < 2:
        return facts
    last = max(rounds)
    return facts.replace(**{kind: tuple(f for f in getattr(facts, kind) if f.round != last) for kind in kinds})


def renumber(facts: Facts, draw: random.Random) -> Facts:
    """Somebody has a number that nobody has."""
    chosen = _anybody(facts, draw)
    if chosen is None:
        return facts
    new = _free_number(facts, chosen)
    return facts if new is None else renumbered(facts, chosen.kind, chosen.id, new)


def remove_participant(facts: Facts, draw: random.Random) -> Facts:
    """Somebody is missing, with everything that was played."""
    chosen = _anybody(facts, draw)
    if chosen is None or sum(listed.kind == chosen.kind for listed in facts.participants) <= FEWEST:
        return facts
    kind, number = chosen.kind, chosen.id
    fields = _SIDES[kind]
    in_match = kind == _kind_in_matches(facts)

    def plays(sides: Sides) -> bool:
        return any(getattr(sides, field) == number for field in fields)

    return facts.replace(
        participants=tuple(
            listed.replace(members=tuple(member for member in listed.members if member != number))
            for listed in facts.participants
            if (listed.kind, listed.id) != (kind, number) and not (kind == "team" and listed.team == number)
        ),
        results=tuple(result for result in facts.results if not plays(result.sides)),
        auctions=tuple(auction for auction in facts.auctions if not plays(auction.sides)),
        plays=tuple(play for play in facts.plays if not plays(play.sides)),
        movements=tuple(
            movement for movement in facts.movements if not any(plays(line.sides) for line in movement.lines)
        ),
        matches=tuple(m for m in facts.matches if not (in_match and number in (m.home, m.away))),
        board_points=tuple(b for b in facts.board_points if not (in_match and number in (b.home, b.away))),
        games=tuple(g for g in facts.games if not (kind == "player" and number in (g.player, g.opponent))),
        seats=tuple(s for s in facts.seats if not (s.kind == kind and number in (s.participant, s.opponent))),
        adjustments=tuple(a for a in facts.adjustments if (a.participant_kind, a.participant) != (kind, number)),
        totals=tuple(total for total in facts.totals if (total.kind, total.participant) != (kind, number)),
        awards=tuple(a for a in facts.awards if (a.participant_kind, a.participant) != (kind, number)),
    )


def add_participant(facts: Facts, draw: random.Random) -> Facts:
    """Somebody is entered who is not there."""
    chosen = _anybody(facts, draw)
    new = _free_number(facts, chosen) if chosen is not None else None
    if chosen is None or new is None or chosen.kind == "team":
        return facts
    people = tuple(Person(name=f"Nobody {letter}") for letter, _ in zip("ABCDEF", chosen.players, strict=False))
    number = None if chosen.number is None else _digits(new)
    entered = Participant(
        id=new,
        kind=chosen.kind,
        number=number,
        session=chosen.session,
        section=chosen.section,
        direction=chosen.direction,
        players=people,
    )
    return facts.replace(participants=(*facts.participants, entered))


def change_name(facts: Facts, draw: random.Random) -> Facts:
    """The event has another name."""
    event = facts.event
    if not facts.events or not event.name:
        return facts
    return facts.replace(events=(event.replace(name=f"{event.name} (copy)"), *facts.events[1:]))


def change_date(facts: Facts, draw: random.Random) -> Facts:
    """The event is dated a day later."""
    event = facts.event
    try:
        wrong = (date.fromisoformat(event.start_date or "") + timedelta(days=1)).isoformat()
    except ValueError:
        return facts
    return facts.replace(events=(event.replace(start_date=wrong), *facts.events[1:]))


def swap_event(facts: Facts, draw: random.Random) -> Facts:
    """Another event is exported under this heading: other people, who have other results.

    Not once so much has been played that such an export is held: then the director decides.
    """
    lines = [*facts.results, *facts.matches, *(game for game in facts.games if game.opponent)]
    if not facts.participants or len(lines) >= MANY:
        return facts
    results = [_other_score(result, draw) for result in facts.results]
    games = [game.replace(result=_OTHER_RESULT.get(game.result or "", game.result)) for game in facts.games]
    people = [
        listed.replace(
            name=None if listed.name is None else f"Guest {listed.id}",
            players=tuple(
                Person(name=f"Guest {listed.id}{letter}") for letter, _ in zip("ABCDEF", listed.players, strict=False)
            ),
        )
        for listed in facts.participants
    ]
    return facts.replace(participants=tuple(people), results=tuple(results), games=tuple(games))


MISTAKES: Mapping[str, Mistake] = {
    "a score the wrong way round": turn_score,
    "a result missing": blank_result,
    "a line missing": remove_line,
    "a board missing": remove_board,
    "a round missing": unpair_round,
    "a wrong number": renumber,
    "a participant missing": remove_participant,
    "a participant too many": add_participant,
    "a wrong name of the event": change_name,
    "a wrong date": change_date,
    "another event under this heading": swap_event,
}


def renumbered(facts: Facts, kind: str, old: str, new: str) -> Facts:
    """The facts with another number for a participant, wherever it is named."""

    def named(fact: Model, *fields: str) -> Model:
        changes: dict[str, Any] = {field: new for field in fields if getattr(fact, field) == old}
        return cast("Model", fact.replace(**changes)) if changes else fact

    def listing(fact: Model, *fields: str) -> Model:
        lists: dict[str, Any] = {
            field: tuple(new if value == old else value for value in getattr(fact, field)) for field in fields
        }
        return cast("Model", fact.replace(**lists))

    def listed(participant: Participant) -> Participant:
        if (participant.kind, participant.id) == (kind, old):
            return participant.replace(id=new, number=None if participant.number is None else _digits(new))
        return named(participant, "team") if kind == "team" else listing(participant, "members")

    changed: dict[str, Any] = {"participants": tuple(listed(participant) for participant in facts.participants)}
    for name in ("results", "auctions", "plays"):
        changed[name] = tuple(fact.replace(sides=named(fact.sides, *_SIDES[kind])) for fact in getattr(facts, name))
    changed["movements"] = tuple(
        movement.replace(lines=tuple(line.replace(sides=named(line.sides, *_SIDES[kind])) for line in movement.lines))
        for movement in facts.movements
    )
    for name in ("adjustments", "awards"):
        changed[name] = tuple(
            named(fact, "participant") if fact.participant_kind == kind else fact for fact in getattr(facts, name)
        )
    for name in ("seats", "totals"):
        fields = ("participant", "opponent")[: 1 + (name == "seats")]
        changed[name] = tuple(named(fact, *fields) if fact.kind == kind else fact for fact in getattr(facts, name))
    if kind == _kind_in_matches(facts):
        for name in ("matches", "board_points"):
            changed[name] = tuple(named(fact, "home", "away") for fact in getattr(facts, name))
    if kind == "player":
        line_ups = ("home_line_up", "away_line_up", "sitting_out")
        changed["games"] = tuple(named(game, "player", "opponent") for game in facts.games)
        changed["matches"] = tuple(listing(match, *line_ups) for match in facts.matches)
    return facts.replace(**changed)


def _kind_in_matches(facts: Facts) -> str:
    """Who meets in the matches of an event."""
    return "pair" if facts.matches and facts.matches[0].kind == "pairs" else "team"


def _anybody(facts: Facts, draw: random.Random) -> Participant | None:
    """Any of those who are ranked: not a member of another participant, nor a phantom."""
    members = {member for listed in facts.participants for member in listed.members}
    own = [p for p in facts.participants if not p.phantom and p.team is None and p.id not in members]
    return draw.choice(own) if len(own) >= FEWEST else None


def _free_number(facts: Facts, like: Participant) -> str | None:
    """The first number, after that of the last participant, that nobody has; None for one without digits."""
    number = re.search(r"\d+", like.id)
    if number is None:
        return None
    taken = [int(digits) for p in facts.participants if p.kind == like.kind and (digits := _digits(p.id))]
    return f"{like.id[: number.start()]}{max(taken) + 1}{like.id[number.end() :]}"


def _digits(number: str) -> str | None:
    found = re.search(r"\d+", number)
    return found[0] if found else None


def _with_result(facts: Facts, number: int, result: ResultFact) -> Facts:
    return facts.replace(results=(*facts.results[:number], result, *facts.results[number + 1 :]))


def _other_score(result: ResultFact, draw: random.Random) -> ResultFact:
    """A line with another score, if it has one in points."""
    if result.ns_score.kind != "points":
        return result
    score = result.ns_score.replace(points=draw.choice([110, 140, 420, -50, -100, -620]))
    return result.replace(ns_score=score, ew_score=score, contract=None, declarer=None, tricks=None, lead=None)


def _with_game(facts: Facts, number: int, results: Mapping[str, str | None]) -> Facts:
    """The facts with other results for two players in a round."""
    return facts.replace(
        games=tuple(
            game.replace(result=results[game.player]) if game.round == number and game.player in results else game
            for game in facts.games
        )
    )
