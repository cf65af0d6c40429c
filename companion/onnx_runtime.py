"""The one door to ONNX Runtime, with its telemetry off.

Since 1.29 ``import onnxruntime`` starts telemetry: it writes a device id and an event store into the user's cache, and
looks up its maker's collector to upload them. The variable is read once, while the library loads, so it must be set
first; the call is for Windows builds that ignore it. All of this project imports ``onnxruntime`` from here.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

onnxruntime.disable_telemetry_events()

__all__ = ["onnxruntime"]
