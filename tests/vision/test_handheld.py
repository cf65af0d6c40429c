"""Pictures by a phone in the hand, singly and together, against the truth of the renderer (fixtures/images/hand)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from companion.camera import (
    HandheldCamera,
    TablePhotograph,
    calibrate_handheld,
    lens_above,
    read_sensor_picture,
)
from companion.cli import main
from companion.codec.camera import write_handheld_camera
from companion.codec.gallery import read_gallery, write_gallery
from companion.codec.layout import encode_multi_view
from companion.codec.mat import read_mat
from companion.codec.reader import load_networks, open_any_reader
from companion.errors import InputError
from companion.geometry import at_height
from companion.opencv import cv2
from companion.vision import (
    HandheldReader,
    MultiViewReading,
    PictureRefusedError,
    Problem,
    read_sighted_together,
    read_together,
)
from companion.vision.handheld_reader import SightedPicture
from companion.vision.matched_views import DieView, MatchedDie
from companion.vision.top_faces import FaceClassifier, PoseRefiner
from companion.vision.whole_dice import CalibratedScore, HypothesisVerifier, Photograph, SightedPlace, VerifiedDie

HAND: Final = Path(__file__).parents[2] / "fixtures" / "images" / "hand"
TRUTH: Final[dict[str, Any]] = json.loads((HAND / "truth.json").read_text(encoding="utf-8"))
LAYOUT: Final = ("layout-a.jpg", "layout-b.jpg", "layout-c.jpg")
#: A free place on the table.
PRINT_MM: Final = (300.0, 330.0)
Together = Callable[..., MultiViewReading]


@pytest.fixture(scope="module")
def phone() -> HandheldCamera:
    """The phone, by its pictures of the mat."""
    pictures = [read_sensor_picture(file) for file in sorted(HAND.glob("table-*.jpg"))]
    return calibrate_handheld(read_mat(HAND / "mat.json"), pictures).camera


@pytest.fixture(scope="module")
def phone_file(phone: HandheldCamera, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its phone.json."""
    file = tmp_path_factory.mktemp("phone") / "phone.json"
    write_handheld_camera(phone, file)
    return file


@pytest.fixture(scope="module")
def reader(phone_file: Path) -> HandheldReader:
    """It reads the bundled dice."""
    found = open_any_reader(phone_file)
    assert isinstance(found, HandheldReader)
    return found


@pytest.fixture(scope="module")
def together(reader: HandheldReader) -> Together:
    """Reads pictures of the layout together."""
    return lambda *names: read_together(reader, [read_sensor_picture(HAND / name) for name in names])


@pytest.fixture(scope="module")
def layout(together: Together) -> MultiViewReading:
    """The three pictures of the layout."""
    return together(*LAYOUT)


def _true(die: str) -> dict[str, Any]:
    return next(row for row in TRUTH["dice"] if row["die"] == die)


@pytest.mark.parametrize("name", LAYOUT)
def test_one_picture_finds_its_pose_and_reads_every_die(reader: HandheldReader, name: str) -> None:
    reading, located = reader.read_located(read_sensor_picture(HAND / name))
    assert located.lens.eye_mm == pytest.approx(TRUTH["eye_mm"][name[7]], abs=10.0)
    assert reading.camera.markers_seen >= 3
    assert reading.camera.focal_scale == pytest.approx(TRUTH["breath"][LAYOUT.index(name)], abs=0.012)
    assert {die.name.die for die in reading.dice if die.name} == {row["die"] for row in TRUTH["dice"]}
    for die in reading.dice:
        assert die.name is not None
        truth = _true(die.name.die)
        assert die.name.face == truth["face"]
        off_mm = np.linalg.norm(np.subtract(die.pose.centre_mm, truth["centre_mm"]))
        assert off_mm < min(1.0, 4 * die.sigma_mm)
        assert 0.05 < die.sigma_mm < 0.6


def test_the_upright_picture_bears_the_dice_where_people_see_them(reader: HandheldReader) -> None:
    picture = read_sensor_picture(HAND / "layout-c.jpg")
    reading, located = reader.read_located(picture)
    upright, camera = located.upright
    assert upright.size_wh == (1200, 1600) == camera.lens.size_wh
    for die in reading.dice:
        corners = np.column_stack([die.top_corners_mm, np.full(3, die.pose.top_mm)])
        seen = picture.from_upright(camera.lens.project(corners))
        assert seen == pytest.approx(located.lens.project(corners), abs=0.01)


