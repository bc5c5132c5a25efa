"""The file formats: reader and writer together in one folder each.

Every format has the same two functions: `parse(data: bytes) -> Parsed` and `render(event) -> Rendered`.
"""
