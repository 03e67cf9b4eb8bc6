"""The questions, one verb a file, written once for all kinds. They know no kind and no engine by name."""
