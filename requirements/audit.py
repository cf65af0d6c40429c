"""Asks OSV (osv.dev) whether a locked package has a known vulnerability; run from anywhere, with nothing installed.

    python requirements/audit.py

Ends with 1 where one is known. Where OSV cannot be reached it says so and ends with 0: no network is no fault of ours.
All that is sent is the names and versions of the packages in the lock file.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

#: The larger of the two lock files; it holds all of the other.
LOCK = Path(__file__).with_name("test.txt")
SERVICE = "https://api.osv.dev/v1/querybatch"
_PATIENCE_S = 20.0

Package = tuple[str, str]


def main() -> int:
    """Audit the lock file; the exit status."""
    packages = locked_packages(LOCK)
    try:
        found = known_vulnerabilities(packages)
    except (OSError, ValueError) as error:
        print(f"Audit skipped: {SERVICE} cannot be reached or understood ({error}).")
        return 0
    for (name, version), ids in found.items():
        print(f"{name} {version}: {', '.join(ids)}")
    told = f"{len(found)} have known vulnerabilities (look the ids up at https://osv.dev)" if found else "none known"
    print(f"{len(packages)} locked packages audited: {told}.")
    return 1 if found else 0


def locked_packages(lock: Path) -> list[Package]:
    """Name and version of every package in a lock file, for all systems and versions of Python."""
    return re.findall(r"^([a-z0-9][a-z0-9-]*)==([^\s;]+)", lock.read_text(encoding="utf-8"), re.MULTILINE)


def known_vulnerabilities(packages: Sequence[Package]) -> Mapping[Package, list[str]]:
    """Package -> ids of what is known of it, for those of which something is.

    Raises OSError where the service cannot be reached, ValueError where its answer is not understood.
    """
    queries = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in packages]
    question = Request(SERVICE, json.dumps({"queries": queries}).encode(), {"Content-Type": "application/json"})
    with urlopen(question, timeout=_PATIENCE_S) as reply:
        answer: Any = json.load(reply)
    try:
        ids = [[str(known["id"]) for known in result.get("vulns", [])] for result in answer["results"]]
        return {package: found for package, found in zip(packages, ids, strict=True) if found}
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"an answer of another form: {error!r}") from None


if __name__ == "__main__":
    sys.exit(main())
