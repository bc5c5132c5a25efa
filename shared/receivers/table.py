"""The receivers, and what each of them asks for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from contracts.base import FileFormat
from contracts.messages import EventMerged
from contracts.questions import HandOver, Missing
from shared.receivers.checks import CHECKS


@dataclass(frozen=True)
class Receiver:
    """Who takes a file.

    Attributes:
        name: as the command line has it.
        title: for people.
        format: of the file.
        how: how the file gets there, as a sentence.
        musts: codes of checks without which the receiver refuses the file, or counts it wrongly.
        shoulds: codes of checks without which it loses something.
    """

    name: str
    title: str
    format: FileFormat
    how: str
    musts: tuple[str, ...] = ()
    shoulds: tuple[str, ...] = ()

    def missing(self, merged: EventMerged) -> tuple[Missing, ...]:
        """What the receiver would refuse or lose of an event, the worst first."""
        return tuple(self._missing(merged))

    def _missing(self, merged: EventMerged) -> Iterator[Missing]:
        for codes, refused in ((self.musts, True), (self.shoulds, False)):
            for check in map(CHECKS.__getitem__, codes):
                if (message := check.missing(merged)) is not None:
                    yield Missing(code=check.code, refused=refused, message=message, advice=check.advice)


_USEBIO = ("no-club", "no-date", "no-players", "unnamed-players")
"""What USEBIO 1.4 requires (2.1, 2.2.2, 2.6.2) and Kibitz does not know by itself."""
_OPEN = ("open-errors", "hidden-names")
_RATED = ("no-name", "no-city", "no-federation", "no-date", "no-end-date", "no-chief-arbiter", "no-round-dates")
_SHOWN = ("no-ratings", "no-birth-dates", "no-sexes", "unfinished", *_OPEN)

RECEIVERS = {
    each.name: each
    for each in (
        Receiver(
            "bridgewebs",
            "BridgeWebs",
            "usebio",
            "Upload it in the administration of the club's site, under results.",
            musts=_USEBIO,
            shoulds=("no-name", "no-national-numbers", "unfinished", *_OPEN),
        ),
        Receiver(
            "ebu",
            "EBU",
            "usebio",
            "Submit it in My EBU.",
            musts=(*_USEBIO, "no-club-number", "no-charge-code", "unfinished"),
            shoulds=("no-name", "no-national-numbers", *_OPEN),
        ),
        Receiver(
            "scottish-bridge",
            "Scottish Bridge",
            "usebio",
            "Mail it to the address on its page Submitting results.",
            musts=(*_USEBIO, "no-national-numbers", "unfinished"),
            shoulds=("no-name", "no-club-number", *_OPEN),
        ),
        Receiver(
            "acbl",
            "ACBL",
            "acblscore",
            "Open it in ACBLscore, which reports to the ACBL.",
            musts=("no-players",),
            shoulds=("no-club-number", "no-date", "unnamed-players", "no-national-numbers", "unfinished", *_OPEN),
        ),
        Receiver(
            "fide",
            "FIDE rating",
            "trf",
            "Send it to the rating officer of the federation.",
            musts=(*_RATED, "no-players", "no-fide-numbers", "unfinished"),
            shoulds=("unnamed-players", "no-player-federations", "no-ratings", "no-birth-dates", "no-sexes", *_OPEN),
        ),
        Receiver(
            "chess-results",
            "Chess-Results, by Swiss-Manager",
            "trf",
            "Import it in Swiss-Manager, which uploads the tournament.",
            musts=("no-name", "no-players", "unnamed-players"),
            shoulds=("no-federation", "no-date", "no-fide-numbers", "no-player-federations", *_SHOWN),
        ),
        Receiver(
            "chess-results-xml",
            "Chess-Results, with a key",
            "chess-results-xml",
            "Add the tournament's key and the section security, which takes a key from Chess-Results, and upload it.",
            musts=("no-name", "no-federation", "no-players", "unnamed-players", "no-player-federations"),
            shoulds=("no-date", "no-end-date", "no-fide-numbers", *_SHOWN),
        ),
    )
}
"""Every receiver by its name."""


def hand_overs(merged: EventMerged, formats: Iterable[str]) -> tuple[HandOver, ...]:
    """Who takes an event in these formats, with what would be missing."""
    held = set(formats)
    return tuple(
        HandOver(receiver=each.name, title=each.title, format=each.format, how=each.how, missing=each.missing(merged))
        for each in RECEIVERS.values()
        if each.format in held
    )
