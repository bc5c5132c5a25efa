"""The binary structures of a game file: their layouts, records of them, and the pointers between them."""
