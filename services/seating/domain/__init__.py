"""The rules that seating owns: one module per rule, all behind `assign.next_round`."""
