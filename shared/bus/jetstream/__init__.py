"""What NATS needs beside FastStream: the connection, pulling, reading by position, buckets, provisioning."""
