"""The rules that validation owns: what a fragment is checked for before it is scored."""
