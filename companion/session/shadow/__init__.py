"""A match in the shadow of people: what they decided beside what the program would have ruled, in a page, over matches.

``ShadowRecorder`` writes both down while the match is played; ``shadow_page`` shows one record or many.
"""

from companion.session.shadow.page import describe_totals, shadow_page
from companion.session.shadow.recorder import ShadowRecorder, shadow_folder

__all__ = ["ShadowRecorder", "describe_totals", "shadow_folder", "shadow_page"]
