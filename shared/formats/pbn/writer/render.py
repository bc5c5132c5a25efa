"""An event of the model as PBN: a game for each board with its travellers, one for each table that has more.

Rule 1: a board of pairs is one game with ScoreTable. Where the auction or play of a table is known, or teams meet, each
    table has a game of its own with its players, its result, its auction and its play.
Rule 2: standings stand as TotalScoreTable in the first game. Matches stand in a game of their own, first in a session.
Rule 3: what PBN has no word for is lost, and why says `WHYS`.
"""

from collections import defaultdict
from operator import attrgetter
from typing import Literal

from contracts.codes.pbn import NOT_BRIDGE
from contracts.facts import BoardFact, DealFact, EventFact, Hand, MatchFact, ResultFact, Sides
from contracts.messages import EventMerged
from contracts.standings import Method
from shared.bridge.play.auction import CLOCKWISE
from shared.bridge.play.board_cycle import dealer, vulnerability
from shared.bridge.play.seats import Seat
from shared.errors import UnsupportedFeature
from shared.formats.merged_values import Values
from shared.formats.parsed import Rendered
from shared.formats.pbn.deal import Deal
from shared.formats.pbn.reader.draft import game_number
from shared.formats.pbn.scale_table import STEPS, rows_of
from shared.formats.pbn.spelling import pbn_date
from shared.formats.pbn.tags import MANDATORY, SUPPLEMENTAL
from shared.formats.pbn.values import read_scoring
from shared.formats.pbn.writer.matches import write_matches
from shared.formats.pbn.writer.names import Names
from shared.formats.pbn.writer.sheet import Sheet
from shared.formats.pbn.writer.standings import write_totals
from shared.formats.pbn.writer.tables import TEAMS, Played, deal_of, tables_of, write_cards
from shared.formats.pbn.writer.travellers import optimum, write_optimum, write_rows, write_traveller
from shared.natural_order import natural

SCORING = {
    "match_points": "MP",
    "butler_imps": "IMP",
    "cross_imps": "IMP",
    "imps": "IMP",
    "bam": "BAM",
    "aggregate": "Aggregate",
}
"""What Scoring says first for a method of scoring boards, where the event does not bring its own words (3.4.12)."""

_CROSS = {"comparisons": "Cross2", "scores": "Cross1", "sum": "Cross"}
"""By what the sum of comparisons was divided."""

_MODIFIERS = frozenset({"mp1", "mp2", "butler", "butler-2", "experts", "mean", "median", "cross", "cross1", "cross2"})
_WITHOUT_EXTREMES = "without the best and the worst"
_HALVES = "1-½-0"
"""The scale of MP2; points without a modifier are those of MP1 (4.2.3)."""

COMPETITION = {
    "pairs": "Pairs",
    "teams": "Teams",
    "individual": "Individuals",
    "swiss_pairs": "Pairs",
    "swiss_teams": "Teams",
    "knockout": "Knockout",
}

_OF_TEAMS = ("teams", "team")
"""Words of other programs that say that teams meet; where they do, no other word stands."""

_HANDS = attrgetter("north", "east", "south", "west")
_OF_DEALS = ("deals", *(f"deals.{name}" for name in ("session", "north", "east", "south", "west", "details")))
NOBODY = Sides()
BoardKey = tuple[str | None, str]


def render(merged: EventMerged, *, values: Literal["computed", "stated"] = "computed") -> Rendered:
    """Write an event as PBN in export format, with our totals and board points or those that its files state.

    Raises:
        UnsupportedFeature: pbn.not-bridge, for an event of another game.
    """
    facts = merged.facts
    if facts.games or facts.event.discipline != "bridge":
        raise UnsupportedFeature(NOT_BRIDGE, f"PBN has no event of {facts.event.discipline}")
    sheet = Sheet()
    writer = _Writer(merged, values == "computed", sheet)
    writer.write()
    return Rendered(sheet.finish(), f"{merged.event}.pbn", "text/x-pbn; charset=iso-8859-1", sheet.losses.items())


