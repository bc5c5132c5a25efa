from typing import Any

from services.broadcast.domain.channel import TableState
from services.broadcast.domain.message_tables import STANDINGS_COLUMNS
from services.broadcast.domain.pages.rankings import (
    Ranking,
    ScoreForm,
    chosen_list,
    everybody,
    lead,
    number_before,
    ranking_lists,
    rankings,
)

RANKINGS = [{"id": "all", "title": "Overall", "kind": "pair", "unit": "match_points"}]


def standings(*rows: dict[str, Any], kind: str = "pair", **meta: Any) -> TableState:
    """A table of one ranking."""
    cells = [{"ranking": "all", "number": str(n), "name": f"Pair {n}", **row} for n, row in enumerate(rows, 1)]
    table = {f"all|p{n}": tuple(map(row.get, STANDINGS_COLUMNS)) for n, row in enumerate(cells, 1)}
    return TableState(STANDINGS_COLUMNS, table, {"rankings": [{**RANKINGS[0], "kind": kind}], **meta})


def test_a_ranking_is_ordered_by_rank_then_number_and_those_without_come_last() -> None:
    table = standings(
        {"rank": 2, "number": "10"}, {"number": "1"}, {"rank": 2, "number": "9"}, {"rank": 1, "number": "12"}
    )
    (ranking,) = rankings(table)
    assert [row["number"] for row in ranking.rows] == ["12", "9", "10", "1"]


def test_scores_are_percentages_where_there_are_any_and_totals_stand_beside() -> None:
    (ranking,) = rankings(standings({"percentage": "55.555", "total": "12.0"}))
    row = ranking.rows[0]
    assert (ranking.form.text(row), ranking.form.played(row), ranking.form.words(row)) == (
        "55.56",
        "12",
        "55.56\u00a0%",
    )


def test_what_decides_is_the_final_score_where_a_handicap_counts() -> None:
    (ranking,) = rankings(standings({"percentage": "50", "final": "53.5", "handicap": "3.5"}))
    row = ranking.rows[0]
    assert (ranking.form.text(row), ranking.form.played(row)) == ("53.50", "50.00")
    assert row["beside"] == "50.00\u00a0% played · handicap +3.5"
    assert "with-parts" in ranking.look


def test_pairs_are_known_by_section_and_number_and_a_direction_stands_beside_where_there_are_several() -> None:
    (ranking,) = rankings(
        standings({"section": "A", "direction": "NS"}, {"section": "B", "direction": "EW", "number": "EW2"})
    )
    assert [row["label"] for row in ranking.rows] == ["A1", "BEW2"]
    assert [row["beside"] for row in ranking.rows] == ["North-South", ""]
    assert "letters-4" in ranking.look


def test_a_number_that_the_name_says_already_is_left_out() -> None:
    assert (number_before("Ada Stone#7", "Stone, Ada"), number_before("", "Elms")) == ("", "")
    assert (number_before("7", "Ada Stone"), number_before("7", "")) == ("7", "7")


def test_a_name_of_three_lines_is_long() -> None:
    (ranking,) = rankings(standings({"name": "Ada Stone & Beatrix Quill of the Harbour"}, {}))
    assert "with-long-names" not in ranking.look
    (ranking,) = rankings(standings({"name": "Ada Stone & Beatrix Quill of the Harbour Masters"}, {}))
    assert "with-long-names" in ranking.look


def lines(*ids: str, **info: Any) -> list[Any]:
    """Rankings of one row each."""
    return [
        Ranking(ident, info.get(ident, ident), "pair", [{"participant": ident}], FORM, (), *of)
        for ident in ids
        for of in [("", "", ident[-2:] if ident[-2:] in ("NS", "EW") else "")]
    ]


FORM = ScoreForm("match_points", percentages=True, finals=False, decimals=2)


def test_both_lines_stand_together_before_each_alone_and_have_an_address() -> None:
    ranked = lines("NS", "EW", "all", NS="North-South")
    lists = ranking_lists(ranked, together=True)
    assert [(each.id, each.title, len(each.rankings)) for each in lists] == [
        ("lines", "", 2),
        ("NS", "North-South", 1),
        ("EW", "EW", 1),
        ("all", "all", 1),
    ]
    assert [chosen_list(lists, item) for item in ("", "EW", "lines", "none")] == [
        lists[0],
        lists[2],
        lists[0],
        lists[0],
    ]
    apart = ranking_lists(ranked, together=False)
    assert [each.id for each in apart] == ["NS", "EW", "all"]
    assert chosen_list(apart, "lines") == apart[0]
    assert chosen_list([], "NS") is None


def test_lists_are_grouped_by_session_stratum_and_section() -> None:
    ranked = [
        *lines("overall"),
        lines("section-A-NS")[0]._replace(section="A"),
        lines("x")[0]._replace(session="2"),
        lines("stratum-B-NS")[0]._replace(title="Stratum B, Section A North-South"),
    ]
    groups = [each.group for each in ranking_lists(ranked, together=False)]
    assert groups == [("field", ""), ("section", ""), ("session", "2"), ("stratum", "Stratum B")]


def test_tie_breaks_have_columns_in_their_order() -> None:
    (ranking,) = rankings(standings({"tie_breaks": ["BH 12", "SB 7.5"], "rating": "2210.0", "title": "WFM"}))
    assert ranking.tie_breaks == ["BH", "SB"]
    assert ranking.rows[0]["beside"] == "WFM 2210"


def test_a_sentence_says_who_leads_or_has_won() -> None:
    table = standings(
        {"rank": 1, "percentage": "67.18", "name": "Rosa Baker & Uri Hunter"}, {"rank": 2, "percentage": "60"}
    )
    assert lead(rankings(table)[0], over=False) == "Rosa Baker & Uri Hunter lead, 67.18\u00a0%"
    assert lead(rankings(table)[0], over=True) == "Rosa Baker & Uri Hunter won, 67.18\u00a0%"
    player = standings({"rank": 1, "total": "6.5", "name": "Stone, Ada"}, kind="player")
    assert lead(rankings(player)[0], over=False) == "Stone, Ada leads, 6.5 matchpoints"
    tied = standings({"rank": 1, "total": "6", "name": "Elms"}, {"rank": 1, "total": "6", "name": "Oaks"})
    assert lead(rankings(tied)[0], over=False) == "Elms and 1 other share the lead, 6 matchpoints"
    assert lead(rankings(standings({}))[0], over=False) == ""


def test_everybody_who_is_named_is_named_alone():
    assert everybody(standings({"name": "Rosa Baker & Uri Hunter"}, {"name": "Ann Lee"})) == {
        "Rosa Baker",
        "Uri Hunter",
        "Ann Lee",
    }
