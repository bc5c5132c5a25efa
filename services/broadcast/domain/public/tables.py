"""From a whole table and the policy of its event to the table that the public sees.

What may be seen is named here; all else is not, so that a field that is new to a message shows nothing by itself.

Rules kept here:

1. Matches and games say who leads as a ranking does: they go with it, and need all of its places to be shown.
2. Seats are for everybody, because they have to be taken; why two meet may name their scores, and is not said.
3. Boards that wait for their last table are shown one by one: each with its deal, its analysis and its line in the
   list. What is made of all boards waits for all.
4. What is written about an event as a whole (findings, changes, verdicts on files, digests) speaks of results of all
   kinds: nothing of it is public while anything is held back, or ours and the organiser's are not both shown.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from contracts.facts import PublicPolicy
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.channel import Row, TableState
from services.broadcast.domain.message_tables import COUNTS
from services.broadcast.domain.public.values import with_values

RANKING, BOARDS, NEWS = "ranking", "boards", "news"
"""What may be held back."""


class _Kind(NamedTuple):
    """How the tables of a kind of channel are shown.

    Attributes:
        of: what they belong to: where that is held back they have no rows; "" for neither.
        meta: what is said of the whole, whatever is held back.
        shown: what is said besides where `of` is shown.
        hidden: columns without cells.
    """

    of: str
    meta: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()


_PROGRESS = (*COUNTS, "rounds_over", "rounds_begun", "text")
_METHOD = ("board_scoring", "match_scoring", "vp_scale")
_OF_FILES = ("sources", "sources_total")

_STANDINGS = frozenset({
    "title", "event", "organiser", "date", "kind", "about", "status", "reassigned_to", "unit", "calculated_at",
    "after_round",
})  # fmt: skip

_LASTING = frozenset({"title", "event", "organiser", "date", "kind", "about", "unit", "id", "session", "board"})
"""What is said of an event or a board before anything is played."""

_KINDS: Mapping[str, _Kind] = {
    "standings": _Kind("", _STANDINGS),
    "matches": _Kind(RANKING, frozenset({"title", "event"}), frozenset({"vp_scale", "calculated_at"})),
    "games": _Kind(RANKING, frozenset({"event"}), frozenset({"rounds"})),
    "boards": _Kind(BOARDS, frozenset({"event"})),
    "board": _Kind(
        BOARDS,
        frozenset({"event", "id", "session", "board", "dealer", "vulnerable", "unit"}),
        frozenset({"top", "datum", "deal"}),
    ),
    "analysis": _Kind(
        BOARDS,
        frozenset({"event", "id"}),
        frozenset({"session", "board", "deal", "dealer", "vulnerable", "par", "par_contracts", "plays", "origin"}),
    ),
    "seats": _Kind(
        "",
        frozenset({"event", "session", "stage", "round", "rule", "sitting_out", "byes", "complete", "locked"}),
        hidden=frozenset({"reason"}),
    ),
}


def withheld(policy: PublicPolicy) -> list[str]:
    """What is held back, as the meta of public tables names it."""
    is_whole = policy.places is None and policy.until_round is None
    kept = {RANKING: not is_whole, BOARDS: policy.boards != "all", NEWS: policy.delay > 0}
    return [name for name, is_kept in kept.items() if is_kept]


def public_table(
    channel: str, table: Table, policy: PublicPolicy, complete: Collection[str] = frozenset()
) -> TableState:
    """What the public sees of a table of a channel; a channel of a kind that is not known is empty.

    Args:
        channel: its name.
        table: the whole one.
        policy: of its event.
        complete: the boards that are shown although others are held back.
    """
    table = with_values(channel, table, policy.values)
    kind = _KINDS.get(channel.split(".")[2], _Kind(RANKING))
    kept = withheld(policy)
    is_list = kind is _KINDS["boards"]
    is_open = kind.of not in kept or (kind.of == BOARDS and not is_list and channel.rpartition(".")[2] in complete)
    named = kind.meta | (kind.shown if is_open else frozenset())
    meta: dict[str, JsonValue] = {key: value for key, value in table.meta.items() if key in named}
    rows = table.rows if is_open else {}
    if is_list and not is_open:
        rows = {board: row for board, row in table.rows.items() if board in complete}
    if kind is _KINDS["standings"]:
        rows = _in_places(table, policy)
        meta |= _about_standings(table.meta, rows, policy)
    if kind.hidden and kept:
        rows = _without(table.columns, rows, kind.hidden)
    return TableState(table.columns, rows, {**meta, "withheld": [*kept]})


def without_news(table: TableState) -> TableState:
    """A table of which nothing is old enough to be shown: what it is of, without rows."""
    meta = {key: value for key, value in table.meta.items() if key in _LASTING}
    return TableState(table.columns, {}, meta | ({"status": "live"} if "status" in table.meta else {}))


def _in_places(table: Table, policy: PublicPolicy) -> Mapping[str, Row]:
    """The rows of rankings that are among so many places."""
    if policy.places is None:
        return table.rows
    at, most = table.columns.index("rank"), policy.places
    return {key: row for key, row in table.rows.items() if isinstance(rank := row[at], int) and rank <= most}


def _about_standings(
    meta: Mapping[str, JsonValue], rows: Mapping[str, Row], policy: PublicPolicy
) -> dict[str, JsonValue]:
    ids = {key.partition("|")[0] for key in rows}
    rankings, boards = meta.get("rankings"), meta.get("boards")
    listed = rankings if isinstance(rankings, list) else []
    is_whole = not policy.withholds
    return {
        **({name: meta[name] for name in _OF_FILES if name in meta} if is_whole else {}),
        "public": _named(meta.get("public"), ("queries", "values")),
        "declared": _named(meta.get("declared"), ("corrections_until",)),
        "progress": meta.get("progress") if is_whole else _named(meta.get("progress"), _PROGRESS),
        "method": meta.get("method") if is_whole and policy.values != "stated" else _named(meta.get("method"), _METHOD),
        "rankings": [each for each in listed if isinstance(each, dict) and each.get("id") in ids],
        "boards": boards if policy.boards == "all" else [],
        "matches": 0 if RANKING in withheld(policy) else meta.get("matches"),
    }


def _named(value: JsonValue, names: Sequence[str]) -> JsonValue:
    return {name: value[name] for name in names if name in value} if isinstance(value, dict) else {}


def _without(columns: Sequence[str], rows: Mapping[str, Row], hidden: frozenset[str]) -> Mapping[str, Row]:
    """The rows with empty texts in these columns."""
    return {
        key: tuple("" if name in hidden else cell for name, cell in zip(columns, row, strict=True))
        for key, row in rows.items()
    }


def public_line(columns: Sequence[str], line: Row, policy: PublicPolicy) -> Row:
    """The line of an event in the list of events.

    It names who leads by ours: nobody where no ranking is shown, or not that of now, or that of the organiser.
    """
    is_hidden = policy.places == 0 or policy.until_round is not None or policy.values == "stated"
    return _line_with(columns, line, {"leader": None} if is_hidden else {})


def line_without_play(columns: Sequence[str], line: Row) -> Row:
    """The line of an event of which nothing is old enough to be shown."""
    nothing = dict.fromkeys(("leader", "updated", *COUNTS))
    return _line_with(columns, line, {**nothing, "progress": "", "status": "live"})


def _line_with(columns: Sequence[str], line: Row, cells: Mapping[str, JsonValue]) -> Row:
    return tuple(cells.get(name, cell) for name, cell in zip(columns, line, strict=True))
