"""What a handler may ask for beside its message, by FastStream's dependency injection.

async def on_fragment_accepted(message: FragmentAccepted, delivery: Delivery, deps: Annotated[Deps, Context()]): ...
"""

from typing import Annotated

from faststream import Context, Depends

from shared.bus import bus, delivery

Bus = Annotated[bus.Bus, Context("bus")]
"""The connection of the service."""

Delivery = Annotated[delivery.Delivery, Depends(delivery.present_delivery, cast=False)]
"""Where the message stands in its stream."""
