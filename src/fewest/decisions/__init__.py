"""Decision tables: find the questions that identify a row, or its class, at the least expected cost."""
