"""A deal at the table: seats, auction, contract, play, and the score of the contract."""
