"""What is printed: the art of the dice and everything else that comes out of a printer, from one drawing."""

from companion.paper._qt import keep_none_alive

keep_none_alive()  # before the first drawing

from companion.paper.face_art import draw_face, face_image, face_triangle  # noqa: E402

__all__ = ["draw_face", "face_image", "face_triangle"]
