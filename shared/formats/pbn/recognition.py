"""How PBN is recognised and where it ends.

Rules kept here:

1. PBN is a line `% PBN`, or tag pairs of the kind that a deal has (PBN 2.1 §2.4, §3.3), or such text between `<PBN>`
   and `</PBN>` in another document (§6.2). Chess games in PGN have the same syntax and other tags.
2. Inside another document it ends with `</PBN>`; else it may end outside a tag pair and outside a comment, and nothing
   says that it does: a program that writes line by line may be in the middle.
"""

import re

from shared.formats.format import Ending, Match, NearMiss
from shared.formats.sample import Sample

_FIRST_LINE = re.compile(r"%[ \t]*PBN\b", re.IGNORECASE)
_TAG = re.compile(r"^[ \t]*\[\s*([A-Za-z][A-Za-z0-9_]{0,63})\s*\"", re.MULTILINE)
_BEGINNING = re.compile(r"[%;{]|\[\s*[A-Z]")
"""Of a file that is PBN by any tag: a directive, a comment or a tag, whose name has a capital first (3.3)."""

_DEAL_TAGS = {"Deal", "Dealer", "Vulnerable"}
_TAGS_OF_GAMES = {
    "North", "East", "South", "West", "NorthNA", "EastNA", "SouthNA", "WestNA", "NorthType", "EastType", "SouthType",
    "WestType", "PairNS", "PairEW", "BidSystemNS", "BidSystemEW", "Declarer", "Contract", "Scoring", "Auction", "Play",
    "Competition", "DealId", "Description", "FrenchMP", "Generator", "Hidden", "HomeTeam", "VisitTeam", "TimeCall",
    "TimeCard", "Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "ScoreRubber", "ScoreRubberHistory", "OptimumScore",
    "ActionTable", "AuctionTimeTable", "InstantScoreTable", "OptimumPlayTable", "OptimumResultTable", "PlayTimeTable",
    "ScoreTable", "TotalScoreTable",
}  # fmt: skip
_TAGS_OF_PGN = {"White", "Black", "FEN", "ECO", "WhiteElo", "BlackElo", "SetUp", "PlyCount"}


def recognise(sample: Sample) -> Match | NearMiss | None:
    """Whether a file is PBN (rule 1); games of chess in PGN that name no players are a near miss."""
    text = sample.text
    if "<PBN>" in text:
        return Match("It is a document with PBN between <PBN> and </PBN>")
    if sample.is_markup:
        return None
    if _FIRST_LINE.match(text):
        return Match("It begins with the line % PBN")
    tags = {tag.group(1) for tag in _TAG.finditer(text)}
    if tags & _TAGS_OF_PGN and not tags & _DEAL_TAGS:
        return NearMiss("It has the tag pairs of PGN, but not both White and Black", "Name the players of each game.")
    if tags & (_DEAL_TAGS | _TAGS_OF_GAMES) or (tags and _BEGINNING.match(text)):
        return Match("It has the tag pairs of PBN")
    return None


def ending(sample: Sample) -> Ending:
    """Whether a file has come to the end of its page, or may end where it ends (rule 2)."""
    text = sample.end
    if sample.head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return Ending.marked("</PBN>" in text or "</HTML>" in text.upper())
    if text.rfind("{") > text.rfind("}"):
        return Ending.CUT
    last = text.rstrip().rpartition("\n")[2]
    return Ending.unmarked(not last.startswith("[") or last.endswith("]") or text.endswith(("\n", "\r")))
