"""The tuned numbers of the camera, in one place: what each means, what it was set from, and what moving it costs.

Owns no number that follows from geometry, from a file format or from OpenCV; those stand beside their use.

"By eye" is meant as it says: tried on rendered pictures of mats and tables and on the few photographs there are, kept
where calibrations came out best, fitted by nothing, with no record of what else was tried. What it is said to cost to
move such a number is then reasoning, not measurement. Calibrate the evaluation rigs before and after moving one.
*RMS* is the root mean square of what is left between seen and computed corners, in pixels."""

from __future__ import annotations

from typing import Final

# --- Corners of markers (edges) ---------------------------------------------------------------------------------------

#: Profiles read across each edge of a marker, the share of the edge that they are spread over (its ends are rounded by
#: blur), and places along a profile. By eye; more cost time.
MARKER_PROFILES: Final = 32
MARKER_SPAN: Final = (0.07, 0.93)
PROFILE_PLACES: Final = 25
#: A profile reaches this share of a cell to either side of the edge, within these pixels. By eye; longer runs into the
#: next cell, shorter misses an edge that was found roughly.
PROFILE_REACH_CELLS: Final = 0.6
PROFILE_REACH_PX: Final = (1.5, 6.0)
#: Between these shares of its reach a profile tells how dark the ink is and how bright the paper. Farther out a marker
#: that is seen small or flatly shows, by blur, the table beside its sheet and the bits beside its border: up to 1,
#: edges of markers whose cells were 4 px came out 0.09 px inward, and focal lengths 0.4 % off. Nearer they show the
#: edge; up to 0.7, a half-covered mark of a certify sheet came out 0.27 mm off, up to 0.8 none more than 0.14.
PLATEAU: Final = (0.33, 0.8)
#: Paper must be so many times brighter than ink. By eye; higher loses markers in shade, lower reads grain as an edge.
PAPER_CONTRAST: Final = 1.6
#: This share of the profiles must show the edge, and their points lie about their line by no more RMS. By eye; stricter
#: loses half-hidden markers, looser keeps corners that are off.
MIN_EDGE_SHARE: Final = 0.4
MAX_EDGE_RMS_PX: Final = 0.6
#: Where grain is more than this share of the difference from ink to paper, a square that is not clear is looked for
#: once more, smoothed by this standard deviation. On three tables that others rendered the share is 0.001 to 0.018,
#: through noisy webcams 0.07 to 0.14; there the markers of 24 pictures then seem to have moved by 0.01 to 0.19 mm (one
#: by 0.36) where most were not seen before, and seven pictures were refused. Lower smooths markers that are half
#: covered, higher loses markers in noise; smoothing by more rounds the squares' corners, by less leaves the grain.
GRAINY: Final = 0.03
GRAIN_SMOOTHING_PX: Final = 1.5
#: Rounds in which points off the line are left out, and rounds in which profiles are read anew about the line found. By
#: eye; more cost time.
EDGE_TRIMS: Final = 3
EDGE_PASSES: Final = 3
#: Profiles that are centred so well need not be read again. Lower costs time.
CENTRED_PX: Final = 0.15

# --- Whether the camera stands where it stood (camera_motion, displacement) -------------------------------------------

#: So many markers are needed for a pose: two leave a tilt about their common line badly known.
FEWEST_MARKERS: Final = 3
#: A camera that seems to have moved by more, on the table, has moved; what is read is exact to a few tenths. Higher
#: measures wrongly after a bump, lower stops a match for noise.
CAMERA_MOVED_MM: Final = 0.6
#: Within this share of the picture's longer side, RMS, markers lie where a camera that was moved would see them from
#: its new place: up to 0.0011 in pictures turned or taken from elsewhere, 0.0044 and more through other lenses. Higher
#: has people calibrate a camera that did not take the picture, lower has them look for another one in vain.
SAME_LENS_SHARE: Final = 0.0025
#: A marker so near its old place need not be read again to tell how far it moved. Lower costs time.
ROUGHLY_CENTRED_PX: Final = 0.5
#: Share of a marker's inner cells that must be right; other markers share up to three quarters.
MIN_RIGHT_CELLS: Final = 0.8
#: How far around a marker's old place it is searched, in sides of its square. By eye.
MARKER_SEARCH_SIDES: Final = 0.75
#: Corners searched for in the whole picture are rough: a marker nearer to its old place may well be there. By eye.
ROUGH_CORNER_PX: Final = 4.0
#: Small markers are so large, and read by a window of this side: all of 241 in 62 pictures of 28 tables were, shrunk
#: until the smallest of a table was hardly larger; with windows of 9 or 23 px, or 20 px large, one was not.
SMALL_MARKER_PX: Final = 28.0
SMALL_MARKER_WINDOW_PX: Final = 13
#: A marker seen elsewhere looks between so many times as large as it is; what does not is a chance similarity. By eye.
ELSEWHERE_SIZES: Final = (0.5, 2.0)
#: No bump of a camera leaves so many markers so exactly where they were and takes another so far: that one was pushed.
#: By eye.
STILL_MARKERS: Final = 2
STILL_MARKER_MM: Final = 0.2
PUSHED_MARKER_MM: Final = 3.0
#: So many markers read in a mirrored picture say that it is mirrored: one may be chance.
FEWEST_MIRRORED_MARKERS: Final = 2

