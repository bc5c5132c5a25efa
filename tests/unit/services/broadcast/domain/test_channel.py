import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.feed import Reason
from services.broadcast.domain.channel import Channel, Outcome, Row, TableChanges, TableState, check_rows
from services.broadcast.domain.limits import Limits
from tests.support.feed import CHANNEL, TurnedClock, table

rows = st.dictionaries(st.sampled_from("abcdef"), st.tuples(st.integers(0, 3), st.text(max_size=2)))
metas = st.dictionaries(st.sampled_from("xyz"), st.integers(0, 2) | st.none())


def channel(**limits: float) -> tuple[Channel, TurnedClock]:
    clock = TurnedClock()
    return Channel(CHANNEL, "E1", clock(), Limits(**limits)), clock  # type: ignore[arg-type]


def put(subject: Channel, clock: TurnedClock, seq: int, state: TableState, reason: Reason = Reason.RESULT) -> Outcome:
    return subject.apply(state, seq, reason, clock().utc, clock())


def test_a_channel_refuses_a_name_outside_the_grammar() -> None:
    with pytest.raises(ValueError, match="no name of a channel"):
        Channel("evt.Club Night.standings", "E1", TurnedClock()())


def test_an_equal_or_older_number_is_ignored() -> None:
    subject, clock = channel()
    put(subject, clock, 3, table({"1": 50}))
    assert put(subject, clock, 3, table({"1": 60})) is Outcome.OLD
    assert put(subject, clock, 2, table({"1": 60})) is Outcome.OLD
    assert subject.rows["1"][3] == "50"


def test_a_fold_has_each_row_as_it_was_at_its_position() -> None:
    subject, clock = channel()
    for seq, total in enumerate([50, 60, 55], start=1):
        put(subject, clock, seq, table({"1": total}))
    fold = subject.fold(1)
    assert fold is not None
    assert fold.rows == {"1": ("A", "1", 1, "50")}
    assert fold.before == 1


def test_a_position_inside_a_gap_cannot_be_resumed_from_and_one_before_it_can() -> None:
    subject, clock = channel()
    put(subject, clock, 1, table({"1": 50}))
    assert put(subject, clock, 5, table({"1": 60})) is Outcome.GAP
    assert subject.fold(1) is not None
    assert subject.fold(3) is None
    assert subject.gaps == 1


def test_a_position_from_the_future_has_no_fold() -> None:
    subject, clock = channel()
    put(subject, clock, 1, table({"1": 50}))
    put(subject, clock, 2, table({"1": 60}))
    assert subject.fold(2) is None
    assert subject.fold(9) is None


def test_other_columns_drop_the_past() -> None:
    subject, clock = channel()
    put(subject, clock, 1, table({"1": 50}))
    put(subject, clock, 2, table({"1": 60}))
    put(subject, clock, 3, TableState(("number",), {"1": ("1",)}))
    assert subject.fold(1) is None
    assert subject.fold(2) is None


def test_a_new_epoch_begins_empty() -> None:
    subject, clock = channel()
    put(subject, clock, 7, table({"1": 50}))
    subject.restart("E2", clock())
    assert (subject.epoch, subject.seq, subject.rows) == ("E2", 0, {})
    assert put(subject, clock, 1, table({"1": 50})) is Outcome.APPLIED


def test_the_past_is_bounded_in_steps() -> None:
    subject, clock = channel(ring_deltas=3)
    for seq in range(1, 10):
        put(subject, clock, seq, table({"1": seq}))
    assert subject.fold(6) is not None
    assert subject.fold(5) is None


def test_the_past_is_bounded_in_time() -> None:
    subject, clock = channel(ring_seconds=10.0)
    for seq in range(1, 5):
        put(subject, clock, seq, table({"1": seq}))
        clock.turn(6)
    assert subject.fold(2) is not None
    assert subject.fold(1) is None


def test_the_past_is_bounded_in_rows_and_keeps_the_last_step() -> None:
    subject, clock = channel(ring_rows=10)
    for seq in range(1, 5):
        put(subject, clock, seq, table({str(pair): seq + pair for pair in range(30)}))
    assert subject.fold(3) is not None
    assert subject.fold(2) is None


def test_the_strongest_reason_of_a_fold_is_told() -> None:
    subject, clock = channel()
    reasons = [Reason.RESULT, Reason.RESULT, Reason.CORRECTION, Reason.PENALTY, Reason.RESULT]
    for seq, reason in enumerate(reasons, start=1):
        put(subject, clock, seq, table({"1": seq}), reason)
    assert subject.fold(1).reason is Reason.CORRECTION  # type: ignore[union-attr]
    assert subject.fold(3).reason is Reason.PENALTY  # type: ignore[union-attr]
    assert subject.fold(4).reason is Reason.RESULT  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "row",
    [("A", "1", 1), ("A", "1", 1.5, "50"), ("A", "1", 2**53, "50"), ("A", "1", 1, {"x": 1}), ("A", "1", [1.5], "50")],
)
def test_a_row_that_readers_could_not_agree_on_is_refused_and_nothing_has_changed(row: Row) -> None:
    subject, clock = channel()
    put(subject, clock, 1, table({"1": 50}))
    with pytest.raises(ValueError, match="row '2'"):
        put(subject, clock, 2, TableState(subject.columns, {"2": row}))
    assert subject.seq == 1
    assert list(subject.rows) == ["1"]


