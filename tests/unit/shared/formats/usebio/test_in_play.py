"""The in-play instruction."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.formats.usebio import in_play as module
from shared.formats.usebio.in_play import InPlay, UnreadableInstruction, ranges, read_in_play, write_in_play
from tests.support.usebio_documents import bound


def test_an_instruction_says_when_and_what() -> None:
    found = read_in_play('calculated-at="2031-05-04T20:15:00+01:00" rounds="1-3,5" boards=\'1-2\' whole="false"')
    assert found.calculated_at == datetime(2031, 5, 4, 20, 15, tzinfo=timezone(timedelta(hours=1)))
    assert (found.rounds, found.boards, found.whole) == ((1, 2, 3, 5), ("1", "2"), False)
    assert found.scope().model_dump(exclude_none=True) == {"whole": False, "rounds": (1, 2, 3, 5), "boards": ("1", "2")}


def test_sessions_and_sections_are_names() -> None:
    found = read_in_play('sessions="SAT, SUN" sections="A"')
    assert (found.sessions, found.sections, found.whole) == (("SAT", "SUN"), ("A",), True)


def test_an_empty_instruction_covers_everything() -> None:
    assert read_in_play("") == InPlay()


@pytest.mark.parametrize(
    "text",
    [
        "rounds=1",
        'rounds="a"',
        'rounds="4-1"',
        'rounds="1-"',
        'rounds="0-99999999"',
        'rounds="1-90000"',
        'calculated-at="yesterday"',
        'calculated-at="2031-05-04T20:15:00"',
        'whole="maybe"',
        'colour="blue"',
        'whole="true" nonsense',
        'boards="1-9999,1-9999"',
        "x" * 70_000,
    ],
)
def test_what_cannot_be_read_is_said_in_words(text: str) -> None:
    with pytest.raises(UnreadableInstruction, match=r"\w+ \w+"):
        read_in_play(text)


@given(
    st.builds(
        InPlay,
        calculated_at=st.one_of(st.none(), st.datetimes(timezones=st.just(UTC))),
        sessions=st.one_of(st.none(), st.lists(st.sampled_from(["SAT", "SUN 2"]), unique=True).map(tuple)),
        sections=st.one_of(st.none(), st.just(("A", "B"))),
        rounds=st.one_of(st.none(), st.sets(st.integers(0, 60)).map(lambda rounds: tuple(sorted(rounds)))),
        boards=st.one_of(
            st.none(), st.sets(st.integers(0, 99)).map(lambda boards: tuple(str(board) for board in sorted(boards)))
        ),
        next_round=st.one_of(st.none(), st.integers(1, 60)),
        whole=st.booleans(),
    )
)
def test_what_is_written_is_read_again(in_play: InPlay) -> None:
    assert read_in_play(write_in_play(in_play)) == in_play


def test_a_name_cannot_end_the_instruction() -> None:
    text = write_in_play(InPlay(sessions=('a"?>b',)))
    assert "?>" not in text
    assert read_in_play(text).sessions == ("a  b",)


def test_boards_that_are_no_numbers_are_left_out() -> None:
    assert write_in_play(InPlay(boards=("1", "A2"))) == 'whole="true"'


def test_runs_of_numbers_are_written_as_runs() -> None:
    assert ranges([7, 1, 2, 3, 3, 9, 10]) == "1-3,7,9-10"


def test_the_round_of_carried_seats_is_one_number() -> None:
    assert read_in_play('next-round="5"') == InPlay(next_round=5)
    assert read_in_play(write_in_play(InPlay(next_round=5))) == InPlay(next_round=5)
    with pytest.raises(UnreadableInstruction, match="one number"):
        read_in_play('next-round="5-6"')


def test_the_bounds_are_those_that_the_documentation_gives() -> None:
    assert bound("numbers in a list of the in-play instruction") == module.MOST_NUMBERS
    assert bound("characters of the in-play instruction") == module.MOST_CHARACTERS


def test_a_list_and_an_instruction_may_be_as_long_as_the_bounds_say() -> None:
    assert len(read_in_play('rounds="1-10000"').rounds or ()) == 10_000
    assert len(read_in_play('rounds="1-5000,1-5001"').rounds or ()) == 10_001
    with pytest.raises(UnreadableInstruction, match="'1-5002' is not a list of numbers"):
        read_in_play('rounds="1-5000,1-5002"')
    assert read_in_play('sections="A' + " " * 65_524 + '"').sections == ("A",)
    with pytest.raises(UnreadableInstruction, match="the instruction is too long"):
        read_in_play('sections="A' + " " * 65_525 + '"')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('rounds="1234567"', "'1234567' is not a number"),
        ('next-round="1,2"', "next-round must be one number"),
        ('next-round=""', "next-round must be one number"),
        ('whole="yes"', "whole must be true or false"),
        ('calculated-at="2031-05-04T20:15:00"', "calculated-at has no offset"),
        ('zebra="1" ape="2"', "the instruction has no attribute ape"),
    ],
)
def test_a_message_says_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(UnreadableInstruction, match=message):
        read_in_play(text)


def test_an_instruction_is_written_as_it_is_read() -> None:
    in_play = InPlay(
        calculated_at=datetime(2031, 5, 4, 20, 15, tzinfo=UTC),
        sessions=('A "b", c?>',),
        rounds=(1, 2, 3, 7),
        boards=("2", "1"),
        next_round=4,
        whole=False,
    )
    assert write_in_play(in_play) == (
        'calculated-at="2031-05-04T20:15:00+00:00" sessions="A  b   c " rounds="1-3,7" boards="1-2" next-round="4" '
        'whole="false"'
    )
    assert write_in_play(InPlay(boards=("1", "x"))) == 'whole="true"'
