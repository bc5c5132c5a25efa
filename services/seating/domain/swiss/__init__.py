"""Swiss draws of bridge: pairs and teams, with byes and triples, and Danish draws.

| rule | source | done |
|---|---|---|
| no rematch where one can be avoided; a half match and a whole one may follow each other | EBU, WBF regulations | yes |
| the leader meets the next it has not met, and so on down | custom of EBU and WBF | yes |
| least number of rematches, then least squared distance in rank, where that finds no draw | our choice | yes |
| bye to the lowest who has had none | EBU, Magic Contest | yes |
| a second bye before a rematch | our choice, a setting | yes |
| short and long triples, of the lowest who have not met | EBU; ACBLscore's round robins; RealBridge for whom | yes |
| Danish: neighbours in rank, whoever has met | Magic Contest | yes |
| first round: top half against bottom half by seed, neighbours, or lot | our choice of the first, a setting | yes |
| stationary teams and pairs, home tables | ACBLscore's team match table; Australian movements | yes |
| ties in rank | the caller decides; `swiss_round` takes the lower number | yes |
| wrong draws, points after a mismatch | EBU White Book (`mismatch`) | yes; the director decides who is at fault |
"""

from services.seating.domain.swiss.draw import draw
from services.seating.domain.swiss.model import Draw, Entrant, Field, Meeting, Played, Rematch, Settings

__all__ = ["Draw", "Entrant", "Field", "Meeting", "Played", "Rematch", "Settings", "draw"]
