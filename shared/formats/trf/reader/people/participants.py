"""Who takes part, and the totals that the file states for them."""

from decimal import Decimal
from functools import lru_cache
from itertools import repeat
from operator import attrgetter

from contracts.base import Place
from contracts.facts import Participant, Person, StatedTotal
from shared.formats.trf.reader.draft import Draft, Player, Team


def participants_of(draft: Draft) -> tuple[Participant, ...]:
    """The players by starting rank, then the teams by number."""
    return (*_players(draft), *_teams(draft))


def totals_of(draft: Draft) -> tuple[StatedTotal, ...]:
    """Points and rank of each player and team for which the file has any."""
    return (*_player_totals(draft), *_team_totals(draft))


def _players(draft: Draft) -> list[Participant]:
    method = draft.texts.get("172", ("", 0))[0].upper().split()
    players = _by_rank(draft)
    count = len(players)
    if not count:
        return []
    lines, numbers, names, ratings = zip(*map(_numbered, players), strict=True)
    ids, named = [*map(str, numbers)], [name or None for name in names]
    persons = _persons(players, named, fide := [*map(_exactly, ratings)])
    return Participant.rows(
        count,
        at=Place.rows(count, line=lines, path=repeat("001", count)),
        id=ids,
        kind=repeat("player", count),
        number=ids,
        name=named,
        team=[None if team is None else str(team) for team in map(draft.team_of.get, numbers)],
        players=zip(persons, strict=True),
        seed=numbers,
        rating=[_strength(player, method[-1]) for player in players] if method and method[-1] != "FIDE" else fide,
    )


_numbered = attrgetter("line", "number", "name", "rating")
_described = attrgetter("fide_id", "title", "sex", "birth_date", "federation", "national")


def _persons(players: list[Player], names: list[str | None], ratings: list[Decimal | None]) -> list[Person]:
    ids, titles, sexes, births, federations, national = zip(*map(_described, players), strict=True)
    return Person.rows(
        len(players),
        id=[id_ or None for id_ in ids],
        name=names,
        title=[title or None for title in titles],
        sex=[sex or None for sex in sexes],
        birth_date=births,
        federation=[federation or None for federation in federations],
        rating=ratings,
        details=national,
    )


def _by_rank(draft: Draft) -> list[Player]:
    return [draft.players[number] for number in sorted(draft.players)]


@lru_cache(maxsize=16_384)
def _exactly(rating: int | None) -> Decimal | None:
    return None if rating is None else Decimal(rating)


def _strength(player: Player, method: str) -> Decimal | None:
    """The rating that counts by a method of record 172 other than FIDE's."""
    fide, national = player.rating, player.national_rating
    both = [each for each in (fide, national) if each is not None]
    chosen = {
        "NRO": national,
        "FIDON": fide if fide is not None else national,
        "NIDOF": national if national is not None else fide,
        "HBFN": max(both, default=None),
        "LBFN": min(both, default=None),
    }.get(method, fide)
    return _exactly(chosen)


def _teams(draft: Draft) -> list[Participant]:
    return [
        Participant(
            at=Place(line=team.line, path=team.code),
            id=str(team.number),
            kind="team",
            number=str(team.number),
            name=team.name or None,
            nickname=team.nickname or None,
            members=tuple(map(str, team.members)),
            seed=team.number,
            rating=team.strength.to_integral_value() if team.strength is not None else None,
        )
        for team in sorted(draft.teams.values(), key=lambda each: each.number)
    ]


def _player_totals(draft: Draft) -> list[StatedTotal]:
    stated = [player for player in _by_rank(draft) if player.points is not None or player.rank]
    count = len(stated)
    columns = zip(*map(_totalled, stated), strict=True) if stated else ((), (), (), ())
    lines, numbers, points, ranks = columns
    return StatedTotal.rows(
        count,
        at=Place.rows(
            count, line=lines, column=repeat(81, count), end_column=repeat(89, count), path=repeat("001", count)
        ),
        participant=map(str, numbers),
        kind=repeat("player", count),
        total=points,
        place=[str(rank) if rank else None for rank in ranks],
    )


_totalled = attrgetter("line", "number", "points", "rank")


def _team_totals(draft: Draft) -> list[StatedTotal]:
    return [
        StatedTotal(
            at=team.totals_at,
            participant=str(team.number),
            kind="team",
            total=team.match_points,
            game_points=team.game_points,
            place=str(team.rank) if team.rank else None,
        )
        for team in _by_number(draft)
        if team.match_points is not None or team.game_points is not None or team.rank
    ]


def _by_number(draft: Draft) -> list[Team]:
    return sorted(draft.teams.values(), key=lambda each: each.number)
