"""The numbers and parameters that Chess-Results has for tie-breaks.

Source: Sharly-Chess, whose plugin for Chess-Results gives a number and up to five parameters for each of its own
tie-breaks, after a spreadsheet of the author of the interface that is not public as text. Kibitz takes the numbers
alone that mean the same there and here. Without one are:

* WON, which the plugin sends as WIN for want of a closer one; BPG and BWG, which share a number that it calls
  ambiguous; REP, which has that of ARO.
* Koya with another limit than half of the points, and progressive scores with a cut: the parameter is not known.
* Tie-breaks of teams, ratings of unrated players, and the order turned round.
"""

from shared.chess.tie_breaks.codes import TieBreak, UnknownTieBreak, tie_break

_ALONE = {"WIN": (68,), "PS": (86,), "KS": (87, "0", "50")}
_PERFORMANCES = {"TPR": "0", "APRO": "1", "PTP": "2", "APPO": "3"}
_OF_OPPONENTS = {"BH": 84, "FB": 84, "SB": 85}
_PARAMETERS = 5


def numbered(code: str) -> tuple[int, str] | None:
    """Number and parameters of a tie-break; None for one without.

    Args:
        code: of C.07, with its modifiers.
    """
    try:
        known = tie_break(code)
    except UnknownTieBreak:
        return None
    if known.reverse or known.unrated is not None or known.score is not None or known.ignored:
        return None
    found = _found(known)
    if found is None:
        return None
    number, *parameters = found
    return int(number), ",".join(map(str, (parameters + [""] * _PARAMETERS)[:_PARAMETERS]))


def _found(known: TieBreak) -> tuple[int | str, ...] | None:
    name, cuts = known.name, (str(known.cut_high), str(known.cut_low))
    played, fore = "P" if known.forfeits_played else "-", "F" if known.fore or known.name == "FB" else "-"
    if name in _OF_OPPONENTS and not (name == "SB" and known.fore):
        return (_OF_OPPONENTS[name], "0", *cuts, played, fore)
    if name == "DE":
        return (81, played)
    if name == "ARO":
        return (80, "0", *cuts)
    if name == "AOB" and not known.forfeits_played:
        return (77, fore)
    if known.cut_low or known.limit:
        return None
    return (88, _PERFORMANCES[name], "0") if name in _PERFORMANCES else _ALONE.get(name)
