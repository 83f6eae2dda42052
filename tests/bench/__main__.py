"""Prints all benchmarks: ``make bench``."""

from tests.bench import requests, settlement, ten

for title, measured in (
    *requests.measure_all(),
    ("Fewest payments", settlement.measure()),
    ("Ten", ten.measure()),
):
    print(title, flush=True)
    for what, figure in measured.items():
        print(f"  {figure:10.2f}  {what}")
