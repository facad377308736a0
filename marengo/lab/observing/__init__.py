"""Observers of games: compiled code that watches a game being played and keeps rows of it.

A game is watched between the moves that are played, forced ones included, and is not changed by
it: what is observed are turns (:mod:`~marengo.lab.observing.turns`), attacks
(:mod:`~marengo.lab.observing.attacks`) and presence (:mod:`~marengo.lab.observing.presence`).
:mod:`~marengo.lab.observing.games` plays.
"""
