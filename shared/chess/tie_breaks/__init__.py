"""Tie-breaks by FIDE's handbook, C.07: one module an article."""
