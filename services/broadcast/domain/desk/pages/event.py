"""An event at the desk: its status, penalties, its files and what was decided."""

from collections.abc import Mapping, Sequence
from typing import Any

from contracts.decisions import PENALTY_UNITS, RetractFile
from contracts.feed import EVENTS_CHANNEL, board_channel, standings_channel
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.corrections.attention import Attention, board_of, correction_of, place_of
from services.broadcast.domain.corrections.period import end_of
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.forms.names import others_of_day
from services.broadcast.domain.desk.forms.seen import adjustments_of, choice, status_of
from services.broadcast.domain.desk.pages.check import in_a_list
from services.broadcast.domain.desk.pages.files import lines_of, with_names
from services.broadcast.domain.desk.pages.home import names_of, newest_first
from services.broadcast.domain.desk.pages.shown import Asked, Tab, desk_page
from services.broadcast.domain.desk.visitors import directors_words, is_directors
from services.broadcast.domain.pages.calendar import events_of
from services.broadcast.domain.pages.page import Page, is_chess
from services.broadcast.domain.pages.rankings import rankings
from services.broadcast.domain.pages.rounds import rows_of_channel
from shared.bridge.matches.victory_points import WHOLE_SCALES
from shared.formats.decisions.sentences import PENALTY_UNIT_WORDS
from shared.natural_order import natural

EVENTS_OFFERED = 50
"""Events to which the files of one may be moved."""

EVENTS_COMPARED = 10
"""Events of the day whose methods are compared with that of one."""

FIRST_SHOWN, NEWEST_SHOWN = 3, 10
"""Results to look at and decisions that stand open; the others are folded."""

STATUSES: Sequence[tuple[str, str]] = (("live", "Live"), ("provisional", "Provisional"), ("official", "Official"))

PERIODS: Sequence[tuple[str, str]] = (("30m", "30 minutes"), ("48h", "48 hours"), ("7d", "7 days"))
"""For corrections, as they are offered; any other can be written."""


def _event(asked: Asked) -> Page:
    shown = asked.shown
    meta, names = shown.meta, names_of(shown.tables.get(EVENTS_CHANNEL))
    own, words = lines_of(asked.files, shown.event), directors_words(shown.event, asked.files)
    for line in own:
        about = RetractFile(decision="retract", file=line["sha256"])
        line["ruled"] = is_directors(shown.event, about, words)
        line["text"] = with_names(line["text"], names)
        line["decided"] = [with_names(text, names) for text in line["decided"]]
    values = {
        "status": status_of(meta),
        "statuses": STATUSES,
        "outcome": meta.get("outcome") or "",
        "matches": bool(meta.get("matches")),
        "people": _penalised(shown),
        "units": [(unit, PENALTY_UNIT_WORDS[unit]) for unit in _units(meta)],
        "sessions": _sessions(meta),
        "bridge": not is_chess(meta),
        "files": [line for line in own if not line["decisions"]],
        "first": FIRST_SHOWN,
        "newest": NEWEST_SHOWN,
        "typed": asked.query,
        "scales": WHOLE_SCALES,
        "decisions": [line for line in own if line["decisions"]],
        "others": _others(asked, names),
        "methods": _other_methods(asked),
        "labels": names,
        "attention": [_to_look_at(each, shown) for each in asked.attention],
        "changes": asked.changes,
        "corrected": meta.get("status") == "corrected",
        "public": asked.public,
        "until": end_of(meta),
        "periods": PERIODS,
    }
    return desk_page("event", "Desk", asked, values)


def _to_look_at(each: Attention, shown: Shown) -> dict[str, Any]:
    """A finding, with where it is corrected, and the table where it was played."""
    board = board_of(each.finding, shown.meta)
    place = place_of(each.finding, rows_of_channel(shown.table(board_channel, board or "")))
    correction = correction_of(each.finding, shown.meta)
    finding = in_a_list(each.finding)
    return {"id": each.id, "finding": finding, "file": each.file, "correction": correction, "place": place}


def _units(meta: Mapping[str, Any]) -> list[str]:
    """In what a penalty may be given, as scoring can turn it into the unit of the event; the usual one first."""
    if is_chess(meta):
        return []
    unit = meta.get("unit")
    of_boards = ("percent", "percent_of_board", "match_points") if unit == "match_points" else (unit,)
    of_matches = ("imps", "vps") if meta.get("matches") else ()
    units = [each for each in PENALTY_UNITS if each in of_boards or each in of_matches]
    # As scoring takes a number without a unit.
    usual = "percent" if unit == "match_points" else unit
    return sorted(units, key=lambda each: each != usual)


def _sessions(meta: Mapping[str, Any]) -> list[str]:
    """The sessions of an event, where there are several."""
    named = list(dict.fromkeys(board.get("session") for board in meta.get("boards") or ()))
    return [session for session in named if session] if len(named) > 1 else []


def _penalised(shown: Shown) -> list[dict[str, str]]:
    """Whoever is ranked, each with the penalties that a form about them saw."""
    adjusted = adjustments_of(shown)
    keys = [(each, f"{each['kind']}:{each['id']}") for each in people_of(shown.standings)]
    return [{**each, "value": choice(key, adjusted[key])} for each, key in keys]


def alike(events: Table | None, event: str) -> list[tuple[str, str]]:
    """The other events of the day, of the same organiser and kind, with their names: they are scored alike."""
    rows = {row["id"]: row for row in events_of(events)}

    def of(key: str) -> tuple[Any, Any]:
        return rows[key].get("organiser"), rows[key].get("kind")

    return [(key, name) for key, name in others_of_day(events, event)[:EVENTS_COMPARED] if of(key) == of(event)]


def _other_methods(asked: Asked) -> str:
    """How this event and those like it are scored, where they differ; "" where there is nothing to say."""
    own = _method(asked.shown.meta)
    tables = asked.shown.tables
    others = [
        (name, _method(tables[channel].meta))
        for key, name in alike(tables.get(EVENTS_CHANNEL), asked.shown.event)
        if (channel := standings_channel(key)) in tables
    ]
    differing = [f"{name} by {method}" for name, method in others if method and method != own]
    return f"This event is scored by {own}; {', '.join(differing)}" if own and differing else ""


def _method(meta: Mapping[str, Any]) -> str:
    """How boards and matches are scored, in words."""
    method = meta.get("method") or {}
    parts = filter(None, (method.get("board_scoring"), method.get("match_scoring")))
    return " and ".join(part.replace("_", " ").replace("imps", "IMPs") for part in parts)


def _others(asked: Asked, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """The events that moved last, with their names."""
    newest = [row["id"] for row in newest_first(asked.shown.tables.get(EVENTS_CHANNEL))[:EVENTS_OFFERED]]
    return [(event, names[event]) for event in newest if event != asked.shown.event]


def people_of(standings: Table) -> list[dict[str, str]]:
    """Whoever is ranked, once each, by number."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for ranking in rankings(standings):
        for row in ranking.rows:
            key = (ranking.kind, str(row["participant"]))
            found.setdefault(key, {"kind": key[0], "id": key[1], "name": str(row.get("name") or "")})
    return sorted(found.values(), key=lambda each: (each["kind"], natural(each["id"])))


EVENT = Tab("Event", _event, lambda _event, _query: (EVENTS_CHANNEL,))
