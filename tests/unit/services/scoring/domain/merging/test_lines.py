"""What lines report and what they are called; everybody is made up."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.base import Place
from contracts.facts import AdjustmentFact, EventFact, Fact, GameFact, MatchFact, Score, Sides, StatedTotal
from services.scoring.domain.merging.lines import (
    in_order,
    renumbered,
    report_of,
    score_text,
    side_kind,
    subject_of,
    words_of,
)
from tests.support.fragments import result, stated


def match(home: str, away: str | None, **more: Any) -> MatchFact:
    return MatchFact(kind="teams", home=home, away=away, **more)


def fine(**more: Any) -> AdjustmentFact:
    return AdjustmentFact(kind="late_penalty", participant="3", amount=Decimal("-10"), **more)


SIDES = {"home_score": Decimal(12), "away_score": Decimal(8), "home_imps": Decimal(24), "away_imps": Decimal(6)}


@pytest.mark.parametrize(
    ("fact", "subject", "words"),
    [
        (result("7", "3", "12", 420), "board 7, 3 against 12", "420"),
        (
            result("7", "3", "12", -50, contract="4S", declarer="N", tricks=9),
            "board 7, 3 against 12",
            "4S by N, 9 tricks, -50",
        ),
        (result("7", "3", "12", 0, contract="PASS"), "board 7, 3 against 12", "PASS, 0"),
        (result("7", "3", "12", 0, declarer="N"), "board 7, 3 against 12", "0"),
        (
            result("7", "", "", 110).replace(sides=Sides(north="1", south="2", east="3", west="4")),
            "board 7, 1 against 3",
            "110",
        ),
        (GameFact(round=2, player="5", opponent="9", result="1"), "round 2, 5 against 9", "1"),
        (GameFact(round=2, player="5", result="H"), "round 2, 5", "H"),
        (GameFact(round=2, player="5", opponent="9"), "round 2, 5 against 9", "no result"),
        (match("3", "7", round=2, **SIDES), "round 2, match of 3 and 7", "12 : 8"),
        (match("3", "7", home_imps=Decimal(24)), "match of 3 and 7", "24 : –"),
        (match("3", None), "bye of 3", "no result"),
        (fine(), "late penalty of pair 3", "-10"),
        (fine(unit="percent", participant_kind="team"), "late penalty of team 3", "-10 percent"),
        (StatedTotal(participant="3", kind="pair"), "total of 3", None),
        (EventFact(), "total of ", None),
    ],
)
def test_a_line_has_a_subject_and_words(fact: Fact, subject: str, words: str | None) -> None:
    assert (subject_of(fact), words_of(fact)) == (subject, words)


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(kind="points", points=-50), "-50"),
        (Score(kind="artificial", percent=Decimal(60)), "60%"),
        (Score(kind="not_played"), "not played"),
    ],
)
def test_a_score_in_words(score: Score, text: str) -> None:
    assert score_text(score) == text


def test_what_a_program_works_out_and_where_a_line_stands_is_not_reported() -> None:
    line = result("7", "3", "12", 420)
    assert report_of(line) == report_of(line.replace(stated=stated("1", "0"), at=Place(line=7)))
    assert report_of(line) != report_of(result("7", "3", "12", 450))


@pytest.mark.parametrize(
    ("fact", "kind"),
    [
        (result("7", "3", "12", None), None),
        (result("7", "3", "12", 0), "result"),
        (GameFact(round=2, player="5", opponent="9", result=" "), "pairing"),
        (GameFact(round=2, player="5", opponent="9", result="="), "game"),
        (GameFact(round=2, player="5", result="Z"), "game"),
        (GameFact(round=2, player="5"), None),
        (match("3", "7"), "pairing"),
        (match("3", "7", forfeit="home"), "match"),
        (match("3", "7", away_imps=Decimal(0)), "match"),
        (fine(), "adjustment"),
        (EventFact(), None),
        (None, None),
    ],
)
def test_a_line_without_an_outcome_reports_who_meets_or_nothing(fact: Fact | None, kind: str | None) -> None:
    report = report_of(fact)
    assert (report.kind if report is not None else None) == kind
    assert report is None or bool(report.outcome) is (kind != "pairing")


def test_games_are_reported_under_other_numbers() -> None:
    game = GameFact(round=2, player="5", opponent="9", result="1")
    report = report_of(game, {("player", "9"): "2"})
    assert report is not None
    assert (report.meeting, report.outcome) == ("2", ("1",))
    assert report_of(GameFact(round=2, player="5", opponent="9"), {("player", "9"): None}) is None


def test_a_match_is_seen_from_the_side_that_comes_first_under_other_numbers() -> None:
    made = match("3", "7", forfeit="home", **SIDES)
    turned = match(
        "7",
        "3",
        forfeit="away",
        home_score=Decimal(8),
        away_score=Decimal(12),
        home_imps=Decimal(6),
        away_imps=Decimal(24),
    )
    assert in_order(turned) == made
    assert in_order(made) is made
    assert in_order(made, {("team", "3"): "9"}) == turned
    assert in_order(made, {("pair", "3"): "9"}) is made
    assert in_order(match("7", "3", forfeit="both")).forfeit == "both"
    assert in_order(match("7", "3")).forfeit is None
    bye = match("7", None, home_score=Decimal(12))
    assert in_order(bye) is bye
    assert words_of(made, {("team", "3"): "9"}) == "8 : 12"


def test_pairs_play_matches_of_pairs_and_teams_all_others() -> None:
    assert [side_kind(kind) for kind in ("pairs", "teams", "chess_teams")] == ["pair", "team", "team"]


@pytest.mark.parametrize(
    ("kind", "fact", "number", "other"),
    [
        ("results", result("7", "3", "12"), ("pair", "3"), result("7", "9", "12")),
        ("results", result("7", "3", "12"), ("pair", "12"), result("7", "3", "9")),
        ("results", result("7", "3", "12"), ("player", "3"), result("7", "3", "12")),
        ("games", GameFact(round=3, player="3", opponent="5"), ("player", "3"), GameFact(round=3, player="9")),
        ("matches", match("3", "7", round=2), ("team", "3"), match("7", "9", round=2)),
        ("matches", match("3", "7", round=2), ("pair", "3"), match("3", "7", round=2)),
        ("matches", match("3", None), ("team", "3"), match("9", None)),
        (
            "matches",
            MatchFact(kind="pairs", home="3", away="7"),
            ("pair", "7"),
            MatchFact(kind="pairs", home="3", away="9"),
        ),
        ("adjustments", fine(), ("pair", "3"), fine().replace(participant="9")),
        ("adjustments", fine(), ("team", "3"), fine()),
        ("adjustments", fine(participant_kind="team"), ("pair", "3"), fine(participant_kind="team")),
    ],
)
def test_the_key_of_a_line_under_another_number_is_that_of_the_line_with_it(
    kind: str, fact: Fact, number: tuple[str, str], other: Fact
) -> None:
    assert renumbered(kind, fact.key, {number: "9"}) == other.key
    assert renumbered(kind, fact.key, {}) == fact.key


@pytest.mark.parametrize("seat", ["ns", "ew", "north", "south", "east", "west", "ns_team", "ew_team"])
def test_every_side_of_a_result_has_its_own_kind_of_number(seat: str) -> None:
    def key(number: str) -> Any:
        return result("7", "", "").replace(sides=Sides.checked({seat: number})).key

    own = "team" if "team" in seat else "pair" if len(seat) == 2 else "player"
    assert renumbered("results", key("4"), {(own, "4"): "9"}) == key("9")
    for kind in {"team", "pair", "player"} - {own}:
        assert renumbered("results", key("4"), {(kind, "4"): "9"}) == key("4")


def test_the_line_of_somebody_who_has_no_number_has_no_key() -> None:
    for kind, line in (("results", result("7", "3", "12")), ("matches", match("3", "7"))):
        assert renumbered(kind, line.key, {("pair", "12"): None, ("team", "7"): None}) is None
