"""The intake: takes files in from folders and over HTTP, recognises and keeps them, and says where each one stands."""
