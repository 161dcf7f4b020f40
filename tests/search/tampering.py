"""Read and change a store from outside, with or without updating the checksums."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from fewest.search.store import CHECKSUM, TABLES, checksum_of, question_of


def read(path: Path | str, query: str) -> list[tuple[Any, ...]]:
    """Read a store as another program would."""
    with closing(sqlite3.connect(path)) as base:
        return base.execute(query).fetchall()


def damage(path: Path | str, script: str, values: Mapping[str, object] | None = None) -> None:
    """Run statements on a store, with semicolons between them."""
    base = sqlite3.connect(path)
    for statement in script.split(";"):
        base.execute(statement, {name: value for name, value in (values or {}).items() if f":{name}" in statement})
    base.commit()
    base.close()


def tell_lie(path: Path | str, script: str, values: Mapping[str, object] | None = None) -> None:
    """Run statements on a store, and update the checksums to match."""
    damage(path, script, values)
    base = sqlite3.connect(path)
    about = base.execute("SELECT name, value FROM about WHERE name != ?", (CHECKSUM,)).fetchall()
    question = question_of(dict(about))
    base.execute("UPDATE about SET value = ? WHERE name = ?", (question, CHECKSUM))
    for table in TABLES:
        for place, *row, _ in base.execute(f"SELECT rowid, * FROM {table}").fetchall():
            checksum = checksum_of(question, table, *row)
            base.execute(f"UPDATE {table} SET checksum = ? WHERE rowid = ?", (checksum, place))
    base.commit()
    base.close()
