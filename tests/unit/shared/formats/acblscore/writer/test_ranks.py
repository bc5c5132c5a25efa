"""Ranks and master points of a new file."""

from decimal import Decimal

from contracts.facts import AwardFact, Detail
from shared.formats.acblscore.writer.ranks import (
    Key,
    Links,
    Listed,
    Ranks,
    award_of,
    links_of,
    partial_awards,
    rank_by_score,
)
from shared.formats.losses import Losses


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


def test_a_rank_that_is_stated_by_name_alone_counts_where_stated_values_are_written():
    places = [Detail(name="STRAT_1_RANK", value="3")]
    assert [Ranks(stated=stated).of(None, "A", places)[0]["rank"] for stated in (True, False)] == [3, 0]
    assert Ranks(stated=True).of("7", "A", places)[0]["rank"] == 7


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


def listed(key: Key, *ranks: tuple[int, int], group: str = "A") -> Listed:
    return Listed(key, group, [{"rank": rank, "overall_rank": overall} for rank, overall in ranks])


def following(links: Links, name: str, strat: int = 0) -> dict[Key, tuple[int, int, int]]:
    """Who follows whom."""
    return {
        key: (row[name], row[f"{name}_section"], row[f"{name}_direction"])
        for (key, number), row in links.rankings.items()
        if number == strat and name in row
    }


def test_a_section_has_a_list_for_each_direction_by_rank() -> None:
    links = links_of(
        [
            listed((1, 1, 1), (2, 0)),
            listed((2, 1, 1), (1, 0)),
            listed((3, 1, 1), (3, 0)),
            listed((1, 1, 2), (1, 0)),
            listed((2, 1, 2), (0, 0)),
        ]
    )
    assert following(links, "next_in_section") == {(2, 1, 1): (1, 1, 1), (1, 1, 1): (3, 1, 1)}
    assert links.first[1, 1] == {"first_ranked_1": 2, "first_ranked_1_section": 1, "first_ranked_1_direction": 1}
    assert links.first[1, 2]["first_ranked_1"] == 1


def test_sections_that_are_ranked_together_have_one_list_that_the_first_of_them_names() -> None:
    links = links_of(
        [
            listed((4, 2, 1), (1, 0), group="B"),
            listed((5, 3, 1), (2, 0), group="B"),
            listed((1, 1, 1), (1, 0), group="A"),
        ]
    )
    assert following(links, "next_in_section") == {(4, 2, 1): (5, 3, 1)}
    assert links.first[2, 1]["first_ranked_1"] == 4
    assert not links.first.get((3, 1))


def test_the_list_over_all_has_awarded_ranks_of_every_section_and_direction() -> None:
    links = links_of(
        [
            listed((1, 1, 1), (1, 2)),
            listed((1, 2, 2), (1, 1), group="B"),
            listed((2, 1, 2), (2, 2)),
            listed((3, 1, 1), (2, 0)),
        ]
    )
    assert following(links, "next_overall") == {(1, 2, 2): (1, 1, 1), (1, 1, 1): (2, 1, 2)}


def test_each_stratum_has_its_own_lists() -> None:
    links = links_of([listed((1, 1, 1), (1, 0), (2, 0)), listed((2, 1, 1), (2, 0), (1, 0)), listed((3, 1, 1), (3, 0))])
    assert following(links, "next_in_section", 1) == {(2, 1, 1): (1, 1, 1)}
    assert links.first[1, 1]["first_ranked_2"] == 2


def ranks_by_score(*entries: tuple[int, int], anew: bool = False, **more: int) -> tuple[list[int], list[str]]:
    """Ranks of entries with a rank and a score."""
    losses = Losses()
    rows = [{"rankings": [{"rank": rank}], "score": Decimal(score), **more} for rank, score in entries]
    rank_by_score(rows, (), losses, anew=anew)
    return [row["rankings"][0]["rank"] for row in rows], [item.what for item in losses.items()]


def test_those_with_one_score_are_ranked_in_the_order_of_their_numbers():
    assert ranks_by_score((3, 40), (2, 40), (1, 55)) == ([2, 3, 1], [])


def test_places_that_no_score_explains_are_those_of_the_scores():
    assert ranks_by_score((1, 40), (2, 50), (4, 30)) == ([2, 1, 4], ["place"])


def test_ranks_of_both_directions_are_counted_anew_in_each():
    assert ranks_by_score((2, 50), (5, 30), (6, 20), anew=True) == ([1, 2, 3], [])


def test_a_list_may_be_in_order_of_the_final_score_and_handicaps_leave_it_alone():
    rows = [
        {"rankings": [{"rank": rank}], "score": Decimal(score), "final_score": Decimal(final)}
        for rank, score, final in ((1, 40, 90), (2, 50, 80))
    ]
    rank_by_score(rows, (), Losses())
    assert [row["rankings"][0]["rank"] for row in rows] == [1, 2]
    assert ranks_by_score((1, 40), (2, 50), handicap=3) == ([1, 2], [])


def test_who_is_not_eligible_comes_behind_and_who_has_no_total_has_no_rank():
    rows = [
        {"rankings": [{"rank": 0}], "score": Decimal(70), "not_eligible": 10},
        {"rankings": [{"rank": 1}], "score": Decimal(50)},
        {"rankings": [{"rank": 2}], "score": Decimal(40)},
    ]
    rank_by_score([*rows, {"strat": 1}], (), Losses())
    assert [row["rankings"][0]["rank"] for row in rows] == [3, 1, 2]


def test_awards_of_one_colour_are_one_award():
    common = {"kind": "master_points", "participant": "1"}
    awards = [
        AwardFact(**common, amount=Decimal(amount), colour=colour) for amount, colour in ((2, "GREEN"), (1, None))
    ]
    assert award_of(awards) == {"amount_1": 3, "colour_1": 1, "ranking_1": 0}
