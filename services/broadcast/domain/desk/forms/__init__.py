"""What the forms of the desk decide: the fields of a form in, decisions as the command line writes them out."""
