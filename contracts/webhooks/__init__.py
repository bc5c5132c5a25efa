"""Webhooks: who is told of changes of the feed, and how far each is."""
