"""Paint cells so that the runs of painted cells in each row and column are the numbers beside it, in order."""
