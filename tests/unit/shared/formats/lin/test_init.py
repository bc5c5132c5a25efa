"""LIN by itself is recognised, and what to send instead is said."""

import pytest

from shared.formats.format import NearMiss
from shared.formats.lin import FORMAT
from shared.formats.sample import Sample


@pytest.mark.parametrize("text", ["pn|a,b,c,d|st||md|3SKH|", "\n vg|Cup,Final|", "QX|o1|", "%|x|"])
def test_a_file_that_begins_with_a_field_of_lin_is_a_near_miss(text):
    seen = FORMAT.recognise(Sample.of(text.encode()))
    assert seen == NearMiss(
        "The file looks like LIN, which is not read by itself",
        "Send the event's results as USEBIO; LIN is read inside them.",
    )


def test_other_text_is_no_lin():
    assert FORMAT.recognise(Sample.of(b"zz|1|pn|a|")) is None
