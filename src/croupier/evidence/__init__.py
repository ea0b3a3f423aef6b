"""Evidence: signed round bundles, replay of the whole log, shoe checks and software manifests."""
