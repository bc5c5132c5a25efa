"""Movements that a file states or that Kibitz makes, and the check of both.

| module | what | source |
|---|---|---|
| `next_round` | the next round of a stated movement | USEBIO 1.0, 5.5; ACBLscore's match tables |
| `mitchell` | plain, skip, share and relay; arrow switch | manuals of the field |
| `mitchell` | web: two or more copies of few boards | plain construction; ACBLscore's W1713 is one |
| `rover_and_phantom` | rover and bump; phantom, withdrawal | manuals; the rover's path by search |
| `howell` | complete and reduced | our own first rounds, `data/howell.json` |
| `individual` | whist and rainbow | our own first rounds, `data/individual.json`; plain construction |
| `teams` | head to head, American whist | circle method; plain construction |
| `catalogue` | each of these by its name and the size of the field | – |
| `check` | repeated boards and opponents, double seats | USEBIO has no rule; the field's |
"""
