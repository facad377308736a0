"""Observers of games: compiled code that watches a game being played again and keeps rows of it.

A game is watched between the moves that are played, forced ones included, and is not changed by it.
"""
