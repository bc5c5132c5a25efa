"""Travellers as ScoreTable."""

from decimal import Decimal

from contracts.facts import DealFact, Detail, Participant, Person, ResultFact, Score, Sides, StatedScore
from shared.formats.merged_values import Values
from shared.formats.pbn import FORMAT
from shared.formats.pbn.writer.sheet import Sheet
from shared.formats.pbn.writer.travellers import Names, optimum, write_optimum, write_traveller
from tests.support.merged import merged
from tests.unit.shared.formats.pbn.writer.test_sheet import lines


def points(value: int) -> Score:
    return Score(kind="points", points=value)


def result(ns: str, ew: str, score: Score, other: Score | None = None, **more: object) -> ResultFact:
    return ResultFact(board="7", sides=Sides(ns=ns, ew=ew), ns_score=score, ew_score=other or score, **more)


def written(*results: ResultFact, names: tuple[Participant, ...] = ()) -> tuple[list[str], set[str]]:
    sheet = Sheet()
    write_traveller(results, Values(merged(results=results), False, sheet.losses), Names(names), sheet)
    return lines(sheet), {item.what for item in sheet.losses.items()}


def test_columns_hold_what_is_known_and_no_others():
    stated = StatedScore(ns=Decimal("7.5"), ew=Decimal("2.5"), unit="match_points")
    found, lost = written(
        result("10", "2", points(-50), contract="4sx", declarer="N", tricks=9, stated=stated),
        result("2", "11", points(110), contract="bah", table="4", multiplicity=3),
    )
    assert found == [
        '[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\3L;Declarer\\1L;Result\\1R;Score_NS\\3R;MP_NS\\3R;'
        'MP_EW\\3R;Multiplicity\\1R;Table\\1R"]',
        " 2 11 bah ? ? 110   ?   ? 3 4",
        "10  2 4SX N 9 -50 7.5 2.5 1 ?",
    ]
    assert lost == set()


def test_split_and_artificial_scores_have_columns_of_their_own():
    percent = Score(kind="artificial", percent=Decimal(60))
    found, _ = written(
        result("1", "2", points(100), points(-50)),
        result("3", "4", percent, Score(kind="average", percent=Decimal("40.00"))),
    )
    assert found[0].startswith('[ScoreTable "PairId_NS\\1R;PairId_EW\\1R;Score_NS\\3R;Score_EW\\2R;Percentage_NS')
    assert found[1:] == ["1 2 100 50   ?   ?", "3 4   ?  ? ^60 ^40"]


def test_players_stand_in_quotes_with_a_semicolon_between_them():
    pair = Participant(id="1", kind="pair", players=(Person(name="Ann; A"), Person(name="Bob")))
    found, _ = written(result("1", "2", points(0)), names=(pair,))
    assert found[1] == '1 2 "Ann, A;Bob" 0'
    names = Names((pair, Participant(id="1", kind="team", name="Reds")))
    assert (names.players("1"), names.team("1"), names.team("9")) == ("Ann, A;Bob", "Reds", "9")
    assert (names.of_kind("team", "1"), names.of_kind("pair", "1"), names.of_kind("pair", "x")) == (
        "Reds",
        "Ann, A;Bob",
        None,
    )


def test_what_a_traveller_cannot_say_is_lost():
    late = result("1", "2", Score(kind="late"), foul_group=2, details=(Detail(name="NOTES", value="x"),))
    lost = {loss.what for loss in FORMAT.render(merged(results=(late,)), "stated").losses}
    kinds = {f"kind of {line} score" for line in ("North-South", "East-West")}
    assert lost == {"foul group of results", "detail NOTES of results", *kinds}
    assert written() == ([], set())


def test_an_individual_s_pair_is_two_numbers():
    sides = Sides(north="1", south="2", east="3", west="4")
    found, _ = written(ResultFact(board="7", sides=sides, ns_score=points(50), ew_score=points(50)))
    assert found[1] == "1/2 3/4 50"


def test_the_analysis_of_a_deal_is_a_table_and_a_score():
    deal = DealFact(
        board="7", double_dummy=(Detail(name="N NT", value="9"), Detail(name="OptimumScore", value="NS 400"))
    )
    sheet = Sheet()
    write_optimum(deal, sheet)
    write_optimum(None, sheet)
    assert lines(sheet) == ['[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]', "N NT  9"]
    assert (optimum(deal), optimum(None)) == ("NS 400", None)


def test_the_rank_of_a_row_follows_from_the_others_and_is_no_loss():
    _, lost = written(result("1", "2", points(50), details=(Detail(name="Rank", value="1"),)))
    assert lost == set()


def test_every_kind_of_score_that_a_traveller_cannot_say_is_lost():
    for kind in ("weighted", "late", "not_played", "not_in_play"):
        event = merged(results=(result("1", "2", points(50), Score(kind=kind)),))
        assert [loss.what for loss in FORMAT.render(event, "stated").losses] == ["kind of East-West score"]


def test_a_column_is_no_wider_than_sixty_characters():
    found, _ = written(result("1", "2", points(50), lead="x" * 70))
    assert "Lead\\60L" in found[0]
    found, _ = written(result("1", "2", points(50), lead="x y"))
    assert "Lead\\5L" in found[0]


def test_rows_come_by_section_and_by_the_numbers_of_the_pairs():
    rows = [result("10", "1", points(10), section="B"), result("2", "11", points(20), section="A")]
    rows += [result("2", "9", points(30), section="A"), result("2", "9", points(40), section="A", part=1)]
    found, _ = written(*rows)
    assert [line.split()[-1] for line in found[1:]] == ["30", "40", "20", "10"]


def test_points_stand_in_the_columns_of_their_unit():
    for unit, column in (("match_points", "MP"), ("imps", "IMP"), ("cross_imps", "IMP"), ("butler_imps", "IMP")):
        stated = StatedScore(ns=Decimal(3), ew=Decimal(-3), unit=unit, ns_percent=Decimal(60))
        found, _ = written(result("1", "2", points(50), stated=stated))
        assert [name.partition("\\")[0] for name in found[0].split('"')[1].split(";")][3:] == [
            f"{column}_NS",
            f"{column}_EW",
            "Percentage_NS",
        ]


def test_an_analysis_has_rows_for_declarers_and_denominations_alone():
    details = [("N NT", "9"), ("N", "9"), ("North NT", "9"), ("E S", "x"), ("W C", "0")]
    deal = DealFact(board="7", double_dummy=tuple(Detail(name=name, value=value) for name, value in details))
    sheet = Sheet()
    write_optimum(deal, sheet)
    assert lines(sheet)[1:] == ["N NT  9", "W  C  0"]
    empty = Sheet()
    write_optimum(deal.replace(double_dummy=()), empty)
    assert lines(empty) == []
