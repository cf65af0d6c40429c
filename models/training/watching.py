"""``python -m models.training.watching FOLDER``: how far ``companion watch`` follows the films of `match_films`.

Each film's camera is calibrated and its dice are enrolled as a user would, then the film is followed with nobody at the
keys. An act is right that was done by that kind of die, in its turn; of equal dice it may be either.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.opencv import cv2
from models.training.matches import in_common
from models.training.mishaps import is_noticed

_SILENT: Final = ("observe", "skip", "end-turn")  # acts that no table shows
_SURE: Final = 0.9  # what is less likely is asked

StreamRow = Mapping[str, Any]
#: What was done, and by which kind of die.
ActName = tuple[str, str]


def main() -> None:
    """Follow films and say how well."""
    parser = argparse.ArgumentParser(prog="python -m models.training.watching", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", help="only these films")
    parser.add_argument("--keep", type=Path, help="keep the streams here, FILM.jsonl")
    parser.add_argument("--workers", type=int, default=1, help="more than one makes the seconds meaningless")
    options = parser.parse_args()
    films = sorted((options.folder / "films").glob("*.mp4"))
    films = [path for path in films if not options.only or path.stem in options.only]
    rows: list[dict[str, Any]] = []
    with ThreadPoolExecutor(options.workers) as crew:
        for row in crew.map(lambda path: follow(path, options.keep), films):
            print(json.dumps(row), flush=True)
            rows.append(row)
    print(json.dumps(_together(rows)))


def follow(path: Path, keep: Path | None = None) -> dict[str, Any]:
    """What became of one film; keep: where its stream is kept."""
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    with TemporaryDirectory() as made:
        work = keep or Path(made)
        work.mkdir(parents=True, exist_ok=True)
        stream, took_s = watch(path, path.parents[1] / truth["rig"], truth["script"], work)
    shots = cv2.VideoCapture(str(path))
    runs_s = shots.get(cv2.CAP_PROP_FRAME_COUNT) / shots.get(cv2.CAP_PROP_FPS)
    wanted, told = named_acts(truth["script"]["steps"]), named_acts(acts_that_count(stream))
    scores = [row["score"] for row in stream if "score" in row]
    mishaps, noticed, alarms = judge_mishaps(truth["rests"], stream)
    return {
        "film": path.stem,
        "acts": len(wanted),
        "right": in_common(wanted, told),
        "right but for who shot": in_common(*([_unshot(act) for act in acts] for acts in (wanted, told))),
        "told": len(told),
        "rests": len(truth["rests"]),
        "seen": len({row["rest"] for row in stream if row["event"] == "layout"}),
        "mishaps": mishaps,
        "noticed": noticed,
        "false alarms": alarms,
        "score": bool(scores) and scores[-1] == truth["score"],
        "times": round(took_s / runs_s, 2),
    }


def watch(film: Path, rig: Path, script: Mapping[str, Any], work: Path) -> tuple[list[StreamRow], float]:
    """The stream of a film, and how many seconds it took to follow. Raises `subprocess.CalledProcessError`."""
    camera, gallery = work / f"{film.stem}.camera.json", work / f"{film.stem}.gallery"
    opening = work / f"{film.stem}.opening.json"
    opening.write_text(json.dumps({**script, "steps": []}), encoding="utf-8")
    lens = sorted(rig.glob("lens-*.jpg"))
    dice = ["--dice", rig / "dice"]
    _run("calibrate", "--mat", rig / "mat.json", "--lens", *lens, rig / "table.jpg", "-o", camera)
    _run("enrol", "--camera", camera, *dice, "--faces", rig / "enrol.json", "-o", gallery)
    begun = time.monotonic()
    told = _run(
        "watch", "--source", film, "--camera", camera, *dice, "--gallery", gallery,
        "--opening", opening, "--accept", "likeliest", "--rate", "0",
    )  # fmt: skip
    took_s = time.monotonic() - begun
    (work / f"{film.stem}.jsonl").write_text(told, encoding="utf-8")
    return [json.loads(line) for line in told.splitlines()], took_s


def _run(*words: object) -> str:
    command = [sys.executable, "-m", "companion", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def acts_that_count(stream: Iterable[StreamRow]) -> list[StreamRow]:
    """The acts that count at the end."""
    acts: list[StreamRow] = []
    for row in stream:
        if row["event"] == "action":
            acts += row["steps"]
        elif row["event"] == "undone":
            for step in reversed(row["steps"]):
                last = max((at for at, act in enumerate(acts) if act == step), default=None)
                if last is not None:
                    del acts[last]
    return acts


def judge_mishaps(rests: Sequence[StreamRow], stream: Iterable[StreamRow]) -> tuple[int, int, int]:
    """How often something went wrong, how often that was reported as such or has at least not become part of the match,
    and how often something was reported to be wrong that was not."""
    starts = [rest["frame"] for rest in rests]
    of_rest: list[list[StreamRow]] = [[] for _ in rests]
    for row in stream:
        of_rest[max(0, bisect_right(starts, row["frame"]) - 1)].append(row)
    mishaps = noticed = alarms = 0
    just_before = False
    for rest, rows in zip(rests, of_rest, strict=True):
        steps = [step["do"] for row in rows if row["event"] == "action" for step in row["steps"]]
        acted = any(step not in _SILENT for step in steps)
        wrong = any(row["discrepancies"] for row in rows if row["event"] == "discrepancies")
        asked = any(
            row["proposals"] and row["proposals"][0]["likelihood"] < _SURE
            for row in rows
            if row["event"] == "proposals"
        )
        if rest["mishap"] is not None:
            mishaps += 1
            noticed += is_noticed(rest["mishap"], acted=acted, reported="observe" in steps or wrong or asked)
        elif wrong and not just_before:
            alarms += 1
        just_before = rest["mishap"] is not None
    return mishaps, noticed, alarms


def _unshot(act: ActName) -> ActName:
    """The act without who shot: of several dice that may have, no picture tells it."""
    return (act[0], "") if act[0] == "shoot" else act


def named_acts(steps: Sequence[StreamRow]) -> list[ActName]:
    """What was done, and by which kind of die: "Infantry a" and "Infantry b" are one kind. A throw that goes off the
    table and takes nothing along leaves no trace, and is not asked for."""
    acts = [step for step in steps if step.get("do") not in (None, *_SILENT) and not _is_lost(step)]
    return [(step["do"], re.sub(r" [a-z]$", "", step.get("piece") or step.get("by") or "")) for step in acts]


def _is_lost(step: StreamRow) -> bool:
    return step["do"] == "throw" and step["lands"] == "off" and not step.get("knocked_off")


def _together(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    counted = [key for key in rows[0] if key not in ("film", "times")] if rows else []
    return {"films": len(rows), **{key: sum(row[key] for row in rows) for key in counted}}


if __name__ == "__main__":
    main()
