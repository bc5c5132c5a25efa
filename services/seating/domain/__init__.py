"""The rules of seating, grouped by kind of event; `assignment.next_round` asks them in order."""
