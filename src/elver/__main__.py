"""``python -m elver`` is the command ``elver``."""

from elver.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
