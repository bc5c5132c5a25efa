"""A change of what files say of an event, to be tried."""

from dataclasses import dataclass

from contracts.facts import Facts
from contracts.findings import Finding


@dataclass(frozen=True)
class Change:
    """Other facts, and what is said if they explain what is stated."""

    facts: Facts
    finding: Finding
