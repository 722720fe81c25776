"""Commands about machines in files, and code out of them."""
