"""Matches of teams and pairs: boards compared, victory points, awards."""