# --- The same by the table's own looks (landmarks) --------------------------------------------------------------------

#: Pictures are shrunk to about this width before they are compared. Wider costs time, narrower loses fine grain.
LANDMARK_WIDTH_PX: Final = 960
#: Landmarks that are followed at the most and at the least, how far they are apart, and the texture (as a share of the
#: strongest) that makes one. By eye; fewer lose the table under hands and dice.
MOST_LANDMARKS: Final = 240
FEWEST_LANDMARKS: Final = 24
LANDMARK_DISTANCE_PX: Final = 12
MIN_TEXTURE: Final = 0.02
#: Window and levels of Lucas and Kanade's search; further apart than this is no match. By eye.
FLOW_WINDOW_PX: Final = (21, 21)
FLOW_LEVELS: Final = 4
STRAY_LANDMARK_PX: Final = 1.5
#: Of the landmarks that are found again, so many must tell one and the same move. By eye; lower believes a cloth that
#: was pulled.
AGREEING_LANDMARKS: Final = 0.4
#: Standard deviation of a landmark's place. By eye; it scales the reported sigma only.
LANDMARK_SIGMA_PX: Final = 0.1
#: Features of ORB, and tries of RANSAC, where the camera has moved far. By eye; more cost time.
ORB_FEATURES: Final = 700
RANSAC_TRIES: Final = 400
#: Changes of brightness wider than this are light, not the table's own. By eye.
LIGHT_SIGMA_PX: Final = 15.0
#: A pixel that differs by more (of 255) from what it was shows something else. By eye.
OTHER_CONTENT: Final = 10.0
#: Distance of the grid on which what stayed the same is counted. Finer costs time.
SAME_GRID_PX: Final = 16
#: Two whole pictures correlate at least so well to be aligned. By eye; lower aligns what is not the same table.
MIN_ALIGNED_CORRELATION: Final = 0.5

# --- Calibration (calibration, clicks, table_corners, table_size) -----------------------------------------------------

