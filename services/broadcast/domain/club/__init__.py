"""What makes the page that of a club: its name, logo and colour, and addresses that can be scanned."""
