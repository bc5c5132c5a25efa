"""A page: what its template is given, from the tables of the feed, and what a preview of it says."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from contracts import feed
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.corrections.period import end_of
from services.broadcast.domain.pages import boards, cards, cross_tables
from services.broadcast.domain.pages.address import TABS, Address, board_named, participant_named
from services.broadcast.domain.pages.brackets import bracket
from services.broadcast.domain.pages.calendar import by_day
from services.broadcast.domain.pages.event.about import about_event, round_date
from services.broadcast.domain.pages.event.earlier import Earlier
from services.broadcast.domain.pages.rankings import (
    START,
    Ranking,
    RankingList,
    Row,
    chosen_list,
    has_begun,
    lead,
    ranking_lists,
    rankings,
    rows_of,
    score_parts,
    starting_rank,
)
from services.broadcast.domain.pages.rounds import (
    chosen,
    game_rounds,
    home_of,
    match_form,
    match_named,
    match_rounds,
    rows_of_channel,
)
from services.broadcast.domain.pages.words import IN_ENGLISH, Words
from shared.natural_order import natural

Tables = Mapping[str, Table]
Values = dict[str, Any]

ENTRIES = 1_000
"""Of a ranking on one page; longer ones have several."""

SILENT, LONGEST_EVENT = timedelta(hours=12), timedelta(days=60)
"""After these an event is not being played, whatever is missing of it."""


@dataclass(frozen=True, slots=True)
class Page:
    """What is written down.

    Attributes:
        template: its name.
        title: of the window, and of a preview.
        description: one or two sentences for a preview.
        moved: the address at which it is, if that is another.
    """

    template: str
    title: str
    description: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    status: int = 200
    moved: Address | None = None


class Asked(NamedTuple):
    """What a page is asked for, and what it may be made of.

    Attributes:
        card: of whoever `card_wanted` names.
        files: to download, where these are asked for.
        meetings: who met whom, where `wants_meetings` says so.
        words: of the reader's language.
        part: of a long list, from 1.
        earlier: what standings show instead of those of now.
    """

    address: Address
    tables: Tables
    now: datetime
    card: Mapping[str, Any] | None = None
    files: Sequence[Mapping[str, Any]] = ()
    meetings: Mapping[str, Any] | None = None
    words: Words = IN_ENGLISH
    part: int = 1
    earlier: Earlier | None = None

    def table(self, name: Callable[..., str], *parts: str) -> Table | None:
        """A channel of the event."""
        return self.tables.get(name(self.address.event, *parts))


def page(asked: Asked) -> Page:
    """The page of an address."""
    address, t = asked.address, asked.words.t
    if address.kind == "events":
        return _events(asked)
    standings = asked.table(feed.standings_channel)
    if standings is None:
        return missing(
            t("Event not found"),
            t("There is no event at this address. It may be mistyped, or the event may have been removed."),
        )
    title = str(standings.meta.get("title") or address.event)
    past = asked.earlier.table if asked.earlier else None
    ranked = rankings(past or standings, asked.words)
    sentence = _sentence(past or standings, ranked)
    if address.kind == "room":
        return Page("room", t("{event}: room screen", event=title), sentence, {"event": address.event})
    if address.kind == "overlay":
        return Page("overlay", title, values={"event": address.event})
    made = _hands(asked) if address.kind == "hands" else _TABS[address.tab](asked, standings, ranked)
    if isinstance(made, Page):
        return made
    head = _head(standings.meta, asked, title)
    shown = made.get("title") or dict(tab_titles(asked.words))[address.tab]
    first, then = (title, sentence) if sentence and address.tab == "standings" else (shown, title)
    named = t("{title}: {text}", title=first, text=then)
    progress = made.get("table_progress", head["progress"])
    about = ". ".join(filter(None, (sentence or head["withheld"].rstrip(".") or t("No results yet"), progress)))
    template = "hands" if address.kind == "hands" else f"event/{address.tab}"
    return Page(template, named, f"{about}.", {**head, **made})


def missing(title: str, text: str) -> Page:
    """There is nothing at an address."""
    return Page("missing", title, values={"text": text}, status=404)


def no_screen(words: Words) -> Page:
    """There is no screen of a name."""
    t = words.t
    return missing(t("Screen not found"), t("There is no screen at this address. It may have been removed."))


def nowhere(words: Words) -> Page:
    """There is no such address."""
    return missing(words.t("Page not found"), words.t("The address may be mistyped."))


def refused(words: Words) -> Page:
    """Who asks may not read."""
    text = words.t("These results need a link or a token from the organiser.")
    return Page("missing", words.t("Not open to everybody"), values={"text": text}, status=401)


def not_now(words: Words) -> Page:
    """The bus does not answer."""
    text = words.t("The results cannot be read at the moment. Reload the page in a few seconds.")
    return Page("missing", words.t("Not available now"), values={"text": text}, status=503)


def withheld_text(meta: Mapping[str, Any], words: Words) -> str:
    """That the organiser does not show everything; empty where everything is shown."""
    if after := meta.get("after_round"):
        return words.t("This is the ranking after round {n}. The organiser does not show later rounds now.", n=after)
    return words.t("The organiser does not show all results now.") if meta.get("withheld") else ""


def values_text(meta: Mapping[str, Any], words: Words) -> str:
    """Whose places and scores are shown, where not both are."""
    texts = {
        "computed": words.t("Places and scores are calculated from the results."),
        "stated": words.t("Places and scores are the organiser's; where the files give none, they are calculated."),
    }
    return texts.get(_values(meta), "")


def changes_shown(meta: Mapping[str, Any]) -> bool:
    """Whether the public sees what changed after standings were official: those may have had no values but ours."""
    return not meta.get("withheld") and _values(meta) != "stated"


def _values(meta: Mapping[str, Any]) -> str:
    return str((meta.get("public") or {}).get("values", "both"))


def tab_titles(words: Words) -> Sequence[tuple[str, str]]:
    """The tabs of an event, in order."""
    t = words.t
    titles = {
        "standings": t("Standings"),
        "matches": t("Matches"),
        "games": t("Rounds"),
        "cross": t("Cross-table"),
        "boards": t("Boards"),
        "card": t("My card"),
        "seats": t("Seats"),
        "files": t("Files"),
    }
    return [(tab, titles[tab]) for tab in TABS]


def _sentence(standings: Table, ranked: Sequence[Ranking]) -> str:
    over = standings.meta.get("status") in ("official", "corrected")
    waits = is_chess(standings.meta) and not has_begun(ranked)  # then everybody shares the first place
    return lead(ranked[0], over=over) if ranked and not waits else ""


def shown_status(status: str | None, updated: str | None, began: str | None, now: datetime) -> str:
    """Files seldom say that they are the last: an event of which nothing has come for long is not being played."""
    times = ((updated, SILENT), (began, LONGEST_EVENT))
    old = any(now - _time(text, now) > most for text, most in times)
    return "to_date" if status == "live" and old else status or ""


def _time(text: str | None, now: datetime) -> datetime:
    try:
        when = datetime.fromisoformat(text or "")
    except ValueError:
        return now
    return when if when.tzinfo else when.replace(tzinfo=now.tzinfo)


def progress_share(progress: Mapping[str, Any]) -> tuple[int, int] | None:
    """How much is played, and of how much; None where nothing says what is to come."""
    if progress.get("complete"):
        return 1, 1
    for done, of in (("results", "results_expected"), ("rounds_complete", "rounds")):
        if progress.get(of) and progress.get(done) is not None:
            return min(progress[done], progress[of]), progress[of]
    return None


def card_wanted(address: Address, tables: Tables) -> str:
    """Whose card a page is made of, as addresses name it: its own, or of a match its home side's; "" for nobody's."""
    if address.tab == "matches" and "." in address.item:
        return home_of(address.item, tables.get(feed.matches_channel(address.event)))
    return address.item if address.tab == "card" else ""


def wants_meetings(address: Address, tables: Tables) -> bool:
    """Whether a page is a cross-table of pairs, and not one of so many that nobody could read it."""
    standings = tables.get(feed.standings_channel(address.event))
    if address.tab != "cross" or standings is None or is_chess(standings.meta):
        return False
    return not cross_tables.is_crowded(chosen_list(_of_no_session(rankings(standings)), address.item))


def _of_no_session(ranked: Sequence[Ranking]) -> list[RankingList]:
    return ranking_lists([ranking for ranking in ranked if not ranking.session], together=False)


def is_chess(meta: Mapping[str, Any]) -> bool:
    """Whether standings are of an event of chess, by their meta."""
    return (meta.get("method") or {}).get("board_scoring") == "games"


def _head(meta: Mapping[str, Any], asked: Asked, title: str) -> Values:
    address, words = asked.address, asked.words
    status = shown_status(meta.get("status"), meta.get("calculated_at"), meta.get("date"), asked.now)
    chess, kinds = is_chess(meta), [ranking.get("kind") for ranking in meta.get("rankings", ())]
    pairs = kinds[:1] in (["pair"], ["player"]) and not meta.get("matches") and bool(meta.get("boards"))
    # The matches of teams of chess are in their rounds, the cross-table of other matches is among these.
    suits = {"matches": bool(meta.get("matches")) and not chess, "boards": not chess, "games": chess}
    suits["cross"] = chess or pairs
    return {
        "event": address.event,
        "tab": address.tab,
        "heading": title,
        "status": status,
        "facts": [
            *filter(None, (meta.get("organiser"), words.date(meta.get("date")), words.kind_words(meta.get("kind"))))
        ],
        "about_event": about_event(meta, words),
        "progress": words.progress_text(meta.get("progress")),
        "share": progress_share(meta.get("progress") or {}),
        "as_of": meta.get("calculated_at"),
        "tabs": [(tab, name) for tab, name in tab_titles(words) if suits.get(tab, True) or tab == address.tab],
        "chess": chess,
        "moved_to": meta.get("reassigned_to") or (),
        "withheld": withheld_text(meta, words),
        "values": values_text(meta, words),
        "corrections": (meta.get("declared") or {}).get("corrections_until") if end_of(meta) else None,
        "corrected": meta.get("status") == "corrected" and changes_shown(meta),
    }


def _events(asked: Asked) -> Page:
    table = asked.tables.get(feed.EVENTS_CHANNEL)
    columns, listed = (table.columns, table.rows) if table else ((), {})
    rows: list[Values] = [{"id": key, **dict(zip(columns, row, strict=True))} for key, row in listed.items()]
    for row in rows:
        row["shown"] = shown_status(row["status"], row["updated"], row["date"], asked.now)
    groups = by_day(rows, asked.now, asked.words)
    live = sum(row["shown"] == "live" for row in rows)
    about = asked.words.tn(len(rows), "{n} event, {live} in play", "{n} events, {live} in play", live=live)
    more = len(rows) - sum(len(listed) for _, listed in groups)
    return Page("events", asked.words.t("Live standings"), about, {"groups": groups, "more": more})


def _standings(asked: Asked, standings: Table, ranked: Sequence[Ranking]) -> Values:
    lists = ranking_lists(ranked, together=True)
    start = starting_rank(ranked, asked.words) if is_chess(standings.meta) else None
    if start is not None:
        lists = [*lists, start] if has_begun(ranked) else [start]
    shown = chosen_list(lists, asked.address.item)
    entries = max((len(ranking.rows) for ranking in shown.rankings), default=0) if shown else 0
    part = min(asked.part, max(1, -(-entries // ENTRIES)))
    at = slice((part - 1) * ENTRIES, part * ENTRIES)
    if shown is not None and entries > ENTRIES:
        parts = [ranking._replace(rows=rows) for ranking in shown.rankings if (rows := ranking.rows[at])]
        shown = shown._replace(rankings=parts)
    progress = standings.meta.get("progress") or {}
    rounds = [progress, *(progress.get("sections") or ())]
    shown_meta = asked.earlier.table.meta if asked.earlier and asked.earlier.table else standings.meta
    return {
        "earlier": asked.earlier and asked.earlier.shown(asked.words),
        "table_progress": asked.words.progress_text(shown_meta.get("progress")),
        "lists": lists,
        "shown": shown,
        "entries": entries,
        "part": part,
        "first": at.start + 1,
        "last": min(at.stop, entries),
        "start": shown is not None and shown.id == START,
        "rounds": _values(standings.meta) != "stated"
        and shown is not start
        and any(each.get("rounds_complete") for each in rounds),
    }


def _matches(asked: Asked, standings: Table, ranked: Sequence[Ranking]) -> Values:
    item, table = asked.address.item, asked.table(feed.matches_channel)
    rounds, form = match_rounds(table, asked.words), match_form(table, asked.words)
    knock_out = bool(ranked) and ranked[0].form.unit == "wins"
    whole = "" if len(rounds) < (1 if knock_out else 2) else "bracket" if knock_out else "cross"
    made: Values = {"rounds": rounds, "form": form, "whole": whole, "match": None}
    if (named := match_named(item, rounds) if "." in item else None) is not None:
        known = cards.people(rows_of(standings))
        lines = cards.of_match(asked.card, *named, known)
        ups = cards.line_ups([line for group in lines.groups for line in group.lines]) if lines else ()
        title = " – ".join(filter(None, (named[1]["home_name"], named[1]["away_name"])))
        return {**made, "title": title, "round": named[0], "match": named[1], "made": lines, "line_ups": ups}
    if whole == "bracket" and item in ("", whole):
        return {**made, "shown": whole, "bracket": bracket(rounds, len(ranked[0].rows))}
    if whole == "cross" and item == whole:
        sides = {match[side] for each in rounds for match in each.rows for side in ("home", "away")}
        own = (each for each in ranked if any(row["participant"] in sides for row in each.rows))
        ranking = next(own, None)
        cells = cross_tables.cells_of_matches(rounds)
        rows, unit = (ranking.rows, ranking.form.unit) if ranking else ((), "")
        return {**made, "shown": whole, "table": cross_tables.cross_table(rows, cells, unit)}
    return {**made, "shown": "", "round": chosen(rounds, item)}


def _games(asked: Asked, standings: Table, _ranked: Sequence[Ranking]) -> Values:
    rounds = game_rounds(asked.table(feed.games_channel), asked.words)
    played = match_rounds(asked.table(feed.matches_channel), asked.words)
    shown = next((each for each in rounds if each.id == asked.address.item), rounds[0] if rounds else None)
    games = shown.rows if shown else ()
    matches = [match for each in played for match in each.rows if shown and str(match["round"]) == shown.id]
    by_table = {int(match["table"]): match for match in matches if (match["table"] or "").isdecimal()}
    teams = bool(by_table) or any(game["white_team"] or game["black_team"] for game in games)
    # A match that nobody came to has no games.
    tables = sorted(by_table.keys() | {game["table"] for game in games}) if teams else [0]
    return {
        "rounds": rounds,
        "round": shown,
        "round_date": round_date(standings.meta, shown.id, asked.words) if shown else "",
        "teams": teams,
        "groups": [(table, [game for game in games if not teams or game["table"] == table]) for table in tables],
        "matches": by_table,
        "free": [match for match in matches if match["state"] == "bye"],
        "names": _names(rows_of(standings)),
    }


def _cross(asked: Asked, standings: Table, ranked: Sequence[Ranking]) -> Values | Page:
    if is_chess(standings.meta):
        rounds = match_rounds(asked.table(feed.matches_channel), asked.words)
        games = rows_of_channel(asked.table(feed.games_channel))
        cells = cross_tables.cells_of_matches(rounds, chess=True) if rounds else cross_tables.cells_of_games(games)
        return {"table": cross_tables.cross_table(ranked[0].rows if ranked else (), cells), "pairs": None, "lists": ()}
    lists = _of_no_session(ranked)
    shown = chosen_list(lists, asked.address.item)
    values: Values = {"table": None, "lists": lists, "shown": shown}
    if shown is None or cross_tables.is_crowded(shown):
        return {**values, "pairs": cross_tables.PairsTable("", crowded=True) if shown else None}
    if standings.meta.get("withheld"):
        return {**values, "pairs": None}
    if asked.meetings is None:
        return not_now(asked.words)
    every = [each.rankings[0] for each in lists]
    made = cross_tables.pairs_table(shown.rankings[0], every, asked.meetings, standings.meta.get("unit") or "")
    return {**values, "pairs": made}


def _boards(asked: Asked, standings: Table, _ranked: Sequence[Ranking]) -> Values | Page:
    address, every = asked.address, standings.meta.get("boards") or []
    listed = asked.table(feed.boards_channel)
    if not address.item:
        return {"sessions": boards.by_session(every, listed), "board": None}
    table = asked.table(feed.board_channel, address.item)
    if table is not None:
        ids = [board["id"] for board in every]
        at = ids.index(address.item) if address.item in ids else None
        around = (None, None) if at is None else (every[at - 1] if at else None, next(iter(every[at + 1 :]), None))
        several = len({board.get("session") for board in every}) > 1
        board = boards.traveller(table, several, asked.table(feed.analysis_channel, address.item), asked.words)
        names = _names(rows_of(standings))
        return {
            "title": asked.words.t("Board {board}", board=board.board),
            "board": board,
            "around": around,
            "names": names,
        }
    named = board_named(address.item, every)
    if named not in (None, address.item):
        return Page("missing", "", moved=Address("event", address.event, "boards", named))
    alike = [board for board in every if board["board"] == address.item]
    if alike:
        return {"sessions": boards.by_session(alike, listed), "board": None}
    t = asked.words.t
    return missing(t("Board not found"), t("It has no result yet, or the event has no board with this number."))


def _hands(asked: Asked) -> Values:
    """Every deal of a session, under the same policy as the boards themselves: from their channels."""
    session, words = asked.address.item, asked.words
    own = boards.of_session(asked.table(feed.boards_channel), session)
    tables = ((asked.table(feed.board_channel, board), asked.table(feed.analysis_channel, board)) for board in own)
    records = [boards.hand_record(table, analysed, words) for table, analysed in tables if table is not None]
    return {
        "title": words.t("Hand records"),
        "session": words.session_words(session) if session else "",
        "records": [record for record in records if record is not None],
    }


def _card(asked: Asked, standings: Table, ranked: Sequence[Ranking]) -> Values | Page:
    address, everybody = asked.address, rows_of(standings)
    if not address.item:
        people = {row["participant"]: row for row in everybody}
        in_order = sorted(people.values(), key=lambda row: (natural(row["number"]), natural(row["name"])))
        return {"people": in_order, "card": None}
    if asked.card is None and standings.meta.get("withheld"):
        return {"people": [], "card": None}
    if asked.card is None:
        named = participant_named(address.item, everybody)
        if named not in (None, address.item):
            return Page("missing", "", moved=Address("event", address.event, "card", named))
        text = asked.words.t("No one with this number or name is playing in this event, or they have no result yet.")
        return missing(asked.words.t("No such entry"), text)
    places = [
        (each, row, [*score_parts(row, each.form), *(row["tie_breaks"] or ())])
        for each in ranked
        for row in each.rows
        if row["participant"] == address.item
    ]
    known = cards.people(everybody)
    chess = is_chess(standings.meta)
    seats = boards.seats(asked.table(feed.seats_channel), known.names, asked.words, chess_event=chess)
    made: Values = {
        "title": asked.card["name"],
        "card": asked.card,
        "card_item": address.item,
        "places": places,
        "names": known.names,
        "seats": seats,
        "own_seats": boards.own_seats(seats, address.item),
    }
    if "kind" in asked.card:
        return made
    rounds = match_rounds(asked.table(feed.matches_channel), asked.words)
    return {**made, "made": cards.bridge_card(asked.card, rounds, known)}


def _names(rows: Sequence[Row]) -> dict[str, str]:
    return {row["participant"]: str(row["name"]) for row in rows}


def _seats(asked: Asked, standings: Table, _ranked: Sequence[Ranking]) -> Values:
    names, chess = _names(rows_of(standings)), is_chess(standings.meta)
    return {"seats": boards.seats(asked.table(feed.seats_channel), names, asked.words, chess_event=chess)}


def _files(asked: Asked, standings: Table, _ranked: Sequence[Ranking]) -> Values:
    return {"files": asked.files, "sources": standings.meta.get("sources") or ()}


_TABS: Mapping[str, Callable[[Asked, Table, Sequence[Ranking]], Values | Page]] = {
    "standings": _standings,
    "matches": _matches,
    "games": _games,
    "cross": _cross,
    "boards": _boards,
    "card": _card,
    "seats": _seats,
    "files": _files,
}
