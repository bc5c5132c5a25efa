"""Webhooks: the recorder, which follows the feed, and the sender, which tells the targets."""
