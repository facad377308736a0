"""The numbers of the scenarios and the switches of chapter 19, as they stand in the digest."""

from typing import Any

Rules = dict[str, Any]

CARDS = ("move-1", "move-2", "recruit", "fortify", "attack", "attack+1", "strengthen", "score")

INTRODUCTION: Rules = {
    "countries": ("blue", "neutral", "orange"),
    "borders": (("blue", "neutral"), ("neutral", "orange")),
    "cards": CARDS,
    "goal": 18,
    "supply": 35,
    "round_cap": 200,
    "armies": 3,
    "armies_in_play": 1,
    "strength": 1,
    "highest_strength": 6,
    "garrison": 2,
    "vp_home": 3,
    "vp_neutral": 2,
    "lowest_home": 0,
    "home_vp_when_invaded": True,
    "fortified_defence": "strength + 1",
    "idle_fortified_die": True,
    "attack_elsewhere": True,
    "occupy_as_defender": False,
    "capital_successor": False,
    "strengthen_at_6": "lower",
    "strengthen_optional": False,
    "score_first_round": False,
    "score_occupied_take_back": True,
    "score_occupied_total": True,
    "marlborough_base_vp": True,
}
"""Chapter 3. Switches that change who sees what, or when, are left to the tests of the rules."""

MARLBOROUGH: Rules = {
    **INTRODUCTION,
    "countries": ("blue", "neutral-1", "neutral-2", "orange"),
    "borders": (("blue", "neutral-1"), ("neutral-1", "neutral-2"), ("neutral-2", "orange")),
    "cards": tuple(card for card in CARDS if card != "attack+1"),
    "supply": 36,
    "vp_neutral": 3,
    "lowest_home": 2,
    "home_vp_when_invaded": False,
}
"""M-17.3 to M-17.11."""
