"""What of somebody is otherwise than a game file says, as values for the fields of the entry and its players.

Rules kept here:

1. Names, numbers, holdings and homes of players, stratum and eligibility have fields. What the facts do not say stays:
   other formats know neither homes nor strata, nor who is not eligible.
2. A stratum beyond the third, and somebody more than the entry has room for, are counted as lost.
"""

from __future__ import annotations

from collections.abc import Iterator

from contracts.facts import Participant, Person
from shared.formats.acblscore.entry_layouts import PLAYER
from shared.formats.acblscore.record import Record
from shared.formats.acblscore.writer.stated_fields import fields_of
from shared.formats.losses import Losses

MOST_HOLDING = 0xFFFF
NOT_ELIGIBLE = 10
"""What real files have for somebody who is not."""

_STRATA = ("1", "2", "3")
_HOME = ("city", "state", "country")

Change = tuple[Record, str, str | int, str]
"""A structure, its field and the new value, and what it is of."""


def changes_of(wanted: Participant, now: Participant, entry: Record, losses: Losses) -> Iterator[Change]:
    """The fields that are to be written.

    Args:
        wanted: as it shall be.
        now: as the file says.
        entry: of the file.
        losses: counts what it cannot say.
    """
    stratum = wanted.override_stratum or wanted.stratum
    if stratum is not None and stratum != now.stratum:
        if stratum in _STRATA:
            yield entry, "strat", int(stratum), "stratum"
        else:
            losses.add("stratum", "a game file has three, by number")
    if now.standing and not wanted.standing:
        yield entry, "not_eligible", NOT_ELIGIBLE, "eligibility"
    if wanted.players != now.players:
        room = entry.parts("players")
        losses.add("player", f"a {entry.layout.name} has {len(room)}", max(0, len(wanted.players) - len(room)))
        for player, person in zip(room, wanted.players, strict=False):
            yield from _of_player(person, player)


def _of_player(person: Person, player: Record) -> Iterator[Change]:
    first, last = person.first_name or "", person.last_name or ""
    if not (first or last):
        first, _, last = (person.name or "").rpartition(" ")
    number = person.national_id or ("NM" if player.text("number") == "NM" else "")
    texts = {"first_name": first, "last_name": last, "number": number}
    home = fields_of(person.details, PLAYER)
    texts |= {name: str(home[name]) for name in _HOME if name in home}
    for name, value in texts.items():
        if player.text(name) != value:
            yield player, name, value, f"player's {name.replace('_', ' ')}"
    holding = min(int(person.holding), MOST_HOLDING) if person.holding is not None else None
    if holding is not None and holding != player.whole("master_points"):
        yield player, "master_points", holding, "player's holding"
