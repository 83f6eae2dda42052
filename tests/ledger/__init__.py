"""Money: units, balances, settlement, explanations."""
