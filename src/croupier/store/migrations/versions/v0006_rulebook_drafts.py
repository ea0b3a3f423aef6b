"""Add the table of rulebook drafts."""

from alembic import op

from croupier.store.schema import rulebook_drafts

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table if it is missing; new databases have it from the first version."""
    rulebook_drafts.create(op.get_bind(), checkfirst=True)
