"""What makes the page that of a club: its colour, and addresses that can be scanned."""
