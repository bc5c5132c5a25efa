"""Inferred movements: the next round of a movement that no file states, derived from the rounds played so far.

| module | what |
|---|---|
| `next_round` | the rule |
| `played_rounds` | who sat where in each round, and which rounds are over |
| `seat_law` | how participants move from round to round |
| `board_law` | which boards come to each table next |
| `session_length` | how many rounds a section plays |
| `unnumbered_rounds` | rounds and tables where results do not state them |
"""
