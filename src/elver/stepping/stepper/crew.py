"""Threads that wait for work between calls: a call costs a few microseconds, and the caller does a share itself."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue

from elver.stepping.chunks import Interrupt


def serve(orders: SimpleQueue, answers: SimpleQueue) -> None:
    """Do what is ordered until nothing (None) is; what goes wrong is handed back."""
    while (work := orders.get()) is not None:
        try:
            work()
            answers.put(None)
        except BaseException as error:
            answers.put(error)
        del work


class Crew:
    """``run(work)`` calls ``work()`` once in every thread, the caller's own included, and returns when all are done."""

    def __init__(self, threads: int):
        self.threads, self.process = threads, 0
        self.orders: list[SimpleQueue] = []
        self.answers: SimpleQueue = SimpleQueue()

    def gather(self) -> None:
        """Start the threads; again in a process that was forked, where none of them lives on."""
        self.process, self.answers = os.getpid(), SimpleQueue()
        self.orders = [SimpleQueue() for _ in range(self.threads - 1)]
        for orders in self.orders:
            threading.Thread(target=serve, args=(orders, self.answers), daemon=True).start()
            weakref.finalize(self, orders.put, None)

    def run(self, work: Callable[[], object]) -> None:
        """The work in all threads; the first error that any of them met."""
        if self.threads == 1:
            work()
            return
        if self.process != os.getpid():
            self.gather()
        errors: list[BaseException | None] = []
        with Interrupt() as interrupt:  # Ctrl-C waits until nobody works any more
            for orders in self.orders:
                orders.put(work)
            try:
                work()
            except Exception as error:
                errors.append(error)
            errors += [self.answers.get() for _ in self.orders]
        for found in errors:
            if found is not None:
                raise found
        if interrupt.asked:
            raise KeyboardInterrupt