class _Writer:
    def __init__(self, merged: EventMerged, computed: bool, sheet: Sheet) -> None:
        self._merged = merged
        self._facts = merged.facts
        self._sheet = sheet
        self._values = Values(merged, computed, sheet.losses)
        self._names = Names(merged.facts.participants)
        self._teams = merged.facts.event.kind in TEAMS
        self._computed = computed
        self._first = True

    def write(self) -> None:
        facts = self._facts
        deals: dict[BoardKey, list[DealFact]] = defaultdict(list)
        for deal in facts.deals:
            deals[deal.session, deal.board].append(deal)
        results: dict[BoardKey, list[ResultFact]] = defaultdict(list)
        for result in facts.results:
            results[result.session, result.board].append(result)
        described = {(board.session, board.board): board for board in facts.boards}
        played = tables_of(facts, self._sheet.losses)
        keys = dict.fromkeys([*results, *deals, *described, *((table.session, table.board) for table in played)])
        tables: dict[BoardKey, list[Played]] = defaultdict(list)
        for table in played:
            tables[table.session, table.board].append(table)
        order = {session.id: number for number, session in enumerate(facts.sessions)}
        matches: dict[tuple[str | None, str], list[MatchFact]] = defaultdict(list)
        for match in facts.matches:
            matches[match.session, match.kind].append(match)
        for session, kind in sorted(matches, key=lambda key: (order.get(key[0] or "", -1), key[1])):
            self._head((session, ""), None, None, {})
            write_matches(matches[session, kind], self._values, self._names.numbers, self._sheet)
            self._totals_once()
        for key in sorted(keys, key=lambda key: (order.get(key[0] or "", -1), natural(key[1]))):
            self._board(key, deals[key], described.get(key), results[key], tables[key])
        if self._first:
            only = facts.sessions[0].id if len(facts.sessions) == 1 else None
            self._head((only, ""), None, None, {})
            self._totals_once()

    def _board(
        self,
        key: BoardKey,
        deals: list[DealFact],
        described: BoardFact | None,
        results: list[ResultFact],
        tables: list[Played],
    ) -> None:
        deal = deals[0] if deals else None
        # What nobody's name finds again stands in the game of its table alone.
        alone = {id(table.result) for table in tables if table.sides == NOBODY}
        listed = [] if self._teams else [result for result in results if id(result) not in alone]
        at_table = [deal_of(deals, table.auction, table.play) for table in tables]
        analysed: list[DealFact | None] = [None]
        if listed or not tables:
            self._head(key, deal, described, {"OptimumScore": optimum(deal)})
            write_optimum(deal, self._sheet)
            write_traveller(listed, self._values, self._names, self._sheet)
            self._totals_once()
            analysed.append(deal)
        for other in deals[1:] if listed or not tables else deals:
            again = any(_HANDS(other) == _HANDS(known) for known in analysed if known is not None)
            self._sheet.losses.add("deals with the same cards", "a board has them once", int(again), of=_OF_DEALS)
            if not again and all(other is not table for table in at_table):
                self._head(key, other, described, {"Description": _description(other), "OptimumScore": optimum(other)})
                write_optimum(other, self._sheet)
        for table, dealt in zip(tables, at_table, strict=True):
            first = None if any(dealt is done for done in analysed) else dealt
            analysed.append(first)
            tags = table.tags(self._facts, self._names, self._values)
            score = optimum(first) or tags.get("OptimumScore")
            self._head(key, dealt, described, {**tags, "OptimumScore": score}, own=True)
            write_cards(table, self._sheet)
            write_optimum(first, self._sheet)
            self._totals_once()

    def _totals_once(self) -> None:
        if self._first:
            write_totals(self._merged, self._values, self._names, self._sheet)
            if (scale := self._facts.event.vp_table) is not None and scale.charts:
                write_rows("VPScaleTable", STEPS, rows_of(scale), self._sheet)
            self._first = False

    def _head(
        self,
        key: BoardKey,
        deal: DealFact | None,
        described: BoardFact | None,
        more: dict[str, str | None],
        *,
        own: bool = False,
    ) -> None:
        """The tags of a game: the mandatory ones in their order, then the others in that of the alphabet."""
        details = deal.details if deal is not None else ()
        of_details = {detail.name: detail.value for detail in details if detail.name in SUPPLEMENTAL}
        tags = {**self._of_event(key), **_of_board(key, deal, described), **of_details, **more}
        self._sheet.new_game()
        for name in MANDATORY:
            # In a game of travellers nobody sits at the table, and nobody declares; results without cards have no deal.
            value = tags.pop(name, None)
            nobody_bid = value == "" and name in ("Declarer", "Result")
            unknown = own and name != "Deal" and not nobody_bid
            self._sheet.tag(name, value or ("?" if unknown else ""))
        for name, text in sorted(tags.items()):
            if text:
                self._sheet.tag(name, text)

    def _of_event(self, key: BoardKey) -> dict[str, str | None]:
        event = self._facts.event
        organiser = event.organiser
        details = {detail.name: detail.value for detail in event.details}
        session = next((fact for fact in self._facts.sessions if fact.id == key[0]), None)
        on = (session.date if session is not None else None) or event.start_date
        method = self._merged.standings.method if self._merged.boards else None
        competition = COMPETITION.get(event.kind or "")
        if not self._teams or (details.get("Competition") or "").casefold() in _OF_TEAMS:
            competition = details.get("Competition") or competition
        scoring = scoring_words(event, details.get("Scoring"), method)
        return {
            "Event": event.name,
            "Site": (organiser.name or organiser.id) if organiser is not None else None,
            "Date": pbn_date(on) if on else None,
            "EventDate": pbn_date(event.start_date) if event.start_date and on != event.start_date else None,
            "Stage": session.name or session.id if session is not None and session.id != on else None,
            "Scoring": scoring,
            "Competition": competition,
            "EventSponsor": details.get("EventSponsor"),
            "VPScale": (event.vp_table.name if event.vp_table is not None else event.vp_scale) if self._first else None,
        }


