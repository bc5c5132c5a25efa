"""Boards and travellers, cards, and seats, as pages have them."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages import words
from services.broadcast.domain.pages.rounds import Round
from shared.natural_order import natural

VULNERABLE = {
    "None": "Neither side vulnerable",
    "NS": "North-South vulnerable",
    "EW": "East-West vulnerable",
    "All": "Both sides vulnerable",
}
SUITS = (("S", "spades"), ("H", "hearts"), ("D", "diamonds"), ("C", "clubs"))
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
STAGES = {"start": "Start of the event", "next": "Next stage", "round": "Next round"}

GOOD, POOR = 60, 40
"""Percentages from which a board is marked."""

Line = Mapping[str, Any]


class Traveller(NamedTuple):
    """A board with its results, the best for North-South first."""

    title: str
    facts: Sequence[str]
    unit: str
    lines: Sequence[Line]
    centre: Sequence[str]
    hands: Mapping[str, Sequence[tuple[str, str]]]


def by_session(boards: Sequence[Line]) -> dict[str, list[Line]]:
    """The boards of an event by session."""
    sessions: dict[str, list[Line]] = {}
    for board in boards:
        sessions.setdefault(board.get("session") or "", []).append(board)
    return sessions


def traveller(table: Table, several_sessions: bool) -> Traveller:
    """A board as its channel has it."""
    meta = table.meta
    unit = meta.get("unit") or ""
    lines = [_line(dict(zip(table.columns, row, strict=True)), unit) for row in table.rows.values()]
    lines.sort(key=lambda line: natural(line["ns"] or line["ns_team"] or ""))
    lines.sort(key=lambda line: (line["ns_points"] is not None, Decimal(line["ns_points"] or 0)), reverse=True)
    facts = [
        f"Session {meta['session']}" if several_sessions and meta.get("session") else "",
        f"Dealer {words.direction(meta['dealer'])}" if meta.get("dealer") else "",
        VULNERABLE.get(meta.get("vulnerable") or "", ""),
        *(f"{word} {words.amount(meta[key])}" for key, word in (("top", "Top"), ("datum", "Datum")) if meta.get(key)),
    ]
    centre = [f"{word} {meta[key]}" for key, word in (("dealer", "Dlr"), ("vulnerable", "Vul")) if meta.get(key)]
    return Traveller(
        f"Board {meta['board']}", [*filter(None, facts)], unit, lines, centre, _hands(meta.get("deal") or {})
    )


def _line(line: dict[str, Any], unit: str) -> Line:
    ns, ew = words.side_scores(line["score"], line["ew_score"])
    points = [words.board_points(line[f"{side}_points"], unit) for side in ("ns", "ew")]
    shares = [words.percent(line[f"{side}_percent"]) for side in ("ns", "ew")]
    result = words.outcome(line["contract"], line["tricks"])
    return {**line, "scores": (ns, ew), "points": points, "shares": shares, "result": result}


def _hands(deal: Mapping[str, Any]) -> dict[str, list[tuple[str, str]]]:
    """The cards of those seats whose hands are known, by suit."""
    known = [seat for seat in ("north", "west", "east", "south") if deal.get(seat)]
    return {seat.title(): [(suit, _cards(deal[seat].get(name) or "")) for suit, name in SUITS] for seat in known}


def _cards(cards: str) -> str:
    return " ".join(cards.upper().replace("10", "T")).replace("T", "10") or "–"


def high_card_points(suits: Sequence[tuple[str, str]]) -> int:
    """Of a hand."""
    return sum(POINTS.get(card, 0) for _, cards in suits for card in cards)


class Group(NamedTuple):
    """Lines of a card: of a match, or of none.

    Attributes:
        title: of the round of the match.
        opponents: the other side's id and name; None for a bye.
        result: of the match, this side first.
    """

    lines: Sequence[Line]
    title: str = ""
    opponents: tuple[str, str] | None = None
    result: str = ""
    unit: str = ""


def card_groups(card: Mapping[str, Any], rounds: Iterable[Round], names: Mapping[str, str]) -> list[Group]:
    """The lines of a bridge card as they are written, match by match; those of no match first."""
    several = len({line["direction"] for line in card["lines"]}) > 1
    by_match: dict[Any, list[Line]] = {None: []}
    own = {card["participant"], *(line["own_team"] for line in card["lines"])}
    played = [
        (each, match) for each in reversed([*rounds]) for match in each.rows if own & {match["home"], match["away"]}
    ]
    by_match |= {_sides(match["session"], match["round"], match["home"], match["away"]): [] for _, match in played}
    for line in card["lines"]:
        sides = (line["own_team"] or line["own"], line["opponents_team"] or line["opponents_number"])
        key = _sides(line["session"], line["round"], *sides)
        by_match[key if key in by_match else None].append(_card_line(line, card["participant"], several, names))
    groups = [Group(by_match[None])] if by_match[None] else []
    for each, match in played:
        lines = by_match[_sides(match["session"], match["round"], match["home"], match["away"])]
        groups.append(_group(each.title, match, lines, away=match["home"] not in own))
    return groups


def _sides(session: str | None, number: int | None, left: str | None, right: str | None) -> tuple[Any, ...]:
    return session or "", number, frozenset((left or "", right or ""))


def _group(title: str, match: Line, lines: Sequence[Line], *, away: bool) -> Group:
    ours, theirs = match["scores"][::-1] if away else match["scores"]
    if match["state"] == "bye":
        return Group(lines, title, None, ours, match["unit"])
    other = (match["home"], match["home_name"]) if away else (match["away"], match["away_name"])
    return Group(lines, title, other, f"{ours or '–'} : {theirs or '–'}" if ours or theirs else "", match["unit"])


def _card_line(line: Mapping[str, Any], participant: str, several: bool, names: Mapping[str, str]) -> Line:
    own = [who for who in (line["own"] or "").split("+") if who]
    others = " & ".join(names.get(who, who) for who in own if who != participant)
    partners = (f"with {others}" if others else "") if participant in own else line["own_names"] or line["own"] or ""
    sat = f"as {words.direction(line['direction'])}" if several and line["direction"] else ""
    return {
        **line,
        "beside": ", ".join(filter(None, (sat, partners))),
        "grade": _grade(line),
        "result": words.outcome(line["contract"], line["tricks"]),
        "own_score": words.own_score(line["score"], line["direction"]),
        "value": words.fixed(line["percent"], 2) or words.board_points(line["points"], line["unit"]) or "–",
    }


def _grade(line: Mapping[str, Any]) -> str:
    """Good boards and bad ones: by their percentage, else by the IMPs won and lost."""
    share, points = line["percent"], Decimal(line["points"] or 0) if line["unit"] == "imps" else Decimal(0)
    if share is not None:
        return "good" if Decimal(share) >= GOOD else "poor" if Decimal(share) <= POOR else ""
    return "good" if points > 0 else "poor" if points < 0 else ""


class Seat(NamedTuple):
    """A table with its two sides, each as ids and names."""

    table: str
    sides: Sequence[tuple[Sequence[str], str]]
    boards: str


class Seats(NamedTuple):
    """Who sits where next."""

    title: str
    sides: tuple[str, str]
    tables: Sequence[Seat]
    sitting_out: Sequence[str]


def seats(table: Table | None, names: Mapping[str, str]) -> Seats | None:
    """The next seats; None where none are known."""
    if table is None or not table.rows:
        return None
    rows: list[dict[str, Any]] = [dict(zip(table.columns, cells, strict=True)) for cells in table.rows.values()]
    rows.sort(key=lambda row: (natural(row["section"] or ""), natural(row["table"] or "")))
    chess = any(row["white"] or row["black"] for row in rows)
    title = (
        f"Round {table.meta['round']}"
        if table.meta.get("round")
        else STAGES.get(table.meta.get("stage") or "", "Next seats")
    )
    away = [names.get(who, who) for who in table.meta.get("sitting_out") or ()]
    return Seats(
        title, ("White", "Black") if chess else ("North-South", "East-West"), [_seat(row, names) for row in rows], away
    )


def _seat(row: Mapping[str, Any], names: Mapping[str, str]) -> Seat:
    sides = []
    for pair, alone in (("ns", ("white", "north", "south")), ("ew", ("black", "east", "west"))):
        ids = [row[pair]] if row[pair] else [row[name] for name in alone if row[name]]
        known = [names[who] for who in ids if names.get(who, who) != who]
        sides.append((ids, row[f"{pair}_names"] or " & ".join(known)))
    first, last = row["first_board"], row["last_board"]
    boards = "" if not first else str(first) if last in (None, first) else f"{first}–{last}"
    return Seat(f"{row['section'] or ''}{row['table'] or ''}", sides, boards)
