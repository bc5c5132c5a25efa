"""Events of the past in one file each, or several in one: written from their originals, and read again."""
