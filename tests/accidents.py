"""Small accidents to a text, as they happen to files: what readers have to survive."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence


def mutated(text: str, rng: random.Random, pieces: Sequence[str], others: Sequence[str], word: str = "[0-9]+") -> str:
    """One to four accidents: what is flipped, lost, doubled or put in; ``others`` take the place of a ``word``."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((1, 1, 2, 8, 40)))
        match rng.randrange(7):
            case 0:  # a flipped bit, as it would look after decoding
                data = bytearray(text.encode("utf-8", "replace"))
                if data:
                    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
                text = data.decode("utf-8", "replace")
            case 1:
                text = text[:at] + text[end:]
            case 2:
                text = text[:at] if rng.random() < 0.3 else text[: max(at, len(text) - 20)]
            case 3:
                text = text[:end] + text[at:]
            case 4:
                text = text[:at] + rng.choice(pieces) + text[at:]
            case 5:
                text = text[:at] + rng.randbytes(rng.randint(1, 12)).decode("utf-8", "replace") + text[at:]
            case _:
                if found := list(re.finditer(word, text)):
                    one = rng.choice(found)
                    text = text[: one.start()] + rng.choice(others) + text[one.end() :]
    return text
