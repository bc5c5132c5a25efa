"""What a handler may ask for beside its message, by FastStream's dependency injection.

async def on_fragment_accepted(message: FragmentAccepted, delivery: Delivery, bus: Bus) -> None: ...

What a service assembles for itself is `Annotated[Deps, Injected("deps")]`.
"""

from typing import Annotated

from faststream import Depends

from shared.bus import bus, delivery

Bus = Annotated[bus.Bus, delivery.Injected("bus")]
"""The connection of the service."""

Delivery = Annotated[delivery.Delivery, Depends(delivery.present_delivery, cast=False)]
"""Where the message stands in its stream."""
