"""Rules of the intake: what a file is, what it may be called, when it is whole, who may send, and where it stands."""
