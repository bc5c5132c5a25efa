import json
import re
import zlib
from enum import IntEnum
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from contracts import feed as module
from contracts.feed import (
    CLIENT_MESSAGES,
    SERVER_MESSAGES,
    ClientMessage,
    CloseCode,
    ErrorCode,
    Reason,
    ServerMessage,
    Subscribe,
    analysis_channel,
    board_channel,
    boards_channel,
    checksum,
    is_channel,
    matches_channel,
    seats_channel,
    standings_channel,
)
from tests.support.contract_golden import compare_schemas

DOCUMENT = (Path(__file__).parents[4] / "docs" / "feed.md").read_text()
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)]
CLIENT_TYPES = {kind.model_fields["type"].default for kind in get_args(get_args(ClientMessage)[0])}
SERVER_TYPES = {kind.model_fields["type"].default for kind in get_args(get_args(ServerMessage)[0])}


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["type"] for example in EXAMPLES])
def test_every_example_of_the_specification_is_a_message_and_says_nothing_else(example: dict[str, object]) -> None:
    adapter = CLIENT_MESSAGES if example["type"] in CLIENT_TYPES else SERVER_MESSAGES
    message = adapter.validate_json(json.dumps(example))  # type: ignore[attr-defined]
    written = json.loads(message.model_dump_json(exclude_unset=True))
    assert written.keys() == example.keys()


def test_the_specification_has_an_example_of_every_message() -> None:
    assert {example["type"] for example in EXAMPLES} == CLIENT_TYPES | SERVER_TYPES


@pytest.mark.parametrize(("codes", "heading"), [(CloseCode, "## Codes"), (ErrorCode, "In `error`, where")])
def test_the_specification_lists_every_code_with_its_meaning(codes: type[IntEnum], heading: str) -> None:
    table = DOCUMENT.partition(heading)[2].partition("|---|---|---|\n")[2].partition("\n\n")[0]
    documented = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in table.splitlines()]
    assert documented == [(str(int(code)), code.name, code.meaning) for code in codes]  # type: ignore[attr-defined]


def test_an_error_has_the_number_of_the_close_code_of_the_same_name() -> None:
    for code in ErrorCode:
        if code.name in CloseCode.__members__:
            assert code == CloseCode[code.name]


def test_the_checksum_of_the_specification_is_right() -> None:
    canonical, expected = re.search(r"canonical (.*)\nchecksum  (.*)", DOCUMENT).groups()  # type: ignore[union-attr]
    assert f"{zlib.crc32(canonical.encode()):08x}" == expected
    assert checksum([("b", [2, "50"]), ("a", [1, "61.5"])]) == expected


def test_the_specification_names_the_reasons_from_weak_to_strong() -> None:
    sentence = DOCUMENT.partition("`reason` is ")[2].partition("Of several")[0]
    assert re.findall(r"`(\w+)`", sentence) == [reason.value for reason in Reason]


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.text(), st.lists(st.integers() | st.text() | st.none())), unique_by=lambda row: row[0]),
    st.randoms(),
)
def test_a_checksum_does_not_depend_on_the_order_of_rows(rows: list[tuple[str, list[object]]], rng: object) -> None:
    shuffled = list(rows)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert checksum(rows) == checksum(shuffled)  # type: ignore[arg-type]


def test_a_checksum_sees_every_difference() -> None:
    tables = [
        [("a", [1])],
        [("a", ["1"])],
        [("b", [1])],
        [("a", [1, None])],
        [("a", [None])],
        [("a", [1]), ("b", [])],
        [],
    ]
    assert len({checksum(table) for table in tables}) == len(tables)  # type: ignore[arg-type]


def test_built_names_are_channels() -> None:
    for name in (
        "events",
        standings_channel("a-1"),
        board_channel("a", "2-7"),
        seats_channel("x"),
        matches_channel("x"),
        analysis_channel("x", "2-7"),
        boards_channel("x"),
    ):
        assert is_channel(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Events",
        "evt.*.standings",
        "evt..standings",
        "evt.a.board.",
        "evt.a.standings.x",
        "evt.-a.seats",
        "evt.a",
        "events\n",
    ],
)
def test_what_is_outside_the_grammar_is_no_channel(name: str) -> None:
    assert not is_channel(name)


def test_numbers_and_texts_name_the_same_pair() -> None:
    one = {"type": "subscribe", "id": 1, "channel": "events", "filter": {"pairs": [12, "NS|7"]}}
    message = CLIENT_MESSAGES.validate_python(one)
    assert isinstance(message, Subscribe)
    assert message.filter is not None
    assert message.filter.pairs == ("12", "NS|7")


@pytest.mark.parametrize(
    "field",
    [{"id": -1}, {"id": 2**53}, {"maxRate": 0}, {"resume": {"epoch": "", "seq": 1}}, {"filter": {"pairs": ["x" * 65]}}],
)
def test_a_request_out_of_bounds_is_refused(field: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        CLIENT_MESSAGES.validate_python({"type": "subscribe", "id": 1, "channel": "events", **field})


def test_a_name_of_a_channel_has_at_most_256_characters() -> None:
    assert is_channel(standings_channel("a" * (256 - len(standings_channel("")))))
    assert not is_channel(standings_channel("a" * (257 - len(standings_channel("")))))


def test_a_code_is_its_number_and_says_what_it_means() -> None:
    assert (CloseCode.NO_PONG, CloseCode(4010)) == (4010, CloseCode.NO_PONG)
    assert CloseCode.NO_PONG.meaning == "the client did not answer a ping in time"


@pytest.mark.parametrize("value", [0, 1, 2**53 - 1])
def test_request_ids_and_sequence_numbers_are_whole_numbers_of_javascript(value: int) -> None:
    message = json.dumps(
        {"type": "subscribe", "id": value, "channel": "events", "resume": {"epoch": "E", "seq": value}}
    )
    read = CLIENT_MESSAGES.validate_json(message)
    assert isinstance(read, Subscribe)
    assert (read.id, read.resume and read.resume.seq) == (value, value)


@pytest.mark.parametrize("value", [-1, 2**53])
@pytest.mark.parametrize("field", ["id", "seq"])
def test_other_numbers_are_no_request_ids_and_no_sequence_numbers(field: str, value: int) -> None:
    numbers = {"id": 1, "seq": 1, field: value}
    message = {
        "type": "subscribe",
        "id": numbers["id"],
        "channel": "events",
        "resume": {"epoch": "E", "seq": numbers["seq"]},
    }
    with pytest.raises(ValidationError):
        CLIENT_MESSAGES.validate_json(json.dumps(message))


def test_the_fields_of_every_class_are_those_of_the_golden_file() -> None:
    compare_schemas(module)
