"""Is it a finding? Rules that hold for every command, whatever it was asked."""

from __future__ import annotations

import json
import signal

from .child import LOST_OUTPUT, Ended

PIPE_CLOSED = 141  # the reader left: as a shell reports it
EXIT_CODES = {0, 1, 2, 3, 130, PIPE_CLOSED}  # 3: it ended, and its numbers are not to be trusted
TRACEBACK = "Traceback (most recent call last)"
SHOWN = 300  # characters of an error shown in a finding


def judge(ended: Ended, small: bool = True, as_json: bool = False, silent: bool = False) -> tuple[list[str], bool]:
    """Findings of a command that ended, and whether it was merely long.

    small: the work asked for is small, so that running out of time is a finding.   as_json: --json was given.
    silent: it need not print anything.
    """
    if ended.late:
        return (["no end within the limit of time"], False) if small else ([], True)
    if ended.killer:
        return [f"killed by {signal.Signals(ended.killer).name}{tail(ended.err)}"], False
    found = []
    if TRACEBACK in ended.err or "Exception ignored in" in ended.err:
        found.append(f"traceback: {last_line(ended.err)}")
    if ended.code == LOST_OUTPUT:
        found.append("exit code 120: output lost at the end")
    elif ended.code not in EXIT_CODES and not found:
        found.append(f"exit code {ended.code} has no meaning{tail(ended.err)}")
    if ended.code not in (0, LOST_OUTPUT, PIPE_CLOSED) and not ended.err.strip() and not ended.out.strip():
        found.append(f"exit code {ended.code} without a word")
    if ended.code == 0 and not ended.out.strip() and not silent:
        found.append("exit code 0 and no result")
    return found + (judge_json(ended) if as_json and not found else []), False


def judge_json(ended: Ended) -> list[str]:
    """With --json, standard output is one strict JSON object, or empty where the command was refused."""
    if not ended.out.strip():
        return [] if ended.code else ["--json printed nothing"]
    try:
        strict(ended.out)
    except ValueError as error:
        return [f"--json printed no JSON: {error}"]
    return []


def strict(text: str):
    """JSON without NaN and infinity, which the standard does not know."""

    def refuse(word):
        raise ValueError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


def last_line(text: str) -> str:
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1][:SHOWN] if lines else ""


def tail(text: str) -> str:
    return f": {last_line(text)}" if text.strip() else ""
