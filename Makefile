# `make demo` and `make test` are all there is to it (`make check` is the quick part of the tests); start.py says what
# they do, and works without make.

PYTHON ?= python3

.PHONY: check demo test
check demo test:
	@$(PYTHON) start.py $@
