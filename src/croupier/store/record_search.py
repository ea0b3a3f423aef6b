"""Find records of a stream by the text of their bodies, in the database and in the archives."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import or_, select

from croupier.store.record import Record
from croupier.store.schema import records
from croupier.store.store import Store


def records_with_text(
    store: Store, stream: str, texts: Sequence[str], *, about: str = "", after: int = 0, up_to: int | None = None
) -> list[Record]:
    """Return the records of a stream whose body contains one of the texts, and `about`, in order of their numbers."""
    found = []
    if (archived := store.archives.last(stream)) > after:
        last = archived if up_to is None else min(archived, up_to)
        for record in store.records(stream, after, limit=max(0, last - after)):
            if about in record.body and any(text in record.body for text in texts):
                found.append(record)
    named = or_(*(records.c.body.contains(text, autoescape=True) for text in texts))
    wanted = select(records).where(records.c.stream == stream, records.c.seq > max(after, archived), named)
    if about:
        wanted = wanted.where(records.c.body.contains(about, autoescape=True))
    if up_to is not None:
        wanted = wanted.where(records.c.seq <= up_to)
    with store.read() as connection:
        rows = connection.execute(wanted.order_by(records.c.seq)).mappings().all()
    return [*found, *map(Record.from_row, rows)]
