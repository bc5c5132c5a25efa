"""Lines 001 with their rounds, and the national records.

Rules kept here:

1. A bye of a round to come stands once: in record 240 of TRF-2026 while nobody is paired in its round, else in the line
   of the player. Pairing programs add nothing for a bye of 240, so those of the next round stay in the lines if points
   that files state have them already.
2. Where there is no record 240, byes of later rounds than the next are left out: a pairing program would take the
   rounds before them as played.
3. TRF-2026 has no result of a game without an opponent; those of older files become the byes that they mean.
"""

from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from contracts.facts import Facts, GameFact, Participant, Person, SeatFact
from shared.chess import tournament_of
from shared.chess.begun_rounds import rounds_begun
from shared.chess.model import MATCH
from shared.chess.points import byes_to_come as points_to_come
from shared.formats.trf.columns import FIRST_ROUND, PLAYER, ROUND_STEP
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.writer.lines import Page, fixed, points

_BYES = {"1": "F", "W": "F", "=": "H", "D": "H", "0": "Z", "L": "Z"}
"""Byes that results without an opponent mean (rule 3)."""

_NATIONAL = ("sex", "title", "name", "rating", "federation", "fide_id", "birth_date")


def players(
    facts: Facts, numbers: Mapping[str, int], totals: Mapping[str, tuple[Decimal | None, str]], page: Page
) -> None:
    """A line for each player in the order of their numbers."""
    cells = _cells(facts, numbers, rounds_by_record(facts, totals, page), page)
    listed = sorted(
        (each for each in facts.participants if each.id in numbers and each.kind == "player"),
        key=lambda each: numbers[each.id],
    )
    for player in listed:
        total, rank = totals.get(player.id, (None, ""))
        line = fixed("001", PLAYER, _fields(player, numbers[player.id], total, rank), page.losses)
        rounds = cells.get(player.id, {})
        for round_ in sorted(rounds):
            line = line.ljust(FIRST_ROUND - 1 + ROUND_STEP * (round_ - 1)) + rounds[round_]
        page.lines.append(line.rstrip())
    _national(listed, numbers, page)


def _fields(player: Participant, number: int, total: Decimal | None, rank: str) -> dict[str, str]:
    person = player.players[0] if player.players else Person()
    rating = person.rating if player.players else player.rating
    return {
        "number": str(number),
        "sex": person.sex or "",
        "title": person.title or "",
        "name": player.name or person.name or "",
        "rating": str(int(rating)) if rating is not None else "",
        "federation": person.federation or "",
        "fide_id": person.id or "",
        "birth_date": _born(person.birth_date),
        "points": points(total),
        "rank": rank,
    }


def _born(date: str | None) -> str:
    if date is None:
        return ""
    return f"{date}/00/00" if len(date) == 4 and date.isdigit() else date.replace("-", "/")


def _cells(
    facts: Facts, numbers: Mapping[str, int], by_record: frozenset[int], page: Page
) -> dict[str, dict[int, str]]:
    """The eight columns of each round: games, and pairings of rounds to come."""
    cells: dict[str, dict[int, str]] = defaultdict(dict)
    for game in facts.games:
        opponent = numbers.get(game.opponent or "", 0)
        if game.opponent and not opponent:
            page.losses.add("opponent of a game", "is not among the players", of=("games.opponent",))
        result = _result(facts, game, opponent, page)
        cells[game.player][game.round] = cell(opponent, game.colour if result == game.result else None, result)
    paired = (seat.round for seat in facts.seats if seat.opponent is not None and seat.round)
    following = max((rounds_begun(facts), *paired)) + 1
    for seat in facts.seats:
        if seat.kind != "player" or not seat.round or seat.round in by_record:
            continue
        if seat.round > following and not ranks_teams(facts):
            page.losses.add(
                "byes of later rounds", "a pairing program would take the rounds before them as played", of=("seats",)
            )
            continue
        cells[seat.participant].setdefault(
            seat.round, cell(numbers.get(seat.opponent or "", 0), seat.colour, seat.text)
        )
    _matches_to_come(facts, numbers, cells, page)
    return cells


