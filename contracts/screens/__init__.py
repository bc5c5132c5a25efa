"""Screens in the rooms of a congress, as a bucket of keys holds them."""
