"""Boards and travellers, and seats, as pages have them."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from pydantic import JsonValue

from services.broadcast.domain.board_list import BOARD_LIST_COLUMNS, deal_text
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.pages import words
from services.broadcast.domain.pages.play import RECORDS_SHOWN, Record, is_recorded, record
from services.broadcast.domain.pages.words import IN_ENGLISH, Words
from shared.natural_order import natural

SUITS = (("S", "spades"), ("H", "hearts"), ("D", "diamonds"), ("C", "clubs"))
DENOMINATIONS = (("NT", "notrump"), *SUITS)
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}

FEWEST_FREQUENT = 3
"""Results from which it is worth saying how often each score occurred."""

Line = Mapping[str, Any]


class Session(NamedTuple):
    """The boards of a session in the list of boards, with what is known of each; `analysed` where par is of some."""

    session: str
    boards: Sequence[Line]
    analysed: bool


def by_session(boards: Sequence[Line], listed: Table | None) -> list[Session]:
    """The boards of an event by session."""
    columns, rows = ((), {}) if listed is None else (listed.columns, listed.rows)
    sessions: dict[str, list[Line]] = {}
    for board in boards:
        known = dict(zip(columns, rows.get(board["id"], ()), strict=False))
        sessions.setdefault(board.get("session") or "", []).append(
            {**dict.fromkeys(BOARD_LIST_COLUMNS), **known, **board}
        )
    return [Session(session, own, any(board["par"] is not None for board in own)) for session, own in sessions.items()]


def of_session(listed: Table | None, session: str) -> list[str]:
    """The ids of the boards of a session that are in the list of boards, in order."""
    if listed is None:
        return []
    rows = {board: dict(zip(listed.columns, row, strict=True)) for board, row in listed.rows.items()}
    return sorted((board for board, row in rows.items() if (row["session"] or "") == session), key=natural)


class Analysis(NamedTuple):
    """The double-dummy analysis of a deal.

    Attributes:
        rows: the tricks of each declarer, by denomination.
        about: par and where it all comes from, as its channel has it.
    """

    rows: Mapping[str, Mapping[str, int]]
    about: Mapping[str, Any]

    @property
    def par(self) -> int | None:
        """Points for North-South."""
        par: int | None = self.about.get("par")
        return par

    def tricks(self, contract: str | None, declarer: str | None) -> int | None:
        """That a declarer wins in his contract, if everybody sees all cards."""
        made = words.bid(contract)
        return self.rows.get((declarer or "")[:1].upper(), {}).get(made.denomination) if made else None


def analysis(table: Table | None, deal: JsonValue) -> Analysis | None:
    """An analysis as its channel has it; None where it is about other cards."""
    cards = deal_text(deal)
    if table is None or cards is None or table.meta.get("deal") != cards:
        return None
    at = {denomination: table.columns.index(name) for denomination, name in DENOMINATIONS}
    rows: dict[str, dict[str, Any]] = {
        seat: {denomination: table.rows[seat][place] for denomination, place in at.items()}
        for seat in "NSEW"
        if seat in table.rows
    }
    return Analysis(rows, table.meta)


class Frequency(NamedTuple):
    """How often a score occurred.

    Attributes:
        scores: of North-South and East-West.
        points: for North-South in play; None for a ruling.
        worth: to North-South; None where it is not the same everywhere.
    """

    scores: tuple[str, str]
    points: int | None
    worth: str | None
    times: int


def frequencies(lines: Sequence[Line]) -> list[Frequency]:
    """From North-South's best score; none of few results."""
    found: dict[tuple[str, str], Frequency] = {}
    for line in lines:
        ns, ew = scores = line["scores"]
        if ns or ew:
            known = found.get(scores, Frequency(scores, line["in_play"], line["ns_points"], 0))
            worth = known.worth if known.worth == line["ns_points"] else None
            found[scores] = known._replace(worth=worth, times=known.times + 1)
    if sum(each.times for each in found.values()) < FEWEST_FREQUENT:
        return []
    return sorted(found.values(), key=lambda each: (each.points is None, -(each.points or 0)))


