"""How a total came about, number by number, so that anybody can add it up again.

Points, tops and sums are exact (`Ratio`); what is rounded for display has its own field. The numbers of a line follow
from its own fields by the rule that it names:

| rule | points |
|---|---|
| match points | `within` = `scale`/2 · (2 · `lower` + `equal`) |
| Neuberg | E/A · (`within` + s) - s, where A is `scores`, E `expected` and s half of `scale` |
| average | `within` + s · (`expected` - `scores`) |
| an award | `percent` of `top`; in IMPs (`percent` - 50)/10 · `average_plus` · `times` |
| own average | `percent` of `top`, where `percent` is that of the points of the boards of `average_of` |
| Butler | the IMPs of `difference` = own score - `datum`; of each of its `outcomes` by their shares |
| cross-IMPs | the sum of `comparisons`, divided by `divisor` |
| the same in proportion | brought from `scores` to `expected`; by comparisons from `scores` - 1 to `expected` - 1 |
| teams | the IMPs of `difference` = the sum of the scores at both tables |
| larger teams | the same of every table with every other, in pairs of `tables` by part, or of all scores added |
| Probst | `sum` = the points of lines over √(r·(r-1)/2), r being `scores`, added and rounded to whole IMPs |
| victory points | those of the last step of `scales` that `margin` reaches |

`rounded_to` is the unit to which the program that is followed rounds points, halves up unless `rounded` says how.
"""

from contracts.explanation.parts import (
    Comparison,
    ExplainedGame,
    ExplainedLine,
    ExplainedMatch,
    ExplainedScale,
    Given,
    Outcome,
    Rule,
    ScaleStep,
    Somebody,
    TableResult,
    Where,
)
from contracts.explanation.totals import ExplainedSession, Explanation, Rival

__all__ = [
    "Comparison",
    "ExplainedGame",
    "ExplainedLine",
    "ExplainedMatch",
    "ExplainedScale",
    "ExplainedSession",
    "Explanation",
    "Given",
    "Outcome",
    "Rival",
    "Rule",
    "ScaleStep",
    "Somebody",
    "TableResult",
    "Where",
]
