"""What is written from the contracts: JSON Schemas, AsyncAPI, pages of documentation."""
