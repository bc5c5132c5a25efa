"""Line-ups, byes and opponents of chess teams."""

import pytest

from contracts.facts import Detail, MatchFact
from services.validation.domain.case import Case
from services.validation.domain.chess import matches
from tests.support.chess_tournaments import individual
from tests.support.fragments import fragment
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player, team

HEADER = ("012 Elm League", "042 2026/05/01", "142 3", "192 FIDE_TEAM_TYPEA_MP_GP", "352 WB")
TEAMS = tuple(team(number, (2 * number - 1, 2 * number), f"Team {number}") for number in (1, 2, 3))


def said(*rows: str, records: tuple[str, ...] = (), header: tuple[str, ...] = HEADER) -> list[tuple[str, str]]:
    players = (player(number, *map(str.strip, row.split(","))) for number, row in enumerate(rows, 1))
    facts = facts_of(*header, *players, *TEAMS[: len(rows) // 2], *records)
    case = Case(fragment("f", **{name: getattr(facts, name) for name in facts.FIELDS}))
    return [(f.code, f.message) for rule in matches.RULES for f in rule(case) if f.place is not None]


@pytest.mark.parametrize(
    ("rows", "records", "message"),
    [
        (
            ("3 w 1", "4 b 0", "1 b 0", "2 w 1"),
            ("300   1   1   2    1    1",),
            "player 1 in round 1 sits at two boards",
        ),
        (
            ("- U, 3 w 1, - U", "- U, 4 b 1, - U", "5 w 1, 1 b 0, 5 b 1", "6 b 1, 2 w 0, 6 w 1", "3 b 0", "4 w 0"),
            ("320  1.0  1.0   1       1",),
            "team 1 has the bye in round 3, but had as many points without playing in round 1",
        ),
        (
            ("- +, - U", "- +, - U", "- -, 5 w 1", "- -, 6 b 1", "- U, 3 b 0", "- U, 4 w 0"),
            ("330 +-   1   1   2", "320  1.0  1.0   3   1"),
            "team 1 has the bye in round 2, but had as many points without playing in round 1",
        ),
        (("3 w 1, 3 b 1", "4 b 0, 4 w 1", "1 b 0, 1 w 0", "2 w 1, 2 b 0"), (), "teams 2 and 1 met in rounds 1 and 2"),
    ],
)
def test_what_cannot_be_is_found(rows, records, message):
    assert message in [text for _, text in said(*rows, records=records)]


def test_a_forfeit_may_be_paired_again_and_a_round_robin_may_be_double():
    rows = ("- +, 3 b 1", "- +, 4 w 1", "- -, 1 w 0", "- -, 2 b 0")
    assert said(*rows, records=("330 +-   1   1   2",)) == []
    played = ("3 w 1, 3 b 1", "4 b 0, 4 w 1", "1 b 0, 1 w 0", "2 w 1, 2 b 0")
    assert said(*played, header=(*HEADER[:3], "192 BERGER_TEAM_RR")) == []


def test_players_of_no_team_are_not_looked_at():
    facts = facts_of(*individual(1, 8, 3))
    case = Case(fragment("f", **{name: getattr(facts, name) for name in facts.FIELDS}))
    assert [f for rule in matches.RULES for f in rule(case)] == []


def test_after_a_half_point_bye_or_an_absence_a_team_may_be_left_over():
    def byes(first: str | None, second: str) -> list[str]:
        rounds = [
            MatchFact(
                kind="chess_teams",
                round=number,
                home="1",
                details=(Detail(name="bye", value=letter),) if letter else (),
            )
            for number, letter in enumerate((first, second), 1)
        ]
        return [f.message for f in matches.left_over_once(Case(fragment("f", matches=tuple(rounds))))]

    assert byes("H", "U") == byes("Z", "U") == byes(None, "U") == byes("U", "F") == []
    text = "team 1 has the bye in round 2, but had as many points without playing in round 1"
    assert byes("U", "U") == byes("F", "U") == [text]


def test_a_system_of_players_is_not_one_of_teams():
    played = ("3 w 1, - Z", "4 b 0, - Z", "1 b 0, - Z", "2 w 1, - Z")
    (finding,) = said(*played, header=(*HEADER[:3], "192 FIDE_DUTCH_2025"))
    assert finding[1] == "the system FIDE_DUTCH_2025 is one of players, but the file has results of teams"
    for right in ("FIDE_TEAM_BAKU", "BERGER_TEAM_RR", "CUSTOM"):
        assert said(*played, header=(*HEADER[:3], f"192 {right}")) == []
