"""Add the tables of several servers that share one database."""

from alembic import op

from croupier.store.claims import cluster_metadata

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    cluster_metadata.create_all(op.get_bind())
