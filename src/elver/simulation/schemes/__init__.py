"""Integration schemes as steps, and the two compiled loops that drive them: fixed steps, and steps chosen by their error."""
