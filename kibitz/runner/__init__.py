"""Running the whole house on one machine."""
