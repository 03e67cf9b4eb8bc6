"""One folder a puzzle. A folder whose name starts with an underscore is found only when asked for by name."""
