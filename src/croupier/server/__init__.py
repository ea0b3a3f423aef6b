"""The table server: HTTP and WebSocket, sessions and roles, one view a role."""
