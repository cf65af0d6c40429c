# `make demo` and `make test` are all there is to it; start.py says what they do (and works without make).

PYTHON ?= python3

.PHONY: demo test
demo test:
	@$(PYTHON) start.py $@
