"""Second factors of those who sign in. A house that begins now has the table from its first version."""

from alembic import op

from croupier.store.schema import second_factors

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    second_factors.create(op.get_bind(), checkfirst=True)
