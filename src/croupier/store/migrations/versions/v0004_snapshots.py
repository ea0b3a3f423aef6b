"""Add snapshots, archives and an index of rounds; the guard of records allows the body to be emptied in one case."""

from alembic import op
from sqlalchemy import inspect

from croupier.store import triggers
from croupier.store.schema import ROUNDS_BY_END, archived, archives, snapshots

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables and the index, and replace the guard; new databases have them from the first version."""
    connection = op.get_bind()
    is_new = archived.name in inspect(connection).get_table_names()
    for made in (snapshots, archives, archived):
        made.create(connection, checkfirst=True)
    ROUNDS_BY_END.create(connection, checkfirst=True)
    if not is_new:
        for statement in triggers.record_guards(connection.dialect.name):
            connection.exec_driver_sql(statement)
