"""A match in the shadow of people: what they decided beside what the program would have ruled."""