def _matches_to_come(facts: Facts, numbers: Mapping[str, int], cells: dict[str, dict[int, str]], page: Page) -> None:
    """Pairings of teams whose players nobody has named: TRF has them by their players, so these sit by their rosters.

    An order of boards that no record states is that of the roster (310, 013); the loss says that nobody has stated it.
    """
    named = {seat.round for seat in facts.seats if seat.kind == "player" and seat.opponent is not None}
    rosters = {
        each.id: [number for number in each.members if number in numbers]
        for each in facts.participants
        if each.kind == "team"
    }
    for seat in facts.seats:
        paired = seat.kind == "team" and seat.round and seat.colour == "w" and seat.opponent is not None
        if not paired or seat.round in named or seat.round is None:
            continue
        colours = next((d.value for d in facts.event.details if d.name == "352"), "") or "WB" * 50
        home, away = rosters.get(seat.participant, []), rosters.get(seat.opponent or "", [])
        boards = list(zip(home, away, colours.upper(), strict=False))[: _boards(facts)]
        for first, other, at in boards:
            colour = ("w", "b") if at == colours.upper()[0] else ("b", "w")
            cells[first].setdefault(seat.round, cell(numbers[other], colour[0], None))
            cells[other].setdefault(seat.round, cell(numbers[first], colour[1], None))
        page.losses.add("line-ups of the next round", "nobody has stated them; boards are in the order of the rosters")


def _boards(facts: Facts) -> int:
    """How many boards a match has: as stated, else as many as somebody was nominated for, else as the rosters have."""
    line_ups = (len(side) for match in facts.matches for side in (match.home_line_up, match.away_line_up))
    rosters = (len(each.members) for each in facts.participants if each.kind == "team")
    return facts.event.team_size or max(line_ups, default=0) or min(rosters, default=0)


def ranks_teams(facts: Facts) -> bool:
    """Whether teams are ranked; those of an event of individuals only group its players."""
    return facts.event.kind != "individual" and any(each.kind == "team" for each in facts.participants)


def _result(facts: Facts, game: GameFact, opponent: int, page: Page) -> str | None:
    """Rule 3."""
    if page.dialect is not Dialect.TRF26 or opponent or game.result not in _BYES or ranks_teams(facts):
        return game.result
    page.losses.add("results without an opponent", "TRF-2026 has byes instead", of=("games.result",))
    return _BYES[game.result]


def rounds_by_record(facts: Facts, totals: Mapping[str, tuple[Decimal | None, str]], page: Page) -> frozenset[int]:
    """The rounds to come of which record 240 states the byes (rule 1)."""
    if page.dialect is not Dialect.TRF26 or ranks_teams(facts):
        return frozenset()
    by_round: dict[int, list[SeatFact]] = defaultdict(list)
    for seat in facts.seats:
        by_round[seat.round or 0].append(seat)
    unpaired = {
        round_
        for round_, seats in by_round.items()
        if round_ and all(seat.opponent is None and seat.text in ("F", "H", "Z") for seat in seats)
    }
    if unpaired and _have_byes_to_come(facts, totals):
        unpaired.discard(rounds_begun(facts) + 1)
    return frozenset(unpaired)


def _have_byes_to_come(facts: Facts, totals: Mapping[str, tuple[Decimal | None, str]]) -> bool:
    """Whether somebody's points are those of the rounds that are in and of byes to come."""
    to_come = points_to_come(facts)
    tournament = tournament_of(facts) if any(to_come.values()) else None
    for entrant in tournament.entrants if tournament else ():
        total, _ = totals.get(entrant.id, (None, ""))
        more = Fraction(total) - tournament.exact(entrant.total[MATCH]) if tournament and total is not None else 0
        if 0 < more <= to_come.get(entrant.id, 0):
            return True
    return False


def byes_to_come(
    facts: Facts, numbers: Mapping[str, int], totals: Mapping[str, tuple[Decimal | None, str]], page: Page
) -> list[tuple[str, int, int]]:
    """Letter, round and number of each bye that record 240 says."""
    by_record = rounds_by_record(facts, totals, page)
    return [
        (seat.text or "Z", seat.round, numbers[seat.participant])
        for seat in facts.seats
        if seat.kind == "player" and seat.round in by_record and seat.participant in numbers
    ]


def cell(opponent: int, colour: str | None, result: str | None) -> str:
    """Opponent, colour and result of one round."""
    if not opponent:
        return f"0000 {colour or '-'} {result or ' '}"
    return f"{opponent:4} {colour or '-'} {result or ' '}"


def _national(listed: list[Participant], numbers: Mapping[str, int], page: Page) -> None:
    """The records of federations, as far as TRF-2026 has them."""
    for player in listed:
        by_federation: dict[str, dict[str, str]] = defaultdict(dict)
        for person in player.players[:1]:
            for detail in person.details:
                federation, _, name = detail.name.partition(" ")
                if len(federation) == 3 and name in _NATIONAL:
                    by_federation[federation][name] = detail.value
        for federation, fields in by_federation.items():
            if page.dialect is Dialect.TRF26:
                fields["number"] = str(numbers[player.id])
                page.lines.append(fixed(federation, PLAYER, fields, page.losses).rstrip())
            else:
                page.losses.add(
                    "national records", f"{page.dialect.value} does not have them", of=("participants.players.details",)
                )
