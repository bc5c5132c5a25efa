"""HTTP: servers and clients, by which names a server is called, who comes from this machine, tokens."""
