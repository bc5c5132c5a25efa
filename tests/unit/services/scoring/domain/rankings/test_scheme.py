from decimal import Decimal
from typing import Any

import pytest

from contracts.facts import Detail, EventFact, Facts, MatchFact, Participant, Score, StatedScore
from services.scoring.domain.rankings.scheme import Scheme, ranked_kind, scheme_of, scoring_of
from shared.bridge.matches.board_comparison import BoardMethod
from shared.bridge.matches.teams_of_eight import EightMethod
from tests.support.fragments import pair, result, stated


@pytest.mark.parametrize(
    ("kind", "participants", "expected"),
    [
        ("individual", (), "player"),
        ("pairs", (), "pair"),
        (None, (pair("1"),), "pair"),
        ("teams", (Participant(id="1", kind="team"), pair("1")), "team"),
        ("players", (Participant(id="1", kind="player"),), "player"),
        ("pairs", (Participant(id="1", kind="player"), pair("1")), "pair"),
    ],
)
def test_who_is_ranked_follows_from_the_event_and_who_takes_part(
    kind: str | None, participants: tuple[Participant, ...], expected: str
) -> None:
    assert ranked_kind(EventFact(kind=kind), participants) == expected


def test_pairs_are_match_pointed_unless_the_file_says_otherwise() -> None:
    scheme = scheme_of(Facts(events=(EventFact(kind="pairs"),), results=(result("1", "1", "2"),)))
    assert (scheme.ranked, scheme.lines, scheme.total) == ("pair", "match_points", "boards")
    assert (scheme.unit, scheme.matches) == ("match_points", None)


@pytest.mark.parametrize(
    ("scoring", "unit"), [("butler_imps", "imps"), ("cross_imps", "imps"), ("aggregate", "points")]
)
def test_pairs_by_imps_or_points_are_ranked_by_their_boards(scoring: str, unit: str) -> None:
    event = EventFact(kind="pairs", board_scoring=scoring)
    scheme = scheme_of(Facts(events=(event,), results=(result("1", "1", "2"),)))
    assert (scheme.lines, scheme.total, scheme.unit, scheme.total_unit) == (scoring, "boards", unit, unit)


@pytest.mark.parametrize("scoring", ["hybrid", "other", "bam"])
def test_a_scoring_of_lines_that_is_no_known_rule_is_shown_as_stated(scoring: str) -> None:
    event = EventFact(kind="pairs", board_scoring=scoring)
    scheme = scheme_of(Facts(events=(event,), results=(result("1", "1", "2"),)))
    assert (scheme.lines, scheme.total) == (None, "stated")


@pytest.mark.parametrize("kind", ["ladder", "players"])
def test_ladders_and_lists_of_players_are_shown_as_stated(kind: str) -> None:
    assert scheme_of(Facts(events=(EventFact(kind=kind),), results=(result("1", "1", "2"),))).total == "stated"


@pytest.mark.parametrize(
    ("board_scoring", "match_scoring", "total", "unit"),
    [
        (None, None, "matches", "vps"),
        ("match_points", "vps", "matches", "vps"),
        ("match_points", "percentage", "boards", "match_points"),
        ("cross_imps", None, "boards", "imps"),
        ("cross_imps", "vps", "matches", "vps"),
        ("butler_imps", "imps", "boards", "imps"),
    ],
)
def test_swiss_pairs_give_victory_points_by_match_points_and_imps_by_imps(
    board_scoring: str | None, match_scoring: str | None, total: str, unit: str
) -> None:
    event = EventFact(kind="swiss_pairs", board_scoring=board_scoring, match_scoring=match_scoring)
    match = MatchFact(kind="pairs", home="1", away="2")
    scheme = scheme_of(Facts(events=(event,), matches=(match,), results=(result("1", "1", "2"),)))
    assert (scheme.total, scheme.total_unit, scheme.matches) == (total, unit, "pairs")


