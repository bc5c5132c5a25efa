"""Ranks and master points of a new file."""

from decimal import Decimal

from contracts.facts import AwardFact, Detail
from shared.formats.acblscore.writer.ranks import Ranks, award_of, partial_awards


def test_those_who_share_a_place_get_a_rank_each():
    ranks = Ranks()
    assert [ranks.of(place, "A", ())[0]["rank"] for place in ("1", "2=", "2=", "4", "2/3", None, "first")] == [
        1,
        2,
        3,
        4,
        4,
        0,
        0,
    ]
    assert ranks.of("2", "B", ())[0]["rank"] == 2


def test_stated_places_come_back_by_name():
    places = [
        Detail(name="STRAT_2_SECTION", value="3/4"),
        Detail(name="STRAT_2_RANK", value="3"),
        Detail(name="STRAT_1_OVERALL", value="5"),
        Detail(name="STRAT_3_QUALIFIED", value="1"),
        Detail(name="STRAT_9_RANK", value="1"),
    ]
    assert Ranks().of("7", "A", places) == [
        {"overall_rank": 5, "rank": 7},
        {"section_rank": 3, "section_rank_last": 4, "rank": 3},
        {"qualified": 1},
    ]


def test_master_points_have_their_colour_and_ranking():
    common = {"kind": "master_points", "participant": "1"}
    awards = [
        AwardFact(**common, amount=Decimal("1.5"), colour="GOLD", text="overall stratum 2"),
        AwardFact(**common, amount=Decimal("0.3"), colour="LOCAL", text="anything"),
        AwardFact(**{**common, "kind": "prize"}, text="a bottle"),
    ]
    assert award_of(awards) == {
        "amount_1": Decimal("1.5"),
        "colour_1": 4,
        "ranking_1": 12,
        "amount_2": Decimal("0.3"),
        "colour_2": 1,
        "ranking_2": 0,
    }


def test_the_best_colour_of_master_points_comes_first():
    awards = [
        AwardFact(kind="master_points", participant="1", amount=Decimal(amount), colour=colour)
        for amount, colour in (("0.4", "BLACK"), ("0.5", "RED"), ("0.6", "GOLD"))
    ]
    assert [award_of(awards)[f"colour_{number}"] for number in (1, 2, 3)] == [4, 3, 1]


def test_master_points_of_one_session_come_back_from_their_detail():
    session = "0.13 GOLD (overall stratum 2), 1.12 RED (section stratum 1, overall stratum 3)"
    details = [
        Detail(name="AWARDS_SESSION", value=session),
        Detail(name="AWARDS_BEFORE", value="7.50"),
        Detail(name="OTHER", value="1.00 RED"),
    ]
    assert partial_awards(details) == {
        "awards_session": {
            "amount_1": Decimal("0.13"),
            "colour_1": 4,
            "ranking_1": 12,
            "amount_2": Decimal("1.12"),
            "colour_2": 3,
            "ranking_2": 1,
        },
        "awards_before": {"amount_1": Decimal("7.50"), "colour_1": 1, "ranking_1": 0},
    }
