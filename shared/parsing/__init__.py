"""What the parser services share: from bytes in the object store to fragments on the bus.

A parser service is a format's reader and nothing else; this room is everything around it, so that all four do it alike.
Import from its modules: `fragments` is pure, and whoever needs it alone (the command line) starts without a bus.
"""
