"""Par: what neither side can better by bidding on."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.bridge.play.board_cycle import Vulnerability
from shared.bridge.play.contract import Denomination, Risk
from shared.bridge.play.par import CELLS, Par, Tricks, par, par_scores
from shared.bridge.play.seats import Seat, Side
from tests.support.deals import any_table

TABLES = st.fixed_dictionaries({cell: st.integers(0, 13) for cell in CELLS})
VULNERABILITIES = st.sampled_from(list(Vulnerability))


def table(ns: str, ew: str) -> Tricks:
    """Tricks of both partners in clubs, diamonds, hearts, spades and notrump."""
    numbers = {Side.NS: ns.split(), Side.EW: ew.split()}
    return {(seat, one): int(numbers[seat.side][at]) for seat in Seat for at, one in enumerate(Denomination)}


def said(found: Par | None) -> tuple[int, list[str]]:
    assert found is not None
    return found.score, [f"{one.contract} {''.join(one.declarers)} {one.tricks}" for one in found.contracts]


@pytest.mark.parametrize(
    ("ns", "ew", "vulnerable", "dealer", "expected"),
    [
        ("8 8 7 10 9", "5 5 6 3 4", "None", "N", (420, ["4S NS 10"])),
        ("8 8 7 10 10", "5 5 6 3 3", "All", "W", (630, ["3NT NS 10"])),
        ("6 5 9 9 8", "7 8 4 4 5", "None", "E", (140, ["3H NS 9", "3S NS 9"])),
        ("4 6 9 10 8", "9 7 4 3 5", "NS", "S", (300, ["5CX EW 9"])),
        ("6 6 6 6 6", "6 6 6 6 6", "All", "N", (0, [])),
        ("6 6 6 6 7", "6 6 6 6 7", "None", "S", (90, ["1NT NS 7"])),
        ("6 6 6 6 7", "6 6 6 6 7", "None", "W", (-90, ["1NT EW 7"])),
        ("0 0 0 0 0", "13 13 13 13 13", "EW", "N", (-2220, ["7NT EW 13"])),
    ],
)
def test_par_of_tables_worked_out_by_hand(
    ns: str, ew: str, vulnerable: str, dealer: str, expected: tuple[int, list[str]]
) -> None:
    score, contracts = said(par(table(ns, ew), Vulnerability(vulnerable), Seat(dealer)))
    assert (score, sorted(set(contracts))) == (expected[0], sorted(set(expected[1])))


def test_the_declarer_is_whoever_of_a_side_wins_most() -> None:
    tricks = {**table("8 8 7 10 9", "5 5 6 3 4"), (Seat.NORTH, Denomination.SPADES): 9}
    assert said(par(tricks, Vulnerability.NONE, Seat.NORTH)) == (420, ["4S S 10"])


def test_without_a_dealer_par_is_known_where_it_does_not_depend_on_him() -> None:
    assert said(par(table("8 8 7 10 9", "5 5 6 3 4"), Vulnerability.NONE, None)) == (420, ["4S NS 10"])
    assert par(table("6 6 6 6 7", "6 6 6 6 7"), Vulnerability.NONE, None) is None


@given(TABLES, VULNERABILITIES, st.sampled_from(list(Seat)))
def test_partners_deal_alike_and_only_doubled_contracts_go_down(
    tricks: Tricks, vulnerable: Vulnerability, dealer: Seat
) -> None:
    found = par(tricks, vulnerable, dealer)
    partner = list(Seat)[(list(Seat).index(dealer) + 2) % 4]
    assert found is not None
    assert found == par(tricks, vulnerable, partner)
    assert (found.score == 0) == (not found.contracts)
    for one in found.contracts:
        assert (one.contract.risk is Risk.DOUBLED) == (one.tricks < one.contract.level + 6)


@given(TABLES, VULNERABILITIES, st.sampled_from(list(Seat)))
def test_turning_the_table_by_a_quarter_turns_the_score(
    tricks: Tricks, vulnerable: Vulnerability, dealer: Seat
) -> None:
    seats = list(Seat)
    turned = {(seats[(seats.index(seat) + 1) % 4], one): number for (seat, one), number in tricks.items()}
    other = {Vulnerability.NS: Vulnerability.EW, Vulnerability.EW: Vulnerability.NS}.get(vulnerable, vulnerable)
    one, two = par(tricks, vulnerable, dealer), par(turned, other, seats[(seats.index(dealer) + 1) % 4])
    assert one is not None
    assert two is not None
    assert one.score == -two.score


def test_an_incomplete_table_has_no_par() -> None:
    with pytest.raises(KeyError):
        par({}, Vulnerability.NONE, Seat.NORTH)


@pytest.mark.slow
def test_par_is_that_of_another_engine_on_many_tables() -> None:
    pytest.importorskip("endplay", reason="endplay is not installed (extra double-dummy)")
    from endplay import _dds
    from endplay.dds import par as others_par
    from endplay.dds.ddtable import DDTable
    from endplay.types import Denom, Player, Vul

    denominations = {"S": Denom.spades, "H": Denom.hearts, "D": Denom.diamonds, "C": Denom.clubs, "NT": Denom.nt}
    players = {"N": Player.north, "E": Player.east, "S": Player.south, "W": Player.west}
    vulnerabilities = {"None": Vul.none, "NS": Vul.ns, "EW": Vul.ew, "All": Vul.both}
    names = {int(denomination): name for name, denomination in denominations.items()}
    chance = Random(20310214)
    for _ in range(1500):
        tricks = any_table(chance)
        vulnerable, dealer = chance.choice(list(Vulnerability)), chance.choice(list(Seat))
        filled = _dds.ddTableResults()
        for (seat, one), number in tricks.items():
            filled.resTable[int(denominations[one])][int(players[seat])] = number
        theirs = others_par(DDTable(filled), vulnerabilities[vulnerable], players[dealer])
        ours = par(tricks, vulnerable, dealer)
        assert ours is not None
        assert ours.score == theirs.score
        if ours.score:
            contracts = {(one.level, names[int(one.denom)], one.declarer.abbr, one.penalty.name) for one in theirs}
            assert contracts == {
                (one.contract.level, one.contract.denomination, seat, _RISKS[one.contract.risk])
                for one in ours.contracts
                for seat in one.declarers
            }


_RISKS = {Risk.UNDOUBLED: "passed", Risk.DOUBLED: "doubled"}


@given(TABLES, VULNERABILITIES)
def test_the_scores_alone_are_those_of_par_whoever_deals(tricks: Tricks, vulnerable: Vulnerability) -> None:
    found = (par(tricks, vulnerable, dealer) for dealer in (Seat.NORTH, Seat.EAST))
    assert par_scores(tricks, vulnerable) == tuple(one.score for one in found if one is not None)
