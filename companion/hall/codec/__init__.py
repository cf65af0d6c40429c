"""What a published table and the hall say to each other, and the file of a whole event (docs/formats, Hall)."""
