"""What is printed: the art of the dice and everything else that comes out of a printer, from one drawing."""

from companion.paper.pages import keep_none_alive

keep_none_alive()  # before the first drawing

from companion.paper import line_chart, pages  # noqa: E402
from companion.paper.cards import (  # noqa: E402
    CardLine,
    CardSystem,
    command_post_page,
    counter_page,
    ogre_card_page,
)
from companion.paper.folding_guide import folding_guide_page  # noqa: E402
from companion.paper.folding_sheet import dice_pages, map_triangle, sheet_places  # noqa: E402
from companion.paper.markers import (  # noqa: E402
    BOARD_DICTIONARY,
    MARKER_DICTIONARY,
    CornerMarkers,
    MatShape,
    board_page,
    corner_markers,
    marker_pages,
)
from companion.paper.net import (  # noqa: E402
    draw_face,
    face_image,
    face_picture,
    face_triangle,
    folding_net,
)
from companion.paper.pages import Page, Paper, encode_pages, page_image, write_pages  # noqa: E402
from companion.paper.quick_reference import quick_reference_page  # noqa: E402
