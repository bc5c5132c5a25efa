"""What makes the page that of a club: its name, its logo and its colour."""
