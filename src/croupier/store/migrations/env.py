"""Alembic environment: run the migrations on the connection from `migrate.py`, in one transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
