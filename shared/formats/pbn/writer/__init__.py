"""The writer of PBN in export format: `render` an event of the model."""
