"""Game files of ACBLscore: recognised, and not read yet."""

from contracts.codes.intake import UNSUPPORTED
from shared.errors import UnsupportedFeature
from shared.formats.parsed import Parsed


def parse(data: bytes) -> Parsed:
    """Refuse a file of this format, because this version does not read it.

    Raises:
        UnsupportedFeature: always.
    """
    raise UnsupportedFeature(
        UNSUPPORTED, f"The file has {len(data)} bytes of an ACBLscore game, which this version does not read"
    )
