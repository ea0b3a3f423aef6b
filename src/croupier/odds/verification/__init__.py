"""Verification that live play agrees with the printed odds: live rounds, comparison and report."""
