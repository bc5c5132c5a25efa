from kibitz_client.tables import Table


def test_rows_are_sorted_with_numbers_first_and_unknown_last() -> None:
    rows = {key: {"rank": rank, "name": key} for key, rank in {"a": None, "b": 10, "c": 2, "d": "x", "e": 2}.items()}
    table = Table(("rank", "name"), rows, {})
    assert [row["name"] for row in table.sorted("rank", "name")] == ["c", "e", "b", "d", "a"]
    assert len(table.sorted("no such column")) == 5


def test_nothing_and_yes_or_no_come_after_every_text_and_number() -> None:
    rows = {str(at): {"x": cell} for at, cell in enumerate([None, "", "b", -1, True, 0])}
    order = [row["x"] for row in Table(("x",), rows, {}).sorted("x")]
    assert order == [-1, 0, "", "b", None, True]
