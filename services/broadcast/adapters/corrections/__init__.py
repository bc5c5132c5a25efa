"""Corrections over HTTP and the bus: queries of players, ends of periods, and what was official."""
