from pathlib import Path

import pytest

from contracts.base import Contract, Excerpt, is_excerpt
from contracts.messages import BoardScored, StandingsPublished
from services.broadcast.domain.excerpts import FeedBoardScored, FeedStandingsPublished
from shared.bus.errors import Unreadable
from shared.bus.wire import decode, encode

EXAMPLES = Path("contracts/examples")


@pytest.mark.parametrize(
    ("part", "whole"), [(FeedStandingsPublished, StandingsPublished), (FeedBoardScored, BoardScored)]
)
def test_the_feed_reads_parts_of_messages_of_the_bus(part: type[Excerpt], whole: type[Contract]) -> None:
    assert is_excerpt(part, whole)
    example = whole.model_validate_json((EXAMPLES / f"{whole.__name__}.json").read_bytes())
    assert decode(part, encode(example))
    with pytest.raises(Unreadable, match="position"):
        decode(part, encode(example).replace(b'"position"', b'"place"'))