def test_three_pictures_together_tell_each_die_once_and_more_exactly(
    reader: HandheldReader, layout: MultiViewReading
) -> None:
    single = {die.name: die.sigma_mm for die in reader.read(read_sensor_picture(HAND / LAYOUT[0])).dice}
    assert layout.images == LAYOUT
    assert layout.moved == ()
    assert len(layout.dice) == len(TRUTH["dice"])
    for die, seen_in in zip(layout.dice, layout.seen_in, strict=True):
        assert die.name is not None
        truth = _true(die.name.die)
        assert die.name.face == truth["face"]
        assert seen_in == LAYOUT
        assert die.sigma_mm < single[die.name]
        assert np.linalg.norm(np.subtract(die.pose.centre_mm, truth["centre_mm"])) < min(0.5, 4 * die.sigma_mm)
        assert die.covariance_mm2 is not None
        assert die.sigma_mm == pytest.approx(np.sqrt(np.trace(die.covariance_mm2) / 2), rel=1e-6)


def test_a_screen_that_shows_the_table_is_said_by_its_dice_where_its_markers_fit(reader: HandheldReader) -> None:
    table = read_sensor_picture(HAND / "layout-b.jpg")
    assert Problem.OTHER_LENS not in {remark.why for remark in reader.read(table).remarks}
    wide, tall = table.size_wh
    corners = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    shown = np.array([[-12, -30], [1656, -70], [1512, 1192], [103, 1023]], np.float32)
    plane = cv2.getPerspectiveTransform(corners, shown)
    screen = np.asarray(cv2.warpPerspective(table.pixels, plane, (wide, tall), borderValue=(25, 25, 25)), np.uint8)
    remarks = reader.read(replace(table, pixels=screen)).remarks
    (said,) = (remark.text for remark in remarks if remark.why is Problem.OTHER_LENS)
    assert "Is this a picture of a screen" in said


def test_one_picture_given_twice_is_refused(together: Together) -> None:
    with pytest.raises(InputError, match=r"layout-b\.jpg and layout-b\.jpg are the same picture"):
        together("layout-a.jpg", "layout-b.jpg", "layout-b.jpg")


def test_a_line_of_several_pictures_is_as_the_contract_has_it(layout: MultiViewReading) -> None:
    line = json.loads(encode_multi_view(layout))
    assert line["images"] == list(LAYOUT)
    assert [camera["image"] for camera in line["camera"]] == list(LAYOUT)
    assert set(line["camera"][0]) == {"image", "markers_seen", "focal_scale", "pose_sigma_mm"}
    die = line["dice"][0]
    assert die["seen_in"] == list(LAYOUT)
    (a, b), (c, d) = die["covariance_mm2"]
    assert b == c
    assert die["sigma_mm"] == pytest.approx(np.sqrt((a + d) / 2), abs=1e-3)


def test_a_die_that_was_moved_is_said_and_not_averaged(together: Together) -> None:
    found = together("layout-a.jpg", "layout-c.jpg", "moved.jpg")
    (moved,) = found.moved
    truth = _true("ogre/infantry")
    assert moved.name.die == "ogre/infantry"
    assert "moved.jpg" in moved.between
    assert moved.by_mm == pytest.approx(np.hypot(585 - 540, 205 - 160), abs=1.0)
    (die,) = (one for one in found.dice if one.name == moved.name)
    assert die.pose.centre_mm == pytest.approx(truth["centre_mm"], abs=0.6)  # as the two others have it


def test_a_die_hidden_in_one_picture_is_read_from_another(reader: HandheldReader) -> None:
    a, b = (read_sensor_picture(HAND / name) for name in LAYOUT[:2])
    lens = reader.read_located(a)[1].lens
    truth = _true("ogre/gev")
    middle = lens.project(np.array([[*truth["centre_mm"], 20.0]]))[0]
    cv2.circle(a.pixels, (round(middle[0]), round(middle[1])), 75, (60, 90, 160), -1)
    found = read_together(reader, [a, b])
    seen_in = {die.name.die: seen for die, seen in zip(found.dice, found.seen_in, strict=True) if die.name}
    assert seen_in["ogre/gev"] == ("layout-b.jpg",)
    assert seen_in["ogre/howitzer"] == LAYOUT[:2]


