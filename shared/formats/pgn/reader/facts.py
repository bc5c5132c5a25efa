"""From the games of a tournament to its facts.

Rules kept here:

1. A round has begun when one of its games has a move or a result. Games of later rounds are pairings to come; those
   without a result of the rounds until then are in play.
2. A player plays once in a round; the first game of the file counts.
3. A round has the date of its games where they have one and the same.
"""

from collections import defaultdict
from collections.abc import Sequence

from contracts.base import Discipline
from contracts.codes.pgn import NO_PLAYERS, PLAYED_TWICE
from contracts.facts import Detail, EventFact, Facts, GameFact, SeatFact
from shared.chess import round_dates
from shared.formats.pgn.reader.people import Directory
from shared.formats.pgn.reader.played import MOST_ROUNDS, SIDES, Played
from shared.formats.pgn.report import Report
from shared.formats.pgn.values import iso_date


def facts_of(
    name: str | None, city: str | None, date: str | None, games: Sequence[Played], report: Report, *, numbered: bool
) -> Facts:
    """The facts of one tournament."""
    people = Directory(games, report, numbered=numbered)
    games = _once_a_round(games, people, report)
    last = max((game.round for game in games if game.begun), default=0)
    rounds = games[0].tag("EventRounds") or ""
    stated = int(rounds) if rounds.isascii() and rounds.isdecimal() and 0 < int(rounds[:5]) <= MOST_ROUNDS else None
    complete = stated is not None and last >= stated and all(game.result for game in games)
    event = EventFact(
        at=games[0].place,
        name=name,
        discipline=Discipline.CHESS,
        kind=None if people.has_teams else "individual",
        start_date=date,
        city=city,
        federation=games[0].tag("EventCountry"),
        rounds=stated,
        results="complete" if complete else "to_date",
        details=_dates(games),
    )
    return Facts(
        events=(event,),
        participants=tuple(people.participants()),
        games=tuple(fact for game in games if game.round <= last for fact in _game(game, people)),
        seats=tuple(fact for game in games if game.round > last for fact in _seats(game, people)),
    )


def _once_a_round(games: Sequence[Played], people: Directory, report: Report) -> list[Played]:
    """The games that count (rule 2)."""
    seen: dict[tuple[int, str], int] = {}
    counted = []
    for game in games:
        ids = [people.id_of(game, side) for side in SIDES]
        if ids[0] == ids[1]:
            report.add(NO_PLAYERS, f"{ids[0]} plays against himself", game.place, subject=ids[0])
            continue
        twice = next((id_ for id_ in ids if (game.round, id_) in seen), None)
        if twice is None:
            seen |= {(game.round, id_): game.game.line for id_ in ids}
            counted.append(game)
        else:
            text = f"{twice} plays in round {game.round} already, by line {seen[game.round, twice]}"
            report.add(PLAYED_TWICE, text, game.place, subject=twice)
    return counted


def _dates(games: Sequence[Played]) -> tuple[Detail, ...]:
    dates: dict[int, set[str | None]] = defaultdict(set)
    for game in games:
        dates[game.round].add(iso_date(game.date))
    known = sorted((round_, next(iter(each))) for round_, each in dates.items() if len(each) == 1 and None not in each)
    return tuple(Detail(name=round_dates.name_of(round_), value=date) for round_, date in known if date)


def _game(game: Played, people: Directory) -> list[GameFact]:
    white, black = (people.id_of(game, side) for side in SIDES)
    first, second = game.result or (None, None)
    return [
        GameFact(at=game.place, round=game.round, player=white, opponent=black, colour="w", result=first),
        GameFact(at=game.place, round=game.round, player=black, opponent=white, colour="b", result=second),
    ]


def _seats(game: Played, people: Directory) -> list[SeatFact]:
    white, black = (people.id_of(game, side) for side in SIDES)
    table = str(game.board) if game.board is not None else None
    both = (("w", white, black), ("b", black, white))
    return [
        SeatFact(
            at=game.place,
            participant=own,
            kind="player",
            stage="next",
            round=game.round,
            table=table,
            opponent=other,
            colour="w" if colour == "w" else "b",
        )
        for colour, own, other in both
    ]
