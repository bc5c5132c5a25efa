"""Movements: makers of them, one function that checks any, and the one that is inferred from what was played.

| module | what | source |
|---|---|---|
| `mitchell` | plain, skip, share and relay; arrow switch | manuals of the field |
| `web` | two or more copies of few boards | plain construction; ACBLscore's W1713 is one |
| `half_table` | rover and bump, phantom, withdrawal, late arrival | manuals; the rover's way by search |
| `howell` | complete and reduced | our own first rounds, `data/howell.json` |
| `individual` | whist and rainbow | our own first rounds, `data/individual.json`; plain construction |
| `teams` | head to head, American whist | circle method; plain construction |
| `made` | each of these by its name and the size of the field | – |
| `check` | nobody a board twice, an opponent twice, two seats | USEBIO has no rule; the field's |
| `inferred` | the next round, from `observed` rounds by their `law`, `board_law` and `extent` | our own |
| `derived_rounds` | rounds and tables where results name none | our own |
"""
