"""``companion enrol``: learn what the faces of a user's own dice look like (docs/formats, Faces)."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from companion.cli._options import cameras_here
from companion.errors import InputError
from companion.terminal import say, warn
from companion.text import N_, gettext, ngettext, pgettext

_EPILOG = N_(
    "cli",
    """examples:
  companion enrol --camera camera.json --dice my-dice --faces faces.json -o my-gallery
  companion enrol --live --die ogre/heavy-tank
  companion enrol --live --source film.mp4 --camera camera.json --die my/tank
  companion enrol --sample pictures --die my/tank           a faces.json to fill in
  companion enrol --confirm layout.jsonl --camera camera.json --gallery my-gallery scene-*.jpg

faces.json says where each side of a die was photographed: the picture, the die, the side, a click on the centre of the
top face and one on its corner 0. The pictures are beside it. Clicks may be a few pixels off. Sides that are blurred or
lost in glare are refused, each with the reason; the others are enrolled, and those that look alike are named.

--live opens a window instead: put the die down, say once which side is up and where its corner 0 is, then roll the die
over its edges; the other sides are recorded as they come up. Without -o they go to your own gallery.

--confirm learns from readings: keep the lines of `companion read --json`, put right what is wrong in them (die, face,
heading_deg; take out what is not there), and name them with their pictures. Each flat die that has a name becomes one
more view of its side, in that light; one that fits another side better is refused. Where they show that another camera
enrolled the gallery, every side is added as this one shows it: two pictures are enough. A gallery keeps the eight most
different views of a side. They go into --gallery, or with -o into another folder.""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "enrol",
        help=gettext("learn the sides of your own dice from photographs, or as you roll them"),
        description=gettext("Make a gallery of faces, by which dice are recognised."),
        epilog=pgettext("cli", _EPILOG),
    )
    add = parser.add_argument
    add("--camera", type=Path, metavar="CAMERA", help=gettext("camera.json (default: the one measured last)"))
    add("--dice", type=Path, metavar="DICE_DIR", help=gettext("die files (with --live: default is all known dice)"))
    add("--faces", type=Path, metavar="FACES", help=gettext("faces.json: the clicks"))
    add("-o", "--output", type=Path, metavar="GALLERY_DIR", help=gettext("the gallery to write"))
    add(
        "--sample",
        type=Path,
        metavar="FOLDER",
        help=gettext("write a faces.json to fill in there, for the sides of --die"),
    )
    add("--keep-all", action="store_true", help=gettext("also enrol sides that would be refused"))
    add("--live", action="store_true", help=gettext("enrol one die as you roll it in front of the camera"))
    add("--die", metavar="DIE", help=gettext("with --live: the die's id"))
    add(
        "--source",
        nargs="+",
        metavar="SOURCE",
        help=gettext("with --live: a camera's number, name or address, video or pictures (default: the one used last)"),
    )
    add("--confirm", type=Path, metavar="LAYOUT", help=gettext("layout.jsonl: readings that you have put right"))
    add("--learned", action="store_true", help=gettext("list what was learned in matches, by camera"))
    add("--forget", metavar="CAMERA", help=gettext("remove what was learned in matches by this camera"))
    add("--gallery", type=Path, metavar="DIR", help=gettext("with --confirm: the gallery to add to"))
    add("images", nargs="*", type=Path, metavar="IMG", help=gettext("with --confirm: the pictures that were read"))


def run(options: argparse.Namespace) -> int:
    """Enrol, write the gallery, and say which faces are refused or deserve a second look."""
    from companion.codec.saved_cameras import recall_cameras

    if options.confirm is not None:
        return _run_confirm(options)
    if options.learned or options.forget is not None:
        return _run_learned(options.forget)
    if options.images or options.gallery:
        raise InputError(gettext("enrol: pictures and --gallery go with --confirm."))
    if options.live:
        return _run_live(options)
    if options.sample is not None:
        return _write_sample(options)
    camera = options.camera or recall_cameras().newest.camera_file
    named = {"camera": camera, "dice": options.dice, "faces": options.faces, "output": options.output}
    lacking = [f"--{name}" for name, value in named.items() if value is None]
    if camera is None or lacking or options.die:
        options_lacking = ", ".join(lacking)
        what = gettext("{options} missing", options=options_lacking) if lacking else gettext("--die goes with --live")
        raise InputError(
            gettext("enrol: {what}; give --camera, --dice, --faces and -o, or --live and --die.", what=what)
        )
    return _run_pictures(options, camera)


