"""Bytes to facts."""

from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from shared.errors import FormatError, InputRejected
from shared.formats.pbn.reader.parse import parse
from shared.formats.usebio.reader.parse import parse as parse_usebio
from tests.support.parts import parts_of
from tests.support.pbn_faults import legal
from tests.support.pbn_games import made_up
from tests.support.real_files import real_files


@pytest.mark.parametrize("data", [b"", b"\n\n", b"% PBN 2.1\n", b"{ a comment }", b"just prose", b"\x00" * 999])
def test_a_file_without_a_game_is_refused(data):
    with pytest.raises(FormatError) as refused:
        parse(data)
    assert refused.value.code.code == "pbn.no-game"


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data):
    with suppress(InputRejected):
        assert parse(data).events


@given(st.integers(0, 2_000), st.integers(0, 2_000))
def test_a_file_cut_anywhere_is_read_as_far_as_it_goes(seed, cut):
    data = (made_up(seed).text() + "\n" + made_up(seed + 1).text()).encode()
    if cut > len('[Event "x"]'):
        assert parse(data[:cut]).events


def test_the_same_bytes_give_the_same_facts():
    data = "\n".join(made_up(seed).text() for seed in range(5)).encode()
    assert parse(data) == parse(data)


def test_hands_find_the_results_of_their_event_in_another_format():
    xml = (
        b'<USEBIO Version="1.2"><CLUB><CLUB_NAME>The Hall</CLUB_NAME></CLUB><EVENT EVENT_TYPE="MP_PAIRS">'
        b"<EVENT_DESCRIPTION>Monday Pairs</EVENT_DESCRIPTION><DATE>04/05/2031</DATE></EVENT></USEBIO>"
    )
    hands = b'[Event "Monday Pairs"]\n[Site "The Hall"]\n[Date "2031.05.04"]\n[Board "1"]\n[Deal "N:AK... - - -"]\n'
    assert parse(hands).events[0].event == parse_usebio(xml).events[0].event


adapter_of = cache(TypeAdapter)


def is_as_validated(data: bytes) -> None:
    for event in parse(data).events:
        for value in parts_of(event.facts):
            adapter = adapter_of(type(value))
            again = adapter.validate_json(adapter.dump_json(value))
            assert (again, type(again)) == (value, type(value))


@given(st.integers(0, 5_000), st.integers(0, 5_000))
def test_values_made_without_validation_are_what_validation_makes(seed, other):
    is_as_validated(("\n".join(legal(seed).lines()) + "\n\n" + made_up(other).text()).encode())


@pytest.mark.slow
@pytest.mark.parametrize("path", real_files("pbn", "*.pbn"), ids=lambda path: path.stem)
def test_values_of_real_files_are_what_validation_makes(path):
    is_as_validated(path.read_bytes())


def test_long_texts_are_cut_to_what_a_value_holds():
    long = "x" * 5_000
    games = [
        f'[Event "{long}"]\n[Board "{long}"]\n[North "{long}"]\n[Table "{long}"]\n[Contract "{long}"]\n',
        f'[Event "a"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Lead;Table"]\n{long} 2 {long} {long} {long}\n',
    ]
    for game in games:
        is_as_validated(game.encode())


def game(event: str, board: int, *more: str) -> str:
    return "\n".join([f'[Event "{event}"]', '[Site "Harbour"]', f'[Board "{board}"]', *more]) + "\n\n"


def test_each_event_of_a_file_has_the_findings_of_its_own_games() -> None:
    games = [
        game("Flight A", 1),
        game("Flight B", 1, '[Dealer "Q"]'),
        game("Flight A", 2, '[Vulnerable "Some"]'),
        game("Flight C", 1),
        game("Flight B", 2, '[Declarer "Q"]'),
    ]
    parsed = parse("".join(games).encode())
    found = {event.facts.event.name: [finding.place.line for finding in event.findings] for event in parsed.events}
    assert found == {"Flight A": [13], "Flight B": [8, 22], "Flight C": []}
    assert [finding.place.line for finding in parsed.findings] == [8, 13, 22]


def test_what_has_no_line_is_said_of_the_file_alone() -> None:
    broken = "".join(game("Flight A", number, '[Dealer "Q"]') for number in range(1, 250))
    parsed = parse((broken + game("Flight B", 1)).encode())
    assert [len(event.findings) for event in parsed.events] == [200, 0]
    assert [finding.code for finding in parsed.findings if finding.place is None] == ["pbn.more-like-it"]


def test_findings_about_the_file_are_about_no_board() -> None:
    text = '[Board "7"]\n[Dealer "Q"]\n[Odd "x"]\n\n[Board "8"]\n[Dealer "N"]\n'
    subjects = {finding.code: finding.subject for finding in parse(text.encode()).findings}
    assert subjects == {"pbn.no-identity": None, "pbn.unknown-tag": None, "pbn.bad-value": "board 7"}
