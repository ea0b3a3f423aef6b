"""Paper: documents to a printer over the Internet Printing Protocol, and what the printer says of itself."""
