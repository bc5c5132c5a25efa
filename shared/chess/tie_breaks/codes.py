"""Codes of tie-breaks: their grammar, and the older names of records 202 and 212.

    NAME [:MP|:GP] [/Cn | /Mn | /L+n | /L-n | /Kn] [/P] [/F] [/R] [/Un]

Case does not matter. ``/Cn`` cuts the n least significant values, ``/Mn`` as many at either end, one where no number
stands; ``/L`` moves Koya's limit by half points, ``/K`` is the divisor of SSSC, ``/P`` counts forfeits as played,
``/F`` takes fore scores, ``/R`` turns the order round, ``/Un`` gives the unrated a rating. Sources: Mandatory
Tie-Breaks (MTB26), C.07 articles 6 to 15.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from shared.chess.model import GAME, MATCH

_ALIASES = {
    "GE": "REP",
    "SNO": "TPN",
    "RTG": "RTNG",
    "MPVGP": "MPVGP",
    "AVGBH": "AOB",
    "FBH": "FB",
    "NOW": "WIN",
    "NOB": "BPG",
    "CUM": "PS",
    "SBC": "SB",
    "KOYA": "KS",
}
_EXTENDED = {"MM": "EMMSB", "MG": "EMGSB", "GM": "EGMSB", "GG": "EGGSB"}

NAMES = frozenset({
    "PTS", "DE", "WIN", "WON", "BPG", "BWG", "PS", "REP", "STD", "TPN", "BH", "AOB", "FB", "SB", "KS", "ARO", "TPR",
    "PTP", "APRO", "APPO", "RTNG", "BC", "TBR", "BBE", "MPVGP", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "EDE", "EDET",
    "EDEB", "EDEBT", "EDEBB", "EDEC", "SSSC",
})  # fmt: skip
"""Every tie-break that is computed; EDEC is EDE followed by board count alone."""

LOWER_IS_BETTER = frozenset({"TPN", "BC"})
OF_TIED_GROUPS = frozenset({"DE", "EDE", "EDET", "EDEB", "EDEBT", "EDEBB", "EDEC"})
"""Tie-breaks that look only at those who are tied, and give places among them instead of values."""

BY_RATING = frozenset({"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"})

_RATED = "CMU"
_OPPONENTS = "CMPF"
MODIFIERS: dict[str, str] = {
    "PS": "C",
    "KS": "L",
    "SSSC": "KPFCM",
    "AOB": "PF",
    "RTNG": "U",
    **dict.fromkeys(("BH", "FB", "SB", "EMMSB", "EMGSB", "EGMSB", "EGGSB"), _OPPONENTS),
    **dict.fromkeys(("ARO", "TPR", "PTP", "APRO", "APPO"), _RATED),
    **dict.fromkeys(OF_TIED_GROUPS, "P"),
}
"""The modifiers that change a tie-break; /R, which turns the order round, is for all of them."""

_MODIFIER = re.compile(r"([CMLKPFRU])([+-]?\d{1,4}(?:\.\d)?)?", re.ASCII)
_GLUED = re.compile(r"(BH|FB|SB|ARO|PS)-?([CM][1-9])", re.ASCII)
_DASHED = re.compile(r"(?<=[A-Z0-9])-(?=[CMPF]\d?(?:$|[-/]))", re.ASCII)
"""A modifier behind a hyphen, as before 2024."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One code, understood.

    Attributes:
        score: `MATCH` or `GAME` when the code names one; None for the primary score.
        limit: of Koya, in half points above or below one half of the maximum.
        divisor: of SSSC; None for the one of the rule.
        unrated: the rating that the unrated are given.
        ignored: modifiers that the tie-break does not have; it is worked out without them.
    """

    text: str
    name: str
    score: int | None = None
    cut_low: int = 0
    cut_high: int = 0
    limit: int = 0
    divisor: int | None = None
    forfeits_played: bool = False
    fore: bool = False
    reverse: bool = False
    unrated: int | None = None
    ignored: str = ""

    @property
    def lower_is_better(self) -> bool:
        """Whether the smaller value wins."""
        return (self.name in LOWER_IS_BETTER) is not self.reverse


class UnknownTieBreak(ValueError):
    """A code that is none of those computed; its sentence says what is wrong."""


@lru_cache(maxsize=1024)
def tie_break(text: str) -> TieBreak:
    """Understand a code; UnknownTieBreak for another name or modifier, as ``OTHER_...`` for rules of one's own."""
    plain = _DASHED.sub("/", _GLUED.sub(r"\1/\2", text.strip().upper())).replace("#", "/").replace("!", "/")
    head, *modifiers = plain.split("/")
    name, _, part = head.partition(":")
    score: int | None = None
    if part in _EXTENDED and name in ("ESB", "SB"):
        name, part = _EXTENDED[part], ""
    elif name in ("MPTS", "GPTS"):
        part, name = name[:2], "PTS"
    if part:
        if part not in ("MP", "GP"):
            raise UnknownTieBreak(f"{text}: {part} is neither MP nor GP")
        score = MATCH if part == "MP" else GAME
    name = _ALIASES.get(name, name)
    if name not in NAMES:
        raise UnknownTieBreak(f"{text} is not a tie-break of C.07")
    return _with_modifiers(text, name, score, [modifier for modifier in modifiers if modifier])


def _with_modifiers(text: str, name: str, score: int | None, modifiers: list[str]) -> TieBreak:
    values: dict[str, int | bool] = {}
    ignored = ""
    for modifier in modifiers:
        match = _MODIFIER.fullmatch(modifier)
        if match is None:
            raise UnknownTieBreak(f"{text}: {modifier} is no modifier of this tie-break")
        letter = match[1]
        if letter not in MODIFIERS.get(name, "") + "R":
            ignored += f"/{modifier}"
            continue
        number = int((match[2] or ("1" if letter in "CM" else "0")).partition(".")[0])
        if letter in "CM":
            values["cut_low"] = number
            values["cut_high"] = number if letter == "M" else 0
        elif letter in "LKU":
            values[{"L": "limit", "K": "divisor", "U": "unrated"}[letter]] = number
        elif letter in "PFR":
            values[{"P": "forfeits_played", "F": "fore", "R": "reverse"}[letter]] = True
    return TieBreak(text.strip(), name, score, ignored=ignored, **values)  # type: ignore[arg-type]
