"""Screens of a room: what their parts show, out of the public tables."""
