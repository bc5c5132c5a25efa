"""Adapters of seating: the library that draws chess rounds, in a process of its own."""
