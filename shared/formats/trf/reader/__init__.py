"""From bytes to facts: the text, the dialect, the records, and what they say together."""
