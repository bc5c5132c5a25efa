"""Chess: the next round as the file pairs it, by the Berger table, or by a draw of the FIDE systems."""
