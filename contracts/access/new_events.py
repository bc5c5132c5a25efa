"""What the public sees of events whose first file has not come yet, until a director decides about each of them."""

from typing import Annotated

from pydantic import StringConstraints

from contracts.base import Contract, Instant, PublicPolicy
from contracts.decisions import OfPublic


class NewEvents(Contract):
    """The policy of new events, as a bucket of keys holds it.

    Attributes:
        by: who chose it; "" where nobody has.
        at: when.
    """

    policy: OfPublic = OfPublic()
    by: Annotated[str, StringConstraints(max_length=64)] = ""
    at: Instant | None = None

    @property
    def stamp(self) -> PublicPolicy | None:
        """What goes with every file that comes; None where the public sees everything."""
        policy = PublicPolicy.model_validate(self.policy.model_dump())
        return policy if policy != PublicPolicy() else None
