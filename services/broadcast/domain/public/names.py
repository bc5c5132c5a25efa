"""From a table that the public may see to the same with names as the director decided that they are shown.

Rules kept here:

1. With a name goes what else says who somebody is: title, rating and federation; and identities that are names or
   numbers of members, in cells, in row keys and in the number that is shown. An identity that is no number at a table
   is replaced by one that follows from a secret of the server, the same in every table; nobody can guess it.
2. That holds for all such identities of an event as soon as one name of it is not shown in full, so that no other
   identity stands out.
3. What is said in sentences may name anybody, and is not public: reasons of seats, rulings, findings, changes,
   verdicts. Titles and organisers are shown without the names of those who asked.
4. The name of a team is its own, and is replaced where it is that of somebody who asked.
"""

import hmac
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from pydantic import JsonValue

from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.channel import Row, TableState
from shared.person_names import ShownNames, is_seat, people_of


class _Named(NamedTuple):
    """A column that names somebody.

    Attributes:
        more: columns that say more of the same person.
    """

    column: str
    more: tuple[str, ...] = ()


class _Kind(NamedTuple):
    """What of the tables of a kind of channel says who somebody is.

    Attributes:
        ids: columns with identities.
        prose: columns with sentences.
        meta: what is said of the whole.
    """

    meta: frozenset[str]
    names: tuple[_Named, ...] = ()
    ids: frozenset[str] = frozenset()
    prose: frozenset[str] = frozenset()


_TITLE = frozenset({"title", "event", "calculated_at"})
_SIDES = (_Named("ns_names"), _Named("ew_names"))
_BOARD = frozenset({"event", "id", "session", "board", "dealer", "vulnerable"})

_KINDS: Mapping[str, _Kind] = {
    "standings": _Kind(
        _TITLE
        | {"organiser", "date", "kind", "status", "reassigned_to", "unit", "method", "progress", "rankings", "matches"}
        | {"about", "boards", "sources_total", "differences", "declared", "public"},
        (_Named("name", ("title", "rating", "federation")),),
        frozenset({"number"}),
    ),
    "matches": _Kind(
        _TITLE | {"vp_scale"},
        (_Named("home_name"), _Named("away_name")),
        frozenset({"home", "away"}),
        frozenset({"ruling"}),
    ),
    "games": _Kind(
        frozenset({"event", "rounds"}),
        tuple(_Named(f"{side}_name", (f"{side}_title", f"{side}_rating")) for side in ("white", "black")),
        frozenset({"white", "black", "white_team", "black_team"}),
    ),
    "boards": _Kind(frozenset({"event"})),
    "board": _Kind(
        _BOARD | {"unit", "top", "datum", "deal"},
        _SIDES,
        frozenset({"ns", "ew", "ns_team", "ew_team"}),
        frozenset({"broken_off"}),
    ),
    "analysis": _Kind(_BOARD | {"deal", "par", "par_contracts", "plays", "origin"}),
    "seats": _Kind(
        frozenset({"event", "session", "stage", "round", "rule", "sitting_out", "byes", "complete", "locked"}),
        _SIDES,
        frozenset({"ns", "ew", "north", "east", "south", "west", "white", "black"}),
        frozenset({"reason"}),
    ),
}


class PublicNames(NamedTuple):
    """How names of an event are shown.

    Attributes:
        secret: of the server.
        teams: their names.
    """

    event: str
    shown: ShownNames = ShownNames()
    secret: bytes = b""
    teams: frozenset[str] = frozenset()

    def identity(self, own: str) -> str:
        """An identity as the public sees it; individuals have two with "+" between them."""
        return "+".join(part if is_seat(part) or not part else self._other(part) for part in own.split("+"))

    def _other(self, own: str) -> str:
        return f"p-{self._digest(f'identity {own}')[:16]}"

    @property
    def token(self) -> str:
        """Of what was decided: a name cannot be tried against it."""
        return self._digest(repr((self.shown.decided, sorted(self.teams))))[:12]

    def _digest(self, text: str) -> str:
        return hmac.new(self.secret, f"{self.event} {text}".encode(), sha256).hexdigest()

    def name(self, text: str) -> str:
        """A cell that names people, or a team."""
        return self.shown.cell(text, is_team=text in self.teams)


def teams_of(standings: Table | None) -> frozenset[str]:
    """The names of the teams that standings rank; a team without one of its own has those of its players."""
    if standings is None:
        return frozenset()
    rankings, at = standings.meta.get("rankings") or (), standings.columns.index("name")
    of_teams = {each.get("id") for each in rankings if each.get("kind") == "team"}
    named = (str(row[at]) for key, row in standings.rows.items() if key.partition("|")[0] in of_teams)
    return frozenset(name for name in named if len(people_of(name)) == 1)


