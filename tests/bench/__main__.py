"""Prints all benchmarks: ``make bench``."""

from tests.bench import clubs, fanout, requests, settlement, ten

measured_in_turns = (
    *requests.measure_all(),
    ("Pages of a club", clubs.measure()),
    ("Fewest payments", settlement.measure()),
    ("Ten", ten.measure()),
    *fanout.measure_all(),
)
for title, measured in measured_in_turns:
    print(title, flush=True)
    for what, figure in measured.items():
        print(f"  {figure:10.2f}  {what}")
