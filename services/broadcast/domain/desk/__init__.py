"""The desk: who may use it, and what its forms decide."""