def _write_sample(options: argparse.Namespace) -> int:
    """A faces.json to fill in, for the sides of one die."""
    from companion.codec.die import known_dice
    from companion.codec.enrolment import write_sample_clicks

    dice = known_dice(options.dice)
    if options.die not in dice:
        raise InputError(
            gettext("enrol: --sample goes with --die and the id of a die; `companion dice check` lists them.")
        )
    file = write_sample_clicks(dice[options.die], options.sample)
    message = gettext(
        "Written to {file}: a picture for each side of {die}. Put your own pictures beside it, and the places that "
        "you click in them instead of the numbers.",
        file=file,
        die=options.die,
    )
    say(message)
    return 0


def _run_pictures(options: argparse.Namespace, camera_file: Path) -> int:
    from companion.codec.camera import read_any_camera
    from companion.codec.die import read_dice
    from companion.codec.enrolment import read_face_clicks
    from companion.codec.gallery import write_gallery
    from companion.codec.reader import load_networks
    from companion.vision import EnrolmentRefusal, describe_notices, enrol, find_twins, find_washed_out, reject_faulty

    camera, dice = read_any_camera(camera_file), read_dice(options.dice)
    clicks = read_face_clicks(options.faces, dice)
    networks = load_networks()
    enrolment = enrol(camera, dice, clicks, options.faces.parent, networks)
    sound, faulty = reject_faulty(enrolment.gallery)
    gallery = enrolment.gallery if options.keep_all else sound
    write_gallery(gallery, options.output, networks.classifier)
    _save_dice(camera_file, options.dice, options.output)
    images = {click.name: click.image for click in clicks}
    washed_out, twins = find_washed_out(gallery), find_twins(gallery, networks.classifier)
    refusals = [notice for notice in faulty if isinstance(notice, EnrolmentRefusal)]
    notices = (*(refusals if options.keep_all else faulty), *washed_out, *twins)
    for sentence in (*enrolment.doubts, *describe_notices(notices, images)):
        warn(sentence)
    faces = {view.name for view in gallery.views}
    known = len({face.die for face in faces})
    reported = gettext(", {count} enrolled anyway") if options.keep_all else gettext(", {count} refused")
    message = ngettext(
        "{count} face of {of} enrolled in {output}{refused}.",
        "{count} faces of {of} enrolled in {output}{refused}.",
        len(faces),
        of=ngettext("{count} die", "{count} dice", known),
        output=options.output,
        refused=reported.format(count=len(refusals)) if refusals else "",
    )
    say(message)
    return 0


def _run_learned(forget: str | None) -> int:
    """List the views that matches have learned, or remove those of a camera."""
    from companion.session.learning import forget_learned_views, learned_views_folder, list_learned_views

    learned = list_learned_views()
    if forget is not None and forget not in learned:
        raise InputError(gettext("enrol: nothing was learned by {camera}; --learned lists the cameras.", camera=forget))
    if forget is not None:
        forget_learned_views(forget)
    for camera, count in learned.items():
        reported = ngettext(
            "{camera}: {count} view in {folder}",
            "{camera}: {count} views in {folder}",
            count,
            camera=camera,
            folder=learned_views_folder(camera),
        )
        if camera == forget:
            say(gettext("Removed: {what}", what=reported))
        elif forget is None:
            say(reported)
    if not learned:
        say(gettext("Nothing has been learned in matches yet."))
    return 0


