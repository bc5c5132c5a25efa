"""A file of the toy format (`tests/support/formats/toy`)."""

DATA = b"""TOY Monday pairs
pair 1 Ann & Bob
pair 2 Cid & Dot
pair 3 Eva & Fay
pair 4 Gus & Hal
board 1 1 - 2 +420
board 1 3 - 4 -50
board 2 1 - 2 +110
board 2 3 - 4 +90
end
"""
