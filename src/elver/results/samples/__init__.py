"""Samples of a run before they have labels: what figures are made from, and what is written while a run goes on."""
