"""Diceland table companion: a picture of a table of paper octahedra in, a ruling out."""

import os

# One budget of threads for all that computes: ONNX and OpenCV have theirs, and BLAS threads that spin beside them make
# a small product fifty times slower. Has to be said before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
