"""The format is recognised and says that it is not read yet."""

import pytest

from shared.errors import UnsupportedFeature
from shared.formats.acblscore import parse


def test_every_file_is_refused_with_a_code():
    with pytest.raises(UnsupportedFeature) as error:
        parse(b"anything")
    assert error.value.code.code == "parser.unsupported"
    assert error.value.findings[0].advice
