"""The journal of the desk over HTTP."""
