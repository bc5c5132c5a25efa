from services.scoring.domain.merging.key_order import key_order


def test_numbers_come_in_the_order_of_people() -> None:
    names = ["10NS", "2NS", "1-1-2", "A", "2EW", "1"]
    assert sorted(names, key=lambda name: key_order((name,))) == ["1", "1-1-2", "2EW", "2NS", "10NS", "A"]
