"""Whole files: what is written says the same, and written again it is the same bytes."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.facts import EventFact, Facts, GameFact, Participant
from shared.errors import UnsupportedFeature
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.parse import parse
from shared.formats.trf.writer.render import _standard_scores, render
from tests.support.chess_tournaments import individual, teams
from tests.support.trf_documents import facts_of, merged, plain
from tests.support.trf_golden import compare_written
from tests.support.trf_lines import abnormal, accelerated, player

FINAL = Dialect.TRF26
HEADER = (
    "152 W",
    "202 BH/C1,SB",
    "182 Pairer 2",
    "222 5400+30",
    "260   1   2    1    2",
    "XYZ private",
    "### a comment",
)


def again(facts: Facts, dialect: Dialect = FINAL) -> tuple[Facts, bytes, bytes]:
    first = render(merged(facts), dialect=dialect, values="stated").data
    read = parse(first).events[0].facts
    return read, first, render(merged(read), dialect=dialect, values="stated").data


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(8, 40), st.integers(1, 7), st.booleans())
def test_an_individual_tournament_comes_back(seed, size, rounds, is_robin):
    extra = (*HEADER, accelerated("", "1.0", 1, 2, 1, 4), abnormal("", "", "0.5", 1, 3))
    facts = facts_of(*individual(seed, size, rounds, robin=is_robin and rounds >= size - 1, unplayed=0.4, header=extra))
    read, first, second = again(facts)
    assert plain(read) == plain(facts)
    assert first == second


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 10_000), st.integers(100, 300))
def test_a_large_tournament_comes_back(seed, size):
    facts = facts_of(*individual(seed, size, 7, unplayed=0.3, header=HEADER))
    read, first, second = again(facts)
    assert plain(read) == plain(facts)
    assert first == second


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(4, 12), st.integers(1, 6), st.integers(1, 5))
def test_a_team_tournament_comes_back(seed, size, rounds, boards):
    extra = (
        *HEADER[:-2],
        accelerated("2.0", "1.0", 1, 2, 1, 4),
        abnormal("", "-2.0", "0.5", 1, 3),
        abnormal("F", "1.0", "", 0),
    )
    facts = facts_of(*teams(seed, size, rounds, boards, unplayed=0.4, header=extra, holes=0.3))
    read, first, second = again(facts)
    assert plain(read) == plain(facts)
    assert first == second


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(8, 30), st.integers(1, 6))
def test_a_tournament_comes_back_from_trf16(seed, size, rounds):
    lines = individual(seed, size, rounds, unplayed=0.4)
    lines[3] = f"XXR {rounds}"
    facts = facts_of(
        *lines, "XXC white1", "XXS WW=3 BW=3 WD=1 BD=1 ZPB=0.5", "XXA    1  1.0  1.0"[: 13 + 5 * min(rounds, 2) - 5]
    )
    read, first, second = again(facts, Dialect.TRF16_XX)
    assert plain(read) == plain(facts)
    assert first == second


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(4, 10), st.integers(1, 5))
def test_the_draft_says_the_same_of_teams_and_is_known_as_the_draft(seed, size, rounds):
    facts = facts_of(*teams(seed, size, rounds, 3, unplayed=0.4, header=("202 BH",), holes=0.3))
    read, first, second = again(facts, Dialect.DRAFT_2024)
    assert read.event.format_version == "TRF-2024-draft"
    one, other = plain(facts), plain(read)
    for name in ("participants", "matches", "games", "totals", "seats"):
        assert one[name] == other[name]
    assert first == second


def test_computed_points_and_places_replace_the_stated_ones():
    facts = facts_of(
        "012 x", "142 1", player(1, "2 w 1", points="9.0", rank=2), player(2, "1 b 0", points="9.0", rank=1)
    )
    read = parse(render(merged(facts)).data).events[0].facts
    assert [(total.participant, total.total, total.place) for total in read.totals] == [("1", 1, "1"), ("2", 0, "2")]
    stated = parse(render(merged(facts), values="stated").data).events[0].facts
    assert [(total.total, total.place) for total in stated.totals] == [(9, "2"), (9, "1")]


def test_an_event_that_came_another_way_is_numbered_by_seed():
    facts = Facts(
        events=(EventFact(name="Open", discipline="chess", kind="individual", rounds=1),),
        participants=(
            Participant(id="bo", kind="player", name="Birch, Bo", seed=2),
            Participant(id="ann", kind="player", name="Alder, Ann", seed=1),
        ),
        games=(
            GameFact(round=1, player="ann", opponent="bo", colour="w", result="1"),
            GameFact(round=1, player="bo", opponent="ann", colour="b", result="0"),
        ),
    )
    rendered = render(merged(facts))
    read = parse(rendered.data).events[0].facts
    assert [(p.id, p.name) for p in read.participants] == [("1", "Alder, Ann"), ("2", "Birch, Bo")]
    assert [(g.player, g.opponent, g.result) for g in read.games] == [("1", "2", "1"), ("2", "1", "0")]
    assert (rendered.name, rendered.media_type, rendered.losses) == (
        "made-up-open.trf",
        "text/plain; charset=utf-8",
        (),
    )


def test_records_that_did_not_count_are_written_only_where_they_will_not_count():
    twice = facts_of("012 x", "142 2", "142 3", "012 y", player(1), player(2))
    assert render(merged(twice)).data.endswith(b"142 3\r\n012 y\r\n")
    old = render(merged(twice), dialect=Dialect.TRF16_XX)
    assert [(item.what, item.count) for item in old.losses] == [("records that did not count", 2)]
    unread = render(merged(facts_of("012 x", "142 two", "142 3", player(1), player(2))))
    assert b"142" not in unread.data
    assert [item.what for item in unread.losses] == ["records that did not count"]


def test_an_event_of_bridge_is_refused():
    with pytest.raises(UnsupportedFeature) as error:
        render(merged(Facts(events=(EventFact(name="Pairs"),))))
    assert error.value.code.code == "trf.not-chess"


def test_banned_pairs_lose_their_rounds_in_trf16_and_get_all_rounds_in_the_final():
    facts = facts_of("012 x", "142 5", "260   1   2    1    2", player(1), player(2))
    old = render(merged(facts), dialect=Dialect.TRF16_XX)
    assert b"XXP 1 2\r\n" in old.data
    assert [item.what for item in old.losses] == ["rounds of banned pairs"]
    assert (
        b"260   1   5    1    2\r\n" in render(merged(facts_of("012 x", "XXR 5", "XXP 1 2", player(1), player(2)))).data
    )


def test_what_is_written_of_changed_lines_is_what_the_golden_file_says():
    compare_written("render", lambda line: line[0] in "23XB#")


@pytest.mark.parametrize(("stated", "points"), [(None, "2.5"), ("2.5", "2.5"), ("1", "1"), ("2", "2.5")])
def test_players_have_the_byes_of_their_team_unless_the_source_states_their_points_without(stated, points):
    games = tuple(GameFact(round=n, player="1", result=result) for n, result in enumerate("1UH0", 1))
    facts = Facts(participants=(Participant(id="1", kind="player"),), games=games)
    claim = None if stated is None else Decimal(stated)
    assert _standard_scores(facts, {"1": claim}) == {"1": Decimal(points)}
