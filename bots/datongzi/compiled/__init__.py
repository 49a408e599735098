"""The expert's inner loops, compiled by numba. Only a process that searches imports these modules.

All arithmetic is in integers, except for the means and square roots of the search, which IEEE 754
fixes to the last bit: the same work gives the same decision on any machine.
"""