def test_the_print_of_a_face_that_lies_on_the_table_is_no_die_from_two_places(reader: HandheldReader) -> None:
    """From each it seems a die elsewhere, as high as dice are over what it lies on; a die is at one place from both."""
    sighted = [reader.sight(read_sensor_picture(HAND / name)) for name in LAYOUT[:2]]
    top_mm = _gev(sighted[0]).pose.top_mm
    for height_mm, count in ((0.0, len(TRUTH["dice"])), (top_mm, len(TRUTH["dice"]) + 1)):
        seeming = []
        for one in sighted:
            px = one.located.lens.project(at_height([PRINT_MM], height_mm))
            x, y = one.located.lens.to_table(px, height_mm=top_mm)[0].tolist()
            phantom = _unread(_gev(one), x, y, 0.7)
            seeming.append(replace(one, dice=(*one.dice, phantom)))
        assert len(read_sighted_together(seeming).dice) == count


@pytest.mark.parametrize(("sure", "count"), [(0.93, 0), (0.98, 1)])
def test_a_die_that_two_pictures_should_show_and_do_not_is_none_unless_the_third_is_sure(
    reader: HandheldReader, sure: float, count: int
) -> None:
    first, *others = (reader.sight(read_sensor_picture(HAND / name)) for name in LAYOUT)
    die = _gev(first)
    seeming = _beside(die, PRINT_MM[0] - die.pose.x_mm, PRINT_MM[1] - die.pose.y_mm)
    verdict = seeming.place.verdict
    assert verdict.faces
    faces = (replace(verdict.faces[0], confidence=sure),)
    phantom = replace(seeming, place=replace(seeming.place, verdict=replace(verdict, faces=faces)))
    found = read_sighted_together([replace(first, dice=(*first.dice, phantom)), *others])
    assert len(found.dice) == len(TRUTH["dice"]) + count


def test_a_die_that_leans_and_is_seen_beside_itself_is_listed_once(reader: HandheldReader) -> None:
    first, *others = (reader.sight(read_sensor_picture(HAND / name)) for name in LAYOUT)
    die = _gev(first)
    leaning = replace(_beside(die, 18.0, 0.0), leans=True)
    found = read_sighted_together([replace(first, dice=tuple(leaning if d is die else d for d in first.dice)), *others])
    assert len(found.dice) == len(TRUTH["dice"])


def test_a_phone_knows_the_table_without_dice_from_its_calibration(reader: HandheldReader) -> None:
    """So what seems a die that nothing explains is none where the table itself is seen."""
    sighted = reader.sight(read_sensor_picture(HAND / LAYOUT[1]))
    photograph, gev = sighted.photograph, _gev(sighted)
    assert photograph.foreground is not None
    assert min(photograph.foreground.occupied_shares([die.pose for die in sighted.dice])) > 0.7
    seeming = _unread(gev, *PRINT_MM, 0.7)
    assert max(photograph.foreground.occupied_shares([seeming.pose])) < 0.3
    networks, known = sighted.reader.networks, sighted.reader.gallery
    classifier, score = FaceClassifier(networks.classifier, known), CalibratedScore.load()
    verifier = HypothesisVerifier(PoseRefiner(networks.refiner), classifier, sighted.reader.evaluator, score)
    places = [gev.place, seeming.place]
    assert [die.place.pose for die in verifier.chosen(photograph, places)] == [gev.place.pose]
    print_of_a_face = replace(gev.place, sighting=seeming.place.sighting)
    likeliest, *others = gev.place.verdict.faces
    verdict = replace(gev.place.verdict, faces=(replace(likeliest, confidence=0.85), *others))
    unsure = replace(print_of_a_face, verdict=verdict)
    assert verifier.chosen(photograph, [unsure]) == []
    assert len(verifier.chosen(photograph, [print_of_a_face])) == 1
    unknown = Photograph(photograph.picture, photograph.lens)
    assert len(verifier.chosen(unknown, places)) == 2


def test_a_phone_calibrated_before_reads_on_without_the_empty_table(phone: HandheldCamera, tmp_path: Path) -> None:
    _check_read_without_the_table(replace(phone, empty=None), tmp_path / "phone.json")