#: Pictures whose markers agree so well were taken by a camera that stood still.
STILL_CAMERA_PX: Final = 1.0
#: Rounds in which lens and table make each other better. A third changes nothing.
LENS_ROUNDS: Final = 2
#: A standback (glare that eats into ink) below this is noise and not taken out. By eye.
MIN_STANDBACK_PX: Final = 0.5
#: A marker that stands off by more, and without which the others fit so many times better, does not lie where the mat
#: says. By eye; lower throws away good markers seen flatly.
STRAY_MARKER_PX: Final = 1.5
STRAY_MARKER_GAIN: Final = 3.0
#: Standard deviation of a click, and of a corner where two edges of the table meet in the picture. By eye.
CLICK_SIGMA_PX: Final = 2.0
MET_EDGES_SIGMA_PX: Final = 0.7
#: How much worse (in squared sigmas) the table turned by a quarter must fit to be ruled out. Lower may lay a table of
#: nearly equal sides crosswise.
QUARTER_TURN_GAIN: Final = 12.0
#: An edge lower by this share of the clicks' height is clearly the near one. By eye.
NEAR_EDGE_LEAD: Final = 0.1
#: Share of the picture that two neighbouring edges must span: less is a slip of the mouse.
MIN_CLICKED_AREA: Final = 0.01
#: Profiles across an edge of the table, the share of the edge that they are spread over, and their step. By eye; more
#: cost time.
RIM_PROFILES: Final = 96
RIM_SPAN: Final = (0.03, 0.97)
RIM_STEP_PX: Final = 0.5
#: How far a click may be off: this share of the picture's width, and no less than these pixels. By eye; farther finds
#: edges that nobody meant.
CLICK_REACH: Final = 0.006
MIN_CLICK_REACH_PX: Final = 5.0
#: Largest bow of an edge as a share of its length (a wide lens bows one along the rim so much), and bows tried.
MAX_BOW: Final = 0.045
TRIED_BOWS: Final = 81
#: An edge must stand out so many times from lines beside it, on this share of its length. By eye; lower takes a plank's
#: joint for the rim.
CLEAR_EDGE_GAIN: Final = 2.5
CLEAR_EDGE_SHARE: Final = 0.6
#: How near profiles must agree with a line, and rounds of its fit. By eye.
RIM_AGREEMENT_PX: Final = 1.2
RIM_ROUNDS: Final = 4
#: Standard deviation of a click, in reaches: of two edges side by side the nearer is meant. By eye.
CLICK_SIGMA_REACHES: Final = 0.5
#: The table's size is sought in so many steps, none longer than the second, until one is shorter than the third; slopes
#: are taken over the fourth. Time only.
SIZE_STEPS: Final = 15
MAX_SIZE_STEP_MM: Final = 150.0
SIZE_FOUND_MM: Final = 0.1
SIZE_SLOPE_MM: Final = 2.0
#: A mat by which the markers' corners are left so far off (RMS), while another of ours leaves so many times less, is
#: not the one that lies there. On five tables, lens not measured, the right one leaves 0.1 to 2.4 and no other a third
#: of that, wrong ones 2.8 to 83. With fewer markers most mats fit.
OTHER_MAT_PX: Final = 2.5
OTHER_MAT_GAIN: Final = 3.0
FEWEST_TO_TELL_MATS: Final = 4
#: A table between these sizes is sought: what has room for four markers, and what a camera overlooks.
SIZES_MM: Final = (350.0, 6000.0)
#: Where the markers still disagree by more than this, they do not lie as they are printed. By eye.
MAX_SIZE_RMS_PX: Final = 3.0

# --- Lens and pose (lens, pose) ---------------------------------------------------------------------------------------

#: Corners of the board that a picture must show. By eye; fewer say little of the lens.
FEWEST_BOARD_CORNERS: Final = 8
#: A picture with so many times the usual RMS is left out; no RMS below the second counts as unusual. By eye.
OUTLYING_PICTURE: Final = 3.0
PICTURE_NOISE_PX: Final = 0.15
#: So much may the RMS grow, as a factor and in pixels, when the table's markers join the board. By eye; more believes
#: a board that was printed to another scale.
JOINED_RMS: Final = 1.2
JOINED_RMS_PX: Final = 0.01
#: Usual focal length in widths of the picture (a telephone, a webcam), and its spread as a share: a weak prior.
USUAL_FOCAL: Final = 0.9
USUAL_FOCAL_SPREAD: Final = 0.35
#: Spread of the standback: how far glare may eat into the ink of all markers. By eye.
STANDBACK_SPREAD_PX: Final = 1.0
#: And that of each marker beside what all have in common, where the lens is known: one lies in better light than
#: another. Sixteen poor webcams in uneven light have tables off by 0.01 to 0.26 mm so, RMS; by one for all markers by
#: 0.04 to 1.14, with 0.15 by up to 0.26 as well. Higher hardly changes anything. Where the focal length is to be found
#: the sizes of markers are needed to tell it: free there, the size of a table was off by 16 in 1,000 instead of 7.
UNLIKE_STANDBACK_PX: Final = 0.3
ALIKE_STANDBACK_PX: Final = 0.001
#: Focal lengths that the search begins from, in widths of the picture. Time against reach.
FIRST_FOCALS: Final = (0.6, 0.9, 1.4, 2.2)
#: Residuals beyond so many sigmas count less (Huber 1964), and steps of the solver at the most.
HUBER_SIGMAS: Final = 2.0
SOLVER_STEPS: Final = 40
#: The four corners of a marker err together: sigmas are sqrt(4) larger than if they were free.
CORRELATED_CORNERS: Final = 2.0

# --- How good a calibration is (quality) ------------------------------------------------------------------------------

