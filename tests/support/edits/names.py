"""Names of nobody."""

from random import Random

_FIRST = ("Ansel", "Brida", "Corin", "Delphi", "Emrys", "Fenna", "Garrick", "Hollis")
_LAST = ("Ashgrove", "Birchwold", "Cloudberry", "Drystane", "Elderfen", "Foxmere", "Gorsewick", "Heronsby")


def new_name(dice: Random) -> str:
    """A name that hardly anybody else in the file has."""
    return f"{dice.choice(_FIRST)} {dice.choice(_LAST)}"
