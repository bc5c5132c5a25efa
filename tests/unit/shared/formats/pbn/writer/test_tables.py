"""Games of single tables."""

from contracts.base import Compass
from contracts.facts import (
    AuctionFact,
    Call,
    DealFact,
    Detail,
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
    StatedScore,
)
from shared.bridge.play.seats import Seat
from shared.formats.losses import Losses
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
    (one,) = tables_of(Facts(results=(RESULT, other), auctions=(auction,)), Losses())
    assert (one.result, one.auction) == (RESULT, auction)
    teams = Facts(events=(EventFact(kind="teams"),), results=(RESULT, other), auctions=(auction,))
    assert [table.result for table in tables_of(teams, Losses())] == [RESULT, other]
    assert tables_of(teams, Losses())[0].auction is auction


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


def test_a_table_without_a_result_has_the_contract_of_its_auction():
    passed = AuctionFact(board="7", first=Compass.NORTH, calls=calls("Pass Pass Pass Pass"))
    bid = AuctionFact(board="7", first=Compass.NORTH, calls=calls("1NT AP"), table="5", room="Open")
    one = Played(None, "7", SIDES, None, bid)
    found = tags(one, Facts(auctions=(bid,)))
    assert found == {"PairNS": "1", "PairEW": "2", "Table": "5", "Room": "Open", "Contract": "1NT", "Declarer": "N"}
    event = merged(auctions=(passed,))
    values = Values(event, False, Sheet().losses)
    found = Played(None, "7", SIDES, None, passed).tags(event.facts, Names(()), values)
    assert (found["Contract"], found["Declarer"], found["Result"]) == ("Pass", "", "")
    open_ended = AuctionFact(board="7", first=Compass.NORTH, calls=calls("1NT Pass *"))
    found = tags(Played(None, "7", SIDES, None, open_ended), Facts(auctions=(open_ended,)))
    assert not {"Contract", "Declarer", "Result"} & set(found)


def test_points_of_a_game_have_the_tag_of_their_unit():
    def scores(**stated: object) -> dict[str, str]:
        result = RESULT.replace(stated=StatedScore(**stated))
        found = tags(Played(None, "7", SIDES, result), Facts(results=(result,)))
        return {name: text for name, text in found.items() if name in ("ScoreMP", "ScoreIMP")}

    assert scores(ns=3, ew=-3, unit="imps") == {"ScoreIMP": "NS 3 EW -3"}
    assert scores(ew=4, unit="match_points") == {"ScoreMP": "EW 4"}
    assert scores(ns=4, unit="cross_imps") == {"ScoreIMP": "NS 4"}
    assert scores(ns_percent=50, unit="match_points") == {}


def test_a_result_of_a_section_and_a_round_says_so_and_keeps_its_details():
    details = (Detail(name="Termination", value="late"), Detail(name="Mine", value="x"))
    result = RESULT.replace(section="A", round=2, room="Closed", contract="odd", details=details)
    found = tags(Played(None, "7", SIDES, result), Facts(results=(result,)))
    assert {name: found.get(name) for name in ("Section", "Round", "Room", "Contract", "Termination", "Mine")} == {
        "Section": "A",
        "Round": "2",
        "Room": "Closed",
        "Contract": "odd",
        "Termination": "late",
        "Mine": None,
    }
    artificial = RESULT.replace(ns_score=Score(kind="average", percent=50))
    assert "Score" not in tags(Played(None, "7", SIDES, artificial), Facts(results=(artificial,)))


def test_a_table_of_ours_is_no_table_of_the_file():
    result = RESULT.replace(table="game 3")
    assert "Table" not in tags(Played(None, "7", SIDES, result), Facts(results=(result,)))


def test_teams_that_meet_in_no_match_of_the_file_have_north_south_at_home():
    for ns, ew in (("Reds", None), (None, "Reds")):
        sides = Sides(ns="1", ew="2", ns_team=ns, ew_team=ew)
        found = tags(Played(None, "7", sides, RESULT.replace(sides=sides)), Facts(events=(EventFact(kind="teams"),)))
        assert (found.get("HomeTeam"), found.get("VisitTeam"), found["Room"]) == (ns, ew, "Open")