#: Up to this RMS on the table (and with the focal length known) a calibration is good: half of it is the ruler. Up to
#: the second it is usable; beyond, close calls are guesses.
GOOD_MM: Final = 0.5
USABLE_MM: Final = 2.0
#: Standard deviation of the focal length, as a share, up to which heights are trusted (40 mm up: about 0.2 mm), and up
#: to which they are usable.
GOOD_FOCAL: Final = 0.01
USABLE_FOCAL: Final = 0.05

# --- How far a calibration is off (calibration_error) -----------------------------------------------------------------
# Set on made webcams (focal length 0.5 to 0.85 of the picture's width, first radial term -0.4 to 0.1, optical centre
# off by 0.01 of the width, each in another place over the table), calibrated by clicks or by four markers.

#: Spread of a lens's first radial term where nothing tells it. Webcams have -0.4 to 0.1; what they are off by grows
#: faster than the term, hence more than its own spread. Lower covers strong lenses less, higher widens mild ones.
UNKNOWN_LENS_SPREAD: Final = 0.55
#: Spread of the optical centre about the picture's middle, as a share of its width. By eye.
CENTRE_SPREAD: Final = 0.01
#: How exactly the bow of the table's edges is read, px. By eye.
CLEAR_BOW_PX: Final = 1.0
#: The same two of a lens that was measured: its first radial term, and its centre in px. By eye.
MEASURED_LENS_SPREAD: Final = 0.001
MEASURED_CENTRE_PX: Final = 1.0
#: A measured calibration whose markers are all seen and agree so well is as good as those on which the sigmas of
#: readings were set, 0.04 to 0.09 px. Poor webcams have 0.09 to 0.67; of those above, what is said is 1.4 to 5 times
#: what their tables are off by, and within 2.45 sigmas lie 0.95 to 1.0 of their dice, where it was 0.03 to 0.94.
USUAL_RMS_PX: Final = 0.15

# --- Pictures as pictures (picture_quality) ---------------------------------------------------------------------------

#: Of 255, at this percentile. A lit table has something brighter on it, be it a marker's paper or a die's edge.
DARK_LEVEL: Final = 60.0
DARK_PERCENTILE: Final = 99.0
#: From the darkest to the brightest hundredth; noise alone makes some of that.
BLANK_SPAN: Final = 12.0
#: From here on (of 255) a colour is lost; on a larger share of the table the picture is overexposed. By eye.
CLIPPED_LEVEL: Final = 254
MAX_CLIPPED_SHARE: Final = 0.3
#: The strongest colour, as a share of the brightest grey, at this percentile; 0.25 and more where dice lie.
COLOURLESS_SHARE: Final = 0.05
COLOUR_PERCENTILE: Final = 99.9
#: A picture blurred by more loses dice; sharp ones have 1.1 to 1.7, the measure's own share included.
BLURRED_PX: Final = 1.75
#: Light and colour are measured on so many samples; blur in so many tiles of this side, the boldest ones, a rim left
#: out. By eye; more cost time. With 64 tiles for 32, in 64 pictures of 28 tables, sharp and made blurred in three ways,
#: blur came out the same in the median (by 0.03 px) and a little less scattered.
QUALITY_SAMPLES: Final = 30_000
BLUR_TILE_PX: Final = 48
BLUR_TILE_RIM_PX: Final = 7
BLUR_TILES: Final = 32
#: Smoothing before slopes are taken, and the window in which a rise is looked for. By eye.
BLUR_SMOOTHING_PX: Final = 0.7
RISE_WINDOW_PX: Final = 15
#: An edge must rise by so many of 255, and there must be so many edges in a tile and direction. By eye.
MIN_EDGE_RISE: Final = 40.0
FEWEST_BLUR_EDGES: Final = 20
#: Cosine between an edge's slope and the direction that it is counted for. By eye.
MIN_ALONG_COSINE: Final = 0.9
#: Percentile of the edges that tells the blur: not every edge of a sharp picture is sharp. By eye.
SHARPEST_PERCENTILE: Final = 20.0

# --- Sources (sources) ------------------------------------------------------------------------------------------------

