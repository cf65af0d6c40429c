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
from itertools import accumulate, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.opencv import cv2
from models.training.matches import common_places, in_common
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
    steps = truth["script"]["steps"]
    wanted, told = named_acts(steps), named_acts(acts_that_count(stream))
    score_is_right, right_one_is_asked, others_are_asked = judge_score(truth["score"], stream)
    mishaps, noticed, alarms = judge_mishaps(truth["rests"], steps, stream)
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
        "score": score_is_right,
        "or the right one asked about": score_is_right or right_one_is_asked,
        "asked beside": score_is_right and others_are_asked,
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
    """The acts that count at the end, each with the frame at which it was told."""
    acts: list[StreamRow] = []
    for row in stream:
        if row["event"] == "action":
            acts += ({**step, "frame": row["frame"]} for step in row["steps"])
        elif row["event"] == "undone":
            for step in reversed(row["steps"]):
                last = max((at for at, act in enumerate(acts) if act == {**step, "frame": act["frame"]}), default=None)
                if last is not None:
                    del acts[last]
    return acts


def judge_score(true: Mapping[str, float], stream: Sequence[StreamRow]) -> tuple[bool, bool, bool]:
    """Whether the last score is right, whether the right one is asked about after that, and whether any is."""
    tail = list(takewhile(lambda row: row["event"] in ("match", "proposals"), reversed(stream)))
    asked = [one["score"] for row in tail if row["event"] == "proposals" for one in row["proposals"]]
    scores = [row["score"] for row in stream if "score" in row]
    return bool(scores) and scores[-1] == true, true in asked, bool(asked)


def judge_mishaps(
    rests: Sequence[StreamRow], steps: Sequence[StreamRow], stream: Sequence[StreamRow]
) -> tuple[int, int, int]:
    """How often something went wrong, how often that was reported as such or has at least not become part of the match,
    and how often something was reported to be wrong that was not."""
    starts = [rest["frame"] for rest in rests]
    of_rest: list[list[StreamRow]] = [[] for _ in rests]
    for row in stream:
        of_rest[_rest_of(row, starts)].append(row)
    untrue = _told_untruly(rests, steps, stream)
    mishaps = noticed = alarms = 0
    just_before = False
    for number, (rest, rows) in enumerate(zip(rests, of_rest, strict=True)):
        observed = any(step["do"] == "observe" for row in rows if row["event"] == "action" for step in row["steps"])
        wrong = any(row["discrepancies"] for row in rows if row["event"] == "discrepancies")
        asked = any(
            row["proposals"] and row["proposals"][0]["likelihood"] < _SURE
            for row in rows
            if row["event"] == "proposals"
        )
        if rest["mishap"] is not None:
            mishaps += 1
            noticed += is_noticed(rest["mishap"], acted=number in untrue, reported=observed or wrong or asked)
        elif wrong and not just_before:
            alarms += 1
        just_before = rest["mishap"] is not None
    return mishaps, noticed, alarms


def _told_untruly(
    rests: Sequence[StreamRow], steps: Sequence[StreamRow], stream: Sequence[StreamRow]
) -> frozenset[int]:
    """The rests at which an act was told that counts at the end and had not been done by then. What was done before,
    and is told only now, is no mishap that was taken for an act."""
    starts = [rest["frame"] for rest in rests]
    upto = list(accumulate(rest["acts"] for rest in rests))
    done = [(_unshot(name), bisect_right(upto, at)) for at, step in enumerate(steps) for name in named_acts([step])]
    told = [(_unshot(name), _rest_of(act, starts)) for act in acts_that_count(stream) for name in named_acts([act])]
    same = common_places([name for name, _ in done], [name for name, _ in told])
    true = {theirs for ours, theirs in same if done[ours][1] <= told[theirs][1]}
    return frozenset(rest for at, (_, rest) in enumerate(told) if at not in true)


def _rest_of(row: StreamRow, starts: Sequence[int]) -> int:
    return max(0, bisect_right(starts, row["frame"]) - 1)


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
