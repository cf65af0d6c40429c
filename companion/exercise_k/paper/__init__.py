"""What is printed of Exercise K: record sheets, blank or as they stand, and the result sheet with its charts."""
