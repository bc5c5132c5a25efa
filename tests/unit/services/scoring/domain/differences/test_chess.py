"""Points and summaries of chess against the games."""

import re
from decimal import Decimal
from fractions import Fraction

import pytest

from contracts.facts import StatedTotal
from contracts.findings import Finding
from services.scoring.domain.chess.chess_scores import ChessScores
from services.scoring.domain.differences.chess import FEWEST, MANY, one_order, place_finding, points_finding
from shared.formats.trf.writer.render import render
from tests.support.chess_tournaments import teams
from tests.support.trf_documents import facts_of, merged
from tests.support.trf_lines import player, team


def found(*lines: str) -> list[Finding]:
    return [finding for finding in ChessScores().score(facts_of(*lines))[2] if finding.code != "scoring.not-checked"]


def said(*lines: str) -> list[tuple[str, str | None, str | None]]:
    return sorted((f.code.removeprefix("scoring."), f.stated, f.computed) for f in found("012 x", "142 3", *lines))


TEAMS = (
    player(1, "3 w 1", points="1.0"),
    player(2, "4 b =", points="0.5"),
    player(3, "1 b 0"),
    player(4, "2 w =", points="0.5"),
)


def test_points_of_teams_are_compared_with_their_boards():
    right = (team(1, [1, 2], mp="2.0", gp="1.5", rank=1), team(2, [3, 4], mp="0.0", gp="0.5", rank=2))
    assert said(*right, *TEAMS) == []
    wrong = (team(1, [1, 2], mp="1.0", gp="2.5", rank=1), right[1])
    assert said(*wrong, *TEAMS) == [("total-differs", "1.0", "2"), ("total-differs", "2.5", "1.5")]


def test_points_of_players_in_teams_are_their_standard_score_with_or_without_byes():
    base = (team(1, [1]), team(2, [2]), team(3, [3]), "162  W 3.0    D 1.0    L 0.0")
    games = (player(1, "2 w 1", points="1.0"), player(2, "1 b 0"))
    assert said(*base, *games, player(3, "- U", points="1.0")) == []
    assert said(*base, *games, player(3, "- U", points="0.0")) == []
    assert said(*base, *games, player(3, "- U", points="3.0")) == [("total-differs", "3.0", "0")]
    assert said(*base, "162  P 0.5", *games, player(3, "- U", points="0.5")) == []


@pytest.mark.parametrize(("draft", "columns"), [(False, ["55-60", "62-67"]), (True, ["55-58", "60-65"])])
def test_points_of_a_team_have_their_own_columns_in_either_dialect(draft, columns):
    rows = (team(1, [1], mp="9", gp="9.5", rank=1, draft=draft), team(2, [2], mp="0", gp="0.0", rank=2, draft=draft))
    all_found = found("012 x", *rows, player(1, "2 w 1", points="1.0"), player(2, "1 b 0"))
    places = [str(f.place) for f in all_found if f.code == "scoring.total-differs"]
    assert sorted(places) == [f"line 2, column {each}, 310" for each in columns]


@pytest.mark.slow
def test_summaries_are_compared_word_by_word():
    facts = facts_of(*teams(3, 6, 3, 2))
    lines = render(merged(facts)).data.decode().split("\r\n")
    assert [line[:3] for line in lines].count("801") == 6
    assert found(*lines) == []
    at = next(n for n, line in enumerate(lines) if line.startswith("802   2"))
    start, stop = [word.span() for word in re.finditer(r"\S+", lines[at])][3]
    column, broken = start + 1, f"{lines[at][:start]}{'7':{stop - start}}{lines[at][stop:]}"
    (finding,) = [f for f in found(*lines[:at], broken, *lines[at + 1 :]) if "summary" in f.code]
    assert finding.place is not None
    assert (finding.subject, finding.place.line, finding.place.column) == ("team 2", at + 1, column)
    end = finding.place.end_column or 0
    assert broken[column - 1 : end].split() == ["7", *broken[end - 30 : end].split()[-2:]]
    assert finding.stated
    assert finding.stated.startswith("7 ")


def stated_at(place: str | None, participant: str = "1") -> StatedTotal:
    return StatedTotal(participant=participant, kind="player", place=place, total=Decimal(2))


@pytest.mark.parametrize(
    ("place", "places", "computed"), [("1", (2, 4), "2 to 4"), ("5", (2, 4), "2 to 4"), ("3", (2, 2), "2")]
)
def test_a_place_that_cannot_be_is_said_with_those_that_can(place: str, places: tuple[int, int], computed: str) -> None:
    finding = place_finding(stated_at(place), "player 1", places)
    assert (finding.stated, finding.computed) == (place, computed)
    wanted = f"player 1 is stated in place {place}, but by points and tie-breaks it is in place {computed}"
    assert finding.message == wanted


def test_points_that_are_wrong_are_said_in_the_words_of_the_event() -> None:
    finding = points_finding(stated_at("1"), "team 1", "match_points", Decimal(2), Fraction(3, 2))
    assert finding.message == "team 1 is stated with 2 match points, but the games give 1.5"
    assert (finding.stated, finding.computed) == ("2", "1.5")


GROUPS = ((1, 1), *[(2, 5)] * 4, *[(6, 7)] * 2)
FIRST = place_finding(stated_at("3", "2"), "player 2", (2, 2))


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ("1 3 2 5 4 7 6", "scoring.ties-broken-otherwise"),
        ("1 3 2 4 5 6 7", None),
        ("7 3 2 5 4 6 1", None),
        ("7 6 2 3 4 5 1", "scoring.places-of-another-order"),
        ("7 6 5 4 3 2 1", "scoring.places-of-another-order"),
    ],
    ids=["all ties turned", "one pair turned", "two of other points", "four of other points", "upside down"],
)
def test_many_places_that_differ_are_one_finding(places: str, code: str | None) -> None:
    claims = [(int(place), groups) for place, groups in zip(places.split(), GROUPS, strict=True)]
    differing = sum(place != number for number, (place, _) in enumerate(claims, 1))
    order = one_order(differing, FIRST, claims, "PTS, BH") if differing >= FEWEST else None
    assert (order.code if order is not None else None) == code


@pytest.mark.parametrize("differing", [MANY, MANY + 1])
def test_places_that_nobody_corrects_one_by_one_are_one_finding(differing: int) -> None:
    # One who has other points has gone to the front of 400, and those before him are one place down.
    order = [differing, *range(1, differing), *range(differing + 1, 401)]
    claims = [
        (place, (1 + (number - 1) // 20 * 20, (number - 1) // 20 * 20 + 20)) for number, place in enumerate(order, 1)
    ]
    whole = one_order(differing, FIRST, claims, "PTS")
    if differing == MANY:
        assert whole is None
        return
    assert whole is not None
    assert (whole.code, whole.subject, whole.severity) == ("scoring.place-differs", "the places", FIRST.severity)
    assert whole.message.startswith("51 of 400 stated places do not follow from points and tie-breaks; the first: ")


def test_the_finding_on_ties_names_the_tie_breaks_and_the_first_place() -> None:
    claims = [(int(place), groups) for place, groups in zip("1325476", GROUPS, strict=True)]
    order = one_order(6, FIRST, claims, "PTS, BH")
    assert order is not None
    assert order.message == (
        "6 of 6 places among those level on points are not those that PTS, BH give; the first: player 2 is stated in "
        "place 3, but by points and tie-breaks it is in place 2"
    )
