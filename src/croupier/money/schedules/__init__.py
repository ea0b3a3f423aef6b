"""Posted collection schedules: one TOML file per printed sheet, and their reader."""
