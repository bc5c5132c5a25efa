"""What is kept in key-value buckets: access to the desk, queries of players, screens of the rooms."""
