"""Lists from rank to rank of a new file."""

from shared.formats.acblscore.writer.rank_links import Key, Links, Listed, links_of


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
