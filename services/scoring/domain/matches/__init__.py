"""Matches: boards compared, margins, victory points, rulings and penalties."""
