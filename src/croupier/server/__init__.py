"""Table server: HTTP and WebSocket API, sessions and roles, and one view per role."""
