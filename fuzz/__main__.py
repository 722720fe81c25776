"""``python -m fuzz``: attack Elver; exit code 1 where something was found."""

from .driver import main

if __name__ == "__main__":
    raise SystemExit(main())
