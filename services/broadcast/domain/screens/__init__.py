"""Screens in the rooms of a congress: what is sent to them."""