def test_an_auction_and_a_play_of_one_table_are_one_game():
    auction = AuctionFact(board="7", sides=SIDES, calls=calls("AP"), table="game 2")
    play = PlayFact(board="7", sides=SIDES, cards=cards("SA"), table="game 2")
    other = AuctionFact(board="7", sides=SIDES, calls=calls("1C AP"))
    (first, second) = tables_of(Facts(auctions=(auction, other), plays=(play,)), Losses())
    assert (first.auction, first.play) == (other, None)
    assert (second.auction, second.play) == (auction, play)
    third = other.replace(table="game 10")
    games = tables_of(Facts(auctions=(third, auction, other)), Losses())
    assert [table.auction.table for table in games] == [None, "game 2", "game 10"]
    again = RESULT.replace(sides=SIDES, part=1, table="4")
    teams = Facts(events=(EventFact(kind="teams"),), results=(RESULT, again), plays=(play.replace(table=None),))
    assert [(table.result.part, table.play is not None) for table in tables_of(teams, Losses())] == [
        (0, True),
        (1, False),
    ]


def test_what_a_play_says_beside_its_cards_is_a_comment_and_whole_play_has_no_asterisk():
    play = PlayFact(board="7", first=Compass.WEST, notes="odd}", cards=cards("H2 HA H3 H4"))
    assert written(RESULT, play=play)[0] == ['[Play "W"]', "{odd)}", "H2 HA H3 H4", "*"]
    whole = PlayFact(board="7", first=Compass.WEST, cards=cards(" ".join(["H2"] * 52)))
    assert written(RESULT, play=whole)[0][-1] == "H2 H2 H2 H2"
    alone = PlayFact(board="7", cards=cards("H2"))
    assert written(play=alone)[0] == ['[Play "?"]', "H2 - - -", "*"]
    noted = (PlayedCard(card="H2", note="low", irregularity="I"), PlayedCard(card="HA", irregularity="R", glyphs=(7,)))
    assert written(RESULT, play=PlayFact(board="7", first=Compass.WEST, cards=noted))[0][1:] == [
        "H2 =1= ^R HA $7 - -",
        "*",
        '[Note "1:low"]',
    ]


def test_play_in_its_order_needs_a_contract_and_a_declarer():
    play = PlayFact(board="7", order="played", cards=cards("H2 HA"))
    assert written(RESULT.replace(contract="Pass"), play=play)[1] == {"play"}
    assert written(RESULT.replace(declarer=None), play=play)[1] == {"play"}
    assert written(RESULT.replace(declarer=None), play=play.replace(first=Compass.NORTH))[0][0] == '[Play "N"]'


def test_a_pair_whose_id_is_its_names_needs_no_number():
    pair = Participant(id="Ann & Bob", kind="pair", players=(Person(name="Bob"), Person(name="Ann")))
    result = RESULT.replace(sides=Sides(ns=pair.id))
    found = tags(Played(None, "7", result.sides, result), Facts(participants=(pair,), results=(result,)))
    assert ({"North", "South"} <= set(found), "PairNS" in found, "PairEW" in found) == (True, False, False)
    alone = Participant(id="7", kind="pair", players=(Person(name="Ann"),))
    result = RESULT.replace(sides=Sides(ns="7"))
    found = tags(Played(None, "7", result.sides, result), Facts(participants=(alone,), results=(result,)))
    assert (found["PairNS"], "North" in found) == ("7", False)


def test_a_card_of_an_unknown_suit_fits_no_hand() -> None:
    assert deal_of([ONE, THIRD], None, play("XQ")) is THIRD
    assert deal_of([ONE, OTHER], None, play("-", "SK")) is ONE
    assert deal_of([OTHER, ONE], None, play("-", "-", "-", "-", "SA")) is ONE


def test_the_first_column_is_the_leader_s_by_the_result_before_the_auction():
    auction = AuctionFact(board="7", sides=SIDES, first=Compass.EAST, calls=calls("1NT AP"))
    play = PlayFact(board="7", first=Compass.NORTH, cards=cards("HA H3 H4 H2"))
    assert '[Play "W"]' in written(RESULT, auction, play)[0]
    assert '[Play "S"]' in written(RESULT.replace(declarer=None), auction, play)[0]
