"""Data of formats is read from the folder beside the code, and tables of text are read block by block."""

from shared.formats.data_files import blocks, data_text


def test_a_file_of_data_lies_beside_the_code() -> None:
    assert data_text("shared.formats.pbn", "tables.txt").startswith("ActionTable\nRank rank\n")


def test_a_text_has_tables_with_a_head_and_rows() -> None:
    assert list(blocks("first: 2\na 1\nb 2\n\nsecond\n")) == [("first: 2", ["a 1", "b 2"]), ("second", [])]
