"""The next seats of an event at the desk, and what a director decides about them."""

from collections.abc import Iterator, Mapping
from typing import Any

from contracts.feed import seats_channel
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.desk.forms.rounds import OF_CHESS, SWISS, SYSTEMS
from services.broadcast.domain.desk.forms.seen import (
    SIDES,
    choice,
    lock_of,
    presence_of,
    seats_of,
    table_label,
    tables_of,
)
from services.broadcast.domain.desk.pages.event import people_of
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page, is_chess
from services.broadcast.domain.pages.rounds import rows_of_channel
from shared.natural_order import natural
from shared.seat_decisions import is_drawn_otherwise


def _rounds(asked: Asked) -> Page:
    shown = asked.shown
    seats = shown.table(seats_channel)
    meta = seats.meta if seats is not None else {}
    listed = people_of(shown.standings)
    names = {each["id"]: each["name"] for each in listed}
    tables = [_table(row, names) for row in rows_of_channel(seats)]
    out = [{"id": str(name), "name": names.get(str(name), "")} for name in meta.get("sitting_out", ())]
    byes = {str(bye["name"]): str(bye["value"]) for bye in meta.get("byes", ())}
    seated = {side["id"]: side for table in tables for side in table["sides"]} | {each["id"]: each for each in out}
    people = {each["id"]: each["name"] for each in (*listed, *seated.values())}
    where = seats_of(shown)
    findings = list(meta.get("findings", ()))
    number, chess = meta.get("round"), is_chess(shown.meta)
    values = {
        "round": number,
        "following": number or _rounds_complete(shown.standings) + 1,
        "session": meta.get("session") or "",
        "locked": bool(meta.get("locked")),
        "lock": lock_of(meta),
        "tables": tables,
        "out": [{**each, "bye": byes.get(each["id"], "")} for each in out],
        "exchanges": meta.get("exchanges", ()),
        "otherwise": [finding for finding in findings if is_drawn_otherwise(finding)],
        "findings": [finding for finding in findings if not is_drawn_otherwise(finding)],
        "seated": _choices({name: each["name"] for name, each in seated.items()}, where),
        "labels": [(choice(label, seen), label) for label, seen in tables_of(shown).items() if label],
        "people": _choices(people, {who: presence_of(who, where) for who in people}),
        "kinds": list(dict.fromkeys(each["kind"] for each in listed)) or ["pair", "team", "player"],
        "chess": chess,
        "swiss": SWISS,
        "systems": [(name, text) for name, text in SYSTEMS.items() if (name in OF_CHESS) is chess],
    }
    return desk_page("rounds", "Rounds", asked, values)


def _table(row: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A table with who sits there: place, number and name of each."""
    boards = list(dict.fromkeys(str(row[end]) for end in ("first_board", "last_board") if row[end] is not None))
    return {
        "label": table_label(row),
        "sides": list(_sides(row, names)),
        "boards": "–".join(boards),
        "reason": row["reason"],
    }


def _sides(row: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[dict[str, str]]:
    for place, title in SIDES:
        if row[place] is not None:
            name = row.get(f"{place}_names") or names.get(str(row[place]), "")
            yield {"place": title, "id": str(row[place]), "name": str(name)}


def _choices(people: Mapping[str, str], seen: Mapping[str, str]) -> list[dict[str, str]]:
    ids = sorted(people, key=natural)
    return [{"id": each, "name": people[each], "value": choice(each, seen.get(each, ""))} for each in ids]


def _rounds_complete(standings: Table) -> int:
    return int((standings.meta.get("progress") or {}).get("rounds_complete") or 0)


ROUNDS = Tab("Rounds", _rounds, lambda event, _query: (seats_channel(event),))
