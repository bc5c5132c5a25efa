"""Double-dummy analysis of the deals that were played."""
