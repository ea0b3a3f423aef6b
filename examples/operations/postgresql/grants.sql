-- Rights of a house's database, for three roles. Run it as a superuser, after the owner has made the house:
--   psql --dbname house --file grants.sql
--
-- croupier_owner   makes and upgrades the tables: `croupier store create` and `croupier store upgrade`, and nothing else
-- croupier         runs the house: reads, adds, and changes what may change; it makes no table and drops none
-- croupier_auditor reads everything: `croupier audit verify`, `croupier store backup`, `croupier store export`
--
-- The triggers that guard the log refuse more than this file does. These rights hold even where a trigger was dropped,
-- which only the owner could do. Passwords: \password ROLE in psql, and a line in the file that PGPASSFILE names.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'croupier_owner') THEN CREATE ROLE croupier_owner LOGIN; END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'croupier') THEN CREATE ROLE croupier LOGIN; END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'croupier_auditor') THEN CREATE ROLE croupier_auditor LOGIN; END IF;
END
$$;

DO $$ BEGIN EXECUTE format('GRANT CONNECT ON DATABASE %I TO croupier, croupier_auditor', current_database()); END $$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO croupier_owner;
GRANT USAGE ON SCHEMA public TO croupier, croupier_auditor;

GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO croupier;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO croupier;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO croupier_auditor;
GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO croupier_auditor;

-- A session ends and a second factor is taken off by deleting its row; what happened stays in the log.
GRANT DELETE ON sessions, second_factors TO croupier;

-- What is written once is not changed by anybody.
REVOKE UPDATE ON records, transfers, significant, redemptions, login_attempts, bundles, checkpoints FROM croupier;

-- Tables that a later version makes.
ALTER DEFAULT PRIVILEGES FOR ROLE croupier_owner IN SCHEMA public GRANT SELECT, INSERT, UPDATE ON TABLES TO croupier;
ALTER DEFAULT PRIVILEGES FOR ROLE croupier_owner IN SCHEMA public GRANT USAGE ON SEQUENCES TO croupier;
ALTER DEFAULT PRIVILEGES FOR ROLE croupier_owner IN SCHEMA public GRANT SELECT ON TABLES TO croupier_auditor;
ALTER DEFAULT PRIVILEGES FOR ROLE croupier_owner IN SCHEMA public GRANT SELECT ON SEQUENCES TO croupier_auditor;
