"""Why a total is what it is: every number down to its rule and to the place in the file where it stands."""
