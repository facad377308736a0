"""The rulesets by name: nothing else knows which there are."""

from marengo.game.bonaparte.ruleset import BONAPARTE
from marengo.game.ruleset import Ruleset
from marengo.game.triomphe.ruleset import TRIOMPHE

RULESETS: dict[str, Ruleset] = {ruleset.name: ruleset for ruleset in (BONAPARTE, TRIOMPHE)}
"""Name of each ruleset, as scenario files give it, and what belongs to it."""
