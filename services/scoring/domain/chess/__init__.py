"""Chess: standings and progress of a tournament."""
