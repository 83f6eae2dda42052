"""Tests of Racehorse: rules.md §1, line by line."""
