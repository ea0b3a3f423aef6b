"""Documents for people: the rules card of a table, as text, Markdown, JSON and PDF."""
