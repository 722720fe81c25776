"""Scenario files as an enemy, a careless hand or a broken disk writes them, and the verdict on what Elver makes of them."""
