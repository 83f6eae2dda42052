"""Tests. Their folders mirror `scorekeeper/`; e2e, architecture, wheel and bench stand for themselves."""
