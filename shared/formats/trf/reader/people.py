"""Who takes part, and the totals that the file states for them."""

from decimal import Decimal
from functools import lru_cache

from contracts.base import Place, Series
from contracts.facts import Participant, Person, StatedTotal
from shared.formats.trf.reader.draft import Draft, Player, Team

_PLAYERS = Series(Participant, "at", "id", "kind", "number", "name", "team", "players", "seed", "rating")
_PEOPLE = Series(Person, "id", "name", "title", "sex", "birth_date", "federation", "rating", "details")
_TOTALS = Series(StatedTotal, "at", "participant", "kind", "total", "place")
_LINES = Series(Place, "line", "path")
_PLACES = Series(Place, "line", "column", "end_column", "path")
"""What a line 001 says needs no validation: its texts are as short as their columns, and its numbers were made here."""


def participants_of(draft: Draft) -> tuple[Participant, ...]:
    """The players by starting rank, then the teams by number."""
    return (*_players(draft), *_teams(draft))


def totals_of(draft: Draft) -> tuple[StatedTotal, ...]:
    """Points and rank of each player and team for which the file has any."""
    return (*_player_totals(draft), *_team_totals(draft))


def _players(draft: Draft) -> list[Participant]:
    method = draft.texts.get("172", ("", 0))[0].upper().split()
    chosen, of_team = method[-1] if method else "FIDE", draft.team_of.get
    players = _by_rank(draft)
    lines = _LINES.make_all(
        [{"line": player.line, "column": None, "end_column": None, "path": "001", "offset": None} for player in players]
    )
    people = _PEOPLE.make_all(
        [
            {
                "id": player.fide_id or None,
                "name": player.name or None,
                "first_name": None,
                "last_name": None,
                "title": player.title or None,
                "sex": player.sex or None,
                "birth_date": player.birth_date,
                "federation": player.federation or None,
                "national_id": None,
                "club_id": None,
                "rating": _exactly(player.rating),
                "holding": None,
                "status": None,
                "rateable": None,
                "details": tuple(player.national),
            }
            for player in players
        ]
    )
    return _PLAYERS.make_all(
        [
            {
                "at": line,
                "id": (number := str(player.number)),
                "kind": "player",
                "number": number,
                "name": player.name or None,
                "nickname": None,
                "session": None,
                "section": None,
                "direction": None,
                "team": None if (team := of_team(player.number)) is None else str(team),
                "members": (),
                "players": (person,),
                "stratum": None,
                "override_stratum": None,
                "labels": (),
                "standing": True,
                "phantom": False,
                "seed": player.number,
                "rating": _strength(player, chosen),
                "details": (),
            }
            for player, line, person in zip(players, lines, people, strict=True)
        ]
    )


def _by_rank(draft: Draft) -> list[Player]:
    return [draft.players[number] for number in sorted(draft.players)]


@lru_cache(maxsize=16_384)
def _exactly(rating: int | None) -> Decimal | None:
    return None if rating is None else Decimal(rating)


def _strength(player: Player, method: str) -> Decimal | None:
    """The rating that counts by the method of record 172."""
    fide, national = player.rating, player.national_rating
    if method == "FIDE":
        return _exactly(fide)
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
    players = [player for player in _by_rank(draft) if player.points is not None or player.rank]
    places = _PLACES.make_all(
        [{"line": player.line, "column": 81, "end_column": 89, "path": "001", "offset": None} for player in players]
    )
    return _TOTALS.make_all(
        [
            {
                "at": place,
                "participant": str(player.number),
                "kind": "player",
                "session": None,
                "section": None,
                "total": player.points,
                "maximum": None,
                "percentage": None,
                "unfactored": None,
                "place": str(player.rank) if player.rank else None,
                "section_place": None,
                "stratum_place": None,
                "places": (),
                "boards_played": None,
                "wins": None,
                "average": None,
                "game_points": None,
                "pair_imps": None,
                "details": (),
            }
            for player, place in zip(players, places, strict=True)
        ]
    )


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
