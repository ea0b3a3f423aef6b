"""First schema version: all tables and their triggers."""

from alembic import op

from croupier.store import triggers
from croupier.store.schema import metadata

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    connection = op.get_bind()
    metadata.create_all(connection, checkfirst=False)
    for statement in triggers.statements(connection.dialect.name):
        connection.exec_driver_sql(statement)
