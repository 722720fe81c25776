"""The page: a machine that runs in the browser, or a recorded run that plays there, as one file."""
