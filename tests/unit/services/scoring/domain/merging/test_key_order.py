from services.scoring.domain.merging.key_order import key_order


def test_numbers_come_in_the_order_of_people() -> None:
    names = ["10NS", "2NS", "1-1-2", "A", "2EW", "1"]
    assert sorted(names, key=lambda name: key_order((name,))) == ["1", "1-1-2", "2EW", "2NS", "10NS", "A"]


def test_nothing_comes_before_numbers_and_numbers_before_text() -> None:
    parts = ["A", "", 3, None, "2", "10"]
    assert sorted(parts, key=lambda part: key_order((part,))) == ["", None, "2", 3, "10", "A"]
    assert key_order((None,)) == key_order(("",)) < key_order((0,)) == key_order(("0",))
    assert key_order(("12",)) == key_order((12,)) < key_order(("a",))
