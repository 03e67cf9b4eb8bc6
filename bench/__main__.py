"""Measure a suite of this folder, or show what is stored.

python bench NAME                       measures everything
python bench NAME --only SECTION ...    measures some sections, and keeps the others as they were stored
python bench NAME --table               prints the tables of the stored results
python bench --fill                     writes the tables of all suites into the documentation
"""

from __future__ import annotations

import argparse

from suite import DOCS, Stored, filled, marked, suite, suite_names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", choices=suite_names())
    parser.add_argument("--only", nargs="+", default=(), metavar="SECTION")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--fill", action="store_true")
    args = parser.parse_args()
    found = suite(args.name) if args.name else None
    if args.fill:
        for page in DOCS.rglob("*.md"):
            page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
        if found and found.write:
            found.write()
    elif found is None:
        parser.error("expected the name of a suite, or --fill")
    elif args.table:
        print("\n\n".join(marked(f"{found.name}.{name}", shown(Stored())) for name, shown in found.tables.items()))
    elif unknown := [name for name in args.only if name not in found.sections]:
        parser.error(f"unknown section {unknown[0]!r}; known: {', '.join(found.sections)}")
    else:
        for name in args.only or found.sections:
            print(f"{name}:", flush=True)
            found.measure(name)


main()
