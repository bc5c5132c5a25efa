from services.broadcast.domain.turns import Turns


class Guest:
    """Takes its turn when called, and gives it back at once when hasty."""

    def __init__(self, turns: Turns, *, hasty: bool = False, gone: bool = False) -> None:
        self.turns, self.hasty, self.gone = turns, hasty, gone
        self.served = False

    def turn(self) -> None:
        if not self.gone:
            self.served = self.turns.begin(self)
            if self.hasty:
                self.turns.end()


def test_there_are_so_many_places_and_the_next_is_called_in_order() -> None:
    turns = Turns(1)
    first, second, third = (Guest(turns) for _ in range(3))
    assert [turns.begin(guest) for guest in (first, second, third)] == [True, False, False]
    turns.end()
    assert (second.served, third.served) == (True, False)
    turns.end()
    assert third.served


def test_who_is_gone_lets_the_next_one_in() -> None:
    turns = Turns(1)
    guests = [Guest(turns), Guest(turns, gone=True), Guest(turns)]
    for guest in guests:
        turns.begin(guest)
    turns.end()
    assert guests[2].served


def test_a_thousand_hasty_guests_do_not_pile_up_on_the_stack() -> None:
    turns = Turns(1)
    turns.begin(Guest(turns))
    guests = [Guest(turns, hasty=True) for _ in range(5000)]
    for guest in guests:
        turns.begin(guest)
    turns.end()
    assert all(guest.served for guest in guests)
    assert turns.free == 1
