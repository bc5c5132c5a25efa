"""Seating: works out who sits where next."""
