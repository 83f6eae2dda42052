"""One function for each thing a person does, one transaction each.

What the rules do not allow comes back as :class:`scorekeeper.kernel.Refused`; what the circumstances do not
allow as one of :mod:`scorekeeper.service.errors`.
"""
