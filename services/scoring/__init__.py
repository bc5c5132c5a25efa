"""Scoring: merges fragments into events, scores them again, publishes standings and travellers."""
