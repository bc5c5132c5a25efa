"""Contract, declarer, tricks and lead of a line as they are written."""

import pytest

from contracts.codes import validation as codes
from contracts.facts import DealFact, Hand, ResultFact, Score
from contracts.findings import Finding
from services.validation.domain import contracts_written
from services.validation.domain.case import Case
from tests.support.fragments import fragment, result

NORTH = Hand(spades="AKQJT98765432")
EAST = Hand(hearts="AKQJT98765432")
SOUTH = Hand(diamonds="AKQJT98765432")
WEST = Hand(clubs="AKQJT98765432")
DEAL = DealFact(board="1", north=NORTH, east=EAST, south=SOUTH, west=WEST)


def found(*lines: ResultFact, deals: tuple[DealFact, ...] = ()) -> list[Finding]:
    case = Case(fragment("f", results=lines, deals=deals))
    return [finding for rule in contracts_written.RULES for finding in rule(case)]


def names(*lines: ResultFact, deals: tuple[DealFact, ...] = ()) -> list[tuple[str, str | None]]:
    return [(finding.code, finding.stated) for finding in found(*lines, deals=deals)]


@pytest.mark.parametrize("contract", ["4S", "4Sx", "4S*", "3N", "1NT xx", "PASS", "AP", "", "-", "?"])
def test_contracts_as_programs_write_them_can_be_read(contract: str) -> None:
    assert names(result("1", "1", "2", contract=contract)) == []


@pytest.mark.parametrize("contract", ["42", "8C", "4", "S4S", "x" * 500])
def test_a_contract_that_cannot_be_read_is_found_as_it_stands(contract: str) -> None:
    assert names(result("1", "1", "2", contract=contract)) == [(codes.CONTRACT_UNREADABLE.code, contract)]


def test_a_declarer_who_is_no_seat_is_found() -> None:
    assert names(result("1", "1", "2", declarer="south")) == []
    assert names(result("1", "1", "2", declarer="NS")) == [(codes.DECLARER_UNREADABLE.code, "NS")]


@pytest.mark.parametrize("tricks", [0, 13])
def test_tricks_from_0_to_13_are_possible(tricks: int) -> None:
    assert names(result("1", "1", "2", tricks=tricks)) == []


@pytest.mark.parametrize("lead", ["HT", "10H", "AC", "CA", "d7", "", "-"])
def test_leads_as_programs_write_them_can_be_read(lead: str) -> None:
    assert names(result("1", "1", "2", lead=lead)) == []


def test_half_a_card_is_no_lead() -> None:
    assert names(result("1", "1", "2", lead="S")) == [(codes.LEAD_UNREADABLE.code, "S")]


@pytest.mark.parametrize(("declarer", "lead"), [("N", "HA"), ("E", "D2"), ("S", "CT"), ("West", "10S")])
def test_the_player_on_declarers_left_leads(declarer: str, lead: str) -> None:
    assert names(result("1", "1", "2", declarer=declarer, lead=lead), deals=(DEAL,)) == []


def test_a_lead_from_another_hand_names_who_holds_the_card() -> None:
    (finding,) = found(result("1", "1", "2", declarer="N", lead="DA"), deals=(DEAL,))
    assert (finding.code, finding.stated, finding.computed) == (codes.LEAD_NOT_HELD.code, "E DA", "S DA")
    assert finding.message == "East leads DA on board 1 against a contract by North, but South holds that card"


def test_without_declarer_lead_or_deal_nothing_is_said() -> None:
    wrong = result("1", "1", "2", declarer="N", lead="DA")
    assert names(wrong) == []
    assert names(wrong.replace(declarer=None), deals=(DEAL,)) == []
    assert names(wrong.replace(board="2"), deals=(DEAL,)) == []
    assert names(wrong.replace(declarer="Q"), deals=(DEAL,))[0][0] == codes.DECLARER_UNREADABLE.code


def test_a_fouled_board_is_another_deal() -> None:
    assert names(result("1", "1", "2", declarer="N", lead="DA", foul_group=1), deals=(DEAL,)) == []


def test_one_of_several_sets_of_hands_that_fits_is_enough() -> None:
    turned = DEAL.replace(set_id="B", east=SOUTH, south=EAST)
    assert names(result("1", "1", "2", declarer="N", lead="DA"), deals=(DEAL, turned)) == []
    assert len(names(result("1", "1", "2", declarer="N", lead="CA"), deals=(DEAL, turned))) == 1


def test_a_card_that_no_given_hand_holds_says_nothing() -> None:
    only_east = DealFact(board="1", east=EAST)
    assert names(result("1", "1", "2", declarer="N", lead="DA"), deals=(only_east,)) == []


def test_a_card_that_two_hands_hold_says_nothing() -> None:
    broken = DEAL.replace(west=SOUTH)
    assert names(result("1", "1", "2", declarer="N", lead="DA"), deals=(broken,)) == []


def test_findings_about_the_play_name_the_board_and_the_text() -> None:
    (tricks,) = found(result("1", "1", "2", tricks=14))
    assert (tricks.message, tricks.subject, tricks.stated, tricks.computed) == (
        "1 against 2 on board 1: a side cannot win 14 tricks",
        "board 1",
        "14",
        "0 to 13",
    )
    (lead,) = found(result("1", "1", "2", lead="HA", declarer="N"), deals=(DEAL.replace(east=WEST, west=EAST),))
    assert lead.message == "East leads HA on board 1 against a contract by North, but West holds that card"
    assert (lead.stated, lead.computed) == ("E HA", "W HA")
    (contract,) = found(result("1", "1", "2", contract="8S"))
    assert contract.message.startswith("1 against 2 on board 1, contract: ")


@pytest.mark.parametrize(("tricks", "wrong"), [(-1, 1), (0, 0), (13, 0), (14, 1)])
def test_nobody_wins_more_than_thirteen_tricks(tricks: int, wrong: int) -> None:
    assert len(names(result("1", "1", "2", tricks=tricks))) == wrong


def test_in_place_of_a_contract_that_does_not_count_anything_may_stand() -> None:
    award = Score(kind="artificial", text="A")
    lines = [result("1", "1", "2", contract="Adj", ns_score=award, ew_score=award)]
    assert names(*lines) == []
    assert names(result("1", "1", "2", None, contract="Adj")) == [(codes.CONTRACT_UNREADABLE.code, "Adj")]
