"""Tags and their tokens."""

from shared.formats.pbn.game import Tag, place_of


def test_content_is_what_is_neither_comment_nor_directive():
    tokens = [("brace", "x", 1, 1), ("word", "1S", 2, 1), ("directive", " y", 3, 1), ("rest", "z", 3, 4)]
    tag = Tag("Auction", "N", 1, made=tokens)
    assert tag.content == [("word", "1S", 2, 1)]
    assert str(tag.place) == "line 1, column 1, Auction"
    assert str(place_of(tokens[1])) == "line 2, column 1"
