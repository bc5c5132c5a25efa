"""Who may use the desk, as a bucket of keys holds it."""
