from services.broadcast.domain.transfer_slots import TransferSlots


class Guest:
    """Takes its turn when called, and gives it back at once when hasty."""

    def __init__(self, turns: TransferSlots, *, hasty: bool = False, gone: bool = False) -> None:
        self.turns, self.hasty, self.gone = turns, hasty, gone
        self.served = False

    def slot_freed(self) -> None:
        if not self.gone:
            self.served = self.turns.acquire(self)
            if self.hasty:
                self.turns.release()


def test_there_are_so_many_places_and_the_next_is_called_in_order() -> None:
    turns = TransferSlots(1)
    first, second, third = (Guest(turns) for _ in range(3))
    assert [turns.acquire(guest) for guest in (first, second, third)] == [True, False, False]
    turns.release()
    assert (second.served, third.served) == (True, False)
    turns.release()
    assert third.served


def test_who_is_gone_lets_the_next_one_in() -> None:
    turns = TransferSlots(1)
    guests = [Guest(turns), Guest(turns, gone=True), Guest(turns)]
    for guest in guests:
        turns.acquire(guest)
    turns.release()
    assert guests[2].served


def test_a_thousand_hasty_guests_do_not_pile_up_on_the_stack() -> None:
    turns = TransferSlots(1)
    turns.acquire(Guest(turns))
    guests = [Guest(turns, hasty=True) for _ in range(5000)]
    for guest in guests:
        turns.acquire(guest)
    turns.release()
    assert all(guest.served for guest in guests)
    assert turns.free == 1
