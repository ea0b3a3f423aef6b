"""Parts of a verification: live play, comparison and report."""
