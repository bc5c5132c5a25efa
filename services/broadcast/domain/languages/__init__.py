"""The languages of the page: which one a reader gets, and its words."""
