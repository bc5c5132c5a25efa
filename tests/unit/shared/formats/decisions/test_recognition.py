"""Files of decisions are seen by the name that they give themselves."""

from shared.formats.decisions.recognition import ending, recognise
from shared.formats.format import Ending, Match, NearMiss
from shared.formats.sample import Sample


def sample(data: bytes | str) -> Sample:
    return Sample.of(data if isinstance(data, bytes) else data.encode())


def of(data: bytes | str) -> Match | NearMiss | None:
    return recognise(sample(data))


def test_decisions_may_end_behind_a_brace():
    data = '{"kibitz": "decisions", "decisions": [{"decision": "void"}]}\n'
    assert ending(sample(data)) is Ending.OPEN
    assert ending(sample(data[:-3])) is Ending.OPEN
    assert ending(sample(data[:-4])) is Ending.CUT


def test_decisions_are_json_that_calls_itself_so():
    assert isinstance(of('{\n"kibitz" : "decisions"}'), Match)
    assert of('{"kibitz": "event.v1"}') is None
    assert of('["kibitz": "decisions"]') is None
