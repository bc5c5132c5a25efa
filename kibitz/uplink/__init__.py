"""The uplink of a hall: its server feeds a public one, over one connection that it opens itself (ADR 0058)."""
