"""The strata of an event."""

import pytest

from contracts.facts import Stratum
from shared.errors import FormatError
from shared.formats.usebio.reader.event import MOST_STRATA
from shared.formats.usebio.reader.parse import parse
from tests.support.usebio_documents import bound, codes, document, fixture, read_one

FACTS = read_one(fixture("pairs-two-sessions-1.4.xml")).facts


def test_strata_have_limits_and_numbers_of_pairs() -> None:
    assert FACTS.event.stratification == "AVERAGE"
    assert FACTS.event.strata == (
        Stratum(number=1, label="Open", upper_limit=None, pairs_ns=2, pairs_ew=1),
        Stratum(number=2, label="Below 300", upper_limit=300, pairs=3),
    )


def test_a_limit_of_a_stratum_may_be_in_words_and_is_no_missing_limit() -> None:
    strats = "<STRAT><STRAT_NUMBER>1</STRAT_NUMBER><UPPER_LIMIT>0</UPPER_LIMIT></STRAT>"
    strats += "<STRAT><STRAT_NUMBER>2</STRAT_NUMBER><UPPER_LIMIT>juniors</UPPER_LIMIT></STRAT>"
    inside = (
        f"<STRATIFICATION><STRATIFICATION_TYPE>HIGHEST</STRATIFICATION_TYPE><STRATS>{strats}</STRATS></STRATIFICATION>"
    )
    parsed = parse(document(inside))
    assert parsed.events[0].facts.event.strata == (Stratum(number=1), Stratum(number=2, limit_in_words="juniors"))
    assert codes(parsed) == []


def test_numbers_of_pairs_that_say_nothing_are_kept_and_reported() -> None:
    pairs = '<NUMBER_OF_PAIRS DIRECTION="NS">4</NUMBER_OF_PAIRS><NUMBER_OF_PAIRS DIRECTION="NS">5</NUMBER_OF_PAIRS>'
    pairs += '<NUMBER_OF_PAIRS DIRECTION="up">6</NUMBER_OF_PAIRS><NUMBER_OF_PAIRS>few</NUMBER_OF_PAIRS>'
    strat = f"<STRAT><STRAT_NUMBER>1</STRAT_NUMBER><UPPER_LIMIT>0</UPPER_LIMIT>{pairs}</STRAT>"
    parsed = parse(document(f"<STRATIFICATION><STRATS>{strat}</STRATS></STRATIFICATION>"))
    facts = parsed.events[0].facts
    assert facts.event.strata == (Stratum(number=1, pairs_ns=4),)
    assert [one.value for one in facts.extensions] == [
        '<NUMBER_OF_PAIRS DIRECTION="NS">5</NUMBER_OF_PAIRS>',
        '<NUMBER_OF_PAIRS DIRECTION="up">6</NUMBER_OF_PAIRS>',
        "<NUMBER_OF_PAIRS>few</NUMBER_OF_PAIRS>",
    ]
    assert sorted(codes(parsed)) == ["usebio.bad-number", "usebio.bad-value", "usebio.bad-value"]


def test_more_strata_than_any_event_has_are_refused() -> None:
    strats = "".join(f"<STRAT><STRAT_NUMBER>{number}</STRAT_NUMBER></STRAT>" for number in range(MOST_STRATA + 1))
    with pytest.raises(FormatError) as refused:
        parse(document(f"<STRATIFICATION>{strats}</STRATIFICATION>"))
    assert refused.value.code.code == "usebio.too-large"


def test_the_bound_is_the_one_that_the_documentation_gives() -> None:
    assert bound("strata of an event") == MOST_STRATA
