"""What a private link opens, and the secret that links are made from."""