class Traveller(NamedTuple):
    """A board with its results, the best for North-South first.

    Attributes:
        recorded: how many tables recorded their auction or play.
        records: of the first of them.
    """

    board: str
    facts: Sequence[str]
    unit: str
    lines: Sequence[Line]
    centre: Sequence[str]
    hands: Mapping[str, Sequence[tuple[str, str]]]
    analysis: Analysis | None
    frequencies: Sequence[Frequency]
    recorded: int
    records: Sequence[Record]


def traveller(
    table: Table, several_sessions: bool, analysed: Table | None = None, language: Words = IN_ENGLISH
) -> Traveller:
    """A board as its channel has it, with the analysis of its deal."""
    meta = table.meta
    unit, about = meta.get("unit") or "", analysis(analysed, meta.get("deal"))
    lines = [_line(dict(zip(table.columns, row, strict=True)), unit, about, language) for row in table.rows.values()]
    lines.sort(key=lambda line: natural(line["ns"] or line["ns_team"] or ""))
    lines.sort(key=lambda line: (line["ns_points"] is not None, Decimal(line["ns_points"] or 0)), reverse=True)
    plays = about.about.get("plays", ()) if about else ()
    recorded = [line for line in lines if is_recorded(line)]
    return Traveller(
        board=meta["board"],
        facts=_facts(meta, several_sessions, language),
        unit=unit,
        lines=lines,
        centre=_centre(meta, language),
        hands=_hands(meta.get("deal") or {}),
        analysis=about,
        frequencies=frequencies(lines),
        recorded=len(recorded),
        records=[record(line, meta.get("dealer"), plays) for line in recorded[:RECORDS_SHOWN]],
    )


class HandRecord(NamedTuple):
    """A deal as it is printed."""

    board: str
    facts: Sequence[str]
    centre: Sequence[str]
    hands: Mapping[str, Sequence[tuple[str, str]]]
    analysis: Analysis | None


def hand_record(table: Table, analysed: Table | None, language: Words = IN_ENGLISH) -> HandRecord | None:
    """The deal of a board as its channel has it; None where its cards are not known, or not shown."""
    meta = table.meta
    hands, about = _hands(meta.get("deal") or {}), analysis(analysed, meta.get("deal"))
    facts = _facts({**meta, "top": None, "datum": None}, several_sessions=False, language=language)
    return HandRecord(meta["board"], facts, _centre(meta, language), hands, about) if hands else None


def _facts(meta: Mapping[str, Any], several_sessions: bool, language: Words) -> list[str]:
    """What is written below the number of a board."""
    t = language.t
    vulnerable = {
        "None": t("Neither side vulnerable"),
        "NS": t("North-South vulnerable"),
        "EW": t("East-West vulnerable"),
        "All": t("Both sides vulnerable"),
    }
    facts = [
        language.session_words(meta["session"]) if several_sessions and meta.get("session") else "",
        t("Dealer {seat}", seat=language.direction(meta["dealer"])) if meta.get("dealer") else "",
        vulnerable.get(meta.get("vulnerable") or "", ""),
        t("Top {n}", n=language.amount(meta["top"])) if meta.get("top") else "",
        t("Datum {n}", n=language.amount(meta["datum"])) if meta.get("datum") else "",
    ]
    return [*filter(None, facts)]


def _centre(meta: Mapping[str, Any], language: Words) -> list[str]:
    """What is written on the board itself."""
    t, sides = language.t, meta.get("vulnerable") or ""
    short = {"None": t("None"), "All": t("All")}.get(sides) or language.direction_letters(sides)
    dealer = t("Dlr {seat}", seat=language.direction_letters(meta["dealer"])) if meta.get("dealer") else ""
    return [*filter(None, (dealer, sides and t("Vul {sides}", sides=short)))]


def _line(line: dict[str, Any], unit: str, about: Analysis | None, language: Words) -> Line:
    scores = words.side_scores(line["score"], line["ew_score"])
    points = [language.board_points(line[f"{side}_points"], unit) for side in ("ns", "ew")]
    shares = [language.percent(line[f"{side}_percent"]) for side in ("ns", "ew")]
    # Both sides have a score where a ruling has split it, and nobody has one where nobody bid.
    single = scores[0] or scores[1] if "" in scores or scores == ("0", "0") else ""
    in_play = (-1 if scores[0] == "" else 1) * int(single) if single.isdecimal() else None
    best = about and about.tricks(line["contract"], line["declarer"])
    written = (language.score_words(scores[0]), language.score_words(scores[1]))
    return {**line, "scores": written, "in_play": in_play, "points": points, "shares": shares, "best": best}


