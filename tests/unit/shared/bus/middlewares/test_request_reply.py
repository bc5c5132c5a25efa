"""Whose turn a question is; questions over a server are in tests/integration/bus/middlewares/test_request_reply.py."""

import asyncio

import pytest
from faststream.nats import NatsResponse

from shared.bus.middlewares import request_reply
from shared.bus.middlewares.request_reply import ERROR_CODE, LONGEST, PATIENCE, WAITING, Turns, _patience

ANSWER = NatsResponse(b"42")


def code(response: NatsResponse | None) -> str:
    """How a question was refused; "" for one that was answered."""
    assert response is not None
    return response.headers.get(ERROR_CODE, "")


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("5", 5.0), ("0.25", 0.25), ("0", 0.0), ("-1", 0.0), ("nan", 0.0), ("inf", LONGEST), ("120.5", LONGEST)],
)
def test_a_patience_is_kept_within_its_bounds(value: str, seconds: float):
    assert _patience({PATIENCE: value}) == seconds


@pytest.mark.parametrize("headers", [{}, {PATIENCE: ""}, {PATIENCE: "soon"}])
def test_whoever_names_no_patience_has_the_longest(headers: dict[str, str]):
    assert _patience(headers) == LONGEST == 120.0


def test_an_answer_is_unpacked_up_to_half_a_gibibyte():
    assert request_reply.UNPACKED_LIMIT == 2**29
    assert request_reply.PACK_FROM == 16_384


async def test_one_question_is_answered_at_a_time_a_few_wait_and_further_ones_are_refused():
    turns, begun, go_on = Turns(), [], asyncio.Event()

    async def answer() -> NatsResponse:
        begun.append(len(begun))
        await go_on.wait()
        return ANSWER

    asking = [asyncio.ensure_future(turns.take({}, answer)) for _ in range(WAITING + 1)]
    await asyncio.sleep(0.01)
    assert begun == [0]
    assert code(await turns.take({}, answer)) == "429"
    go_on.set()
    assert await asyncio.gather(*asking) == [ANSWER] * (WAITING + 1)
    assert await turns.take({}, answer) is ANSWER


async def test_a_question_whose_patience_runs_out_while_it_waits_is_left_and_one_that_is_answered_is_not():
    turns, go_on = Turns(), asyncio.Event()

    async def answer() -> NatsResponse:
        await go_on.wait()
        return ANSWER

    first = asyncio.ensure_future(turns.take({PATIENCE: "0.01"}, answer))
    await asyncio.sleep(0)
    assert await turns.take({PATIENCE: "0.01"}, answer) is None
    await asyncio.sleep(0.05)
    go_on.set()
    assert await first is ANSWER


async def test_whoever_waits_or_is_answered_or_comes_at_a_stop_is_refused():
    turns = Turns()
    asking = [asyncio.ensure_future(turns.take({}, asyncio.Event().wait)) for _ in range(3)]  # type: ignore[arg-type]
    await asyncio.sleep(0.01)
    turns.stop()
    turns.stop()
    assert [code(response) for response in await asyncio.gather(*asking)] == ["503"] * 3
    assert code(await turns.take({}, asyncio.Event().wait)) == "503"  # type: ignore[arg-type]
