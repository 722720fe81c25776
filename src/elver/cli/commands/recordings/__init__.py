"""Commands about recordings of machines."""
