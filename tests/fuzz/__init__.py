"""Fuzzing that goes on: `make fuzz`, or `python -m tests.fuzz --seconds 600 --seed 7 usebio trf`."""
