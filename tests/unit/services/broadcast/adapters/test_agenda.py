"""The agenda: everything is due once, not before its time, and not long after it."""

from services.broadcast.adapters.agenda import Agenda


def test_a_thing_is_due_once_and_not_before_its_time() -> None:
    agenda: Agenda[str] = Agenda(0.5)
    agenda.add("later", 12.2)
    agenda.add("soon", 10.1)
    assert agenda.take(10.1) == []
    assert agenda.take(10.5) == ["soon"]
    assert agenda.take(12.0) == []
    assert agenda.take(12.7) == ["later"]
    assert agenda.take(99.0) == []


def test_what_was_due_long_ago_comes_first() -> None:
    agenda: Agenda[str] = Agenda(1.0)
    for name, at in (("second", 5.0), ("third", 7.5), ("first", 1.0)):
        agenda.add(name, at)
    assert agenda.take(100.0) == ["first", "second", "third"]