@given(st.lists(st.tuples(rows, metas), min_size=2, max_size=8), st.data())
def test_a_fold_has_the_state_at_any_position(
    states: list[tuple[dict[str, Row], dict[str, object]]], data: st.DataObject
) -> None:
    subject, clock = channel()
    for seq, (filled, meta) in enumerate(states, start=1):
        put(subject, clock, seq, TableState(("x", "y"), filled, meta))  # type: ignore[arg-type]
    position = data.draw(st.integers(1, len(states) - 1))
    before, told = states[position - 1]
    fold = subject.fold(position)
    assert fold is not None
    merged: dict[str, Row | None] = {**states[-1][0], **fold.rows}
    assert {key: row for key, row in merged.items() if row is not None} == before
    meta = {**subject.meta, **fold.meta}
    assert {key: value for key, value in meta.items() if value is not None} == {
        key: value for key, value in told.items() if value is not None
    }


def test_text_whole_numbers_truth_nothing_and_lists_of_them_are_cells() -> None:
    check_rows({"1": ("a", 1, True, None, ["x", 2, None])}, ("a", "b", "c", "d", "e"))


def test_a_fraction_is_no_cell_and_the_error_says_where() -> None:
    with pytest.raises(ValueError, match="row '7', column 'total'"):
        check_rows({"7": (1, 61.5)}, ("rank", "total"))


def test_a_row_has_one_cell_for_each_column() -> None:
    with pytest.raises(ValueError, match="2 cells under 3 columns"):
        check_rows({"7": (1, 2)}, ("a", "b", "c"))


def test_changes_alone_lead_to_the_same_table_and_the_same_past_as_the_whole() -> None:
    clock = TurnedClock()
    whole, by_difference = (Channel(CHANNEL, "E1", clock()) for _ in range(2))
    columns = ("name",)
    states: list[dict[str, Row]] = [
        {"a": ("Ann",), "b": ("Bob",)},
        {"a": ("Ann",), "b": ("Bo",), "c": ("Cem",)},
        {"b": ("Bo",), "c": ("Cem",)},
    ]
    changes: list[dict[str, Row | None]] = [
        {**states[0], "z": None},
        {"b": ("Bo",), "c": ("Cem",), "a": ("Ann",)},
        {"a": None, "z": None},
    ]
    for seq, (rows, change) in enumerate(zip(states, changes, strict=True), 1):
        put(whole, clock, seq, TableState(columns, rows))
        now = clock()
        by_difference.apply(TableChanges(columns, change), seq, Reason.RESULT, now.utc, now)
        assert by_difference.rows == whole.rows == rows
        assert list(by_difference.places()) == sorted(rows)
        for position in range(1, seq):
            assert by_difference.fold(position) == whole.fold(position)


def test_a_fold_ends_at_the_present_however_often_it_was_asked_for() -> None:
    subject, clock = channel()
    put(subject, clock, 1, table({"1": 50}))
    for seq in (2, 3):
        put(subject, clock, seq, table({"1": 50 + seq}))
        fold = subject.fold(1)
        assert fold is subject.fold(1)
        assert fold is not None
        assert fold.rows["1"] == ("A", "1", 1, "50")
    subject.restart("E2", clock())
    assert subject.fold(1) is None


def test_sixteen_folds_of_one_state_are_remembered() -> None:
    subject, clock = channel()
    for seq in range(1, 20):
        put(subject, clock, seq, table({"1": seq}))
    folds = [subject.fold(position) for position in range(1, 17)]
    assert [subject.fold(position) for position in range(1, 17)] == folds
    assert all(subject.fold(position) is fold for position, fold in enumerate(folds, 1))
    subject.fold(17)
    assert subject.fold(1) is not folds[0]
    assert subject.fold(1) == folds[0]


def test_only_a_jump_that_was_not_the_first_number_is_a_gap() -> None:
    subject, clock = channel()
    assert put(subject, clock, 7, table({"1": 50})) is Outcome.GAP
    assert subject.gaps == 0
    assert put(subject, clock, 8, table({"1": 51})) is Outcome.APPLIED
    assert put(subject, clock, 10, table({"1": 52})) is Outcome.GAP
    assert subject.gaps == 1


def test_a_fold_of_other_columns_names_every_row_and_the_past_is_counted_anew() -> None:
    subject, clock = channel(ring_rows=3)
    for seq in (1, 2, 3):
        put(subject, clock, seq, table({"1": seq}))
    put(subject, clock, 4, TableState(("number",), {"1": ("1",)}))
    for seq in (5, 6, 7):
        put(subject, clock, seq, TableState(("number",), {"1": (str(seq),)}))
    assert subject.fold(4) is not None
    put(subject, clock, 8, TableState(("number",), {"1": ("8",)}))
    assert subject.fold(4) is None
    assert subject.fold(5) is not None


def test_the_past_reaches_back_exactly_as_far_as_its_limits() -> None:
    subject, clock = channel(ring_seconds=10.0)
    for seq in (1, 2, 3):
        put(subject, clock, seq, table({"1": seq}))
        clock.turn(5)
    assert subject.fold(1) is not None
    clock.turn(0.1)
    put(subject, clock, 4, table({"1": 4}))
    assert subject.fold(1) is None
    assert subject.fold(2) is not None


def test_the_greatest_integers_that_every_reader_keeps_are_cells() -> None:
    limit = 2**53 - 1
    check_rows({"1": (limit, -limit)}, ("a", "b"))
    for beyond in (limit + 1, -limit - 1):
        with pytest.raises(ValueError, match="int is no cell"):
            check_rows({"1": (beyond,)}, ("a",))
