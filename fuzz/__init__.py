"""The adversary: seeded, bounded attacks on Elver. ``python -m fuzz --help`` says how; docs/promises.md says why."""
