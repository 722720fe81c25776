"""Machines described in files: a scenario from YAML."""
