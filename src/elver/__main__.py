"""``python -m elver`` is the command ``elver``."""

from __future__ import annotations

import signal
import sys

from elver.cli.terminal import INTERRUPTED, ctrl_c


def run() -> int:
    """The command line as a process: Ctrl-C is one message even while its modules are loaded; once it is done, the end."""
    try:
        with ctrl_c():
            from elver.cli.main import main

            return main()
    except KeyboardInterrupt:
        print("elver: stopped", file=sys.stderr)
        return INTERRUPTED
    finally:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    raise SystemExit(run())
