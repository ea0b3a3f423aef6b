"""The Lab: rules of one's own, priced while they are typed, kept as drafts and played at a private table."""
