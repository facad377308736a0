"""One position for each chapter of all rulebooks, for those in a hurry: ``python -m tests.quick``.

Further arguments are handed to pytest. ``tests/test_quick.py`` sees to it that no chapter is left
out, and that each test named here speaks of its chapter.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

POSITIONS = {
    "T-2": "test_pieces.py::test_strengths_only_ever_fall",
    "T-3": "test_map_symbols.py::test_nobody_retreats_across_an_impassable_approach",
    "T-4": "test_setup.py::test_nobody_decides_anything_during_set_up",
    "T-5": "test_sequence.py::test_the_game_ends_at_once_on_demoralisation",
    "T-6": "test_orders.py::test_the_assault_is_paid_on_declaration",
    "T-7": "test_march.py::test_the_first_of_two_marches_needs_no_order",
    "T-8": "test_road_march.py::test_without_orders_only_main_roads",
    "T-9": "test_manoeuvre_attack_result.py::test_result_at_a_wide_approach",
    "T-10": "test_bombardment.py::test_one_piece_is_reduced_by_one_for_one_disc",
    "T-11": "test_assault_counter_attack.py::test_the_defender_may_counter_attack_or_not",
    "T-12": "test_continuation.py::test_with_one_order_the_group_takes_two_positions_but_not_three",
    "T-13": "test_retreat_moves.py::test_a_piece_without_destination_is_destroyed",
    "T-14": "test_disorganisation.py::test_no_response_at_six",
    "T-15": "test_reinforcements.py::test_the_pontoon_bridge_leaves_the_road_to_three_others",
    "T-16": "test_approach_clean_up.py::test_clean_up_cancels_a_declared_bombardment",
    "T-17": "test_shuffling.py::test_pieces_of_one_position_are_mixed",
    "T-18": "test_morale_clean_up.py::test_the_french_clean_up",
    "T-19": "test_victory.py::test_an_idle_day_is_won_by_france",
    "T-21": "test_manoeuvre_attack_examples.py::test_the_french_counter_blow_of_section_23",
    "T-22": "test_knowledge_shown.py::test_disclosures_of_an_assault_step_by_step",
    "T-23": "test_decisions.py::test_decision_points",
    "B-4": "test_shuffling.py::test_shuffling_is_a_choice_for_every_position_and_costs_no_command",
    "B-5": "test_board.py::test_nobody_retreats_over_an_impassable_pair",
    "B-6": "test_activation.py::test_how_many_pieces_are_chosen",
    "B-7": "test_sequence.py::test_a_turn_has_four_steps_in_strict_order",
    "B-8": "test_continuation.py::test_cavalry_leaves_its_group",
    "B-9": "test_manoeuvre_attack_result.py::test_an_attack_from_an_approach_cannot_be_blocked",
    "B-10": "test_bombardment.py::test_the_bombardment_of_the_rulebook",
    "B-11": "test_assault_result.py::test_the_strength_of_an_assault_without_penalty",
    "B-12": "test_retreat_routes.py::test_where_room_is_short_the_owner_chooses_who_is_saved",
    "B-13": "test_demoralised_armies.py"
    "::test_an_army_finishes_the_assault_in_which_it_is_demoralised",
    "B-14": "test_victory.py::test_demoralisation_does_not_end_the_game",
    "B-16": "test_examples_other.py::test_bombardment_in_the_turn_of_the_opponent",
    "B-17": "test_knowledge_shown.py::test_a_retreat_shows_all_pieces_and_where_they_go",
    "B-18": "test_decisions_order.py::test_a_distribution_can_always_be_completed",
    "M-1": "test_set_up.py::test_terms",
    "M-2": "test_set_up.py::test_what_can_be_on_the_table",
    "M-3": "test_set_up.py::test_the_thirty_years_war",
    "M-4": "test_round.py::test_the_round",
    "M-5": "test_round.py::test_who_is_first",
    "M-6": "test_round.py::test_hand_and_discard",
    "M-7": "test_moves.py::test_moves",
    "M-8": "test_recruit_and_fortify.py::test_recruit",
    "M-9": "test_recruit_and_fortify.py::test_fortify",
    "M-10": "test_attacks.py::test_attacks",
    "M-11": "test_combat.py::test_combat",
    "M-12": "test_capital_and_control.py::test_the_capital",
    "M-13": "test_capital_and_control.py::test_control",
    "M-14": "test_strengthen.py::test_strengthen",
    "M-15": "test_score_and_end.py::test_score",
    "M-16": "test_score_and_end.py::test_the_end",
    "M-17": "test_scenarios.py::test_marlborough",
    "M-18": "test_information.py::test_after_the_cards_all_lies_open",
    "M-21": "test_vectors.py::test_the_worked_example",
    "N-1": "war/test_terms_and_map.py::test_units",
    "N-2": "war/test_pieces_and_production.py::test_what_is_not_built",
    "N-3": "war/test_terms_and_map.py::test_regions",
    "N-4": "war/test_sequence.py::test_every_month_each_nation_has_a_turn_austria_first",
    "N-5": "war/test_pieces_and_production.py::test_costs",
    "N-6": "war/test_movement.py::test_enemy_armies_stop",
    "N-7": "continent/test_squadrons.py::test_whose_ports",
    "N-8": "continent/test_squadrons.py::test_wishes",
    "N-9": "continent/test_landing.py::test_squadrons_for_a_landing",
    "N-10": "war/test_pieces_and_production.py::test_enemies_in_a_region",
    "N-11": "war/test_pieces_and_production.py::test_placing",
    "N-12": "war/test_politics.py::test_costs",
    "N-13": "war/test_peace.py::test_an_armistice_costs_both_and_ends_the_war",
    "N-14": "war/test_minors.py::test_overtures",
    "N-15": "continent/test_neutral_nations.py::test_overtures",
    "N-16": "war/test_minors.py::test_modifiers",
    "N-17": "war/test_peace.py::test_above_its_commitment_a_nation_sues",
    "N-18": "war/test_uprising.py::test_the_roll_is_not_above_the_number_of_armies",
    "N-19": "test_when.py::test_between_whom",
    "N-20": "test_board.py::test_deployment",
    "N-21": "test_actions.py::test_movement",
    "N-22": "test_fire.py::test_targets",
    "N-23": "test_charge.py::test_when",
    "N-24": "test_square.py::test_square",
    "N-25": "test_leaders.py::test_leaders",
    "N-26": "test_pursuit.py::test_pursuit",
    "N-27": "war/test_sequence.py::test_who_has_neither_region_nor_unit_has_no_turn",
    "N-28": "test_information.py::test_everything_else_is_public",
    "N-30": "war/test_scenario.py::test_how_many_regions_decide",
}
"""By chapter, a test among those of its game's rules."""

FOLDERS = {
    "B": "tests/rules/bonaparte",
    "M": "tests/rules/progress",
    "N": "tests/rules/europe",
    "T": "tests/rules/triomphe",
}


def tests() -> list[str]:
    """Return the tests as pytest is told of them."""
    return [f"{FOLDERS[chapter[0]]}/{test}" for chapter, test in POSITIONS.items()]


def main() -> int:
    """Run them in one process, as two would each begin anew; return pytest's exit code."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"]
    return subprocess.run([*command, *sys.argv[1:], *tests()], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