#: A camera that is gone is opened again no sooner: opening one that is not there costs some systems half a second.
REOPEN_AFTER_S: Final = 2.0
#: So many pictures in a row that do not come, or one that was waited for so long: the camera is gone.
MOST_MISSED_PICTURES: Final = 5
LONGEST_WAIT_S: Final = 3.0
#: A network camera that is silent for longer is gone; opening and closing one may wait so long. A phone that wakes
#: takes two seconds.
NETWORK_TIMEOUT_S: Final = 5.0
#: Where a video does not state its pace; frames and time of each picture of a film that states none. The usual.
USUAL_VIDEO_FPS: Final = 25.0
FILM_FPS: Final = 10.0
FILM_PICTURE_S: Final = 3.0

# --- A camera in the hand (handheld_adjustment, handheld_calibration, handheld_locating) ------------------------------

#: How far a marker's sheet may lie from where the mat has it, along the table, along it again, and up: paper is never
#: quite flat, and tape lifts it. Without it poses are stated too exactly; with 0.05, 0.05 and 0.1 mm, edges being told
#: to 0.04 px, 0.97 to 1.0 of the dice of three tables were within 2.45 sigmas in one picture, with these 0.96 to 0.99.
HAND_MARKER_SIGMAS_MM: Final = (0.035, 0.035, 0.07)
#: How far the ink of all markers of a picture may stand back, one sigma: glare takes up to 0.8 px.
HAND_STANDBACK_SPREAD_PX: Final = 0.5
#: And that of each marker beside what all have in common: white paper that is too bright for the camera blooms, and one
#: marker lies in better light than another. In six pictures of a table before a window standbacks were 0.17 to 0.5 px,
#: 0.1 off the picture's mean, edges of one marker alike to 0.02; poses with one for all were off by twice what was
#: stated.
HAND_STANDBACK_UNLIKE_PX: Final = 0.15
#: What is off by more, in sigmas, counts less; by more than the second, in sigmas of what is usual, not at all.
CORNER_SOFT_SIGMAS: Final = 2.5
CORNER_GATE_SIGMAS: Final = 5.0
#: Rounds in which corners are left out, the rest adjusted anew.
ADJUSTMENT_ROUNDS: Final = 4
#: Markers seen flatly are read with so many pixels to a cell; with OpenCV's 4 a third of them is missed, at no gain.
CELL_READ_PX: Final = 8
#: Pictures wider than this are shrunk before markers are searched for, but where fewer than all are found. Time only.
MARKER_SEARCH_PX: Final = 2400
#: Standard deviation of a corner that is found only roughly, px; of one of a clear square, and of an edge at best: on
#: two of our tables edges were off by 0.02 px beside the standback of their marker. With 0.07 places were off by 10 %
#: more by a camera that was left with three markers. With 0.04 0.978 to 0.989 of the dice of four tables were within
#: 2.45 sigmas in one picture, with this 0.970 to 0.979, placed as exactly but for one picture by three markers.
ROUGH_CORNER_SIGMA_PX: Final = 1.0
HAND_CORNER_SIGMA_PX: Final = 0.12
HAND_EDGE_SIGMA_PX: Final = 0.03
#: So many neighbouring profiles of an edge err together.
CORRELATED_PROFILES: Final = 4.0
#: So much of an edge must be seen for it to count.
LEAST_EDGE_SEEN: Final = 0.3
#: Rounds in which edges are measured about where the last put them.
EDGE_ROUNDS: Final = 2
#: Beforehand of a lens that nothing is known of: logarithm of the focal length, optical centre as a share of the longer
#: side, radial, tangential and third radial term. Of phones.
HAND_LENS_SPREADS: Final = (0.5, 0.02, 0.3, 0.003, 0.2)
#: By how much pictures of one phone differ in focal length, one sigma, as a share: it breathes as it focuses.
BREATHING: Final = 0.01
#: By how much the lens of one picture differs from another's beside its focal length, one sigma, as the spreads above
#: have it: steadied lenses shift their centre, focus changes their distortion.
HAND_LENS_SHIFTS: Final = (0.001, 0.003, 0.0003, 0.003)
#: How exactly the focal length is to be known of a lens in the hand that is called good, as a share: not as exactly as
#: on a stand, for each picture breathes by a share of 0.01 and tells its own. Three good pictures reach 0.014.
HAND_GOOD_FOCAL: Final = 0.015
#: Pictures that a calibration in the hand takes, and markers that each must show.
FEWEST_HAND_PICTURES: Final = 3
FEWEST_HAND_MARKERS: Final = 2
#: A picture whose focal length is off by more of its spreads, or of whose markers that were read a smaller share fits,
#: was taken otherwise, or of another mat. Of so many markers one need not fit. (Of 181 pictures of two tables, two
#: markers left in most, .875 fits at the least; of 192 that show a screen with such a picture, 30 would pass with .55
#: that do not with this.)
OTHER_LENS_SPREADS: Final = 3.5
LEAST_FITTING_SHARE: Final = 0.8
FEWEST_WITH_A_MISFIT: Final = 3
#: Another picture is asked for where it makes places on the table known so many times better, or where the verdict is
#: not good.
ASKED_GAIN: Final = 1.25
#: Places that pictures are asked from: how steeply, in degrees, and how near, in distances of those that are there.
ASKED_SLANTS_DEG: Final = (35.0, 60.0)
ASKED_DISTANCES: Final = (1.0, 0.65)
#: A marker that could not be read is searched for so far around where it should be, in its sides, at so many pixels to
#: a cell; it is there where the picture is so like its print (correlation).
SEARCH_SIDES: Final = 1.0
SEARCH_CELL_PX: Final = 8
LEAST_PRINT_LIKENESS: Final = 0.55
#: Markers that are left so far off, RMS, px of a picture 2,000 wide, were not seen so by this lens.
HAND_MISFIT_PX: Final = 1.0
#: How freely the focal length is tried where a picture does not fit, and from how much on (logarithm) it is another.
FREE_FOCAL_SPREAD: Final = 1.0
LONGEST_FOCAL_GAP: Final = 0.04
#: The same of what a picture's tags tell of its lens, in whole millimetres of small film.
LONGEST_TAG_GAP: Final = 0.08
#: How exactly a marker is found by its print, px; rounds of that; and poses that fit so little worse (in squares of
#: sigmas) may be the right ones.
SEARCHED_SIGMA_PX: Final = 2.0
SEARCH_ROUNDS: Final = 2
AS_GOOD_COST: Final = 60.0
#: The empty table by pictures of a camera in the hand: seen from so high over it, in its longest sides, with so much
#: around it, so fine (dice are looked for at 1.8 mm to a pixel), but no larger than this. Pictures are laid onto it
#: exactly at each of so many pixels, and linearly in between.
MOSAIC_HEIGHT: Final = 4.0
MOSAIC_MARGIN_MM: Final = 100.0
MOSAIC_MM_PER_PX: Final = 1.0
MOSAIC_LONGEST_PX: Final = 1280
MOSAIC_KNOT_PX: Final = 16
#: Pictures agree on a place where they are no farther than so many levels, and such a share of it, from what their
#: median shows within so many pixels; so many have to. What is known or not is smoothed over such a window.
MOSAIC_AGREED_LEVELS: Final = 8.0
MOSAIC_AGREED_SHARE: Final = 0.12
MOSAIC_REACH_PX: Final = 5
MOSAIC_SPECK_PX: Final = 5
FEWEST_AGREEING_VIEWS: Final = 2
#: Patches of the empty table that a picture is located by: so far from their middles to their rims, one to a cell of
#: so many pixels of the mosaic.
PATCH_RADIUS_PX: Final = 14
PATCH_CELL_PX: Final = 80
#: No patch is chosen so near a marker, as a share of half its side: its sheet has a rim.
SHEET_MARGIN: Final = 0.6
#: A patch is looked for where it is expected within so many pixels (three sigmas), is there where it is so like
#: (correlation), and by so much more than anywhere else that may be meant.
FARTHEST_PATCH_PX: Final = 24
LEAST_PATCH_LIKENESS: Final = 0.6
LEAST_PATCH_LEAD: Final = 0.1
#: Neighbouring pixels err together; and how exactly the mosaic shows a place.
PATCH_ERROR_FACTOR: Final = 2.0
PATCH_FLOOR_MM: Final = 0.5
#: How far all of the print may lie from where the mosaic has it, along the table, along it again, and up.
PRINT_SIGMAS_MM: Final = (0.5, 0.5, 0.05)
#: Patches are looked for again while places on the table are known to such a share of what they were; fewer are none.
PRINT_GAIN: Final = 0.7
FEWEST_PATCHES: Final = 8
#: Patches that are off by so many of their sigmas, RMS, tell another story than the markers: 0.17 to 0.66 on nine
#: tables, 1.0 to 1.7 where a cloth was turned by a third of a degree.
PRINT_MISFIT_SIGMAS: Final = 0.9
