from services.intake.domain.audit.sequences import Losses, Runs, StreamState, as_runs, losses, within


def read(*sequences: int) -> Runs:
    runs = Runs()
    for seq in sequences:
        runs.add(seq)
    return runs


def test_nothing_is_lost_where_everything_is_there() -> None:
    state = StreamState("INTAKE", 1, 4, keeps_everything=True)
    assert losses(state, read(1, 2, 3, 4), 4) == Losses()


def test_what_a_stream_that_keeps_everything_lacks_is_lost_although_the_server_calls_it_deleted() -> None:
    state = StreamState("INTAKE", 3, 6, deleted=(5,), keeps_everything=True)
    assert losses(state, read(3, 4, 6), 6) == Losses((1, 2, 5))


def test_what_was_replaced_is_not_lost() -> None:
    state = StreamState("MERGED", 2, 6, deleted=(3, 4))
    assert losses(state, read(2, 5, 6), 6) == Losses()
    assert losses(state, read(2, 6), 6) == Losses((5,))


def test_an_end_that_is_gone_is_told_by_the_newest_message() -> None:
    state = StreamState("KV_GRANTS", 1, 6, deleted=(4, 5, 6))
    assert losses(state, read(1, 2, 3), 6) == Losses(tail=3)
    assert losses(StreamState("KV_GRANTS", 7, 6), Runs(), 6) == Losses(tail=0)


def test_an_end_that_expired_is_not_lost_unless_the_server_says_so() -> None:
    state = StreamState("KV_NOTICES", 1, 6, deleted=(4, 5, 6), expires=True)
    assert losses(state, read(1, 2, 3), 6) == Losses()
    dropped = StreamState("KV_NOTICES", 1, 6, deleted=(4, 5, 6), lost_bytes=80, expires=True)
    assert losses(dropped, read(1, 2, 3), 6) == Losses(tail=3)


def test_what_came_while_a_stream_was_read_is_no_loss() -> None:
    assert losses(StreamState("INTAKE", 1, 9, keeps_everything=True), read(1, 2, 3), 3) == Losses()
    # The last one was replaced meanwhile.
    assert losses(StreamState("KV_GRANTS", 1, 7, deleted=(6,)), read(1, 2, 3, 4, 5), 6) == Losses()


def test_an_unreadable_end_is_a_lost_message_and_no_lost_end() -> None:
    assert losses(StreamState("SCORED", 1, 3), read(1, 2), 3) == Losses((3,))


def test_runs_say_what_they_have() -> None:
    assert as_runs((7, 1, 2, 3)) == ((1, 3), (7, 7))
    assert within(((1, 3), (7, 7)), 2)
    assert not within(((1, 3), (7, 7)), 5)
