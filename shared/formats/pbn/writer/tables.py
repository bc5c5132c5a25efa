"""Games of single tables: who played, how it ended, the auction and the play (3.4.5, 3.5, 3.6, 4.3, 4.4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.base import Compass
from contracts.facts import AuctionFact, Call, DealFact, Facts, Hand, PlayedCard, PlayFact, ResultFact, Sides
from shared.bridge.play.auction import after, follow_auction, parse_call, turn
from shared.bridge.play.card_play import in_columns
from shared.bridge.play.contract import PASSED_OUT, Contract, ParsedContract, parse_contract, parse_declarer
from shared.bridge.play.seats import Seat
from shared.bridge.unreadable import UnreadableText
from shared.formats.losses import Losses
from shared.formats.merged_values import Values
from shared.formats.pbn.annotations import MOST_NOTES
from shared.formats.pbn.play import column_of
from shared.formats.pbn.reader.draft import game_number
from shared.formats.pbn.reader.people import pair_id
from shared.formats.pbn.tags import SUPPLEMENTAL
from shared.formats.pbn.writer.names import Names
from shared.formats.pbn.writer.sections import Piece, write_items
from shared.formats.pbn.writer.sheet import Sheet
from shared.formats.pbn.writer.travellers import as_result, contract_text, declarer_text
from shared.formats.written_numbers import number

TEAMS = ("teams", "swiss_teams", "knockout")
_PLAY_DATA = ("LIN_DATA", "PLAY_DATA LIN", "PLAY_DATA PBN")
"""Details of a line that were read for its auction and play."""

TableKey = tuple[object, ...]
Terms = tuple[ParsedContract, Seat | None]
"""The contract, and who declared it."""


@dataclass
class Played:
    """What is known of one board at one table."""

    session: str | None
    board: str
    sides: Sides
    result: ResultFact | None = None
    auction: AuctionFact | None = None
    play: PlayFact | None = None

    def tags(self, facts: Facts, names: Names, values: Values) -> dict[str, str | None]:
        """The tags of the game, but those of event and board."""
        result = self.result
        tags: dict[str, str | None] = {**self._players(names), **self._teams(facts, names)}
        facts_here = [fact for fact in (result, self.auction, self.play) if fact is not None]
        table = next((fact.table for fact in facts_here if fact.table), None)
        room = next((fact.room for fact in facts_here if fact.room), None)
        tags["Table"] = table if game_number(table) is None else None
        tags["Room"] = room or tags.get("Room")
        if result is None:
            contract, declarer = self.terms()
            if contract is PASSED_OUT:
                tags["Result"] = ""
            tags["Contract"] = str(contract) if contract is not None else None
            tags["Declarer"] = str(declarer) if declarer is not None else tags.get("Result")
            return tags
        result = as_result(result)
        tags["Section"] = result.section
        tags["Round"] = number(result.round)
        tags.update({fact.name: fact.value for fact in result.details if fact.name in SUPPLEMENTAL})
        tags["Declarer"], tags["Result"] = declarer_text(result), number(result.tricks)
        tags["Contract"] = contract_text(result.contract)
        if result.ns_score.kind == "points" and result.ns_score.points is not None:
            tags["Score"] = f"NS {result.ns_score.points}"
        if tags["Contract"] == str(PASSED_OUT):
            tags["Declarer"] = tags["Result"] = ""
        points = values.points(result)
        if points is not None and (points.ns is not None or points.ew is not None):
            name = "ScoreMP" if points.unit == "match_points" else "ScoreIMP"
            sides = (("NS", number(points.ns)), ("EW", number(points.ew)))
            tags[name] = " ".join(f"{side} {text}" for side, text in sides if text is not None)
        return tags

    def terms(self) -> Terms:
        """What the play went by: the auction where it came to its end, else what the result says."""
        auction = self.auction
        if auction is not None and auction.first is not None:
            calls = ["^S" if call.irregularity == "S" else call.call for call in auction.calls]
            outcome = follow_auction(auction.first, [call for call in calls if call not in ("*", "+")])
            if outcome.ended and outcome.contract is not None:
                return outcome.contract, outcome.declarer
        return self.stated()

    @property
    def is_of_another_table(self) -> bool:
        """Whether auction and play are data that a line carries, and end otherwise than the line says."""
        if self.result is None or not any(detail.name in _PLAY_DATA for detail in self.result.details):
            return False
        return all(side is not None for side in self.stated()) and self.terms() != self.stated()

    def stated(self) -> Terms:
        """What the result says of contract and declarer."""
        result = self.result
        try:
            contract = parse_contract(result.contract or "") if result is not None else None
            declarer = parse_declarer(result.declarer or "") if result is not None else None
        except UnreadableText:
            return None, None
        return contract, declarer

    def _players(self, names: Names) -> dict[str, str | None]:
        sides = self.sides
        if sides.north is not None or sides.east is not None:
            sitting = {"North": sides.north, "East": sides.east, "South": sides.south, "West": sides.west}
            called = {seat: names.players(name) or name for seat, name in sitting.items()}
            if called == sitting:
                return called
            return {**called, "PairNS": pair_id(sides.north, sides.south), "PairEW": pair_id(sides.east, sides.west)}
        tags: dict[str, str | None] = {}
        for pair, (name, seats) in (("NS", (sides.ns, ("North", "South"))), ("EW", (sides.ew, ("East", "West")))):
            players = (names.players(name) or "").split(";")
            if len(players) == len(seats):
                tags.update(zip(seats, players, strict=True))
            named = name is not None and name == " & ".join(sorted(players))
            if not named:
                tags[f"Pair{pair}"] = name
            elif len(players) > len(seats):
                tags[f"Pair{pair}"] = ";".join(players)
        return tags

    def _teams(self, facts: Facts, names: Names) -> dict[str, str | None]:
        """Home and visitors, and the room by where the home team sits."""
        ns, ew = self.sides.ns_team, self.sides.ew_team
        if ns is None and ew is None:
            return {}
        home = next((match.home for match in facts.matches if {match.home, match.away} == {ns, ew}), ns)
        at_home = home == ns
        return {
            "HomeTeam": names.team(ns if at_home else ew),
            "VisitTeam": names.team(ew if at_home else ns),
            "Room": "Open" if at_home else "Closed",
        }


def tables_of(facts: Facts, losses: Losses) -> list[Played]:
    """Tables that get a game of their own: those with an auction or play, and all where teams meet."""
    tables: dict[TableKey, Played] = {}
    of_results: dict[TableKey, ResultFact] = {}
    for result in facts.results:
        of_results.setdefault(_place(result), result)
        if facts.event.kind in TEAMS:
            key = (result.session, result.board, result.table, result.room, *result.sides.key, result.part)
            tables[key] = Played(result.session, result.board, result.sides, result)
    for auction in facts.auctions:
        _table(tables, of_results, auction, facts).auction = auction
    for play in facts.plays:
        _table(tables, of_results, play, facts).play = play
    for table in tables.values():
        if table.is_of_another_table:
            losses.add(
                "auction and play",
                "the data of the line ends in another contract than the line has",
                of=("auctions", "plays"),
            )
            table.auction = table.play = None
    between_teams = facts.event.kind in TEAMS
    leads = sum(t.result is not None and t.result.lead is not None and t.play is None for t in tables.values())
    leads = leads if between_teams else 0
    losses.add("lead of results", "a game has it with its play", leads, of=("results.lead",))
    # Games that are told apart by their order keep it.
    own = (table for table in tables.values() if between_teams or table.auction or table.play)
    return sorted(own, key=_order)


def _place(fact: ResultFact | AuctionFact | PlayFact) -> TableKey:
    """What a result has in common with its auction and play; a table counts where it is all that tells games apart."""
    return (fact.session, fact.board, game_number(fact.table), *fact.sides.key)


def _order(played: Played) -> int:
    known = (fact for fact in (played.auction, played.play) if fact is not None)
    return next((game_number(fact.table) for fact in known), None) or 1


def _table(
    tables: dict[TableKey, Played], results: dict[TableKey, ResultFact], fact: AuctionFact | PlayFact, facts: Facts
) -> Played:
    result = results.get(_place(fact))
    key = (fact.session, fact.board, fact.table, fact.room, *fact.sides.key, 0)
    if facts.event.kind in TEAMS and result is not None:
        key = (fact.session, fact.board, result.table, result.room, *fact.sides.key, result.part)
    if key not in tables:
        tables[key] = Played(fact.session, fact.board, fact.sides, result)
    return tables[key]


def write_cards(table: Played, sheet: Sheet) -> None:
    """Write the auction and the play of a table."""
    auction = table.auction
    if auction is not None and auction.calls:
        sheet.tag("Auction", auction.first.value if auction.first is not None else "?")
        if auction.notes:
            sheet.comment(auction.notes.replace("}", ")"))
        notes = _Notes(sheet)
        write_items([_call(call, notes) for call in auction.calls], sheet)
        notes.write()
    if table.play is not None and table.play.cards:
        _write_play(table.play, table, sheet)


class _Notes:
    """Notes of a section with their numbers; the same text has one number (3.5.4)."""

    def __init__(self, sheet: Sheet) -> None:
        self._numbers: dict[str, int] = {}
        self.sheet = sheet

    def number(self, text: str) -> int | None:
        if text not in self._numbers:
            if len(self._numbers) == MOST_NOTES:
                self.sheet.losses.add(
                    "notes",
                    f"a section has at most {MOST_NOTES} of them",
                    of=("auctions.calls.note", "plays.cards.note"),
                )
                return None
            self._numbers[text] = len(self._numbers) + 1
        return self._numbers[text]

    def write(self) -> None:
        for text, place in self._numbers.items():
            self.sheet.tag("Note", f"{place}:{text}")


def _call(call: Call, notes: _Notes) -> Piece:
    text = "^S" if call.irregularity == "S" else parse_call(call.call) or call.call
    marked = call.irregularity not in (None, "S", "I")
    why = "PBN marks insufficient bids and skipped turns"
    notes.sheet.losses.add("irregularities of calls", why, int(marked), of=("auctions.calls.irregularity",))
    mark = "I" if call.irregularity == "I" else None
    alerted = call.alert is not None and call.alert.upper() not in ("N", "NO")
    note = notes.number(call.note or "Alerted") if call.note is not None or alerted else None
    return Piece(text, mark, note, call.glyphs)


def _write_play(play: PlayFact, table: Played, sheet: Sheet) -> None:
    contract, declarer = table.terms()
    first = play.first
    cards = list(play.cards)
    if play.order == "played":
        first = after(declarer) if declarer is not None else play.first
        ordered = _in_columns(cards, contract) if first is not None else None
        if ordered is None:
            sheet.losses.add(
                "play", "the order of the players cannot be worked out without contract and declarer", of=("plays",)
            )
            return
        cards = ordered
    # The first column is that of who leads by the tags of the game.
    by_tag = table.stated()[1] or declarer
    leader = after(by_tag) if by_tag is not None else first
    if first is not None and leader is not None and first != leader:
        cards = _turned(cards, first, leader)
        first = leader
    while cards and cards[-1].card == "-" and cards[-1].irregularity is None:
        cards.pop()
    if not cards:
        return
    sheet.tag("Play", first.value if first is not None else "?")
    if play.notes:
        sheet.comment(play.notes.replace("}", ")"))
    notes = _Notes(sheet)
    pieces = [_card(card, notes) for card in cards]
    write_items(pieces if pieces[-1].text == "+" else [*pieces, *[Piece("-")] * (-len(pieces) % 4)], sheet)
    if not any(card.irregularity == "+" for card in cards) and sum(piece.text != "-" for piece in pieces) < 52:
        write_items([Piece("*")], sheet)
    notes.write()


def _card(card: PlayedCard, notes: _Notes) -> Piece:
    if card.irregularity == "+":
        return Piece("+")
    mark = card.irregularity if card.irregularity in ("R", "L") else None
    return Piece(card.card, mark, notes.number(card.note) if card.note is not None else None, card.glyphs)


def _turned(cards: list[PlayedCard], first: Compass, leader: Compass) -> list[PlayedCard]:
    gap = column_of(leader, first)
    filled = [*cards, *[PlayedCard(card="-")] * (-len(cards) % 4)]
    return [filled[start + (column + gap) % 4] for start in range(0, len(filled), 4) for column in range(4)]


def _in_columns(cards: list[PlayedCard], contract: ParsedContract) -> list[PlayedCard] | None:
    """Cards in the order of play brought into columns from the leader on; None where that cannot be done."""
    if not isinstance(contract, Contract):
        return None
    places = in_columns([card.card for card in cards], contract.denomination)
    return [PlayedCard(card="-") if place is None else cards[place] for place in places]


def deal_of(deals: Sequence[DealFact], auction: AuctionFact | None, play: PlayFact | None) -> DealFact | None:
    """The deal that is called by the table's game, else the first with which the auction and the play are possible.

    Where there is none such it is the first of all; None where there are no deals.
    """
    table = next((fact.table for fact in (auction, play) if fact is not None), None)
    if table is not None and game_number(table) is not None:
        deals = [*(deal for deal in deals if deal.set_id == table), *deals]
    first = auction.first if auction is not None else None
    # The dealer called first, as far as both are known.
    dealt = (deal for deal in deals if None in (first, deal.dealer) or first == deal.dealer)
    return next((deal for deal in dealt if _played(deal, play)), next(iter(deals), None))


def _played(deal: DealFact, play: PlayFact | None) -> bool:
    """Whether everybody held the cards that he played, as far as it is known who played them."""
    if play is None or play.first is None or play.order != "columns":
        return True
    around = [turn(play.first, number) for number in range(4)]
    hands: list[Hand | None] = [getattr(deal, seat.name.lower()) for seat in around]
    return all(_holds(hands[number % 4], card.card) for number, card in enumerate(play.cards))


def _holds(hand: Hand | None, card: str) -> bool:
    """Whether a card is in a hand; one that is not known may be."""
    if hand is None or len(card) < 2:
        return True
    suits = {"S": hand.spades, "H": hand.hearts, "D": hand.diamonds, "C": hand.clubs}
    return card[1] in suits.get(card[0], "")
