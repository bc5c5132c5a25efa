"""Webhooks: what is told of, how a request is signed, what an answer means, which addresses are called."""
