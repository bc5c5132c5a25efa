"""Games of single tables."""

from contracts.base import Compass
from contracts.facts import (
    AuctionFact,
    Call,
    DealFact,
    EventFact,
    Facts,
    Hand,
    MatchFact,
    Participant,
    Person,
    PlayedCard,
    PlayFact,
    ResultFact,
    Score,
    Sides,
)
from shared.bridge.play.seats import Seat
from shared.formats.merged_values import Values
from shared.formats.pbn.writer.sheet import Sheet
from shared.formats.pbn.writer.tables import Played, deal_of, tables_of, write_cards
from shared.formats.pbn.writer.travellers import Names
from tests.support.merged import merged
from tests.unit.shared.formats.pbn.writer.test_sheet import lines

SIDES = Sides(ns="1", ew="2")
SCORE = Score(kind="points", points=420)
RESULT = ResultFact(
    board="7", sides=SIDES, contract="4s", declarer="S", tricks=10, ns_score=SCORE, ew_score=SCORE, table="3"
)


def calls(text: str) -> tuple[Call, ...]:
    return tuple(Call(call=word) for word in text.split())


def cards(text: str) -> tuple[PlayedCard, ...]:
    return tuple(PlayedCard(card=word) for word in text.split())


def written(result: ResultFact | None = None, auction: AuctionFact | None = None, play: PlayFact | None = None):
    sheet = Sheet()
    write_cards(Played(None, "7", SIDES, result, auction, play), sheet)
    return lines(sheet), {item.what for item in sheet.losses.items()}


def tags(one: Played, facts: Facts) -> dict[str, str]:
    event = merged(**{name: getattr(facts, name) for name in facts.FIELDS if getattr(facts, name)})
    values = Values(event, False, Sheet().losses)
    return {name: text for name, text in one.tags(facts, Names(facts.participants), values).items() if text}


def test_a_table_says_who_played_and_how_it_ended():
    pair = Participant(id="1", kind="pair", players=(Person(name="Ann"), Person(name="Bob")))
    found = tags(Played(None, "7", SIDES, RESULT), Facts(participants=(pair,), results=(RESULT,)))
    assert found == {
        "North": "Ann",
        "South": "Bob",
        "PairNS": "1",
        "PairEW": "2",
        "Table": "3",
        "Declarer": "S",
        "Contract": "4S",
        "Result": "10",
        "Score": "NS 420",
    }


def test_a_passed_out_board_has_neither_declarer_nor_result():
    score = Score(kind="points", points=0)
    passed = RESULT.replace(contract="PASS", declarer="N", tricks=0, ns_score=score)
    found = tags(Played(None, "7", SIDES, passed), Facts(results=(passed,)))
    assert found["Contract"] == "Pass"
    assert not {"Declarer", "Result"} & set(found)


def test_the_home_team_sits_north_south_in_the_open_room():
    match = MatchFact(kind="teams", home="Reds", away="Blues")
    for ns, ew, room in (("Reds", "Blues", "Open"), ("Blues", "Reds", "Closed")):
        sides = Sides(ns="1", ew="2", ns_team=ns, ew_team=ew)
        one = Played(None, "7", sides, RESULT.replace(sides=sides))
        found = tags(one, Facts(events=(EventFact(kind="teams"),), matches=(match,)))
        assert (found["HomeTeam"], found["VisitTeam"], found["Room"]) == ("Reds", "Blues", room)


def test_tables_with_cards_get_a_game_and_in_teams_all_do():
    auction = AuctionFact(board="7", sides=SIDES, calls=calls("AP"))
    other = RESULT.replace(sides=Sides(ns="3", ew="4"))
    (one,) = tables_of(Facts(results=(RESULT, other), auctions=(auction,)))
    assert (one.result, one.auction) == (RESULT, auction)
    teams = Facts(events=(EventFact(kind="teams"),), results=(RESULT, other), auctions=(auction,))
    assert [table.result for table in tables_of(teams)] == [RESULT, other]
    assert tables_of(teams)[0].auction is auction


def test_alerts_become_notes_and_the_same_text_one_note():
    auction = AuctionFact(
        board="7",
        first=Compass.NORTH,
        notes="quick}",
        calls=(
            Call(call="1S", alert="!", note="strong"),
            Call(call="Pass"),
            Call(call="2S", note="strong", glyphs=(3,)),
            Call(call="-", irregularity="S"),
            Call(call="X", alert="Y"),
            Call(call="Pass", alert="N"),
            Call(call="*"),
        ),
    )
    assert written(auction=auction)[0] == [
        '[Auction "N"]',
        "{quick)}",
        "1S =1= Pass 2S =1= $3 ^S",
        "X =2= Pass *",
        '[Note "1:strong"]',
        '[Note "2:Alerted"]',
    ]


def test_a_section_has_at_most_32_notes():
    many = tuple(Call(call="Pass", note=f"note {number}") for number in range(40))
    found, lost = written(auction=AuctionFact(board="7", first=Compass.NORTH, calls=many))
    assert sum(line.startswith("[Note") for line in found) == 32
    assert lost == {"notes"}


