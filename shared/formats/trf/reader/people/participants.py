"""Who takes part, and the totals that the file states for them."""

from decimal import Decimal
from functools import lru_cache

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
    chosen, of_team = method[-1] if method else "FIDE", draft.team_of.get
    return [
        _participant(
            _place(player.line, "001"),
            number := str(player.number),
            "player",
            number,
            player.name or None,
            None if (team := of_team(player.number)) is None else str(team),
            (_person(player),),
            player.number,
            _strength(player, chosen),
        )
        for player in _by_rank(draft)
    ]


_place = Place.maker("line", "path")
_participant = Participant.maker("at", "id", "kind", "number", "name", "team", "players", "seed", "rating")
_named = Person.maker("id", "name", "title", "sex", "birth_date", "federation", "rating", "details")
_total = StatedTotal.maker("at", "participant", "kind", "total", "place")
_points_and_rank = Place.maker("line", "column", "end_column", "path")


def _person(player: Player) -> Person:
    return _named(
        player.fide_id or None,
        player.name or None,
        player.title or None,
        player.sex or None,
        player.birth_date,
        player.federation or None,
        _exactly(player.rating),
        tuple(player.national),
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
    return [
        _total(
            _points_and_rank(player.line, 81, 89, "001"),
            str(player.number),
            "player",
            player.points,
            str(player.rank) if player.rank else None,
        )
        for player in _by_rank(draft)
        if player.points is not None or player.rank
    ]


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
