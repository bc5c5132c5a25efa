"""The reader is what the room offers."""

from shared.formats import acblscore
from shared.formats.acblscore.reader import parse


def test_the_room_offers_its_reader():
    assert acblscore.parse is parse
