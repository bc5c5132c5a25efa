"""What the journal says of what undoes something."""

from datetime import UTC, datetime

from contracts.access.journal import Doing

DOING = Doing("Ada", "desk", datetime(2031, 10, 3, 19, tzinfo=UTC))


def test_undoing_and_doing_again_say_what_was_done_first() -> None:
    assert DOING.text("Screen made: Hall") == "Screen made: Hall"
    undone = DOING._replace(undoes="Screen made: Hall").text("")
    assert undone == "Undone: Screen made: Hall"
    again = DOING._replace(undoes=undone).text("")
    assert again == "Done again: Screen made: Hall"
    assert DOING._replace(undoes=again).text("") == undone
