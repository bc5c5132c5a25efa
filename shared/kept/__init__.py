"""What is kept in key-value buckets and read by several: access to the desk, queries of players, screens of a room."""
