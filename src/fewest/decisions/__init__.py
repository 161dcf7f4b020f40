"""Decision tables: which questions to ask at the least expected cost until the row, or its class, is known."""
