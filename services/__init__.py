"""The processes of Kibitz, one folder each; none of them imports another."""
