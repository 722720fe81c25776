"""What a fit found, told: data set, plain data, tables, pictures and one page."""
