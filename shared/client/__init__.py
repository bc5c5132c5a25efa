"""A client of the live feed for Python programs: follow a channel in ten lines, and resume by itself."""
