"""What a shared window needs beside it: what goes to the server and comes from there, and the codes to join by."""
