"""Benchmarks: `make bench`. Each measures against a floor or a peer in the same run and writes JSON."""
