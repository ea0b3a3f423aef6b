"""Promotional chips: what was given to whom, and the coupons that may be brought for them."""

from alembic import op

from croupier.store.schema import coupons, promotional_grants

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A house that begins today has them from the first version on."""
    for made in (promotional_grants, coupons):
        made.create(op.get_bind(), checkfirst=True)
