"""Prints all benchmarks: ``make bench``."""

from tests.bench import requests, settlement, ten

for title, measured in (
    ("Pages", requests.measure()),
    ("Fewest payments", settlement.measure()),
    ("Ten", ten.measure()),
):
    print(title)
    for what, figure in measured.items():
        print(f"  {figure:10.2f}  {what}")
