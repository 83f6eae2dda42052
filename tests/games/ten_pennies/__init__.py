"""Tests of Ten Pennies, line by line of rules.md §3."""
