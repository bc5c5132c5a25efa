"""From a merged chess event to the request for a draw of its next round.

Rules kept here:

1. Contestants stand in the order of their pairing numbers, absent and withdrawn ones among them.
2. Who has a bye of his own for the round (records 240, XXZ and cells without an opponent) is away. So is whoever the
   director says to be, with the bye that he says; and nobody whom he says to be there.
3. The initial colour is the stated one (152, XXC); else the one that most of the colours of round 1 speak for, since
   who meets a greater number has it when his own is odd, and its opposite when it is even (C.04.3 5.2.5, C.04.6
   4.3.1); else White.
4. Numbers count through those who were paired in round 1, as the engine counts them, unless counting through
   everybody explains more of the colours.
5. Fictitious points are those that the file spells out (250, XXA). Where it only names Baku, the rules of C.04.7 give
   them: the first half of the field, rounded up to an even number, has the points of a win in the first half of the
   accelerated rounds and those of a draw in the others; half of all rounds, rounded up, are accelerated.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from contracts.codes import seating as codes
from contracts.facts import Facts
from contracts.findings import Finding
from services.seating.domain.chess.draw import Colour, Contestant, DrawRequest, Forbidden
from services.seating.domain.pairing_system import Swiss
from shared.chess.model import GAME, MATCH, Kind, Tournament, Turn
from shared.chess.points import points_of
from shared.presence import Presence

_LENT = {"acceleration": MATCH, "acceleration_game_points": GAME}
_BYES = frozenset("UFHZ")
_ASSUMED_TO_COME = 2
"""Rounds that are thought to follow the drawn one where nothing says how many there are: no rule of the end holds."""


@dataclass(frozen=True)
class Prepared:
    """A request, and what had to be assumed for it."""

    request: DrawRequest
    notes: tuple[Finding, ...]


def prepared(facts: Facts, tournament: Tournament, swiss: Swiss, round_: int) -> Prepared:
    """The request for a draw.

    Args:
        facts: of the event.
        tournament: of these facts, with at least the rounds before.
        swiss: the system.
        round_: that is to be drawn; all before it are complete.
    """
    notes: list[Finding] = []
    if not swiss.stated:
        name = "the team Swiss of C.04.6, type A" if tournament.team else "the Dutch system of C.04.3"
        notes.append(codes.SYSTEM_ASSUMED.finding(f"drawn by {name}"))
    rounds = _rounds(facts, round_)
    if rounds is None:
        rounds = round_ + _ASSUMED_TO_COME
        notes.append(codes.ROUNDS_UNKNOWN.finding(f"round {round_} was drawn as if at least two more followed"))
    colour, assumed = initial_colour(facts, tournament)
    if assumed:
        notes.append(codes.COLOUR_ASSUMED.finding("White was taken, as nothing of round 1 shows it"))
    points = points_of(facts.event.scoring_system)
    loss = points.match("L") if tournament.team else points.game("L")
    contestants = _lent(facts, _contestants(facts, tournament, round_), tournament, swiss, rounds)
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
        forbidden=_forbidden(facts, contestants),
    )
    return Prepared(request, tuple(notes))


def contradiction(tournament: Tournament, round_: int) -> str | None:
    """The first game before a round of which the two do not say the same: a draw needs opponents and colours."""
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


def _rounds(facts: Facts, round_: int) -> int | None:
    """The number of rounds that is stated, or for which there are dates; None when it is less than what is drawn."""
    dates = next((detail.value for detail in facts.event.details if detail.name == "132"), "")
    return next((known for known in (facts.event.rounds, len(dates.split())) if known and known >= round_), None)


def _contestants(facts: Facts, tournament: Tournament, round_: int) -> list[Contestant]:
    away = byes_of(facts, "team" if tournament.team else "player", round_)
    return [
        Contestant(
            id=entrant.id,
            number=entrant.number,
            free=entrant.free,
            away=away.get(entrant.id),
            turns=tuple(turn._replace(boards=()) for turn in entrant.turns[: round_ - 1]),
        )
        for entrant in tournament.entrants
    ]


def byes_of(facts: Facts, kind: str, round_: int) -> dict[str, str]:
    """The letters of those who have a bye of their own in a round to come (rule 2)."""
    presence = Presence(facts)
    there = presence.there(None, round_)
    stated = {
        seat.participant: seat.text if seat.text in _BYES else "Z"
        for seat in facts.seats
        if seat.kind == kind
        and seat.round == round_
        and seat.stage == "next"
        and seat.opponent is None
        and seat.participant not in there
    }
    kinds = {participant.id for participant in facts.participants if participant.kind == kind}
    return stated | {who: word.bye or "Z" for who, word in presence.away(None, round_).items() if who in kinds}


def initial_colour(facts: Facts, tournament: Tournament) -> tuple[Colour, bool]:
    """The initial colour, and whether it had to be assumed (rules 3 and 4)."""
    stated = next((detail.value for detail in facts.event.details if detail.name == "152"), "").strip().upper()
    if stated[:1] in ("W", "B"):
        return ("w" if stated[0] == "W" else "b"), False
    first = [entrant.turns[0] if entrant.turns else None for entrant in tournament.entrants]
    everybody = range(len(first))
    paired = [at for at in everybody if (turn := first[at]) and (turn.opponent >= 0 or turn.kind is Kind.PAIRING_BYE)]
    counts = [_votes(first, order) for order in (paired, everybody)]
    white, black = max(counts, key=lambda votes: abs(votes[0] - votes[1]))
    if white == black:
        return "w", True
    return ("w" if white > black else "b"), False


def _votes(first: list[Turn | None], order: Iterable[int]) -> tuple[int, int]:
    """How many games of round 1 speak for White, and for Black, as the initial colour."""
    votes = [0, 0]
    for number, at in enumerate(order, 1):
        turn = first[at]
        if turn is not None and turn.opponent > at and turn.colour in ("w", "b"):
            votes[(turn.colour == "b") is (number % 2 == 1)] += 1
    return votes[0], votes[1]


def _lent(
    facts: Facts, contestants: list[Contestant], tournament: Tournament, swiss: Swiss, rounds: int
) -> tuple[Contestant, ...]:
    """Contestants with their fictitious points (rule 5)."""
    kind = "team" if tournament.team else "player"
    spelled: dict[str, dict[int, list[Fraction]]] = {}
    for each in facts.adjustments:
        if each.kind not in _LENT or each.participant_kind != kind:
            continue
        if each.round is not None and 1 <= each.round <= rounds:
            both = spelled.setdefault(each.participant, {}).setdefault(each.round, [Fraction(0), Fraction(0)])
            both[_LENT[each.kind]] = Fraction(each.amount)
    if not spelled and swiss.baku:
        return _baku(contestants, tournament, rounds)
    return tuple(replace(one, lent=_by_round(spelled[one.id])) if one.id in spelled else one for one in contestants)


def _by_round(points: dict[int, list[Fraction]]) -> tuple[tuple[Fraction, Fraction], ...]:
    nothing = [Fraction(0), Fraction(0)]
    found = (points.get(round_, nothing) for round_ in range(1, max(points) + 1))
    return tuple((both[MATCH], both[GAME]) for both in found)


def _baku(contestants: list[Contestant], tournament: Tournament, rounds: int) -> tuple[Contestant, ...]:
    upper = 2 * -(-len(contestants) // 4)
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    lent = tuple(
        (Fraction((tournament.win if round_ <= full else tournament.draw)[MATCH], tournament.scale), Fraction(0))
        for round_ in range(1, accelerated + 1)
    )
    return tuple(replace(one, lent=lent) if at < upper else one for at, one in enumerate(contestants))


def _forbidden(facts: Facts, contestants: Iterable[Contestant]) -> tuple[Forbidden, ...]:
    """Bans of records 260 and XXP: "1-3 4 9" or "all 4 9"."""
    index = {one.id: at for at, one in enumerate(contestants)}
    found = []
    for detail in facts.event.details:
        words = detail.value.split() if detail.name == "260" else []
        first, _, last = words[0].partition("-") if words else ("", "", "")
        who = tuple(sorted({index[word] for word in words[1:] if word in index}))
        if len(who) > 1 and first == "all":
            found.append(Forbidden(1, 999, who))
        elif len(who) > 1 and first.isdecimal() and last.isdecimal():
            found.append(Forbidden(int(first), int(last), who))
    return tuple(found)
