"""One module per command: DESCRIPTION, Options and command(options, parser) -> exit code."""
