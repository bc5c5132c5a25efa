"""Boards: lines of travellers brought together, and the points that each scoring method gives them."""
