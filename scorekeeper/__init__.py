"""Scorekeeper: the score sheet that knows the rules of physical card games."""
