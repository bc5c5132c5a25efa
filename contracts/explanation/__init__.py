"""How a total came about, number by number, so that anybody can add it up again.

Points, tops and sums are exact (`Ratio`); what is rounded for display has its own field. The numbers of a line follow
from its own fields by the rule that it names:

| rule | points |
|---|---|
| match points | `within` = `scale`/2 · (2 · `lower` + `equal`) |
| Neuberg | E/A · (`within` + s) - s, where A is `scores`, E `expected` and s half of `scale` |
| an award | `percent` of `top` |
| own average | `percent` of `top`, where `percent` is that of the points of the boards of `average_of` |
| Butler | the IMPs of `difference` = own score - `datum` |
| cross-IMPs | the sum of `comparisons`, divided by `divisor` |
| teams | the IMPs of `difference` = the sum of the scores at both tables |
| victory points | those of the last step of `scales` that `margin` reaches |

`rounded_to` is the unit to which the program that is followed rounds points, halves up unless `to_even`.
"""

from contracts.explanation.parts import (
    Comparison,
    ExplainedGame,
    ExplainedLine,
    ExplainedMatch,
    ExplainedScale,
    Given,
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
    "Rival",
    "Rule",
    "ScaleStep",
    "Somebody",
    "TableResult",
    "Where",
]
