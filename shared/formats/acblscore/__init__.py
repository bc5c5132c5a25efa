"""Game files of ACBLscore: read from bytes into the facts of their events, changed, and written new."""

from collections.abc import Sequence

from contracts.base import Discipline
from contracts.codes import acblscore as codes
from contracts.codes.code import codes_of
from contracts.messages import EventMerged
from shared.formats.acblscore.recognition import ending, recognise
from shared.formats.format import Format, Seats, Update, Values, lazily, lazy_writer
from shared.formats.parsed import Rendered


def _updater() -> Update:
    from shared.formats.acblscore.writer.update import update
    from shared.formats.next_seats import beyond_the_movement, with_losses_of_seats, with_seats

    def write(data: bytes, events: Sequence[EventMerged], *, values: Values, seats: Sequence[Seats]) -> Rendered:
        held = (*map(beyond_the_movement, seats), *[None] * (len(events) - len(seats)))
        seated = [with_seats(event, each) for event, each in zip(events, held, strict=True)]
        return with_losses_of_seats(update(data, seated, values), *held)

    return write


def _suits(merged: EventMerged, _: Seats) -> bool:
    from shared.formats.acblscore.writer.render import can_hold

    return can_hold(merged.facts)


FORMAT = Format(
    name="acblscore",
    title="ACBLscore",
    discipline=Discipline.BRIDGE,
    suffixes=(".aca",),
    codes=codes_of(vars(codes)),
    recognise=recognise,
    ending=ending,
    reader=lazily("shared.formats.acblscore.reader.parse:parse"),
    writer=lazy_writer("shared.formats.acblscore", movements=True, boards=False),
    updater=_updater,
    suits=_suits,
    acbl_match_points=True,
)
