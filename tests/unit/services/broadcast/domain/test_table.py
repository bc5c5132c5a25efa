import pytest

from services.broadcast.domain.table import check_row


def test_text_whole_numbers_truth_nothing_and_lists_of_them_are_cells() -> None:
    check_row("1", ("a", 1, True, None, ["x", 2, None]), ("a", "b", "c", "d", "e"))


def test_a_fraction_is_no_cell_and_the_error_says_where() -> None:
    with pytest.raises(ValueError, match="row '7', column 'total'"):
        check_row("7", (1, 61.5), ("rank", "total"))


def test_a_row_has_one_cell_for_each_column() -> None:
    with pytest.raises(ValueError, match="2 cells under 3 columns"):
        check_row("7", (1, 2), ("a", "b", "c"))
