"""Game families: one package per family, registered in one place."""
