"""Numbers of paths from chosen positions: any change of the rules changes one of them.

``python -m tests.perft`` prints the numbers as the engine counts them now.
"""
