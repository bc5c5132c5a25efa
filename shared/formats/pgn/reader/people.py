"""Who plays: the players of a tournament, by what the tags of their games say.

Rules kept here:

1. A player is called by the number in WhiteNumber and BlackNumber, which Kibitz writes, where every player has one of
   his own. Else he is called by his name; where two with different FIDE numbers share one, that number is added.
2. Of what games say of a player, the first that says anything counts.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from decimal import Decimal

from contracts.base import NAME_LENGTH
from contracts.codes.pgn import BAD_VALUE, NUMBERS_UNCLEAR
from contracts.facts import Participant, Person
from shared.formats.pgn.reader.played import SIDES, Played
from shared.formats.pgn.report import Report

_NUMBER = re.compile(r"[1-9]\d{0,4}", re.ASCII)
_ELO = re.compile(r"\d{1,4}", re.ASCII)
_FIDE_ID = re.compile(r"\d{1,12}", re.ASCII)


def numbers_agree(games: Iterable[Played], report: Report) -> bool:
    """Whether every player has a pairing number of his own (rule 1)."""
    names: dict[str, set[str]] = defaultdict(set)
    place = None
    for game in games:
        for side in SIDES:
            names[game.tag(f"{side}Number") or ""].add(game.tag(side) or "")
            place = place or game.place
    if set(names) == {""}:
        return False
    agree = all(map(_NUMBER.fullmatch, names)) and all(len(each) == 1 for each in names.values())
    if not agree:
        report.add(NUMBERS_UNCLEAR, "players have no number, or share one", place)
    return agree


class Directory:
    """The players of a tournament and their ids."""

    def __init__(self, games: Iterable[Played], report: Report, *, numbered: bool) -> None:
        """Look at every mention of a player."""
        self._numbered = numbered
        self._fide_ids: dict[str, set[str]] = defaultdict(set)
        self._said: dict[str, tuple[Played, dict[str, str]]] = {}
        games = list(games)
        for game in games:
            for side in SIDES:
                if fide_id := game.tag(f"{side}FideId"):
                    self._fide_ids[game.tag(side) or ""].add(fide_id)
        for game in games:
            for side in SIDES:
                _, said = self._said.setdefault(self.id_of(game, side), (game, {"": game.tag(side) or ""}))
                for name in ("Elo", "Title", "FideId", "Team"):
                    if name not in said and (value := game.tag(side + name)):
                        said[name] = self._read(name, value, game, report)
        self.has_teams = any("Team" in said for _, said in self._said.values())

    def id_of(self, game: Played, side: str) -> str:
        """How facts name a player."""
        if self._numbered:
            return game.tag(f"{side}Number") or ""
        name = game.tag(side) or ""
        fide_id = game.tag(f"{side}FideId") if len(self._fide_ids.get(name, ())) > 1 else None
        return f"{name[: NAME_LENGTH - len(fide_id) - 3]} ({fide_id})" if fide_id else name

    def _read(self, name: str, value: str, game: Played, report: Report) -> str:
        """The value, or nothing where it is none that the tag can have."""
        form = {"Elo": _ELO, "FideId": _FIDE_ID}.get(name)
        if form is None or form.fullmatch(value):
            return value
        report.add(BAD_VALUE, f"{value[:40]!r} is no {name}", game.place, stated=value[:100])
        return ""

    def participants(self) -> Iterator[Participant]:
        """Everybody, in the order of the file."""
        for id_, (game, said) in self._said.items():
            elo, number = said.get("Elo"), id_ if self._numbered else None
            person = Person(
                id=said.get("FideId") or None,
                name=said[""],
                title=said.get("Title") or None,
                rating=Decimal(elo) if elo and int(elo) else None,
            )
            yield Participant(
                at=game.place,
                id=id_,
                kind="player",
                number=number,
                name=said[""],
                players=(person,),
                seed=int(number) if number else None,
                rating=person.rating,
            )
