"""The commands, grouped by what they need: files only, a running bus, or a whole house."""
