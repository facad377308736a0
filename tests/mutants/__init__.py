"""Single faults planted in the rules, to see whether the tests notice them."""
