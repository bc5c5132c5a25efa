"""Validation: checks fragments, accepts or rejects them, and says what is wrong with them."""
