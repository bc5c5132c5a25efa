"""Rankings: totals, adjustments and places of the participants."""