def test_teams_are_scored_by_imps_unless_the_file_says_otherwise() -> None:
    team = Participant(id="1", kind="team")
    match = MatchFact(kind="teams", home="1", away="2")
    event = EventFact(kind="teams", match_scoring="vps")
    scheme = scheme_of(Facts(events=(event,), participants=(team,), matches=(match,)))
    assert (scheme.ranked, scheme.tables, scheme.matches) == ("team", BoardMethod.IMPS, "teams")
    assert (scheme.lines, scheme.total, scheme.total_unit, scheme.larger) == (None, "matches", "vps", False)


def test_larger_teams_are_known_by_their_size_or_by_how_tables_are_compared() -> None:
    facts = Facts(events=(EventFact(kind="teams", match_scoring="add_then_imp"),))
    assert (scheme_of(facts).larger, scheme_of(facts).eight) == (True, EightMethod.ADD_THEN_IMP)
    facts = Facts(events=(EventFact(kind="teams", match_scoring="vps", team_size=8),))
    assert (scheme_of(facts).larger, scheme_of(facts).eight) == (True, EightMethod.XIMPS)


def test_pairs_of_teams_are_compared_where_the_file_says_so_or_has_their_points() -> None:
    said = EventFact(kind="teams", pairwise_scoring="butler_imps")
    assert scheme_of(Facts(events=(said,))).lines == "butler_imps"
    line = result("1", "1", "2", stated=stated("1.5", "-1.5").replace(unit="cross_imps"))
    assert scheme_of(Facts(events=(EventFact(kind="teams"),), results=(line,))).lines == "cross_imps"


def test_knock_outs_without_rounds_and_mixed_methods_have_no_total_that_follows_from_a_rule() -> None:
    match = MatchFact(kind="teams", home="1", away="2")
    assert scheme_of(Facts(events=(EventFact(kind="knockout"),), matches=(match,))).total == "stated"
    mixed = EventFact(kind="teams", board_scoring="hybrid", match_scoring="hybrid")
    assert scheme_of(Facts(events=(mixed,), matches=(match,))).tables is None


@pytest.mark.parametrize(
    ("kind", "scoring", "unit"),
    [
        ("swiss_pairs", None, "percent"),
        ("swiss_pairs", "cross_imps", "imps"),
        ("teams", None, "imps"),
        ("teams", "aggregate", "points"),
        ("teams", "bam", "points"),
    ],
)
def test_the_boards_of_a_match_add_up_to_something_that_has_a_unit(kind: str, scoring: str | None, unit: str) -> None:
    match = MatchFact(kind="teams" if kind == "teams" else "pairs", home="1", away="2")
    event = EventFact(kind=kind, board_scoring=scoring)
    assert scheme_of(Facts(events=(event,), matches=(match,), results=(result("1", "1", "2"),))).raw_unit == unit


@pytest.mark.parametrize(
    ("board_scoring", "match", "unit"),
    [
        ("cross_imps", MatchFact(kind="pairs", home="1", away="2", home_score=Decimal(12), unit="vps"), "vps"),
        ("cross_imps", MatchFact(kind="pairs", home="1", away="2", home_score=Decimal(12)), "imps"),
        ("cross_imps", MatchFact(kind="pairs", home="1", away="2", unit="vps"), "imps"),
        ("aggregate", MatchFact(kind="pairs", home="1", away="2"), "points"),
    ],
)
def test_swiss_pairs_by_imps_give_victory_points_where_their_matches_state_them(
    board_scoring: str, match: MatchFact, unit: str
) -> None:
    event = EventFact(kind="swiss_pairs", board_scoring=board_scoring)
    scheme = scheme_of(Facts(events=(event,), matches=(match,), results=(result("1", "1", "2"),)))
    assert scheme.total_unit == unit


