"""Run by Alembic: brings the connection that migrate.py hands over to the version it asks for, in one transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
