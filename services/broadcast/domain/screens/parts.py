"""The parts of a screen as its page has them, from the public tables."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from contracts import feed
from contracts.screens.room import WITHOUT_EVENT, Part
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages import boards
from services.broadcast.domain.pages.address import in_addresses
from services.broadcast.domain.pages.rankings import rankings, rows_of
from services.broadcast.domain.pages.rounds import chosen, game_rounds, match_rounds
from services.broadcast.domain.pages.words import Words
from shared.natural_order import natural

Tables = Mapping[str, Table]
Cell = tuple[str, str]
"""A class and a text."""

_LETTERS = ("NS", "EW")

LONGEST = 2_000
"""Rows of a part: of 1,000 pairs everybody by name."""


class Shown(NamedTuple):
    """A part.

    Attributes:
        look: how it is laid out: "table", "names", "text" or "timer".
        over: what it is of, above its title.
        rows: of cells; of names, a name and a seat.
    """

    look: str
    over: str
    title: str
    seconds: int
    headings: Sequence[Cell] = ()
    rows: Sequence[Sequence[Cell]] = ()
    text: str = ""


def channels_of(parts: Sequence[Part]) -> tuple[str, ...]:
    """The channels that parts are made of."""
    names = [name(part.event) for part in parts if part.event for name in (feed.standings_channel, *_MORE[part.view])]
    return tuple(dict.fromkeys(names))


_MORE: Mapping[str, tuple[Callable[[str], str], ...]] = {
    "standings": (),
    "slow": (),
    "names": (feed.seats_channel,),
    "seats": (feed.seats_channel,),
    "matches": (feed.matches_channel,),
    "games": (feed.games_channel,),
    "text": (),
    "timer": (),
}


def shown(part: Part, tables: Tables, words: Words) -> Shown:
    """A part; one without rows says that there is nothing yet."""
    if part.view in WITHOUT_EVENT:
        return Shown(part.view, "", "", part.seconds, text=part.text)
    standings = tables.get(feed.standings_channel(part.event))
    if standings is None:
        return Shown("table", part.event, words.t("Event not found"), part.seconds)
    made = _VIEWS[part.view](part, standings, tables, words)
    return made._replace(over=str(standings.meta.get("title") or part.event), rows=made.rows[:LONGEST])


def _standings(part: Part, standings: Table, _tables: Tables, words: Words) -> Shown:
    ranked = rankings(standings, words)
    ranking = next(
        (each for each in ranked if each.id == part.ranking), None if part.ranking or not ranked else ranked[0]
    )
    if ranking is None:
        return Shown("table", "", words.t("Standings"), part.seconds)
    rows = [
        [
            ("place", str(row["rank"] or "")),
            ("who", " ".join(filter(None, (row["label"], row["name"])))),
            ("score", ranking.form.text(row)),
        ]
        for row in ranking.rows
        if part.section in ("", row["section"])
    ]
    unit = "%" if ranking.form.percentages else words.unit_heading(ranking.form.unit)
    heads = [("place", words.t("Place")), ("who", words.t("Name")), ("score", unit)]
    return Shown("table", "", ranking.title, part.seconds, heads, rows)


def _seats(part: Part, standings: Table, tables: Tables, words: Words) -> boards.Seats | None:
    names = {row["participant"]: row["name"] for row in rows_of(standings)}
    seated = boards.seats(tables.get(feed.seats_channel(part.event)), names, words)
    if seated is None or not part.section:
        return seated
    return seated._replace(tables=[seat for seat in seated.tables if _section(seat.table) == part.section])


def _section(table: str) -> str:
    return table.rstrip("0123456789")


def _tables(part: Part, standings: Table, tables: Tables, words: Words) -> Shown:
    seated = _seats(part, standings, tables, words)
    if seated is None:
        return Shown("table", "", words.t("Seats"), part.seconds)
    rows = [
        [("place", seat.table), *(("who", " ".join((*ids, side))) for ids, side in seat.sides), ("score", seat.boards)]
        for seat in seated.tables
    ]
    heads = [("place", words.t("Table")), *(("who", side) for side in seated.sides), ("score", words.t("Boards"))]
    if not any(seat.boards for seat in seated.tables):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return Shown("table", "", seated.title, part.seconds, heads, rows)


def _names(part: Part, standings: Table, tables: Tables, words: Words) -> Shown:
    """Everybody by surname, with table and side; who has no name stands there by number."""
    seated = _seats(part, standings, tables, words)
    if seated is None:
        return Shown("names", "", words.t("Seats"), part.seconds)
    directions = [words.direction(letters) for letters in _LETTERS]
    sides = [words.direction_letters(each) for each in _LETTERS] if [*seated.sides] == directions else seated.sides
    people = [
        (surname_first(person.strip()), f"{seat.table} {side}")
        for seat in seated.tables
        for (ids, names), side in zip(seat.sides, sides, strict=True)
        for person in (names.split(" & ") if names else ids)
    ]
    first, last = in_addresses(part.first), in_addresses(part.last)
    asked = [(in_addresses(name), name, place) for name, place in people]
    asked = [each for each in asked if first <= each[0] and (not last or each[0][: len(last)] <= last)]
    asked.sort(key=lambda each: (natural(each[0]), natural(each[2])))
    rows = [(("who", name), ("score", place)) for _, name, place in asked]
    return Shown("names", "", seated.title, part.seconds, (), rows)


def surname_first(person: str) -> str:
    """A name as lists sort it: "Rosa Baker" is "Baker, Rosa"; one that a file gives with a comma stays as it is."""
    first, space, last = person.rpartition(" ")
    return f"{last}, {first}" if space and "," not in person else person


def _slow(part: Part, standings: Table, _tables: Tables, words: Words) -> Shown:
    slow = (standings.meta.get("progress") or {}).get("slow") or ()
    rows = [
        [("place", str(table["table"])), ("who", words.t("Round {n}", n=table["round"]) if table.get("round") else "")]
        for table in slow
        if part.section in ("", _section(str(table["table"])))
    ]
    return Shown("table", "", words.t("Behind"), part.seconds, [("place", words.t("Table")), ("who", "")], rows)


def _matches(part: Part, _standings: Table, tables: Tables, words: Words) -> Shown:
    round_ = chosen(match_rounds(tables.get(feed.matches_channel(part.event)), words), "")
    rows = [
        [
            ("place", str(match["table"] or "")),
            ("who", match["home_name"] or match["home"]),
            ("result", " – ".join(filter(None, match["scores"]))),
            ("who", (match["away_name"] or match["away"]) if match["away"] else words.t("Bye")),
        ]
        for match in (round_.rows if round_ else ())
        if part.section in ("", match["section"])
    ]
    return Shown("table", "", round_.title if round_ else words.t("Matches"), part.seconds, (), rows)


def _games(part: Part, _standings: Table, tables: Tables, words: Words) -> Shown:
    rounds = game_rounds(tables.get(feed.games_channel(part.event)), words)
    rows = [
        [
            ("place", str(game["table"] or "")),
            ("who", game["white_name"] or game["white"]),
            ("result", game["text"] or "–"),
            ("who", game["black_name"] or game["black"] or words.t("Bye")),
        ]
        for game in (rounds[0].rows if rounds else ())
    ]
    heads = [("place", words.t("Board|chess")), ("who", words.t("White")), ("result", ""), ("who", words.t("Black"))]
    return Shown("table", "", rounds[0].title if rounds else words.t("Games"), part.seconds, heads, rows)


_VIEWS: Mapping[str, Callable[[Part, Table, Tables, Words], Shown]] = {
    "standings": _standings,
    "names": _names,
    "seats": _tables,
    "slow": _slow,
    "matches": _matches,
    "games": _games,
}
