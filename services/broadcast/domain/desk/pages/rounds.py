"""The next seats of an event at the desk, and what a director decides about them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from contracts.codes.seating import AWAY, STILL_PLAYING
from contracts.feed import seats_channel
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.forms.kept_seats import rounds_begun
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
from services.broadcast.domain.desk.pages.files import lines_of
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.pages.page import Page, is_chess
from services.broadcast.domain.pages.rounds import rows_of_channel
from shared.natural_order import natural
from shared.seat_decisions import is_drawn_otherwise

_EARLY = re.compile(r"Round (\d+) is drawn (now|when)\b")
"""The sentence of an early start, or of its undoing."""

BYES: Mapping[str, str] = {
    "U": "pairing-allocated bye",
    "F": "full-point bye",
    "H": "half-point bye",
    "Z": "absent, no point",
}
"""Byes of chess by their letters."""


def _rounds(asked: Asked) -> Page:
    shown = asked.shown
    seats = shown.table(seats_channel)
    meta = seats.meta if seats is not None else {}
    listed = people_of(shown.standings)
    names = {each["id"]: each["name"] for each in listed}
    tables = [_table(row, names) for row in rows_of_channel(seats)]
    findings = list(meta.get("findings", ()))
    out = _out(meta, findings, names)
    seated = {side["id"]: side for table in tables for side in table["sides"]} | {each["id"]: each for each in out}
    people = {each["id"]: each["name"] for each in (*listed, *seated.values())}
    where = seats_of(shown)
    number, chess = meta.get("round"), is_chess(shown.meta)
    values = {
        "round": number,
        "following": number or _rounds_complete(shown.standings) + 1,
        "next_early": 1 + (number or max(_rounds_complete(shown.standings), rounds_begun(shown.meta))),
        "early": _started_early(asked),
        "unseated": _unseated(shown),
        "session": meta.get("session") or "",
        "locked": bool(meta.get("locked")),
        "lock": lock_of(meta),
        "tables": tables,
        "reason": _reason(tables),
        "out": out,
        "playing": [_meeting(each, names, chess=chess) for each in meta.get("playing", ())],
        "free": _next_free(people),
        "exchanges": meta.get("exchanges", ()),
        "otherwise": [finding for finding in findings if is_drawn_otherwise(finding)],
        "findings": [each for each in findings if not is_drawn_otherwise(each) and not _is_shown_by_itself(each, meta)],
        "seated": _choices({name: each["name"] for name, each in seated.items()}, where),
        "labels": [(choice(label, seen), label) for label, seen in tables_of(shown).items() if label],
        "people": _choices(people, {who: presence_of(who, where) for who in people}),
        "kinds": list(dict.fromkeys(each["kind"] for each in listed)) or ["pair", "team", "player"],
        "chess": chess,
        "swiss": SWISS,
        "systems": [(name, text) for name, text in SYSTEMS.items() if (name in OF_CHESS) is chess],
    }
    return desk_page("rounds", "Rounds", asked, values)


def _started_early(asked: Asked) -> int | None:
    """The round that was started early last, by a decision that counts, and is not complete."""
    newest: dict[int, str] = {}
    for line in lines_of(asked.files, asked.shown.event):
        for match in filter(None, map(_EARLY.match, line["decided"] if line["counts"] else ())):
            newest.setdefault(int(match[1]), match[2])
    complete = _rounds_complete(asked.shown.standings)
    return max((number for number, when in newest.items() if when == "now" and number > complete), default=None)


def _unseated(shown: Shown) -> str:
    """Why no table is seated, as far as the files say."""
    progress = shown.meta.get("progress") or {}
    complete, begun, rounds = _rounds_complete(shown.standings), rounds_begun(shown.meta), progress.get("rounds")
    if begun > complete:
        return f"Round {begun} is in play. The next seats come when it is over, or when a file states them."
    if rounds and complete >= rounds:
        return f"All {rounds} rounds are played."
    if complete:
        return f"Nothing says who plays after round {complete}. A file states the seats, or choose a system below."
    return "No seats are known. They come with the first results, or when a file states them."


def _out(
    meta: Mapping[str, Any], findings: Iterable[Mapping[str, Any]], names: Mapping[str, str]
) -> list[dict[str, str]]:
    """Whoever has no table: number, name, the bye in words, and what undoes an absence that was decided."""
    away = {str(each["subject"]): str(each["message"]) for each in findings if _is_of_somebody_away(each)}
    byes = {str(bye["name"]): BYES.get(bye["value"], "") for bye in meta.get("byes", ())}
    return [
        {
            "id": who,
            "name": names.get(who, ""),
            "bye": byes.get(who, ""),
            "away": away.get(who, ""),
            "back": "" if who not in away else "returned" if away[who].endswith(" on") else "back",
        }
        for who in dict.fromkeys((*map(str, meta.get("sitting_out", ())), *away))
    ]


def _is_shown_by_itself(finding: Mapping[str, Any], meta: Mapping[str, Any]) -> bool:
    """Whether the page has a list of what a finding says."""
    return _is_of_somebody_away(finding) or (finding["code"] == STILL_PLAYING.code and bool(meta.get("playing")))


def _is_of_somebody_away(finding: Mapping[str, Any]) -> bool:
    return finding["code"] == AWAY.code and bool(finding.get("subject"))


def _meeting(meeting: Mapping[str, Any], names: Mapping[str, str], *, chess: bool) -> dict[str, Any]:
    """A table of the round in play."""
    sides = zip(("White", "Black") if chess else ("", ""), (meeting["home"], meeting["away"]), strict=True)
    ids = [{"place": place, "id": str(who), "name": names.get(str(who), "")} for place, who in sides]
    return {"label": meeting.get("table") or "", "sides": ids, "boards": "", "reason": ""}


def _next_free(people: Iterable[str]) -> str:
    """The number after the last one; blank where somebody has none."""
    numbers = [int(each) if each.isascii() and each.isdigit() else None for each in people]
    return "" if None in numbers else str(max(filter(None, numbers), default=0) + 1)


def _table(row: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A table with who sits there: place, number and name of each."""
    boards = list(dict.fromkeys(str(row[end]) for end in ("first_board", "last_board") if row[end] is not None))
    return {
        "label": table_label(row),
        "sides": list(_sides(row, names)),
        "boards": "–".join(boards),
        "reason": row["reason"],
    }


def _reason(tables: Sequence[Mapping[str, Any]]) -> str:
    """Why all tables are seated so, where that is one reason; "" where each has its own."""
    reasons = {table["reason"] for table in tables}
    return reasons.pop() if len(tables) > 1 and len(reasons) == 1 else ""


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