def with_names(channel: str, table: Table, names: PublicNames) -> TableState:
    """A table with its names as they are shown; of a channel of a kind that is not known nothing is."""
    name = channel.split(".")[2]
    if (kind := _KINDS.get(name)) is None:
        return TableState(table.columns, {}, {"withheld": []})
    at = {column: place for place, column in enumerate(table.columns)}
    meta = {key: value for key, value in table.meta.items() if key in kind.meta}
    rows = {}
    for key, row in table.rows.items():
        first, _, rest = key.partition("|") if name == "standings" else ("", "", key)
        own = f"{first}|{names.identity(rest)}" if first else "|".join(map(names.identity, rest.split("|")))
        rows[own] = _row(row, at, kind, names)
    about = {key: _META[key](value, names) if key in _META else value for key, value in meta.items()}
    return TableState(table.columns, rows, {**about, "withheld": table.meta.get("withheld") or []})


def _row(row: Row, at: Mapping[str, int], kind: _Kind, names: PublicNames) -> Row:
    cells = list(row)
    for named in kind.names:
        before = row[at[named.column]]
        cells[at[named.column]] = names.name(str(before or ""))
        if cells[at[named.column]] != before:
            for other in named.more:
                cells[at[other]] = None
    for column in kind.ids & at.keys():
        if isinstance(value := row[at[column]], str):
            cells[at[column]] = names.identity(value)
    for column in kind.prose & at.keys():
        cells[at[column]] = None if row[at[column]] is None else ""
    return tuple(cells)


def _progress(value: JsonValue, _names: PublicNames) -> JsonValue:
    # Tables that are behind are named after who sits there, where files do not number them.
    return {key: part for key, part in value.items() if key != "slow"} if isinstance(value, dict) else None


def _declared(value: JsonValue, _names: PublicNames) -> JsonValue:
    # A digest of the outcome could be tried with names.
    return {"corrections_until": value.get("corrections_until")} if isinstance(value, dict) else None


def _text(value: JsonValue, names: PublicNames) -> JsonValue:
    return names.shown.prose(value) if isinstance(value, str) else None


def _about(value: JsonValue, names: PublicNames) -> JsonValue:
    # An arbiter may be somebody who asked as a player not to be named.
    if not isinstance(value, dict):
        return None
    return {key: _texts(part, names) for key, part in value.items()}


def _texts(value: JsonValue, names: PublicNames) -> JsonValue:
    if isinstance(value, list | tuple):
        return [_texts(each, names) for each in value]
    return names.shown.prose(value) if isinstance(value, str) else value


def _rankings(value: JsonValue, names: PublicNames) -> JsonValue:
    listed = value if isinstance(value, list) else []
    return [{**each, "title": _text(each.get("title"), names)} for each in listed if isinstance(each, dict)]


def _sitting_out(value: JsonValue, names: PublicNames) -> JsonValue:
    return [names.identity(str(each)) for each in value] if isinstance(value, list) else []


def _byes(value: JsonValue, names: PublicNames) -> JsonValue:
    listed = value if isinstance(value, list) else []
    return [{**each, "name": names.identity(str(each.get("name")))} for each in listed if isinstance(each, dict)]


_META: Mapping[str, Callable[[JsonValue, PublicNames], JsonValue]] = {
    "title": _text,
    "organiser": _text,
    "about": _about,
    "progress": _progress,
    "declared": _declared,
    "rankings": _rankings,
    "sitting_out": _sitting_out,
    "byes": _byes,
}
"""What of the meta may say who somebody is."""


def line_with_names(columns: Sequence[str], line: Row, names: PublicNames) -> Row:
    """The line of an event in the list of events."""
    shown: dict[str, Callable[[str], str]] = {
        "leader": names.name,
        "name": names.shown.prose,
        "organiser": names.shown.prose,
    }
    return tuple(
        shown[name](cell) if name in shown and isinstance(cell, str) else cell
        for name, cell in zip(columns, line, strict=True)
    )


def match_with_names(match: Mapping[str, Any], names: PublicNames) -> Mapping[str, Any]:
    """A match of standings, with the identities that the public sees."""
    sides = {side: names.identity(str(match[side])) for side in ("home", "away") if match.get(side)}
    return {**match, **sides}


_SENTENCES = frozenset({"reason", "ruling", "file"})


def explanation_with_names(value: JsonValue, names: PublicNames) -> JsonValue:
    """The JSON of an explanation, in which whoever is named has identity, number and name."""
    if isinstance(value, list):
        return [explanation_with_names(each, names) for each in value]
    if not isinstance(value, dict):
        return value
    made = {key: explanation_with_names(part, names) for key, part in value.items() if key not in _SENTENCES}
    somebody = "id" in made and made.keys() <= {"id", "number", "name"}
    for key, part in made.items():
        if isinstance(part, str) and (key == "opponent" or (somebody and key != "name")):
            made[key] = names.identity(part)
        elif isinstance(part, str) and key in ("name", "why", "text", "ranking"):
            made[key] = names.name(part) if somebody else names.shown.prose(part)
    return made
