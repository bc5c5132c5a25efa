"""Reader and writers are what the room offers."""

from shared.formats import acblscore
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.writer.render import render
from shared.formats.acblscore.writer.rewrite import rewrite


def test_the_room_offers_its_reader_and_writers():
    assert acblscore.parse is parse
    assert acblscore.render is render
    assert acblscore.rewrite is rewrite
