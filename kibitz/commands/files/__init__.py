"""Commands that need files and nothing else."""
