"""Ranks that follow the scores of a changed file."""

from decimal import Decimal

from shared.formats.acblscore.file.game import read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.reader.awards import OVERALL_RANK, RANK, SECTION_RANK, ranks_of
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.report import Report
from shared.formats.acblscore.writer.rewrite import Rewritten, rewrite
from tests.support.acblscore_files import Plan, pairs_game

SCORES = {1: 20, 2: 18, 3: 15, 4: 15, 5: 12, 6: 9}
AWARDED = {1: (1, 0), 2: (2, 0), 3: (3, 4), 4: (3, 4)}
"""Six pairs of North-South; the tie for the third place is awarded as a whole."""


def ranking(rank: int, section: tuple[int, int], overall: tuple[int, int] = (0, 0)) -> dict[str, int]:
    first, last = section
    return {
        "rank": rank,
        "section_rank": first,
        "section_rank_last": last,
        "overall_rank": overall[0],
        "overall_rank_last": overall[1],
    }


def game(ranks: dict[int, int] | None = None, **more: object) -> bytes:
    """A section whose North-South pairs have ranks, the first of the second stratum as well."""
    entries = {}
    for pair, score in SCORES.items():
        own = ranking((ranks or {}).get(pair, pair), AWARDED.get(pair, (0, 0)), AWARDED.get(pair, (0, 0)))
        low = ranking(pair - 3, (1, 0) if pair == 4 else (0, 0)) if pair > 3 else {}
        award = {"amount_1": Decimal("0.50"), "colour_1": 1} if pair == 1 else {}
        entries[1, pair] = {
            "score": score,
            "final_score": score,
            "strat": 2 if pair > 3 else 1,
            "rankings": [own, low, {}],
            "awards_total": award,
            **more,
        }
    return pairs_game(Plan(tables=6, rounds=6, entries=entries), num_strats=2)[0]


def with_scores(data: bytes, **scores: int) -> Rewritten:
    """The file after totals have changed: `p3=21` is pair 3 of North-South."""
    (now,) = parse(data).events
    totals = tuple(
        total.replace(total=Decimal(scores[key]))
        if total.participant.endswith("NS") and (key := f"p{total.participant[2:-2]}") in scores
        else total
        for total in now.facts.totals
    )
    return rewrite(data, {now.event: now.facts.replace(totals=totals)})


def ranks(data: bytes, strat: int = 0) -> dict[int, tuple[int, tuple[int, int], tuple[int, int]]]:
    """Rank, section rank and rank over all of each pair."""
    (section,) = read_game(GameFile(data, Report())).events[0].sections
    found = {seated.table: ranks_of(seated.entry, strat) for seated in section.seated if seated.direction == 1}
    return {
        pair: (row[RANK], row[SECTION_RANK : SECTION_RANK + 2], row[OVERALL_RANK : OVERALL_RANK + 2])
        for pair, row in found.items()
    }


def test_ranks_follow_scores_with_the_depth_that_they_had() -> None:
    done = with_scores(game(), p6=19)
    assert ranks(done.data) == {
        1: (1, (1, 0), (1, 0)),
        6: (2, (2, 0), (2, 0)),
        2: (3, (3, 0), (3, 0)),
        3: (4, (0, 0), (0, 0)),
        4: (5, (0, 0), (0, 0)),
        5: (6, (0, 0), (0, 0)),
    }


def test_those_who_come_to_share_a_place_are_awarded_together() -> None:
    done = with_scores(game(), p2=20, p5=15)
    found = ranks(done.data)
    assert (found[1], found[2]) == ((1, (1, 2), (1, 2)), (2, (1, 2), (1, 2)))
    assert [found[pair] for pair in (3, 4, 5)] == [(rank, (3, 5), (3, 5)) for rank in (3, 4, 5)]


def test_only_those_who_had_a_rank_in_a_stratum_have_one() -> None:
    done = with_scores(game(), p6=21)
    assert {pair: row[:2] for pair, row in ranks(done.data, 1).items()} == {
        1: (0, (0, 0)),
        2: (0, (0, 0)),
        3: (0, (0, 0)),
        6: (1, (1, 0)),
        4: (2, (0, 0)),
        5: (3, (0, 0)),
    }


def test_lists_lead_from_rank_to_rank_and_index_tables_name_the_best() -> None:
    done = with_scores(game(), p6=21)
    (section,) = read_game(GameFile(done.data, Report())).events[0].sections
    index = section.indexes[0]
    assert (index.integer("first_ranked_1"), index.integer("first_ranked_2")) == (6, 6)
    following = {
        seated.table: seated.entry.part("rankings").integer("next_in_section")
        for seated in section.seated
        if seated.direction == 1
    }
    assert following == {6: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 0}


def test_master_points_are_counted_for_everybody_whose_awarded_rank_is_another() -> None:
    done = with_scores(game(), p6=19)
    assert [(item.what, item.count) for item in done.losses] == [("master points", 4)]
    assert with_scores(game(), p1=21).losses == ()


def test_ranks_that_do_not_follow_from_scores_stay_and_are_counted() -> None:
    data = game({1: 2, 2: 1})
    done = with_scores(data, p6=21)
    assert [row[0] for row in ranks(done.data).values()] == [2, 1, 3, 4, 5, 6]
    assert ("rank", 6) in [(item.what, item.count) for item in done.losses]


def test_ranks_with_a_handicap_are_found_by_what_they_were() -> None:
    entries = {
        (1, pair): {"score": 20 - pair, "handicap": Decimal(2 * pair), "rankings": [ranking(7 - pair, (0, 0))]}
        for pair in SCORES
    }
    data = pairs_game(Plan(tables=6, rounds=6, entries=entries), handicap_type=-2)[0]
    found = ranks(with_scores(data, p1=30).data)
    assert {pair: row[0] for pair, row in found.items()} == {1: 1, 6: 2, 5: 3, 4: 4, 3: 5, 2: 6}
