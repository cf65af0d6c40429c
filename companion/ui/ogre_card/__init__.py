"""The Ogre's tracking card on the screen: as it lies on the table, each circle a button; alone, or beside a match.

`CardView` is the card itself, for the match window too; `CardWindow` the card alone, which `open_card` opens.
"""

from companion.ui.ogre_card.view import CardView
from companion.ui.ogre_card.window import CardWindow, open_card