@pytest.mark.parametrize(
    ("board_scoring", "match_scoring", "tables"),
    [
        ("imps", "bam", BoardMethod.BAM),
        (None, "aggregate", BoardMethod.AGGREGATE),
        ("pab", "pab", BoardMethod.PAB),
        ("pab", "vps", BoardMethod.PAB),
        ("imps", "ximps", BoardMethod.IMPS),
        ("imps", None, BoardMethod.IMPS),
        ("imps", "hybrid", None),
        ("imps", "WHATEVER", None),
        ("hybrid", "vps", None),
    ],
)
def test_how_the_two_tables_of_a_match_are_compared(
    board_scoring: str | None, match_scoring: str | None, tables: BoardMethod | None
) -> None:
    event = EventFact(kind="teams", board_scoring=board_scoring, match_scoring=match_scoring)
    assert scheme_of(Facts(events=(event,))).tables is tables


def test_points_without_a_single_score_are_not_scored_again() -> None:
    event = EventFact(kind="pairs", board_scoring="cross_imps")
    unknown = {"ns_score": Score(kind="unknown"), "ew_score": Score(kind="unknown")}
    told = {**unknown, "stated": stated("6", "-6")}
    alone = result("1", "1", "2").replace(**told)
    assert scheme_of(Facts(events=(event,), results=(alone,))).total == "stated"
    assert scheme_of(Facts(events=(event,), results=(alone, result("2", "1", "2")))).total == "boards"
    to_come = alone.replace(stated=None)
    assert scheme_of(Facts(events=(event,), results=(to_come,))).total == "boards"


def knock_out(*matches: tuple[str, str | None, str | None, str], **more: Any) -> tuple[str, str | None]:
    """By what a knock-out is ranked whose matches have this round, sides, division, unit and home score of 20."""
    played = tuple(
        MatchFact(
            kind="teams",
            round=int(sides[0]) if sides[0].isdigit() else None,
            home=sides[-2],
            away=sides[-1],
            division=division,
            unit=unit,
            home_score=Decimal(score) if score else None,
            away_score=20 - Decimal(score) if score else None,
            **more,
        )
        for sides, division, unit, score in matches
    )
    scheme = scheme_of(Facts(events=(EventFact(kind="knockout"),), matches=played))
    return scheme.total, scheme.match_scoring


def test_a_knock_out_goes_by_rounds() -> None:
    assert knock_out(("1AB", None, "imps", "15")) == ("progress", None)
    first = (("1AB", "1", "vps", "15"), ("1CD", "1", "vps", "4"))
    assert knock_out(*first) == ("progress", "vps")
    assert knock_out(*first, ("2AD", "1", "vps", "4"), ("2BC", "1", "vps", "4"), ("3D", "1", None, ""))[0] == "progress"


def test_victory_points_of_one_division_whose_losers_play_on_make_the_table_of_a_league() -> None:
    first = (("1AB", "2", "vps", "15"), ("1CD", "2", "vps", "4"))
    assert knock_out(*first, ("2AC", "2", "vps", "4")) == ("matches", "vps")
    assert knock_out(("AB", "2", "vps", "15"), ("CD", "2", "vps", "4"), ("EF", "2", None, "")) == ("matches", "vps")


def test_a_side_whose_victory_points_contradict_its_imps_is_not_taken_to_have_lost() -> None:
    turned = {"home_imps": Decimal(20), "away_imps": Decimal(44)}
    assert knock_out(("1AB", "1", "vps", "16"), ("2BC", "1", "vps", "3"), **turned)[0] == "progress"


def test_leagues_of_several_divisions_and_knock_outs_without_rounds_are_shown_as_stated() -> None:
    assert knock_out(("AB", None, "vps", "15"))[0] == "stated"
    assert knock_out(("AB", "2", "vps", "15"), ("CD", "2", "imps", "4"))[0] == "stated"
    assert knock_out(("1AB", "2", "vps", "15"), ("1CD", "1", "vps", "4"), ("2AC", "1", "vps", "4"))[0] == "stated"


