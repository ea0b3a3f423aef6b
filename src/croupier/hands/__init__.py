"""What a hand is worth, as plain functions over small whole numbers."""
