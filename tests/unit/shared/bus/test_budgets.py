import pytest

from shared.bus.budgets import SHARES, WARNING, Use, over, share_of, uses
from shared.bus.topology import BUCKETS, STREAMS

GIBI = 1 << 30


def test_every_stream_and_bucket_has_a_budget_and_a_tenth_of_the_disk_is_nobodys() -> None:
    names = [spec.name for spec in (*STREAMS, *(bucket.stream for bucket in BUCKETS))]
    assert {share_of(name) for name in names} == set(SHARES)
    assert sum(SHARES.values()) == 900


def test_a_stream_that_is_not_in_the_table_is_not_given_another_ones_share() -> None:
    with pytest.raises(StopIteration):
        share_of("PARSEDTOO")


def test_buckets_of_a_kind_share_a_budget() -> None:
    found = {use.name: use for use in uses({"KV_NOTICES": 3, "KV_GRANTS": 4, "PARSED": 5}, GIBI)}
    assert found["KV"].used == 7
    assert found["PARSED"] == Use("PARSED", 5, GIBI * 240 // 1000)
    assert found["INTAKE"].used == 0


def test_what_is_over_comes_worst_first() -> None:
    found = [Use("A", 79, 100), Use("B", 80, 100), Use("C", 120, 100)]
    assert [use.name for use in over(found, WARNING)] == ["C", "B"]
    assert [use.name for use in over(found)] == ["C"]
