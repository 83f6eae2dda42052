"""The money of whole sessions, through services, pages and exports."""
