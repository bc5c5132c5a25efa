"""ScoreRubber and instant tables against the score of the game."""

import pytest

from tests.support.pbn_games import found, read_games

GAME = (
    '[Board "3"]\n[Dealer "S"]\n[Vulnerable "EW"]\n[Scoring "{scoring}"]\n[Declarer "E"]\n[Contract "{contract}"]\n'
    '[Result "{result}"]\n'
)


def rubber(
    score: str, contract: str = "3H", result: str = "10", scoring: str = "Rubber"
) -> list[tuple[str, int | None]]:
    return found(GAME.format(scoring=scoring, contract=contract, result=result) + f'[ScoreRubber "{score}"]\n')


@pytest.mark.parametrize("score", ["30/90", "EW 30/90", "NS 0/0", "EW 30/90 NS 0/0", "NS 100/0 EW 30/90", "130/90", ""])
def test_points_that_the_contract_gives_are_right_with_honours_on_top(score):
    assert rubber(score) == []


@pytest.mark.parametrize("score", ["0/90", "30/120", "EW 30/30", "NS 10/0", "EW 30/90 NS 0/30"])
def test_other_points_are_found(score):
    assert rubber(score) == [("rubber-score", 8)]


def test_a_contract_defeated_scores_for_the_other_side():
    assert rubber("0/0", result="7") == []
    assert rubber("NS 200/0", result="7") == []
    assert rubber("NS 100/0", result="7") == [("rubber-score", 8)]
    assert rubber("NS 1100/0", contract="3HX", result="5") == []


def test_without_a_result_nothing_is_said():
    assert rubber("700/20", result="?") == []


INSTANT = (
    '[InstantScoreTable "ScoreRange_EW;Percentage_EW;ScoreRange_NS;IMP_NS"]\n'
    "*,-50 0 *,-600 -9\n-50,170 45 -600,140 -2\n170,* 90 140,* 7\n"
)


def instant(tags: str, scoring: str = "Instant") -> list[tuple[str, int | None]]:
    head = GAME.format(scoring=scoring, contract="3H", result="9")
    return [one for one in found(head + tags + INSTANT) if one[0] != "table-ranges"]


@pytest.mark.parametrize(
    "tags",
    [
        '[Score "140"]\n[ScorePercentage "45"]\n',
        '[Score "EW 140"]\n[ScorePercentage "EW 45 NS 55"]\n',
        '[Score "NS -140"]\n[ScorePercentage "NS 55"]\n[ScoreIMP "NS -2"]\n',
        '[ScorePercentage "12"]\n',
    ],
)
def test_what_the_table_gives_for_the_score_is_right(tags):
    assert instant(tags) == []


def test_what_the_table_does_not_give_is_found():
    assert instant('[Score "140"]\n[ScorePercentage "90"]\n') == [("table-differs", 9)]
    assert instant('[Score "140"]\n[ScoreIMP "EW -2"]\n') == [("table-differs", 9)]


def test_a_table_that_is_only_shown_decides_nothing():
    assert instant('[Score "140"]\n[ScorePercentage "90"]\n', scoring="MP") == []


def optimum(score: str, ns: int, ew: int, cells: int = 20, tags: str = "") -> list[tuple[str, int | None]]:
    rows = [(seat, name) for seat in "NESW" for name in ("NT", "S", "H", "D", "C")][:cells]
    table = "".join(f"{seat} {name} {ns if seat in 'NS' else ew}\n" for seat, name in rows)
    head = tags or '[Dealer "N"]\n[Vulnerable "None"]\n'
    return found(f'{head}[OptimumScore "{score}"]\n[OptimumResultTable "Declarer;Denomination;Result"]\n{table}')


@pytest.mark.parametrize(
    ("score", "said"),
    [
        ("NS 400", []),
        ("EW -400", []),
        ("NS 400 EW -400", []),
        ("NS 420", [("table-differs", 3)]),
        ("EW 400", [("table-differs", 3)]),
    ],
)
def test_the_optimum_score_is_that_of_the_whole_table_of_tricks(score, said):
    assert optimum(score, 9, 4) == said


def test_where_both_sides_could_make_a_contract_the_score_of_either_is_right():
    assert optimum("NS 90", 7, 7) == optimum("NS -90", 7, 7) == []
    assert optimum("NS 120", 7, 7) == [("table-differs", 3)]


def test_an_optimum_that_cannot_be_worked_out_is_not_compared():
    assert optimum("NS 420", 9, 4, cells=19) == []
    assert optimum("NS 420", 9, 4, tags='[Dealer "N"]\n[Board "1"]\n') == []


def test_findings_about_scores_say_what_was_expected():
    def computed(text: str):
        return [(finding.message, finding.computed) for finding in read_games(text)[1] if finding.computed]

    game = GAME.format(scoring="Rubber", contract="3H", result="10")
    assert computed(game + '[ScoreRubber "30/120"]\n') == [
        ("3H by E with 10 tricks gives EW 30/90, and honours and premiums on top", "EW 30/90")
    ]
    head = GAME.format(scoring="Instant", contract="3H", result="9")
    given = computed(head + '[Score "140"]\n[ScorePercentage "90"]\n' + INSTANT)
    assert given == [("ScorePercentage: the table gives EW 45 for 140", "45")]
    given = computed(head + '[Score "NS -140"]\n[ScoreIMP "NS 5"]\n' + INSTANT)
    assert given == [("ScoreIMP: the table gives NS -2 for -140", "-2")]


def test_a_score_of_no_declarer_is_not_looked_up():
    text = '[Scoring "Instant"]\n[Score "140"]\n[ScorePercentage "90"]\n' + INSTANT
    assert [code for code, _ in found(text) if code == "table-differs"] == []
    assert instant('[ScorePercentage "90"]\n') == []
    assert instant('[Score "140"]\n') == []
    assert instant('[Score "-600"]\n[ScorePercentage "EW 0"]\n') == []


def test_an_optimum_without_a_side_or_a_vulnerability_is_not_compared():
    assert ("table-differs", 3) not in optimum("420", 9, 4)


def test_premiums_are_for_the_side_that_made_its_contract():
    assert rubber("EW 530/90") == []
    assert rubber("NS 500/0") == rubber("NS 500/0 EW 30/90") == [("rubber-score", 8)]
    assert rubber("EW 500/0", result="7") == [("rubber-score", 8)]
