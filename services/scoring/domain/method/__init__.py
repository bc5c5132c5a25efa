"""How an event is scored: the method as a value, the candidates, scoring by a method, and the search for the best."""
