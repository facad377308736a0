"""What every ruleset must do in every scenario, whatever its rules."""
