"""What crosses a process boundary in Kibitz: subjects, messages, value types, codes, examples and schemas."""
