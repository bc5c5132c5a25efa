"""What a chess draw is made from: the tournament as the engine needs it for the next round.

1. Contestants are in the order of their pairing numbers, including those who are absent or withdrawn.
2. A player with a bye for the round (records 240, XXZ and cells without an opponent) is away. The director's decisions
   override the file: away, with the bye that the decision gives, or present.
3. The initial colour is the stated one (152, XXC). Otherwise it is inferred from the colours of round 1, where a player
   who meets a greater number has it if his own number is odd and the opposite one if it is even (C.04.3 5.2.5, C.04.6
   4.3.1): the colour that explains most of them. Otherwise it is White.
4. Those numbers count the players paired in round 1, as the engine does, unless counting everybody explains more of the
   colours.
5. Fictitious points are those that the file states (250, XXA). If it only names Baku, they follow from C.04.7: the
   first half of the field, rounded up to an even number, has the points of a win in the first half of the accelerated
   rounds and those of a draw in the others; half of all rounds, rounded up, are accelerated.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from contracts.codes import seating as codes
from contracts.facts import Facts
from contracts.findings import Finding
from services.seating.domain.chess.draw import Colour, Contestant, DrawRequest, Forbidden
from services.seating.domain.chess.pairing_system import Swiss
from shared.chess.model import GAME, MATCH, Kind, Tournament
from shared.chess.points import points_of
from shared.chess.round_dates import round_dates_of
from shared.presence import Presence

_FICTITIOUS = {"acceleration": MATCH, "acceleration_game_points": GAME}
_BYES = frozenset("UFHZ")
_ASSUMED_TO_COME = 2
"""Rounds assumed to follow if their number is unknown, so that no rule of the last rounds applies."""


@dataclass(frozen=True)
class Prepared:
    """A request, with findings about what was assumed for it."""

    request: DrawRequest
    notes: tuple[Finding, ...]


def prepare(facts: Facts, tournament: Tournament, swiss: Swiss, round_: int) -> Prepared:
    """The request for the draw of a round; all before it are complete."""
    notes: list[Finding] = []
    if not swiss.stated:
        name = "the team Swiss of C.04.6, type A" if tournament.team else "the Dutch system of C.04.3"
        notes.append(codes.SYSTEM_ASSUMED.finding(f"drawn by {name}"))
    # The number of rounds that is stated, or for which there are dates; not one below the round that is drawn.
    dated = max(round_dates_of(facts.event), default=0)
    rounds = next((known for known in (facts.event.rounds, dated) if known and known >= round_), None)
    if rounds is None:
        rounds = round_ + _ASSUMED_TO_COME
        notes.append(codes.ROUNDS_UNKNOWN.finding(f"round {round_} was drawn as if at least two more followed"))
    colour, assumed = initial_colour(facts, tournament)
    if assumed:
        notes.append(
            codes.COLOUR_ASSUMED.finding("White was assumed: the games of round 1 do not show the initial colour")
        )
    points = points_of(facts.event.scoring_system)
    loss = points.match("L") if tournament.team else points.game("L")
    away = byes_of(facts, "team" if tournament.team else "player", round_)
    fictitious = _fictitious_points(facts, tournament, swiss, rounds)
    contestants = tuple(
        Contestant(
            id=entrant.id,
            number=entrant.number,
            point_adjustment=entrant.point_adjustment,
            away=away.get(entrant.id),
            turns=tuple(turn._replace(boards=()) for turn in entrant.turns[: round_ - 1]),
            fictitious_points=fictitious.get(entrant.id, ()),
        )
        for entrant in tournament.entrants
    )
    request = DrawRequest(
        system=swiss.system,
        edition=swiss.edition,
        round=round_,
        rounds=rounds,
        contestants=contestants,
        initial_colour=colour,
        scale=tournament.scale,
        win=tournament.win[MATCH],
        draw=tournament.draw[MATCH],
        loss=int(loss * tournament.scale),
        boards=tournament.boards,
        primary=swiss.primary if swiss.stated else tournament.primary,
        secondary=swiss.secondary,
        colours=swiss.colours,
        forbidden=forbidden_meetings(facts, [contestant.id for contestant in contestants]),
    )
    return Prepared(request, tuple(notes))


def contradiction(tournament: Tournament, round_: int) -> str | None:
    """The first earlier game whose players state different opponents or colours, which a draw needs."""
    for at, entrant in enumerate(tournament.entrants):
        for number, turn in enumerate(entrant.turns[: round_ - 1], 1):
            if turn.opponent < 0:
                continue
            opponent = tournament.entrants[turn.opponent]
            other = opponent.turns[number - 1]
            if other.opponent != at:
                return f"round {number}: {entrant.id} names {opponent.id} as opponent, who does not name {entrant.id}"
            if {turn.colour, other.colour} != {"w", "b"} and (turn.played or {turn.colour, other.colour} != {None}):
                return f"round {number}: {entrant.id} and {opponent.id} do not have one White and one Black"
    return None


def byes_of(facts: Facts, kind: str, round_: int) -> dict[str, str]:
    """The letters of those who have a bye of their own in a round to come (rule 2)."""
    presence = Presence(facts)
    there = presence.there(None, round_)
    coming = [seat for seat in facts.seats if (seat.stage, seat.round, seat.kind) == ("next", round_, kind)]
    stated = {
        seat.participant: seat.text if seat.text in _BYES else "Z"
        for seat in coming
        if seat.opponent is None and seat.participant not in there
    }
    entrants = {participant.id for participant in facts.participants if participant.kind == kind}
    away = presence.away(None, round_)
    return stated | {entrant: decision.bye or "Z" for entrant, decision in away.items() if entrant in entrants}


def initial_colour(facts: Facts, tournament: Tournament) -> tuple[Colour, bool]:
    """The initial colour, and whether it had to be assumed (rules 3 and 4)."""
    stated = next((detail.value for detail in facts.event.details if detail.name == "152"), "").strip().upper()
    if stated[:1] in ("W", "B"):
        return ("w" if stated[0] == "W" else "b"), False
    first = [entrant.turns[0] if entrant.turns else None for entrant in tournament.entrants]
    everybody = range(len(first))
    paired = [at for at in everybody if (turn := first[at]) and (turn.opponent >= 0 or turn.kind is Kind.PAIRING_BYE)]
    # By how many games more White fits than Black, among those of round 1.
    leads = [0, 0]
    for place, order in enumerate((paired, everybody)):
        for number, at in enumerate(order, 1):
            turn = first[at]
            if turn is not None and turn.opponent > at and turn.colour in ("w", "b"):
                leads[place] += -1 if (turn.colour == "b") is (number % 2 == 1) else 1
    lead = max(leads, key=abs)
    return ("w" if lead >= 0 else "b"), lead == 0


def _fictitious_points(
    facts: Facts, tournament: Tournament, swiss: Swiss, rounds: int
) -> dict[str, tuple[tuple[Fraction, Fraction], ...]]:
    """Both fictitious scores by participant, for each round from the first (rule 5)."""
    kind = "team" if tournament.team else "player"
    spelled: dict[str, list[list[Fraction]]] = {}
    for each in facts.adjustments:
        if each.kind not in _FICTITIOUS or each.participant_kind != kind:
            continue
        if each.round is not None and 1 <= each.round <= rounds:
            points = spelled.setdefault(each.participant, [])
            points += [[Fraction(0), Fraction(0)] for _ in range(len(points), each.round)]
            points[each.round - 1][_FICTITIOUS[each.kind]] = Fraction(each.amount)
    if spelled or not swiss.baku:
        return {name: tuple((both[MATCH], both[GAME]) for both in points) for name, points in spelled.items()}
    upper = 2 * -(-len(tournament.entrants) // 4)
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    fictitious = tuple(
        (Fraction((tournament.win if round_ <= full else tournament.draw)[MATCH], tournament.scale), Fraction(0))
        for round_ in range(1, accelerated + 1)
    )
    return {entrant.id: fictitious for entrant in tournament.entrants[:upper]}


def forbidden_meetings(facts: Facts, entrants: Iterable[str]) -> tuple[Forbidden, ...]:
    """Bans of records 260 and XXP: "1-3 4 9" or "all 4 9"; entrants are those of the draw in order."""
    index = {entrant: at for at, entrant in enumerate(entrants)}
    bans = []
    for detail in facts.event.details:
        tokens = detail.value.split() if detail.name == "260" else []
        first, _, last = tokens[0].partition("-") if tokens else ("", "", "")
        banned = tuple(sorted({index[token] for token in tokens[1:] if token in index}))
        if len(banned) > 1 and first == "all":
            bans.append(Forbidden(1, 999, banned))
        elif len(banned) > 1 and first.isdecimal() and last.isdecimal():
            bans.append(Forbidden(int(first), int(last), banned))
    return tuple(bans)