def _description(deal: DealFact) -> str | None:
    """What tells a further deal of a board from the others."""
    return next((detail.value for detail in deal.details if detail.name == "Description"), deal.set_id)


def scoring_words(event: EventFact, own: str | None, method: Method | None) -> str:
    """What Scoring says: the method of the boards, and the modifier by which the points that are written were made.

    A modifier among its `own` words, of a file of PBN, stands; the method is None where boards were not scored.
    """
    unsaid = method.board_scoring if method is not None else ""
    words = [*read_scoring(own or SCORING.get(event.board_scoring or unsaid, ""))[0]] or [""]
    if {word.casefold() for word in words} & _MODIFIERS or (own and method is None):
        return ";".join(words)
    scoring = event.board_scoring if method is None else method.pairwise or method.board_scoring
    average, datum = (method.average or "", method.datum or "") if method is not None else ("", "")
    if scoring == "cross_imps":
        words.append(_CROSS.get(average, "Cross"))
    elif scoring == "butler_imps":
        words.append("Butler-2" if _WITHOUT_EXTREMES in datum else "Butler")
        words.extend(["Median"] if "median" in datum else [])
    elif method is not None and method.scale == _HALVES:
        words.append("MP2")
    return ";".join(words)


def _of_board(key: BoardKey, deal: DealFact | None, described: BoardFact | None) -> dict[str, str | None]:
    """Number, dealer, vulnerability and cards; the first two by the number where nothing says them (Law 2)."""
    board = key[1]
    number = int(board) if board.isascii() and board.isdigit() and len(board) <= 6 and int(board) > 0 else None
    known: list[DealFact | BoardFact] = [fact for fact in (deal, described) if fact is not None]
    first = next((fact.dealer.value for fact in known if fact.dealer is not None), None)
    vulnerable = next((str(fact.vulnerable) for fact in known if fact.vulnerable is not None), None)
    if number is not None:
        first = first or dealer(number).value
        vulnerable = vulnerable or vulnerability(number).value
    cards = None
    if deal is not None:
        hands: dict[Seat, Hand | None] = {seat: getattr(deal, seat.name.lower()) for seat in CLOCKWISE}
        suits = {
            seat: (hand.spades, hand.hearts, hand.diamonds, hand.clubs)
            for seat, hand in hands.items()
            if hand is not None
        }
        start = next((seat for seat in CLOCKWISE if seat.value == first), CLOCKWISE[0])
        cards = Deal(start, suits).text(start)
    return {
        "Board": board if game_number(board) is None else "?",
        "Dealer": first,
        "Vulnerable": vulnerable,
        "Deal": cards,
    }