def test_cards_in_the_order_of_play_are_brought_into_columns():
    play = PlayFact(board="7", order="played", cards=cards("H2 HA H3 H4 DA D2"))
    found, _ = written(RESULT, play=play)
    # North wins the first trick and leads to the second.
    assert found == ['[Play "W"]', "H2 HA H3 H4", "- DA D2 -", "*"]


def test_the_auction_says_what_the_play_went_by_where_the_result_says_something_else():
    auction = AuctionFact(board="7", sides=SIDES, first=Compass.EAST, calls=calls("1NT AP"))
    assert Played(None, "7", SIDES, RESULT, auction).terms()[1] is Seat.EAST
    assert Played(None, "7", SIDES, RESULT).terms()[1] is Seat.SOUTH
    assert Played(None, "7", SIDES, RESULT.replace(contract="bah")).terms() == (None, None)


def test_cards_in_columns_are_turned_to_the_leader():
    play = PlayFact(board="7", first=Compass.NORTH, cards=cards("HA H3 H4 H2 DA - - -"))
    assert written(RESULT, play=play)[0] == ['[Play "W"]', "H2 HA H3 H4", "- DA - -", "*"]


def test_a_play_whose_order_nobody_knows_is_counted_as_lost():
    play = PlayFact(board="7", order="played", cards=cards("H2 HA"))
    assert written(play=play) == ([], {"play"})
    assert written(play=PlayFact(board="7", first=Compass.WEST, cards=cards("- -"))) == ([], set())


def test_the_card_to_be_played_is_a_plus():
    play = PlayFact(
        board="7",
        first=Compass.WEST,
        cards=(PlayedCard(card="H2", irregularity="L"), PlayedCard(card="-", irregularity="+")),
    )
    assert written(RESULT, play=play)[0] == ['[Play "W"]', "^L H2 +"]


def test_more_than_two_players_are_named_together_without_seats():
    names = ("Ann", "Cy", "Bob")
    pair = Participant(id="Ann & Bob & Cy", kind="pair", players=tuple(Person(name=name) for name in names))
    one = Played(None, "7", Sides(ns=pair.id), RESULT, None, None)
    found = tags(one, Facts(events=(EventFact(),), participants=(pair,)))
    assert (found.get("PairNS"), found.get("North")) == ("Ann;Cy;Bob", None)


def test_players_of_an_individual_have_their_numbers_in_place_of_pairs():
    sides = Sides(north="1", south="2", east="3", west="4")
    result = RESULT.replace(sides=sides)
    named = (("1", "Ann"), ("2", "Bob"), ("3", "Cat"), ("4", "Dan"))
    people = tuple(Participant(id=number, kind="player", players=(Person(name=name),)) for number, name in named)
    found = tags(Played(None, "7", sides, result), Facts(participants=people, results=(result,)))
    assert {name: found[name] for name in ("North", "South", "PairNS", "PairEW")} == {
        "North": "Ann",
        "South": "Bob",
        "PairNS": "1/2",
        "PairEW": "3/4",
    }
    called = Sides(north="Ann", south="Bob", east="Cat", west="Dan")
    result = RESULT.replace(sides=called)
    assert "PairNS" not in tags(Played(None, "7", called, result), Facts(results=(result,)))


ONE = DealFact(board="1", dealer=Compass.NORTH, north=Hand(spades="A"), east=Hand(spades="K"), set_id=None)
OTHER = DealFact(board="1", dealer=Compass.NORTH, north=Hand(spades="Q"), east=Hand(spades="J"), set_id="2")
THIRD = DealFact(board="1", dealer=Compass.EAST, set_id="3")
DEALS = [ONE, OTHER, THIRD]


def play(*cards: str, first: Compass | None = Compass.NORTH, order: str = "columns") -> PlayFact:
    return PlayFact(board="1", first=first, cards=tuple(PlayedCard(card=card) for card in cards), order=order)


def test_the_dealer_called_first() -> None:
    assert deal_of(DEALS, AuctionFact(board="1", first=Compass.EAST), None) is THIRD
    assert deal_of(DEALS, AuctionFact(board="1", first=Compass.NORTH), None) is ONE
    assert deal_of(DEALS, None, None) is ONE


def test_everybody_held_what_he_played() -> None:
    assert deal_of(DEALS, None, play("SQ", "SJ", "-", "H2")) is OTHER
    assert deal_of(DEALS, None, play("SJ", "-", first=Compass.EAST)) is OTHER
    assert deal_of(DEALS, AuctionFact(board="1", first=Compass.NORTH), play("S9")) is ONE
    assert deal_of(DEALS, None, play("SQ", first=None)) is ONE
    assert deal_of(DEALS, None, play("SQ", order="played")) is ONE


def test_a_deal_of_the_same_game_comes_first() -> None:
    deal = ONE.replace(set_id="game 2")
    assert deal_of([ONE, deal], AuctionFact(board="1", table="game 2", first=Compass.NORTH), None) is deal
    assert deal_of([ONE, deal], AuctionFact(board="1", table="2", first=Compass.NORTH), None) is ONE


def test_without_a_deal_there_is_none() -> None:
    assert deal_of([], None, play("SQ")) is None