def _hands(deal: Mapping[str, Any]) -> dict[str, list[tuple[str, str]]]:
    """The cards of those seats whose hands are known, by suit."""
    known = [seat for seat in ("north", "west", "east", "south") if deal.get(seat)]
    return {seat.title(): [(suit, _cards(deal[seat].get(name) or "")) for suit, name in SUITS] for seat in known}


def _cards(cards: str) -> str:
    return " ".join(cards.upper().replace("10", "T")).replace("T", "10") or "–"


def high_card_points(suits: Sequence[tuple[str, str]]) -> int:
    """Of a hand."""
    return sum(POINTS.get(card, 0) for _, cards in suits for card in cards)


class Seat(NamedTuple):
    """A table with its two sides, each as ids and names."""

    table: str
    sides: Sequence[tuple[Sequence[str], str]]
    boards: str


class Seats(NamedTuple):
    """Who sits where next.

    Attributes:
        inferred: no file states these seats, and no movement gives them.
    """

    title: str
    sides: tuple[str, str]
    tables: Sequence[Seat]
    sitting_out: Sequence[str]
    away: Sequence[str]
    playing: Sequence[Seat] = ()
    playing_title: str = ""
    inferred: bool = False


def seats(
    table: Table | None, names: Mapping[str, str], language: Words = IN_ENGLISH, *, chess_event: bool = False
) -> Seats | None:
    """The next seats, and those of a round in play that the next one has overtaken; None where none are known."""
    playing = table.meta.get("playing") or () if table is not None else ()
    if table is None or not (table.rows or playing):
        return None
    rows: list[dict[str, Any]] = [dict(zip(table.columns, cells, strict=True)) for cells in table.rows.values()]
    rows.sort(key=lambda row: (natural(row["section"] or ""), natural(row["table"] or "")))
    chess = any(row["white"] or row["black"] for row in rows) or (not rows and chess_event)
    t = language.t
    stages = {"start": t("Start of the event"), "next": t("Next stage"), "round": t("Next round")}
    stage = stages.get(table.meta.get("stage") or "") or t("Next seats")
    away = table.meta.get("sitting_out") or ()
    return Seats(
        t("Round {n}", n=table.meta["round"]) if table.meta.get("round") else stage,
        (t("White"), t("Black")) if chess else (language.direction("NS"), language.direction("EW")),
        [_seat(row, names) for row in rows],
        [names.get(who, who) for who in away],
        away,
        [
            Seat(each.get("table") or "", [([who], names.get(who, "")) for who in (each["home"], each["away"])], "")
            for each in playing
        ],
        t("Still playing round {n}", n=table.meta["round"] - 1) if playing else "",
        inferred=table.meta.get("rule") == "inferred",
    )


class OwnSeat(NamedTuple):
    """Where somebody sits, and on which of the two sides; no seat: sits out."""

    title: str
    seat: Seat | None
    at: int = 0


def own_seats(seats: Seats | None, participant: str) -> list[OwnSeat]:
    """Where somebody sits in a round that is still in play while the next one has its seats, then in that."""
    if seats is None:
        return []
    rounds = ((seats.playing_title, seats.playing), (seats.title, seats.tables))
    found = [
        OwnSeat(title, seat, at)
        for title, tables in rounds
        for seat in tables
        for at, (ids, _) in enumerate(seat.sides)
        if participant in ids
    ]
    return [*found, OwnSeat(seats.title, None)] if participant in seats.away else found


def _seat(row: Mapping[str, Any], names: Mapping[str, str]) -> Seat:
    sides = []
    for pair, alone in (("ns", ("white", "north", "south")), ("ew", ("black", "east", "west"))):
        ids = [row[pair]] if row[pair] else [row[name] for name in alone if row[name]]
        known = [names[who] for who in ids if names.get(who, who) != who]
        sides.append((ids, row[f"{pair}_names"] or " & ".join(known)))
    first, last = row["first_board"], row["last_board"]
    boards = "" if not first else str(first) if last in (None, first) else f"{first}–{last}"
    return Seat(f"{row['section'] or ''}{row['table'] or ''}", sides, boards)
