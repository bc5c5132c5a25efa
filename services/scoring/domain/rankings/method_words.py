"""How an event was scored, in the words of a director."""

from contracts.facts import EventFact
from contracts.standings import Method

_KINDS = {
    "pairs": "pairs",
    "swiss_pairs": "Swiss pairs",
    "teams": "teams",
    "swiss_teams": "Swiss teams",
    "individual": "players",
    "knockout": "knock-out teams",
    "home_style": "home-style teams",
}
_UNITS = {
    "match_points": "match points",
    "butler_imps": "Butler IMPs",
    "cross_imps": "cross-IMPs",
    "aggregate": "aggregate scores",
    "imps": "IMPs",
    "pab": "points-a-board",
    "bam": "board-a-match",
    "hybrid": "a hybrid of IMPs and board-a-match",
    "vps": "victory points",
    "percentage": "percentages",
    "other": "another method",
    "games": "games",
}
_FACTORING = {
    "none": "no factoring",
    "neuberg": "Neuberg's formula",
    "neuberg-ebu": "Neuberg's formula as the EBU applies it",
    "whole-field": "each score compared with its own entry too",
    "average": "half a win for each missing score",
    "scale": "factoring in proportion to the number of scores",
    "field": "factoring to the size of the field",
    "comparisons": "factoring to the number of comparisons",
}
_ROUNDING = {"exact": "no rounding", "acblscore": "rounding as in ACBLscore"}
_AVERAGE = {
    "sum": "not divided",
    "scores": "divided by the number of scores",
    "comparisons": "divided by the number of comparisons",
}


def kind_in_words(event: EventFact) -> str:
    """Who plays an event."""
    return _KINDS.get(event.kind or "", "an unknown kind of event")


def unit_in_words(name: str) -> str:
    """A way of scoring, by the name that facts have for it."""
    return _UNITS.get(name, name.replace("_", " "))


def method_in_words(method: Method) -> str:
    """Everything that decides a score, so that a director can compare it with the settings of the scoring program."""
    parts = {
        "board_scoring": unit_in_words(method.board_scoring),
        "scale": f"scale {method.scale}",
        "factoring": _FACTORING.get(method.factoring or "", method.factoring or ""),
        "rounding": _rounding(method.rounding or ""),
        "datum": f"datum {method.datum}",
        "average": _AVERAGE.get(method.average or "", method.average or ""),
        "average_plus": f"{method.average_plus} IMPs for an average plus",
        "field": f"each {method.field} compared by itself",
        "awards": "average plus and minus by the pair's other boards",
        "totals": _totals(method.totals or ""),
        "match_scoring": f"matches by {unit_in_words(method.match_scoring or '')}",
        "vp_scale": f"victory point scale {(method.vp_scale or '').replace('_', ' ')}",
        "bye": f"{method.bye} for a bye",
        "pairwise": f"pairs of teams by {unit_in_words(method.pairwise or '')}",
        "tie_breaks": f"tie-breaks {', '.join(method.tie_breaks)}",
        "edition": f"rules of FIDE C.07 of {method.edition}",
    }
    return ", ".join(words for name, words in parts.items() if getattr(method, name) not in (None, ()))


def _totals(name: str) -> str:
    if name == "per-board":
        return "totals brought to the same number of boards"
    if name.startswith("sit-out-"):
        return f"{name.removeprefix('sit-out-')} % for boards that were not played"
    return f"{_rounding(name.removeprefix('matches-'))} of the scores of matches"


def _rounding(name: str) -> str:
    how, _, rest = name.partition("-")
    if how not in ("printed", "cut"):
        return _ROUNDING.get(name, name)
    places, _, even = rest.partition("-")
    to = f"{places} decimal{'' if places == '1' else 's'}"
    return f"cut to {to}" if how == "cut" else f"rounding to {to}{', halves to even' if even else ''}"
