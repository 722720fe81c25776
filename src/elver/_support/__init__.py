"""Files from strangers: looked over before they are read, so that a damaged or hostile one is an error and nothing else.

Nothing in a file is run, nothing outside it is opened, and nothing is unpacked that the memory does not hold.
"""
