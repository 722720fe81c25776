"""Recordings as files hold them: read, looked over, and what cannot be used left out and told."""
