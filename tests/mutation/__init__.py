"""Mutation testing: plant small faults one at a time and see which the fast tests catch (`python -m tests.mutation`).

An own driver over the standard library's ``ast``, with the operators that cosmic-ray and mutmut share, because neither
fits: mutmut 3 plants faults through trampolines, so it skips decorated functions and everything outside functions,
where this program keeps its rule tables; cosmic-ray knows one test command for every mutant, starts a new interpreter
for each and mutates the working tree. Here a mutant costs a fork: what the tests need of other people's libraries is
imported once, each child imports the program anew from a scratch copy of the tree in which one file is mutated.
"""
