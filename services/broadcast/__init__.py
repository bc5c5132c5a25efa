"""Broadcast: pushes standings to everybody who watches."""
