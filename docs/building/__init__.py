"""How the site is put together: contents, live pages, the reference, reports."""
