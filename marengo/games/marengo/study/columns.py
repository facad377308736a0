"""The columns of games, of runs and of what is watched, and the fields of rows that these have."""

from typing import Any

import polars as pl

from marengo.games.marengo.game import marengo_games
from marengo.lab.frames import shared_columns, told
from marengo.lab.kinds import columns_of

__all__ = ["FIELDS", "GAME_COLUMNS", "OBSERVED_COLUMNS", "RUN_COLUMNS"]

GAME = next(iter(marengo_games().values()))

GAME_COLUMNS = told(shared_columns(GAME))
"""Columns that frames of games of every ruleset begin with: type and meaning with unit."""

RUN_COLUMNS = columns_of("games", GAME)
"""Columns of the games of a run, those of every ruleset: type and meaning with unit."""

_CLOCK = (pl.Int32, "round, hours of the 24-hour clock (T-5.1, B-7.1)")
_LEVEL = (
    "morale at the end of the turn, discs (T-18.1) or points (B-13.1), before what the next turn "
    "begins with: the morale update (T-18.6), the bonus (B-7.3)"
)
_STRENGTH = "strength on the map at the end of the turn, strength points"
_PIECES = "pieces on the map at the end of the turn"
_LOCALITIES = "occupies at the end of the turn (T-3.5)"
_ESTIMATE = (
    "Austria's probability of winning when the next turn's first decision is due, by the "
    "what the players that come with marengo have learned, seeing all pieces; "
    "1 or 0 once the game is over"
)
_KIND = (
    "manoeuvre (T-9.1, B-9.1), road: manoeuvre attack of a road march (T-8.26, B-9.9), assault "
    "(T-11.1, B-11.1), or bombardment: its completion (T-10.10, B-10.8)"
)
_DEFENDERS = (
    "enemy pieces in all positions of the target before the attack; 0 if a bombardment finds "
    "nobody there (T-10.16)"
)
_ATTACKER_LOST = (
    "strength that the attacker's army lost, strength points, from the move that begins the "
    "attack to the next decision that is no part of it"
)
_DEFENDER_LOST = "strength that the defender's army lost, its retreat included, strength points"
_TAKEN = (
    "whether the attacker occupies the target afterwards; not where the defender's losses end the "
    "game before he advances (T-18.4)"
)
_CHANGE = "morale gained or lost by the attack, discs (T-18.1) or points (B-13.1)"

OBSERVED_COLUMNS: dict[str, dict[str, tuple[Any, str]]] = {
    "turns": {
        "turn": (pl.Int32, "number of the player's turn in its game, from 0"),
        "hour": _CLOCK,
        "side": (pl.String, "whose turn it was: austrian or french"),
        "austrian_level": (pl.Int32, f"Austrian {_LEVEL}"),
        "french_level": (pl.Int32, f"French {_LEVEL}"),
        "austrian_strength": (pl.Int32, f"Austrian {_STRENGTH}"),
        "french_strength": (pl.Int32, f"French {_STRENGTH}"),
        "austrian_pieces": (pl.Int32, f"Austrian {_PIECES}"),
        "french_pieces": (pl.Int32, f"French {_PIECES}"),
        "austrian_localities": (pl.Int32, f"localities that Austria {_LOCALITIES}"),
        "french_localities": (pl.Int32, f"localities that France {_LOCALITIES}"),
        "estimate": (pl.Float64, _ESTIMATE),
        "decisions": (pl.Int32, "decisions of either side in the turn, as in the frame of games"),
        "choices": (pl.Int32, "of these, decisions with more than one legal move"),
        "options": (pl.Int32, "legal moves, summed over the choices"),
        "orders": (pl.Int32, "orders (T-6.2) or commands (B-8.13) used in the turn"),
        "attacks": (pl.Int32, "attacks begun in the turn: its rows in the frame of events"),
    },
    "events": {
        "event": (pl.Int32, "number of the attack in its game, from 0"),
        "hour": _CLOCK,
        "side": (pl.String, "the attacker: austrian or french"),
        "kind": (pl.String, _KIND),
        "origin": (pl.Int32, "locality attacked from"),
        "target": (pl.Int32, "locality attacked"),
        "attackers": (pl.Int32, "pieces that attack; of an assault all that take part"),
        "attacking_strength": (pl.Int32, "their strength before the attack, strength points"),
        "defenders": (pl.Int32, _DEFENDERS),
        "defending_strength": (pl.Int32, "their strength before the attack, strength points"),
        "attacker_lost": (pl.Int32, _ATTACKER_LOST),
        "defender_lost": (pl.Int32, _DEFENDER_LOST),
        "taken": (pl.Boolean, _TAKEN),
        "austrian_change": (pl.Int32, f"Austrian {_CHANGE}"),
        "french_change": (pl.Int32, f"French {_CHANGE}"),
    },
    "presence": {
        "hour": _CLOCK,
        "side": (pl.String, "whose pieces: austrian or french"),
        "origin": (
            pl.Int32,
            "locality where the pieces stood when the hour began; null: not on the map",
        ),
        "locality": (pl.Int32, "a locality; its approaches belong to it"),
        "pieces": (pl.Int32, "pieces from origin that stand there at the end of the hour"),
        "strength": (pl.Int32, "their strength at the end of the hour, strength points"),
        "lost": (
            pl.Int32,
            "strength that pieces from origin lost there during the hour, strength points",
        ),
    },
}
"""Columns of the frames of what was observed, after those that name cell and game.

By the kind of observation: type, and meaning with unit and number of the rule.
"""

FIELDS: dict[str, dict[str, tuple[str, int]]] = {
    "turns": {
        "austrian_level": ("level", 0),
        "french_level": ("level", 1),
        "austrian_strength": ("strength", 0),
        "french_strength": ("strength", 1),
        "austrian_pieces": ("pieces", 0),
        "french_pieces": ("pieces", 1),
        "austrian_localities": ("localities", 0),
        "french_localities": ("localities", 1),
    },
    "events": {
        "attackers": ("pieces", 0),
        "attacking_strength": ("strength", 0),
        "defenders": ("pieces", 1),
        "defending_strength": ("strength", 1),
        "attacker_lost": ("lost", 0),
        "defender_lost": ("lost", 1),
        "austrian_change": ("change", 0),
        "french_change": ("change", 1),
    },
    "presence": {},
}
"""Columns that are one of the numbers in a field; the others are a field of the same name."""
