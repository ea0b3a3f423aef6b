"""Add the table of second factors; new databases have it from the first version."""

from alembic import op

from croupier.store.schema import second_factors

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    second_factors.create(op.get_bind(), checkfirst=True)
