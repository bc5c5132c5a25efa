"""801 and 802."""

from shared.formats.trf.writer.informative import Informative
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player, team

LINES = (
    "012 x", "142 4", "352 WB", team(1, [1, 2, 3], name="Elms", mp="5.0", gp="5.0", rank=1),
    team(2, [4, 5, 6], name="Oaks"),
    team(3, [7, 8, 9]), team(4, [10, 11, 12]), "300   1   1   2    3    1", "330 -+   2   3   1", "240 H   3    1",
    "320  1.0  2.0           2",
    player(1, "5 b 0", "- +", "- H", "7 w ="), player(2, "", "- +", "- H", "8 b +"), player(3, "4 w 1", "- -", "- H"),
    player(4, "3 b 0", "", "- U"), player(5, "1 w 1", "", "- U"), player(6, "", "", "- U"),
    player(7, "10 w 1", "", "10 w 1", "1 b ="),
    player(8, "11 b 1", "", "11 b 1", "2 w -"), player(9), player(10, "7 b 0", "", "7 b 0"),
    player(11, "8 w 0", "", "8 w 0"),
    player(12),
)  # fmt: skip


def written() -> list[str]:
    facts = facts_of(*LINES)
    totals = {t.participant: (t.total, t.game_points, t.place or "") for t in facts.totals if t.kind == "team"}
    return Informative(facts, {"1": 1, "2": 2, "3": 3, "4": 4}, totals).lines()


def test_801_says_opponent_colour_results_and_places_in_the_roster():
    assert written()[0] == "801 1 ELM      5    5.0  2 w 10 31  3 b ++ 12      HH     3 w =+ 12"
    assert written()[1].split()[:3] == ["801", "2", "ELM"]


def test_802_says_opponent_or_bye_colour_game_points_and_forfeit():
    lines = written()
    assert lines[4] == "802   1 ELM      5.0    5.0    2 w  1.0     3 b  2.0f  HPB    1.0     3 w  1.5"
    assert "PAB    2.0" in lines[5]


def test_a_roster_of_more_than_35_has_no_801():
    facts = facts_of("012 x", team(1, range(1, 40)), *(player(n) for n in range(1, 40)))
    assert [line[:3] for line in Informative(facts, {"1": 1}, {}).lines()] == ["802"]