def _run_confirm(options: argparse.Namespace) -> int:
    """Add what people confirmed to a gallery, and say what is refused."""
    lacking = [name for name in ("camera", "gallery", "images") if not getattr(options, name)]
    if lacking or options.faces or options.live or options.die:
        problem = gettext(
            "enrol: --confirm goes with --camera, --gallery and pictures, and without --faces, --live and --die."
        )
        raise InputError(problem)
    from companion.camera import HandheldCamera, read_sensor_picture
    from companion.codec.camera import read_any_camera
    from companion.codec.die import known_dice
    from companion.codec.enrolment import read_confirmed_layouts
    from companion.codec.gallery import grow_gallery, read_gallery
    from companion.codec.reader import load_networks
    from companion.vision import HandheldReader, ViewConfirmer

    camera, dice = read_any_camera(options.camera), known_dice(options.dice)
    pictures = read_confirmed_layouts(options.confirm, options.images, dice)
    networks = load_networks()
    gallery = read_gallery(options.gallery, networks.classifier)
    if isinstance(camera, HandheldCamera):  # its dice tell where a picture was taken from better than markers do
        reader = HandheldReader(camera, dice, gallery, networks)
        there = [reader.read_located(read_sensor_picture(path))[1].upright[1] for path in options.images]
        pictures = [replace(one, camera=its) for one, its in zip(pictures, there, strict=True)]
        camera = there[0]
    found = ViewConfirmer(camera, dice, gallery, networks).confirm(pictures)
    added = grow_gallery(
        found.views, options.gallery, networks.classifier, rendered=found.rendered, output=options.output
    )
    warn(*found.refusals)
    message = ngettext(
        "{count} view added to {gallery}{refused}.",
        "{count} views added to {gallery}{refused}.",
        added,
        gallery=options.output or options.gallery,
        refused=gettext(", {count} refused", count=len(found.refusals)) if found.refusals else "",
    )
    say(message)
    if found.rendered:
        shown = ngettext(
            "Another camera enrolled this gallery: {count} face was added as this one shows it.",
            "Another camera enrolled this gallery: all {count} faces were added as this one shows them.",
            len(found.rendered),
        )
        say(shown)
    return 0


def _save_dice(camera: Path, dice: Path | None, gallery: Path) -> None:
    """From now on `companion read` and `play` read by this camera with these dice."""
    from companion.camera import HandheldCamera, poor_calibration_notice
    from companion.codec.camera import read_any_camera
    from companion.codec.saved_cameras import recall_cameras, save_camera_file, save_dice

    known = recall_cameras()
    name, file = known.name_of(camera), read_any_camera(camera)
    sound = not isinstance(file, HandheldCamera) and not poor_calibration_notice(file)
    usual = name == known.last or sound
    save_camera_file(camera, usual=usual)
    save_dice(name, dice, gallery, usual=usual)


def _run_live(options: argparse.Namespace) -> int:
    """The window of the guided roll, until it is closed."""
    if options.faces is not None or options.die is None:
        raise InputError(
            gettext("enrol: --live goes with --die and without --faces; `companion dice check` lists the dice.")
        )
    from companion.camera import HandheldCamera
    from companion.codec.camera import read_any_camera
    from companion.codec.die import known_dice
    from companion.codec.saved_cameras import recall_cameras
    from companion.codec.sources import open_source
    from companion.ui import for_windows
    from companion.ui.enrol import open_enrolment
    from companion.ui.start import last_camera

    file = options.camera or recall_cameras().newest.camera_file
    if file is None:
        raise InputError(gettext("enrol: no camera has been measured yet: `companion setup` does; or give --camera."))
    camera, dice = read_any_camera(file), known_dice(options.dice)
    if isinstance(camera, HandheldCamera):
        problem = gettext(
            "enrol: --live goes with a camera on a stand. With a phone in the hand take a picture of each side, "
            "and name them in a faces.json (`companion enrol --sample FOLDER --die {die}` begins one).",
            die=options.die,
        )
        raise InputError(problem)
    source = open_source(options.source or last_camera() or "0", devices=cameras_here())
    application = for_windows()
    window = open_enrolment(camera, dice, options.die, source, options.output)
    window.show()
    status = application.exec()
    if options.output is not None and (options.output / "gallery.json").is_file():
        _save_dice(file, options.dice, options.output)
    return status
