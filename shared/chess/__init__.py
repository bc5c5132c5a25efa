"""Chess: points, tie-breaks and standings by FIDE's regulations, exactly, with what every value was summed from.

| rule | source | module |
|---|---|---|
| points by result, abnormal points, byes | TRF-2026 162, 299, 320, 362 | `points` |
| DE; EDE EDET EDEB EDEBT EDEBB | C.07 6, 13.3 | `tie_breaks.direct_encounter` |
| WIN WON BPG BWG PS REP STD | C.07 7 | `tie_breaks.own_results` |
| TPN | C.07 7.8 | `standings` |
| BH FB AOB | C.07 8 | `tie_breaks.buchholz` |
| SB; EMMSB EMGSB EGMSB EGGSB; SSSC | C.07 9.1, 13.2, 13.4 | `tie_breaks.buchholz` |
| KS | C.07 9.2 | `tie_breaks.own_results` |
| ARO TPR PTP APRO APPO RTNG | C.07 10 | `tie_breaks.ratings` |
| BC TBR BBE | C.07 12 | `tie_breaks.team_boards` |
| MPvGP | C.07 13.1 | `standings` |
| /C /M /L /K /P /F /R /U, :MP :GP | C.07 14, 15; MTB26 | `tie_breaks.codes` |
| unplayed rounds, by edition | C.07 16 | `tie_breaks.buchholz`, `tie_breaks.terms` |

Nothing here knows of files or of the bus: `from_facts` makes a `Tournament` of an event's facts, `standings` ranks it.
What the sources leave open, and how it is read here, stands in `docs/chess-tie-breaks.md`.
"""

from shared.chess.from_facts import tournament_of
from shared.chess.standings import standings

__all__ = ["standings", "tournament_of"]
