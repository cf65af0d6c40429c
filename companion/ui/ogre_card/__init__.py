"""The Ogre's tracking card on the screen: as it lies on the table, each circle a button; alone, or beside a match.

`CardView` is the card itself, `CardStrip` the same in a few lines for a side panel, `CardWindow` the card alone.
"""

from companion.ui.ogre_card.strip import CardStrip
from companion.ui.ogre_card.view import CardView
from companion.ui.ogre_card.window import CardWindow, open_card

__all__ = ["CardStrip", "CardView", "CardWindow", "open_card"]
