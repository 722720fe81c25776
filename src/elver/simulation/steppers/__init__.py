"""Machines that go on from call to call, with inputs that change between the calls."""
