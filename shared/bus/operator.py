"""What an operator does with dead letters: list them, look at one, try its message again."""

from collections.abc import AsyncIterator

from contracts.messages import DeadLetter
from shared.bus.bus import Bus
from shared.bus.dead_letter import original
from shared.bus.errors import PayloadTooLarge, Unreadable
from shared.bus.jetstream.objects import ObjectMissing
from shared.bus.jetstream.stored import Stored
from shared.bus.wire import BodyRef
from shared.errors import OperationFailed

STREAM = "DEAD"
PATTERN = "dead.*"


async def body_of_letter(bus: Bus, letter: DeadLetter, limit: int) -> bytes | None:
    """The body of the message that died, wherever it lies; None when it is gone, or has more than `limit` bytes.

    Raises:
        OperationFailed: the bus does not answer.
    """
    if letter.encoding != "object":
        return original(letter, 0)[0]
    try:
        ref = BodyRef.parse(letter.body)
        return await bus.get_object(ref.bucket, ref.name, limit=limit)
    except (ObjectMissing, PayloadTooLarge, Unreadable):
        return None


async def dead_letters(bus: Bus, service: str | None = None) -> AsyncIterator[Stored[DeadLetter]]:
    """Every dead letter, oldest first; of one service or of all."""
    async for stored in bus.history(f"dead.{service}" if service else PATTERN, DeadLetter):
        yield stored


async def show_dead(bus: Bus, seq: int) -> Stored[DeadLetter]:
    """One dead letter by its sequence in DEAD.

    Raises:
        OperationFailed: there is none.
    """
    stored = await bus.at(STREAM, seq, DeadLetter)
    if stored is None:
        raise OperationFailed(f"there is no dead letter {seq}")
    return stored


async def retry_dead(bus: Bus, seq: int) -> int:
    """Publish the message of a dead letter again and remove the letter; the new sequence of the message.

    The message goes to everybody who reads its subject; those who handled it before recognise its identity.

    Raises:
        OperationFailed: there is no such letter, or the message cannot be published.
    """
    letter = (await show_dead(bus, seq)).message
    body, values = original(letter, seq)
    published = await bus.republish(letter.subject, body, values)
    await bus.delete_message(STREAM, seq)
    return published.seq
