"""Tags and their tokens."""

from shared.formats.pbn.game import Fields, Game, Tag, place_of


def test_content_is_what_is_neither_comment_nor_directive():
    tokens = [("brace", "x", 1, 1), ("word", "1S", 2, 1), ("directive", " y", 3, 1), ("rest", "z", 3, 4)]
    tag = Tag("Auction", "N", 1, made=tokens)
    assert tag.content == [("word", "1S", 2, 1)]
    assert str(tag.place) == "line 1, column 1, Auction"
    assert str(place_of(tokens[1])) == "line 2, column 1"


def test_a_tag_has_content_when_something_else_than_a_comment_follows():
    assert Tag("Mine", "A", 1, data="x\n").has_content
    assert not Tag("Mine", "A", 1).has_content
    assert not Tag("Mine", "A", 1, made=[("brace", "x", 1, 9)]).has_content
    assert Tag("Mine", "A", 1, made=[("brace", "x", 1, 9), ("word", "x", 2, 1)]).has_content


def test_plain_data_become_tokens_when_they_are_asked_for():
    tag = Tag("Mine", "A", 4, data='1 "two  three"\n*\n')
    assert tag.tokens == [("word", "1", 5, 1), ("string", "two  three", 5, 3), ("mark", "*", 6, 1)]
    assert Tag("Mine", "A", 4).tokens == []


def test_another_value_leaves_everything_else_of_a_tag():
    tag = Tag("Mine", "A", 4, data="x\n", column=3).with_value("B")
    assert (tag.name, tag.value, tag.line, tag.column, tag.tokens) == ("Mine", "B", 4, 3, [("word", "x", 5, 1)])


def test_a_value_is_stated_unless_it_is_empty_or_unknown():
    tags = {name: Tag(name, value, 7) for name, value in (("A", " x "), ("B", " ? "), ("C", ""))}
    fields = Fields(Game(1, 2), tags)
    assert [fields.stated(name) for name in "ABCD"] == ["x", None, None, None]
    assert [fields.text(name) for name in "ABCD"] == ["x", "?", "", ""]
    assert (fields.place("A").line, fields.place("D").line, fields.place("D").path) == (7, 2, "D")
