"""Who the players are: starting ranks without a gap, and the fields by which FIDE knows a person (record 001)."""

import re
from collections import defaultdict
from collections.abc import Iterator

from contracts.base import Place
from contracts.codes import trf as codes
from shared.formats.trf.columns import PLAYER
from shared.formats.trf.reader.draft import Draft, Player
from shared.formats.trf.reader.people.federations import FEDERATIONS

TITLES = frozenset(
    [
        "GM",
        "IM",
        "WGM",
        "FM",
        "WIM",
        "CM",
        "WFM",
        "WCM",
        "G",
        "M",
        "WG",
        "F",
        "WM",
        "C",
        "WF",
        "WC",
        "AGM",
        "AIM",
        "AFM",
        "ACM",
    ]
)
"""Titles of FIDE, the shorter letters of older files, and those of its online arena."""

RATINGS = range(100, 3_001)
"""Ratings that a person has had, of FIDE or a federation."""

_FEDERATION = re.compile(r"[A-Za-z]{3}", re.ASCII)
_FIDE_ID = re.compile(r"\d{1,11}", re.ASCII)
_MOST_NAMED = 10


def check_identities(draft: Draft) -> None:
    """Report what identifies nobody, each FIDE number that several players have, and ranks that nobody has."""
    by_id: dict[str, list[Player]] = defaultdict(list)
    for player in draft.players.values():
        for name, stated, message in _odd(player):
            subject = f"player {player.number}"
            draft.report.add(codes.ODD_IDENTITY, message, _place(player, name), subject=subject, stated=stated)
        if _FIDE_ID.fullmatch(player.fide_id):
            by_id[player.fide_id.lstrip("0")].append(player)
    for players in by_id.values():
        if len(players) > 1:
            last = players[-1]
            named = _listed([player.number for player in players])
            draft.report.add(
                codes.REPEATED_FIDE_ID,
                f"players {named} have one FIDE number",
                _place(last, "fide_id"),
                subject=f"player {last.number}",
                stated=last.fide_id,
            )
    _check_federations(draft)
    _check_ranks(draft)


def _check_federations(draft: Draft) -> None:
    """Report each code that no federation has once, at the tournament's own record or the first player with it."""
    by_code: dict[str, list[Player]] = defaultdict(list)
    stated = {player.federation for player in draft.players.values()}
    odd = {code for code in stated if _FEDERATION.fullmatch(code) and code.upper() not in FEDERATIONS}
    for player in draft.players.values() if odd else ():
        if player.federation in odd:
            by_code[player.federation.upper()].append(player)
    text, line = draft.texts.get("032", ("", 0))
    if _FEDERATION.fullmatch(text) and text.upper() not in FEDERATIONS:
        place = Place(line=line, column=5, end_column=7, path="032")
        draft.report.add(codes.ODD_IDENTITY, f"FIDE has no federation {text!r}", place, stated=text)
    for players in by_code.values():
        who = f"player{'s' * (len(players) > 1)} {_listed([player.number for player in players])}"
        draft.report.add(
            codes.ODD_IDENTITY,
            f"FIDE has no federation {players[0].federation!r} ({who})",
            _place(players[0], "federation"),
            subject=f"player {players[0].number}",
            stated=players[0].federation,
        )


def _odd(player: Player) -> Iterator[tuple[str, str, str]]:
    """The fields that cannot be right: name of the field, what stands there, and a sentence."""
    if player.title and player.title.upper() not in TITLES:
        yield "title", player.title, f"FIDE has no title {player.title!r}"
    if player.federation.strip("-") and not _FEDERATION.fullmatch(player.federation):
        yield "federation", player.federation, f"{player.federation!r} is no federation: that is three letters"
    if player.fide_id.strip("-") and not _FIDE_ID.fullmatch(player.fide_id):
        yield "fide_id", player.fide_id, f"{player.fide_id!r} is no FIDE number: that is digits alone"
    if player.rating is not None and player.rating not in RATINGS:
        yield "rating", str(player.rating), f"nobody has a rating of {player.rating}"


def _place(player: Player, name: str) -> Place:
    field = next(field for field in PLAYER.fields if field.name == name)
    return Place(line=player.line, column=field.first, end_column=field.last, path="001")


def _check_ranks(draft: Draft) -> None:
    """Starting ranks go from 1 to the number of players; a line that is missing leaves a gap.

    Where somebody met who is missing, that is said already.
    """
    last = max(draft.players.values(), key=lambda player: player.number, default=None)
    if last is None or last.number == len(draft.players) or draft.missing or draft.repeated:
        return
    missing = [number for number in range(1, last.number) if number not in draft.players]
    draft.report.add(
        codes.RANKS_WITH_GAPS,
        f"nobody has starting rank {_listed(missing)}, but player {last.number} is the last",
        Place(line=last.line, column=5, end_column=8, path="001"),
        stated=str(last.number),
        computed=str(len(draft.players)),
    )


def _listed(numbers: list[int]) -> str:
    """Numbers in a sentence, the first of many."""
    if len(numbers) == 1:
        return str(numbers[0])
    shown = [str(number) for number in numbers[:_MOST_NAMED]]
    if len(numbers) > _MOST_NAMED:
        return f"{', '.join(shown)} and {len(numbers) - _MOST_NAMED} more"
    return f"{', '.join(shown[:-1])} and {shown[-1]}"
