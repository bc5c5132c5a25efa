"""Which deals can be analysed, and where a file states something else."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import Compass
from contracts.facts import DealFact, Detail, Hand
from contracts.standings import BoardDeal
from services.scoring.domain.double_dummy.tables import (
    completed,
    deal_text,
    details_of,
    differences,
    is_whole,
    optimum_score,
    par_of,
    stated_tricks,
)
from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.contract import Denomination
from shared.bridge.play.par import Par
from shared.bridge.play.seats import Seat
from tests.support.deals import MADE_UP, MADE_UP_TEXT, any_table

TRICKS = any_table(Random(7))
PAR = Par(420, ())


def test_a_whole_deal_is_one_text_whatever_the_order_of_its_ranks() -> None:
    assert deal_text(MADE_UP) == MADE_UP_TEXT
    north = Hand(spades="48QA", hearts="26K", diamonds="A59", clubs="37J")
    assert deal_text(MADE_UP.replace(north=north)) == MADE_UP_TEXT


@pytest.mark.parametrize(
    "north",
    [
        None,
        Hand(),
        Hand(spades="AQ84", hearts="K62", diamonds="A95", clubs="J7"),
        Hand(spades="AQ84", hearts="K62", diamonds="A95", clubs="JJ3"),
        Hand(spades="AQ84", hearts="K62", diamonds="A95", clubs="Z73"),
        Hand(spades="KQ84", hearts="K62", diamonds="A95", clubs="J73"),
    ],
)
def test_a_deal_with_a_missing_doubled_or_unknown_card_is_not_analysed(north: Hand | None) -> None:
    assert deal_text(MADE_UP.replace(north=north)) is None


def test_no_deal_and_no_hands_are_not_analysed() -> None:
    assert deal_text(None) is None
    assert deal_text(BoardDeal()) is None
    assert deal_text(DealFact(board="1")) is None


def test_hands_of_unequal_size_are_not_analysed_although_every_card_is_there() -> None:
    north = Hand(spades="AQ84", hearts="K62", diamonds="A95", clubs="J732")
    west = Hand(spades="96", hearts="Q743", diamonds="T73", clubs="KT5")
    assert deal_text(MADE_UP.replace(north=north, west=west)) is None


def test_a_stated_table_is_read_and_what_is_no_number_of_tricks_is_left_out() -> None:
    stated = [
        Detail(name="N NT", value="9"),
        Detail(name="S H", value="14"),
        Detail(name="W C", value="?"),
        Detail(name="OptimumScore", value="NS 400"),
    ]
    assert stated_tricks(stated) == {(Seat.NORTH, Denomination.NOTRUMP): 9}
    assert not is_whole(stated_tricks(stated))


@given(st.integers(0, 2**32))
def test_what_is_written_is_read_back_and_does_not_differ(seed: int) -> None:
    tricks = any_table(Random(seed))
    best = par_of(tricks, Vulnerability.ALL, Compass.EAST)
    stated = details_of(tricks, best)
    assert stated_tricks(stated) == tricks
    assert is_whole(tricks)
    assert differences(stated, tricks, best, board="7") == []


def test_what_a_file_leaves_out_is_filled_in_and_what_it_states_stays() -> None:
    stated = (Detail(name="W C", value="13"), Detail(name="OptimumScore", value="NS 7"))
    whole = {detail.name: detail.value for detail in completed(stated, TRICKS, Vulnerability.NS, Compass.WEST)}
    assert (len(whole), whole["W C"], whole["OptimumScore"]) == (21, "13", "NS 7")
    assert whole["N NT"] == str(TRICKS[Seat.NORTH, Denomination.NOTRUMP])
    assert len(completed((), TRICKS, None, None)) == 20
    assert completed((), TRICKS, Vulnerability.NS, Compass.WEST)[-1].name == "OptimumScore"


def test_a_differing_table_is_one_finding_that_names_the_first_numbers() -> None:
    wrong = {cell: (number + 1) % 14 for cell, number in TRICKS.items()}
    (finding,) = differences(details_of(wrong, None), TRICKS, None, board="12")
    assert (finding.code, finding.severity, finding.subject) == ("scoring.double-dummy-differs", "warning", "board 12")
    assert finding.message.startswith("board 12: 20 of 20 stated")
    assert finding.stated is not None
    assert finding.stated.startswith(f"N C {wrong[Seat.NORTH, Denomination.CLUBS]}, ")
    assert finding.stated.endswith(", …")


@pytest.mark.parametrize(
    ("stated", "differs"),
    [
        ("NS 420", False),
        ("EW -420", False),
        ("EW -420 NS 420", False),
        ("NS 420 EW 420", False),
        ("NS 450", True),
        ("EW 420", True),
        ("EW -450 NS 450", True),
        ("by and by", False),
        ("420", False),
    ],
)
def test_an_optimum_score_is_compared_in_each_of_its_formats(stated: str, differs: bool) -> None:
    found = differences([Detail(name="OptimumScore", value=stated)], TRICKS, PAR, board="1")
    assert [finding.code for finding in found] == ["scoring.par-differs"] * differs


def test_an_optimum_score_is_not_compared_where_par_is_not_known() -> None:
    assert par_of(TRICKS, None, Compass.NORTH) is None
    assert differences([Detail(name="OptimumScore", value="NS 1")], TRICKS, None, board="1") == []


def test_par_is_written_for_the_side_that_scores() -> None:
    assert [optimum_score(Par(score, ())) for score in (420, 0, -50)] == ["NS 420", "NS 0", "EW 50"]
