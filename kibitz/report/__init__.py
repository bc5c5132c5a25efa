"""The report of a check, in the terminal and as a page to print."""
