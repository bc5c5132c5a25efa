"""Notification: tells browsers that asked for it what is news for their participant."""
