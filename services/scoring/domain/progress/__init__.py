"""Progress: how much has been played, and which tables are slow."""
