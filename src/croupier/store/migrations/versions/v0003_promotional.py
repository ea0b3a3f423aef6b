"""Add the tables of promotional grants and coupons."""

from alembic import op

from croupier.store.schema import coupons, promotional_grants

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables if they are missing; new databases have them from the first version."""
    for made in (promotional_grants, coupons):
        made.create(op.get_bind(), checkfirst=True)
