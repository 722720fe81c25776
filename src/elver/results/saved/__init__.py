"""Runs as files: written whole or not at all, and looked over before they are believed."""
