"""The posted collection schedules: one file for each sheet the document prints, and what reads them."""