def test_a_game_file_says_itself_how_far_everybody_has_come() -> None:
    played = (("1", "A", "B", 9), ("2", "B", "C", 9))
    matches = tuple(
        MatchFact(
            kind="teams", round=int(n), home=a, away=b, unit="imps", home_score=Decimal(s), away_score=Decimal(-s)
        )
        for n, a, b, s in played
    )
    facts = Facts(events=(EventFact(kind="knockout"),), matches=matches)
    assert scheme_of(facts).total == "stated"
    last = Participant(id="A", kind="team", details=(Detail(name="LAST_ROUND", value="1"),))
    assert scheme_of(facts.replace(participants=(last,))).total == "progress"


@pytest.mark.parametrize(("unit", "scoring"), [("vps", "vps"), (None, "match_points")])
def test_a_pairs_event_in_matches_is_ranked_by_its_boards_and_their_victory_points_stay_what_they_are(
    unit: str | None, scoring: str
) -> None:
    match = MatchFact(kind="pairs", home="1", away="2", unit=unit, home_score=Decimal(15), away_score=Decimal(5))
    event = EventFact(kind="pairs")
    scheme = scheme_of(Facts(events=(event,), matches=(match,), results=(result("1", "1", "2"),)))
    assert (scheme.match_scoring, scheme.total, scheme.total_unit) == (scoring, "boards", "match_points")


def lines_of(scoring: str, *claims: StatedScore | None, **score: Any) -> Scheme:
    lines = tuple(result("1", str(n), str(n + 20), stated=claim, **score) for n, claim in enumerate(claims, 1))
    return scheme_of(Facts(events=(EventFact(kind="pairs", board_scoring=scoring),), results=lines))


POINTS, ONE_SIDE = StatedScore(ns=Decimal(3), ew=Decimal(1)), StatedScore(ew=Decimal(1))


def test_plain_imps_of_pairs_are_compared_where_lines_state_them() -> None:
    assert lines_of("imps", POINTS.replace(unit="imps")).lines == "imps"
    assert lines_of("imps", None, POINTS.replace(unit="imps")).lines == "imps"
    assert lines_of("imps", POINTS.replace(unit="match_points")).lines == "imps"
    assert lines_of("imps", ONE_SIDE.replace(unit="imps")).lines is None
    assert lines_of("imps", None).lines is None


def test_lines_that_have_points_and_no_score_are_shown_as_stated() -> None:
    unknown = {"score": None}
    assert lines_of("match_points", POINTS, **unknown).total == "stated"
    assert lines_of("match_points", None, POINTS, **unknown).total == "stated"
    assert lines_of("match_points", ONE_SIDE, **unknown).total == "boards"
    assert lines_of("match_points", None, **unknown).total == "boards"
    assert lines_of("match_points", POINTS).total == "boards"


@pytest.mark.parametrize(
    ("event", "named"),
    [
        ({"board_scoring": "cross_imps"}, "cross_imps"),
        ({"board_scoring": "other"}, "other"),
        ({"match_scoring": "vps"}, "vps"),
        ({}, "a method that is not stated"),
    ],
)
def test_a_scoring_is_named_in_the_words_of_the_file(event: dict[str, str], named: str) -> None:
    assert scoring_of(EventFact(**event)) == named


def test_a_scoring_that_has_a_name_in_the_file_alone_is_called_by_it() -> None:
    patton = (Detail(name="X", value="no"), Detail(name="SCORING_METHOD", value="Patton"))
    assert scoring_of(EventFact(board_scoring="other", details=patton)) == "Patton"
    assert scoring_of(EventFact(board_scoring="imps", details=patton)) == "imps"


def test_points_of_pairs_in_an_event_of_teams_are_taken_for_cross_imps() -> None:
    def pairwise(unit: str) -> str | None:
        line = result("1", "1", "2", stated=POINTS.replace(unit=unit))
        return scheme_of(Facts(events=(EventFact(kind="teams"),), results=(line,))).lines

    assert (pairwise("cross_imps"), pairwise("match_points"), pairwise("imps")) == ("cross_imps", "cross_imps", None)