def test_on_another_cloth_than_the_one_of_its_calibration_a_phone_reads_as_if_it_knew_none(
    phone: HandheldCamera, tmp_path: Path
) -> None:
    above = lens_above(phone.table)
    wide, tall = above.size_wh
    checks = np.where((np.indices((tall, wide)) // 15).sum(axis=0)[..., None] % 2, (40, 200, 220), (200, 60, 40))
    cloth = TablePhotograph.of(above, checks.astype(np.uint8), np.ones((tall, wide), np.bool_))
    _check_read_without_the_table(replace(phone, empty=cloth), tmp_path / "phone.json")


def _check_read_without_the_table(camera: HandheldCamera, file: Path) -> None:
    """A camera, written to a file and opened again, has nothing of the empty table to go by, and reads all dice."""
    write_handheld_camera(camera, file)
    reader = open_any_reader(file)
    assert isinstance(reader, HandheldReader)
    sighted = reader.sight(read_sensor_picture(HAND / LAYOUT[1]))
    assert sighted.photograph.foreground is None
    assert {die.name.die for die in sighted.dice if die.name} == {row["die"] for row in TRUTH["dice"]}


def test_what_lies_there_and_is_no_die_is_reported_by_one_picture_and_by_several_that_show_it(
    reader: HandheldReader,
) -> None:
    pictures = [read_sensor_picture(HAND / name) for name in LAYOUT]
    assert reader.read(pictures[0]).unknown_objects == ()
    for picture in pictures[:2]:
        middle = reader.locate(picture).lens.project(np.array([[*PRINT_MM, 15.0]]))[0]
        cv2.circle(picture.pixels, (round(middle[0]), round(middle[1])), 50, (40, 160, 60), -1)
    (thing,) = reader.read(pictures[0]).unknown_objects
    assert thing.centre_mm == pytest.approx(PRINT_MM, abs=20)
    sighted = [reader.sight(picture) for picture in pictures]
    (thing,) = read_sighted_together(sighted).reading.unknown_objects
    assert thing.centre_mm == pytest.approx(PRINT_MM, abs=20)
    assert read_sighted_together([sighted[0], sighted[2]]).reading.unknown_objects == ()


def test_what_one_picture_cannot_read_is_the_die_that_others_read_there(reader: HandheldReader) -> None:
    first, *others = (reader.sight(read_sensor_picture(HAND / name)) for name in LAYOUT)
    die = _gev(first)
    unread = replace(_unread(die, die.pose.x_mm + 14, die.pose.y_mm - 9, 0.99), leans=True)
    dice = tuple(unread if one is die else one for one in first.dice)
    found = read_sighted_together([replace(first, dice=dice), *others])
    assert all(one.name is not None for one in found.dice)
    assert len(found.dice) == len(TRUTH["dice"])


def test_a_picture_that_has_a_die_leaning_does_not_speak_for_one_that_lies_flat(reader: HandheldReader) -> None:
    first, second, third = (_gev(reader.sight(read_sensor_picture(HAND / name))) for name in LAYOUT)
    leaning = replace(_beside(third, 2.4, -1.5), leans=True)
    views = [DieView(number, die, die.pose) for number, die in enumerate((first, second, leaning))]
    matched = MatchedDie(tuple(views))
    assert not matched.leans
    assert matched.spokesmen == tuple(views[:2])
    assert matched.pictures == {0, 1, 2}


def _beside(die: VerifiedDie, right_mm: float, far_mm: float) -> VerifiedDie:
    """A die as if it had been seen beside its place."""
    sighting, best = die.place.sighting, die.place.best
    assert best is not None
    assert die.place.verdict.best is not None
    seen = sighting.placed.pose
    pose = replace(seen, x_mm=seen.x_mm + right_mm, y_mm=seen.y_mm + far_mm)
    body = best.hypothesis.rigid_pose
    beside = replace(body, centre_mm=body.centre_mm + np.array([right_mm, far_mm, 0.0]))
    explanations = list(die.place.explanations)
    explanations[die.place.verdict.best] = replace(best, hypothesis=replace(best.hypothesis, rigid_pose=beside))
    moved = replace(sighting, placed=replace(sighting.placed, pose=pose))
    place = replace(die.place, sighting=moved, explanations=tuple(explanations))
    return replace(die, place=place, corners=None)


def _gev(sighted: SightedPicture) -> VerifiedDie:
    (die,) = (one for one in sighted.dice if one.name is not None and one.name.die == "ogre/gev")
    return die


def _unread(die: VerifiedDie, x_mm: float, y_mm: float, sure: float) -> VerifiedDie:
    """A die as it would be seen elsewhere, if it could not be read."""
    sighting, verdict = die.place.sighting, die.place.verdict
    placed = replace(sighting.placed, pose=replace(sighting.placed.pose, x_mm=x_mm, y_mm=y_mm))
    verdict = replace(verdict, best=None, nothing=1 - sure, unread=sure, explained=(), faces=())
    place = SightedPlace(replace(sighting, placed=placed), (), verdict)
    return replace(die, place=place)


def test_pictures_of_different_tables_are_refused(together: Together) -> None:
    with pytest.raises(PictureRefusedError, match=r"layout-a.jpg and table-1.jpg do not show one layout") as refusal:
        together("layout-a.jpg", "table-1.jpg")
    assert refusal.value.remark.why is Problem.OTHER_LAYOUT


def test_a_picture_without_markers_is_refused_by_its_name(reader: HandheldReader) -> None:
    picture = read_sensor_picture(HAND / "layout-a.jpg")
    picture.pixels[:] = 90
    with pytest.raises(PictureRefusedError, match=r"layout-a.jpg: no marker of the mat is seen") as refusal:
        reader.read(picture)
    assert refusal.value.remark.why is Problem.NO_MARKERS


def test_the_command_reads_a_layout_or_says_which_picture_is_to_blame(
    phone_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(HAND / name) for name in LAYOUT]
    assert main(["read", "--camera", str(phone_file), "--together", "--json", *files]) == 0
    message = capsys.readouterr()
    assert len(message.out.splitlines()) == 1
    assert len(json.loads(message.out)["dice"]) == 6
    blank = tmp_path / "blank.jpg"
    cv2.imwrite(str(blank), np.full((1200, 1600, 3), 90, np.uint8))
    assert main(["read", "--camera", str(phone_file), "--together", "--json", files[0], str(blank)]) == 1
    message = capsys.readouterr()
    assert message.out == ""
    assert "blank.jpg: no marker of the mat is seen" in message.err
    assert main(["read", "--camera", str(phone_file), "--json", files[0], str(blank)]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert set(first["camera"]) == {"markers_seen", "focal_scale", "pose_sigma_mm"}
    assert (second["dice"], second["why"]) == ([], "no-markers")


def _clicks(reader: HandheldReader, folder: Path) -> Path:
    """A faces.json of two pictures, clicked as people see them."""
    faces = []
    for name, die in (("layout-a.jpg", "ogre/gev"), ("layout-c.jpg", "ogre/howitzer")):
        shutil.copy(HAND / name, folder / name)
        truth = _true(die)
        lens = reader.read_located(read_sensor_picture(HAND / name))[1].upright[1].lens
        middle, corner = lens.project(
            np.array([[*truth["centre_mm"], 41.48], [*truth["corners_mm"][0], 41.48]])
        ).round()
        row = {"image": name, "die": die, "face": truth["face"]}
        faces.append(row | {"centre_px": middle.tolist(), "corner0_px": corner.tolist()})
    (folder / "faces.json").write_text(json.dumps({"format": 1, "faces": faces}), encoding="utf-8")
    return folder / "faces.json"


def test_faces_are_enrolled_from_several_places_by_a_camera_in_the_hand_alone(
    reader: HandheldReader, phone_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--dice", "dice_faces", "--faces", str(_clicks(reader, tmp_path)), "-o", str(tmp_path / "gallery")]
    assert main(["enrol", "--camera", str(phone_file), *words]) == 0
    assert "2 faces of 2 dice enrolled" in capsys.readouterr().out
    stand, mat = tmp_path / "camera.json", str(HAND / "mat.json")
    assert main(["calibrate", "--mat", mat, str(HAND / "table-0.jpg"), "-o", str(stand)]) == 0
    capsys.readouterr()
    assert main(["enrol", "--camera", str(stand), *words]) == 2
    assert "was not taken from where the camera stood" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "instead"),
    [
        (["watch", "--source", "0"], "Name pictures of the table at rest, a folder of them, or a film"),
        (["certify", "--live"], "Take five to ten pictures of the sheet with the phone"),
        (["enrol", "--live", "--die", "ogre/gev"], "take a picture of each side, and name them in a faces.json"),
    ],
)
def test_what_only_a_stand_can_do_says_what_to_do_instead(
    phone_file: Path, command: list[str], instead: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--camera", str(phone_file)]) == 2
    assert instead in capsys.readouterr().err


def _watched(phone_file: Path, capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    assert main(["watch", "--camera", str(phone_file), "--source", *words]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_each_picture_that_is_watched_is_a_table_at_rest_from_its_own_place(
    phone_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, name in enumerate(("layout-a.jpg", "layout-c.jpg", "moved.jpg")):  # c is held upright
        shutil.copy(HAND / name, tmp_path / f"{number}.jpg")
    lines = _watched(phone_file, capsys, str(tmp_path))
    first, second = (line for line in lines if line["event"] == "layout")
    assert (first["rest"], first["frame"], len(first["dice"])) == (1, 0, 6)
    assert (second["rest"], second["frame"], len(second["dice"])) == (2, 2, 6)  # c shows the same as a
    then, now = ({die["track"]: die for die in line["dice"]} for line in (first, second))
    assert then.keys() == now.keys()
    far = {
        then[track]["die"]: np.linalg.norm(np.subtract(die["centre_mm"], then[track]["centre_mm"]))
        for track, die in now.items()
    }
    assert far.pop("ogre/infantry") == pytest.approx(np.hypot(45, 45), abs=1.5)
    assert max(far.values()) < 1.5


def test_a_picture_without_markers_is_said_and_the_next_one_is_read(
    phone_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blank = tmp_path / "blank.jpg"
    cv2.imwrite(str(blank), np.full((1200, 1600, 3), 90, np.uint8))
    lines = _watched(phone_file, capsys, str(blank), str(HAND / "layout-a.jpg"))
    assert [line["event"] for line in lines] == ["table", "table", "layout"]
    assert lines[0]["state"] == "markers-hidden"
    assert "blank.jpg: no marker of the mat is seen" in lines[0]["text"]
    assert lines[1]["state"] == "settled"


def test_of_a_film_by_hand_the_table_is_at_rest_that_two_looks_tell_alike(
    phone_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("layout-a.jpg", "layout-b.jpg", "moved.jpg"):
        shutil.copy(HAND / name, tmp_path / name)
    shots = [{"picture": name, "frames": 2} for name in ("layout-a.jpg", "moved.jpg", "layout-b.jpg")]
    film = tmp_path / "film.json"
    film.write_text(json.dumps({"format": 1, "fps": 2, "shots": [*shots, shots[2]]}), encoding="utf-8")
    lines = _watched(phone_file, capsys, str(film))  # one look a second: each shot once, the last twice
    (layout,) = (line for line in lines if line["event"] == "layout")
    assert layout["frame"] == 3
    assert [line["state"] for line in lines if line["event"] == "table"][-1] == "settled"


def test_what_people_confirm_of_pictures_from_the_hand_is_learned(
    phone_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files, classifier, known = [str(HAND / name) for name in LAYOUT], load_networks().classifier, tmp_path / "known"
    bundled_gallery = read_gallery(Path("dice_faces/gallery"), classifier)
    write_gallery(bundled_gallery.only([row["die"] for row in TRUTH["dice"]]), known, classifier)
    assert main(["read", "--camera", str(phone_file), "--json", files[0], files[2]]) == 0
    single = capsys.readouterr().out
    assert main(["read", "--camera", str(phone_file), "--together", "--json", *files]) == 0
    together = capsys.readouterr().out
    for name, text, pictures in (("one", single, [files[0], files[2]]), ("all", together, files)):
        layout, grown = tmp_path / f"{name}.jsonl", tmp_path / name
        layout.write_text(text, encoding="utf-8")
        words = ["--confirm", str(layout), "--gallery", str(known), "-o", str(grown), *pictures]
        assert main(["enrol", "--camera", str(phone_file), *words]) == 0
        message = capsys.readouterr()
        assert message.err == ""
        assert f"{6 * len(pictures)} views added" in message.out


def test_a_reading_from_the_hand_is_timed_with_its_stages(phone_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bench", "--runs", "1", "--json", "--camera", str(phone_file), str(HAND / "layout-a.jpg")]
    assert main(words) == 0
    timed = json.loads(capsys.readouterr().out)
    assert timed["dice"] == 6
    assert set(timed["stages"]) == {"camera", "find", "place", "name", "judge", "explain"}
