"""Matches of teams that are changed, added or taken out of a file."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.facts import Facts, MatchFact
from shared.formats.acblscore.file.game import read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.report import Report
from shared.formats.acblscore.writer.rewrite import Rewritten, rewrite
from tests.support.acblscore_files import MOMENT, everything

LATER = MOMENT.replace(hour=23)
WHOLE, _ = everything()
TEAMS = parse(WHOLE).events[2]


def brought(*matches: MatchFact, data: bytes = WHOLE) -> tuple[Facts, Rewritten]:
    done = rewrite(data, {TEAMS.event: parse(data).events[2].facts.replace(matches=matches)}, LATER)
    assert [f for f in parse(done.data).findings if f.severity.value != "info"] == []
    return parse(done.data).events[2].facts, done


def with_result(match: MatchFact, imps: int, vps: int) -> MatchFact:
    result = {
        "home_score": Decimal(vps),
        "away_score": Decimal(20 - vps),
        "home_imps": Decimal(imps),
        "away_imps": Decimal(-imps),
        "home_game_points": Decimal(1),
        "away_game_points": Decimal(0),
        "boards": 7,
    }
    return match.replace(**result)


def posted(data: bytes) -> tuple[int, int, int]:
    """Rounds posted, status, and teams that are in for the current round."""
    section = read_game(GameFile(data, Report())).events[2].sections[0]
    return (
        section.summary.integer("num_rounds_posted"),
        section.summary.integer("status"),
        section.matches.index.integer("num_posted"),
    )


def test_the_last_result_of_a_round_posts_it() -> None:
    drawn = [match for match in TEAMS.facts.matches if match.round == 2]
    played = [match for match in TEAMS.facts.matches if match.round == 1]
    _, half = brought(*played, with_result(drawn[0], 9, 12), drawn[1])
    assert posted(half.data) == (1, 1, 2)
    facts, whole = brought(*played, *(with_result(match, 9, 12) for match in drawn))
    assert posted(whole.data) == (2, 3, 4)
    assert facts.event.results == "to_date"  # the first of two sessions
    assert parse(whole.data).events[2].stated_at == (LATER, "modified")


@pytest.mark.slow
def test_a_round_more_gives_every_team_a_longer_table_and_frees_the_old_one() -> None:
    round_3 = [
        TEAMS.facts.matches[0].replace(round=3, home=home, away=away, table=f"T{table}")
        for table, (home, away) in enumerate((("41", "44"), ("42", "43")), 1)
    ]
    wanted = [with_result(match, 20, 20) for match in round_3]
    facts, done = brought(*TEAMS.facts.matches, *wanted)
    found = [(m.home, m.away, m.home_imps, m.away_score) for m in facts.matches if m.round == 3]
    assert found == [("41", "44", 20, 0), ("42", "43", 20, 0)]
    assert len(facts.matches) == 6
    tables = read_game(GameFile(done.data, Report()))
    assert len(tables.free) == 2 + 4
    assert done.losses == ()
    _, same = brought(*facts.matches, data=done.data)
    assert same.data == done.data


def test_a_match_that_is_taken_out_leaves_an_empty_round() -> None:
    kept = [match for match in TEAMS.facts.matches if match.round == 1]
    facts, done = brought(*kept)
    assert facts.matches == tuple(kept)
    assert len(done.data) == len(WHOLE)


def test_a_match_that_the_file_cannot_hold_is_left() -> None:
    strange = TEAMS.facts.matches[0]
    facts, done = brought(
        *TEAMS.facts.matches,
        strange.replace(home="99", round=2),
        strange.replace(away="98", round=2),
        strange.replace(round=21),
    )
    assert facts == TEAMS.facts
    assert done.data == WHOLE


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-60, 60), st.integers(0, 20)), max_size=6))
def test_whatever_result_is_written_is_read_again(changes) -> None:
    wanted = list(TEAMS.facts.matches)
    for index, imps, vps in changes:
        wanted[index] = with_result(wanted[index], imps, vps)
    facts, done = brought(*wanted)
    assert [(m.key, m.home_score, m.home_imps, m.away_imps) for m in facts.matches] == [
        (m.key, m.home_score, m.home_imps, m.away_imps) for m in wanted
    ]
    assert brought(*facts.matches, data=done.data)[1].data == done.data


def test_a_match_of_a_round_that_is_not_numbered_is_left() -> None:
    facts, done = brought(*TEAMS.facts.matches, TEAMS.facts.matches[0].replace(round=0))
    assert (facts, done.data) == (TEAMS.facts, WHOLE)


def test_a_match_against_nobody_has_one_row() -> None:
    alone = with_result(TEAMS.facts.matches[0], 5, 11).replace(round=3, away=None, away_score=None, away_imps=None)
    facts, done = brought(*TEAMS.facts.matches, alone)
    (match,) = [match for match in facts.matches if match.round == 3]
    assert (match.home, match.away, match.home_score) == (alone.home, None, 11)
    assert done.losses == ()


def test_an_opponent_of_another_number_is_another_match() -> None:
    first = TEAMS.facts.matches[0]
    facts, _ = brought(*(match.replace(boards=9) if match is first else match for match in TEAMS.facts.matches))
    assert next(match for match in facts.matches if match.key == first.key).boards == 9
    assert [match for match in facts.matches if match.key != first.key] == list(TEAMS.facts.matches[1:])
