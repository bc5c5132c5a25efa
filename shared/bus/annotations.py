"""What a handler may ask for beside its message, by FastStream's dependency injection.

async def on_fragment_accepted(message: FragmentAccepted, delivery: Delivery, bus: Bus) -> None: ...

What a service assembles for itself is `Annotated[Deps, Injected("deps")]`.
"""

from typing import Annotated

from shared.bus import bus, delivery
from shared.bus.delivery import Injected, delivery_of

Bus = Annotated[bus.Bus, Injected("bus")]
"""The connection of the service."""

Body = Annotated[bytes, Injected("message", lambda message: message.body)]
"""The bytes of the message, for whoever decodes all of it later."""

Delivery = Annotated[delivery.Delivery, Injected("message", lambda message: delivery_of(message.raw_message))]
"""Where the message stands in its stream."""
