"""What pages show: pure functions from the tables of the feed to what the templates write down."""
